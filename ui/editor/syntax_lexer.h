// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <KSyntaxHighlighting/AbstractHighlighter>
#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/State>
#include <KSyntaxHighlighting/Theme>
#include <Qsci/qscilexercustom.h>

#include <vector>

namespace sandbench::ui {

/// Colours a QScintilla document by a KSyntaxHighlighting definition: one engine for every
/// language. Remembers the highlighter's state at each line's end, so that an edit re-colours only
/// what it changes. Documents past kMaxBytes stay uncoloured, because colouring must never block
/// the window. Thread: GUI.
class SyntaxLexer : public QsciLexerCustom, private KSyntaxHighlighting::AbstractHighlighter
{
    Q_OBJECT

public:
    static constexpr int kMaxBytes = 2 << 20;

    SyntaxLexer(
        const KSyntaxHighlighting::Definition& definition, const KSyntaxHighlighting::Theme& theme,
        const QFont& font, QObject* parent);

    const char* language() const override { return m_languageName.constData(); }
    QString description(int style) const override;
    QColor defaultColor(int style) const override;
    QColor defaultPaper(int style) const override;
    QFont defaultFont(int style) const override;
    void styleText(int start, int end) override;

    QColor editorColor(KSyntaxHighlighting::Theme::EditorColorRole role) const;

private:
    void applyFormat(int offset, int length, const KSyntaxHighlighting::Format& format) override;
    KSyntaxHighlighting::State
    styleLine(const QByteArray& line, const KSyntaxHighlighting::State& before);

    QByteArray m_languageName;
    QFont m_font;
    std::vector<KSyntaxHighlighting::State> m_stateAfter; // by line
    QByteArray m_styles; // of the line being coloured, one style number per byte
    std::vector<int> m_byteOf; // UTF-16 offset → byte offset; empty for plain ASCII lines
};

} // namespace sandbench::ui
