// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace sandbench::ui {

class CodeEditor;
class EditorTabs;
class FindBar;

/// Searches the current document with a find bar, and marks in its ruler the lines that have what
/// is looked for, until the bar closes or the text changes. Thread: GUI.
class EditorFind : public QObject
{
    Q_OBJECT

public:
    EditorFind(EditorTabs& editors, FindBar& bar, QObject* parent);

    /// At most so many lines are marked, of documents of at most so many bytes.
    static constexpr std::size_t kMostMarks = 1000;
    static constexpr long kMostMarkedBytes = 4L << 20;

    /// Shows the bar with the selected text, or the last one searched for.
    void open();
    /// @p direction 1 = next, -1 = previous; wraps around.
    void step(int direction);

private:
    void search(int direction, bool fromSelectionStart);
    void markHits(CodeEditor& editor) const;

    EditorTabs& m_editors;
    FindBar& m_bar;
};

} // namespace sandbench::ui
