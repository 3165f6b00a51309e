// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/session/planned_run.h"

#include <QHash>
#include <QObject>
#include <QPointer>

#include <memory>

namespace sandbench::ui {

class CodeEditor;
class EditorTabs;
class SessionController;
class StepFollower;
class StepsPanel;

/// Runs of which each step is written down: from the run to the panel, and from the step that the
/// panel shows to its line in an open document. Thread: GUI.
class StepDesk : public QObject
{
    Q_OBJECT

public:
    /// Both outlive it.
    StepDesk(StepsPanel& panel, EditorTabs& editors, QObject* parent);
    ~StepDesk() override;

    /// Has the steps of @p run written down, the next run of @p session, and shows them. Errors:
    /// those of trace::recordSteps().
    Result<void> follow(PlannedRun& run, SessionController& session, const QString& title);
    /// The run that it waits for will not come; one that has begun goes on.
    void giveUp();
    /// Documents take breakpoints by a click.
    void setOffered(bool isOffered);
    /// In the line of the caret.
    void toggleBreakpoint();

private:
    void adopt(CodeEditor* editor);
    void adoptAll();
    void collectBreakpoints();
    void show(const QString& file, int line, bool isCaller);
    void noteRevisions();
    void noteEdits();

    StepsPanel& m_panel;
    EditorTabs& m_editors;
    std::unique_ptr<StepFollower> m_follower;
    QPointer<CodeEditor> m_shown; ///< Where the line is marked.
    QHash<const CodeEditor*, quint64> m_revisions; ///< Of the documents when the run began.
    bool m_isOffered = false;
};

} // namespace sandbench::ui
