// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "ui/async/job_runner.h"

#include <QObject>

namespace sandbench::workspace {
class Workspace;
}

namespace sandbench::ui {

class EngineSource;
class SessionController;
class TaskList;

/// Keeps the working folder of open sessions as images of their engines. Thread: GUI; the work is
/// done by jobs.
class ImageKeeper : public QObject
{
    Q_OBJECT

public:
    /// All outlive it; @p tasks: null = nobody is told.
    ImageKeeper(
        EngineSource& engines, workspace::Workspace& workspace, TaskList* tasks, QObject* parent);

    /// Why @p session cannot become an image; empty = it can.
    static QString problemOf(const SessionController& session);
    /// Asks for the name, over @p window.
    void ask(SessionController& session, const QString& sessionName, QWidget* window);
    void keep(const SessionController& session, const QString& sessionName, const QString& image);

signals:
    void kept(const QString& image);
    void failed(const sandbench::Error& error);

private:
    EngineSource& m_engines;
    workspace::Workspace& m_workspace;
    TaskList* m_tasks;
    JobRunner m_jobs; ///< Last: its destruction waits for jobs.
};

} // namespace sandbench::ui
