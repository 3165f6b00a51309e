// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/editor_find.h"

#include "ui/editor/editor_tabs.h"
#include "ui/editor/mark_ruler.h"
#include "ui/output/find_bar.h"

namespace sandbench::ui {

EditorFind::EditorFind(EditorTabs& editors, FindBar& bar, QObject* parent)
    : QObject(parent)
    , m_editors(editors)
    , m_bar(bar)
{
    m_bar.hide();
    m_bar.setPrompt(tr("Find in document"));
    connect(&m_bar, &FindBar::queryChanged, this, [this] { search(1, true); });
    connect(&m_bar, &FindBar::stepped, this, &EditorFind::step);
    connect(&m_bar, &FindBar::closed, this, [this] {
        m_bar.hide();
        for (const CodeEditor* editor : m_editors.findChildren<CodeEditor*>())
            editor->ruler().setMarks(MarkRuler::Found, {});
        if (CodeEditor* editor = m_editors.view())
            editor->setFocus();
    });
}

void EditorFind::open()
{
    CodeEditor* editor = m_editors.view();
    const QString selected = editor ? editor->selectedText() : QString();
    m_bar.open(selected.contains(QLatin1Char('\n')) ? QString() : selected);
}

void EditorFind::step(int direction)
{
    search(direction, false);
}

// As findFirst() does, without moving the caret. Of a regular expression only findFirst()'s own hit
// is looked for: one that is made to take long would hold the window up once for each.
void EditorFind::markHits(CodeEditor& editor) const
{
    const FindQuery query = m_bar.query();
    const QByteArray wanted = query.text.toUtf8();
    const long end = editor.SendScintilla(QsciScintilla::SCI_GETLENGTH);
    long flags = (query.flags & FindQuery::MatchCase) ? QsciScintilla::SCFIND_MATCHCASE : 0;
    if (query.flags & FindQuery::WholeWord)
        flags |= QsciScintilla::SCFIND_WHOLEWORD;
    const bool isMarked
        = !wanted.isEmpty() && end <= kMostMarkedBytes && (query.flags & FindQuery::Regex) == 0;
    std::vector<LineMark> marks;
    editor.SendScintilla(QsciScintilla::SCI_SETSEARCHFLAGS, static_cast<unsigned long>(flags));
    for (long at = 0; isMarked && at < end && marks.size() < kMostMarks;) {
        editor.SendScintilla(
            QsciScintilla::SCI_SETTARGETRANGE, static_cast<unsigned long>(at), end);
        const long found = editor.SendScintilla(
            QsciScintilla::SCI_SEARCHINTARGET, static_cast<unsigned long>(wanted.size()),
            wanted.constData());
        if (found < 0)
            break;
        const long line = editor.SendScintilla(
            QsciScintilla::SCI_LINEFROMPOSITION, static_cast<unsigned long>(found));
        marks.push_back({static_cast<int>(line) + 1, tr("what you look for")});
        at = editor.SendScintilla( // one mark a line
            QsciScintilla::SCI_POSITIONFROMLINE, static_cast<unsigned long>(line) + 1);
        if (at <= found)
            break;
    }
    editor.original().ruler().setMarks(MarkRuler::Found, std::move(marks));
}

void EditorFind::search(int direction, bool fromSelectionStart)
{
    CodeEditor* editor = m_editors.view();
    const FindQuery query = m_bar.query();
    if (editor)
        markHits(*editor);
    if (!editor || query.text.isEmpty())
        return;
    int line = 0, column = 0, endLine = 0, endColumn = 0;
    editor->getCursorPosition(&line, &column);
    if (editor->hasSelectedText()) {
        editor->getSelection(&line, &column, &endLine, &endColumn);
        if (direction > 0 && !fromSelectionStart) {
            line = endLine;
            column = endColumn;
        }
    }
    const auto has = [&query](FindQuery::Flag flag) { return (query.flags & flag) != 0; };
    const bool found = editor->findFirst(
        query.text, has(FindQuery::Regex), has(FindQuery::MatchCase), has(FindQuery::WholeWord),
        true, direction > 0, line, column, true, false, true);
    m_bar.showNote(found ? QString() : tr("not found"));
}

} // namespace sandbench::ui
