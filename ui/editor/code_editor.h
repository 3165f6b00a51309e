// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/code_font.h"

#include <KSyntaxHighlighting/Definition>
#include <KSyntaxHighlighting/Repository>
#include <KSyntaxHighlighting/Theme>
#include <Qsci/qsciscintilla.h>

#include <QPoint>
#include <QString>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sandbench::ui {

class CellBar;
class MarkRuler;

/// How all documents look and indent.
struct EditorLook
{
    QFont font = codeFont();
    int tabWidth = 4;
    bool insertsSpaces = true;
    bool wraps = false;
    bool numbersLines = true;
    bool showsBlanks = false;
    bool marksLine = true;
};

/// One open document. Holds bytes, not characters: a file with invalid UTF-8 or NUL bytes is kept
/// as it is. Thread: GUI.
class CodeEditor : public QsciScintilla
{
    Q_OBJECT

public:
    explicit CodeEditor(
        const KSyntaxHighlighting::Repository& repository, QWidget* parent = nullptr);

    /// Shows the text of @p original and what is marked in it, and edits it: its other view. File,
    /// origin and what is saved are the original's alone, which outlives this.
    void mirror(CodeEditor& original);
    /// Whose text it shows: that of another editor, or its own.
    CodeEditor& original() { return m_original ? *m_original : *this; }
    const CodeEditor& original() const { return m_original ? *m_original : *this; }

    /// Empty for a document that has no file yet.
    const QString& filePath() const { return m_filePath; }
    void setFilePath(const QString& path);
    /// What the tab and the sandbox call it: the file's name, or the one given.
    QString fileName() const;
    void setFallbackName(const QString& name);
    /// Chooses the colouring by fileName().
    void refreshHighlighting();
    void setLook(const EditorLook& look);

    QByteArray bytes() const;
    /// Replaces the document, with nothing to undo; it counts as saved.
    void setBytes(const QByteArray& bytes);
    /// The same for text that no file holds; it counts as unsaved.
    void setUnsavedBytes(const QByteArray& bytes);
    /// More at the end; caret, selection and view stay where they are.
    void appendBytes(const QByteArray& bytes);

    /// Where text came from that a language model wrote, until somebody has reviewed it.
    struct Origin
    {
        QString place; ///< "answer.md, line 12"; foreign. Empty = somebody's own text.
        quint64 answer = 0; ///< Of all documents of one answer the same.
        bool isReviewed = true;
    };
    const Origin& origin() const { return m_origin; }
    void setOrigin(const Origin& origin);

    /// Grows with each change of the text, also by undo.
    quint64 revision() const { return m_revision; }
    /// The text is not, or may not be, what its file holds.
    bool isUnsaved() const { return m_fileDiffers || isModified(); }
    /// The file holds the text of now.
    void markSaved();
    /// Unsaved whatever is undone: the file does not hold what the undo history thinks it does.
    void markUnsaved();

    struct Selection
    {
        QByteArray bytes; ///< Whole lines, common indentation removed.
        int firstLine = 0; ///< 0-based.
    };
    /// The selected lines, or the caret's line; moves the caret to the next line in that case.
    Selection takeSelectionOrLine();
    /// Lines from @p first to @p last (0-based, both included).
    Selection wholeLines(int first, int last) const;

    /// @p count lines from @p first (0-based) become @p lines, which can be undone as one step.
    void replaceLines(int first, int count, const QByteArray& lines);

    /// Shows @p line (1-based), puts the caret there and flashes it.
    void goToLine(int line);
    /// The same for the line of a byte of the text; the caret goes to that byte.
    void goToByte(qsizetype offset);
    /// Text under a line, for the error of the last run; cleared by the next edit.
    void annotateLine(int line, const QString& text);

    /// At the right edge; what it shows of lines is of the last time that somebody looked.
    MarkRuler& ruler() const { return *m_ruler; }
    CellBar& cells() const { return *m_cells; }

    /// Plain text for the byte that the mouse rests on, or nothing; asked as long as the editor is.
    using Hover = std::function<QString(long offset)>;
    void addHover(Hover hover) { m_hovers.push_back(std::move(hover)); }
    /// Asks them once more where the mouse still rests: one of them knows more by now.
    void showHoverAgain();

signals:
    /// The document's text changed; not sent for setBytes().
    void edited();
    /// isUnsaved() or the origin may have changed.
    void unsavedChanged();

protected:
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Rest
    {
        QPoint inText, onScreen;
    };

    void load(const QByteArray& bytes);
    void configure();
    void applyTheme();
    void showHover();
    void buildRuler();
    void placeBars();

    const KSyntaxHighlighting::Repository& m_repository;
    QString m_filePath;
    QString m_fallbackName;
    Origin m_origin;
    EditorLook m_look;
    std::vector<Hover> m_hovers;
    std::optional<Rest> m_rest; ///< Of the mouse.
    CodeEditor* m_original = nullptr; ///< Null = itself.
    MarkRuler* m_ruler = nullptr;
    CellBar* m_cells = nullptr;
    quint64 m_revision = 0;
    bool m_fileDiffers = false;
    bool m_isAnnotated = false;
    bool m_loading = false;
};

} // namespace sandbench::ui
