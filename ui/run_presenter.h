// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/run_record.h"
#include "ui/output/output_panel.h"
#include "ui/session/project_steps.h"

#include <QObject>
#include <QTimer>

namespace sandbench::ui {

class ActivityPanel;
class ChangesPanel;
class EditorTabs;
class PlotPanel;
class SessionController;

/// Shows a controller's runs: output, pictures, the failing line in the editor.
/// Thread: GUI.
class RunPresenter : public QObject
{
    Q_OBJECT

public:
    /// Where a run is shown. All outlive this.
    struct Panels
    {
        OutputPanel& output;
        PlotPanel& plots;
        ActivityPanel& activity;
        ChangesPanel& changes;
    };
    RunPresenter(
        SessionController& controller, EditorTabs& editors, const Panels& panels, QObject* parent);

    /// What is known of a run before it begins.
    struct Coming
    {
        QString title; ///< What it is called in the output.
        QString fileName; ///< By which its tracebacks know the program's file.
        bool interactive = false;
        bool mayDrawFigures = false; ///< Of plotly.
    };
    void setNext(const Coming& coming);

    const QString& title() const { return m_title; }
    const QString& fileName() const { return m_fileName; }
    /// Of the run that began last; empty before.
    const QString& runId() const { return m_runId; }
    /// To a line of an open document; says so where it is not open. @p fileName: foreign, as it is
    /// called in a sandbox.
    void jumpTo(const QString& fileName, int line);
    /// To where an open document says @p text, which is foreign.
    void jumpToMention(const QString& fileName, const QString& text);

signals:
    /// One sentence for the status bar.
    void statusChanged(const QString& text);

private:
    void begin(const QString& runId);
    void showProjectStep(ProjectSteps::Step step, quint64 done, quint64 all);
    void showChanges(const RunRecord& record);
    void showPhase(RunPhase phase, const QString& name);
    void end(const RunRecord& record);
    void showArtifact(const Artifact& artifact, const QByteArray& bytes);
    void annotateError(const RunRecord& record);

    SessionController& m_controller;
    EditorTabs& m_editors;
    OutputPanel& m_output;
    PlotPanel& m_plots;
    ActivityPanel& m_activity;
    ChangesPanel& m_changes;
    QString m_title;
    QString m_fileName;
    QString m_runId;
    QTimer m_inputDelay;
    bool m_interactive = false;
    bool m_mayDrawFigures = false;
    bool m_isCopy = false; ///< The run is one on the copy of a folder.
};

/// How a run's end is shown in the output's header line.
RunSummary summaryOf(const RunRecord& record);

} // namespace sandbench::ui
