// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/line_diff.h"
#include "ui/async/job_runner.h"
#include "ui/changes/change_reader.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <vector>

class QComboBox;
class QPlainTextEdit;
class QPushButton;
class QToolButton;

namespace sandbench::ui {

class CodeEditor;
class DifferenceView;
class EditorTabs;

/// Two open documents, line by line: what differs can be taken over from one into the other, part
/// by part, and both can be run with the same input. It follows their edits. Thread: GUI.
class CompareWindow : public QWidget
{
    Q_OBJECT

public:
    /// @p editors outlives it.
    explicit CompareWindow(EditorTabs& editors, QWidget* parent);

    /// The current document on the left, and the one of the same answer or beside it on the right.
    void open();
    CodeEditor* left() const;
    CodeEditor* right() const;
    DifferenceView& difference() { return *m_difference; }
    /// The lines of the current part as the left document has them go into the right one.
    void takeLeft();
    /// The other way round.
    void takeRight();

signals:
    /// Run both, with this standard input, and show what differs.
    void bothWanted(CodeEditor* left, CodeEditor* right, const QByteArray& input);

private:
    struct Compared
    {
        std::string left, right;
        std::vector<DiffHunk> hunks;
        FileDifference shown;
    };
    QWidget* buildHead();
    QWidget* buildFoot();
    void fill();
    void swap();
    void watch();
    void compare();
    void show(const Compared& compared);
    void take(bool fromLeft);
    void refreshActions();

    EditorTabs& m_editors;
    QComboBox* m_left = nullptr;
    QComboBox* m_right = nullptr;
    DifferenceView* m_difference = nullptr;
    QPlainTextEdit* m_input = nullptr;
    QPushButton* m_takeLeft = nullptr;
    QPushButton* m_takeRight = nullptr;
    QPushButton* m_runBoth = nullptr;
    std::vector<QPointer<CodeEditor>> m_documents;
    QList<QMetaObject::Connection> m_watched;
    std::vector<DiffHunk> m_hunks; ///< One for each part that is shown.
    quint64 m_leftRevision = 0, m_rightRevision = 0; ///< That they were found in.
    QTimer m_editing; ///< Until nobody types for a moment.
    JobRunner m_jobs;
};

} // namespace sandbench::ui
