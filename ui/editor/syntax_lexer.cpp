// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/syntax_lexer.h"

#include <KSyntaxHighlighting/Format>
#include <Qsci/qsciscintilla.h>

namespace sandbench::ui {

using KSyntaxHighlighting::State;
using KSyntaxHighlighting::Theme;

SyntaxLexer::SyntaxLexer(
    const KSyntaxHighlighting::Definition& definition, const Theme& theme, const QFont& font,
    QObject* parent)
    : QsciLexerCustom(parent)
    , m_languageName(definition.name().toUtf8())
    , m_font(font)
{
    setDefinition(definition);
    setTheme(theme);
    // The base class caches its defaults at first use: tell it ours now.
    setDefaultFont(font);
    setDefaultColor(defaultColor(Theme::Normal));
    setDefaultPaper(defaultPaper(Theme::Normal));
}

QString SyntaxLexer::description(int style) const
{
    // QScintilla sets up every style that has a name.
    return style >= 0 && style <= Theme::Error ? QString::number(style) : QString();
}

/// QScintilla asks for styles beyond those that have a name, too.
static Theme::TextStyle textStyleOf(int style)
{
    return style >= 0 && style <= Theme::Error ? static_cast<Theme::TextStyle>(style)
                                               : Theme::Normal;
}

QColor SyntaxLexer::defaultColor(int style) const
{
    const QRgb color = theme().textColor(textStyleOf(style));
    return color ? QColor::fromRgb(color) : QColor::fromRgb(theme().textColor(Theme::Normal));
}

QColor SyntaxLexer::defaultPaper(int) const
{
    return QColor::fromRgb(theme().editorColor(Theme::BackgroundColor));
}

QFont SyntaxLexer::defaultFont(int style) const
{
    QFont font = m_font;
    const auto textStyle = textStyleOf(style);
    font.setBold(theme().isBold(textStyle));
    font.setItalic(theme().isItalic(textStyle));
    return font;
}

QColor SyntaxLexer::editorColor(Theme::EditorColorRole role) const
{
    return QColor::fromRgba(theme().editorColor(role));
}

void SyntaxLexer::applyFormat(int offset, int length, const KSyntaxHighlighting::Format& format)
{
    const auto byteAt = [this](int position) {
        return m_byteOf.empty() ? position : m_byteOf[static_cast<std::size_t>(position)];
    };
    const int from = byteAt(offset);
    const int to = byteAt(offset + length);
    for (int i = from; i < to && i < m_styles.size(); ++i)
        m_styles[i] = static_cast<char>(format.textStyle());
}

State SyntaxLexer::styleLine(const QByteArray& line, const State& before)
{
    const QString text = QString::fromUtf8(line);
    m_styles.fill(static_cast<char>(Theme::Normal), line.size());
    m_byteOf.clear();
    if (text.size() != line.size()) {
        m_byteOf.reserve(static_cast<std::size_t>(text.size()) + 1);
        int bytes = 0;
        for (const QChar c : text) {
            m_byteOf.push_back(bytes);
            // A surrogate pair is four bytes: two for each half keeps the sum right.
            bytes += c.unicode() < 0x80 ? 1 : c.unicode() < 0x800 || c.isSurrogate() ? 2 : 3;
        }
        m_byteOf.push_back(bytes);
    }
    return highlightLine(text, before);
}

void SyntaxLexer::styleText(int start, int end)
{
    QsciScintilla* view = editor();
    if (!view || view->length() > kMaxBytes)
        return;
    const auto send
        = [view](unsigned message, auto... args) { return view->SendScintilla(message, args...); };
    auto line = static_cast<int>(
        send(QsciScintilla::SCI_LINEFROMPOSITION, static_cast<unsigned long>(start)));
    const auto last = static_cast<int>(send(QsciScintilla::SCI_GETLINECOUNT));
    line = std::min(line, static_cast<int>(m_stateAfter.size()));
    m_stateAfter.resize(static_cast<std::size_t>(last));

    for (; line < last; ++line) {
        const auto index = static_cast<std::size_t>(line);
        const auto from = static_cast<int>(
            send(QsciScintilla::SCI_POSITIONFROMLINE, static_cast<unsigned long>(line)));
        const auto to = static_cast<int>(
            send(QsciScintilla::SCI_GETLINEENDPOSITION, static_cast<unsigned long>(line)));
        QByteArray bytes(to - from + 1, Qt::Uninitialized);
        bytes.resize(to > from ? to - from : 0);
        if (!bytes.isEmpty())
            view->SendScintilla(QsciScintilla::SCI_GETTEXTRANGE, from, to, bytes.data());
        const State before = line > 0 ? m_stateAfter[index - 1] : State();
        const State old = m_stateAfter[index];
        const State after = styleLine(bytes, before);
        m_stateAfter[index] = after;
        startStyling(from);
        if (!m_styles.isEmpty())
            view->SendScintilla(
                QsciScintilla::SCI_SETSTYLINGEX, static_cast<unsigned long>(m_styles.size()),
                m_styles.constData());
        // Past the changed text, an unchanged state means that everything below is still right.
        if (to >= end && after == old)
            break;
    }
}

} // namespace sandbench::ui
