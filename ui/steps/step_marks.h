// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <vector>

namespace sandbench::ui {

class CodeEditor;

/// In the margin of a document: where its program halts, and the line of the step that is shown.
/// Breakpoints move with their lines and are there as long as the document is open. Lives as long
/// as its editor. Thread: GUI.
class StepMarks : public QObject
{
    Q_OBJECT

public:
    /// Of @p editor, made when it is first asked for.
    static StepMarks& of(CodeEditor& editor);

    /// The margin takes clicks, also before there is anything in it.
    void setOffered(bool isOffered);
    /// @p line: from 1.
    void toggleBreakpoint(int line);
    /// Their lines, from 1.
    std::vector<int> breakpoints() const;
    bool hasBreakpoint(int line) const;
    /// Marks a line, from 1, and scrolls to it; 0 = none. The caret stays where it is. @p isCaller:
    /// the program stands there only until what it called returns.
    void showLine(int line, bool isCaller = false);
    int shownLine() const; ///< 0 = none.

signals:
    void breakpointsChanged();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    explicit StepMarks(CodeEditor& editor);
    void define();
    void arrange();

    CodeEditor& m_editor;
    bool m_isOffered = false;
};

} // namespace sandbench::ui
