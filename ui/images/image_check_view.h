// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/image_check/image_probe.h"
#include "core/image_check/image_report.h"
#include "core/workspace/workspace.h"
#include "ui/async/job_runner.h"
#include "ui/images/image_places.h"

#include <QWidget>

class QAction;
class QLabel;
class QTreeWidget;

namespace sandbench::ui {

class EngineSource;
class TaskList;

/// Looks into an image in a sandbox of its own, or holds it against a file of checks. Nothing is
/// opened before somebody asks. Thread: GUI.
class ImageCheckView : public QWidget
{
    Q_OBJECT

public:
    /// The references outlive this. @p tasks: null = nobody is told.
    ImageCheckView(
        EngineSource& engines, workspace::Workspace& workspace, TaskList* tasks,
        QWidget* parent = nullptr);
    ~ImageCheckView() override;

    /// Ends what goes on for another image, whose results go.
    void setImage(const ImagePlace& place, const std::string& reference);
    void probe();
    /// @p specFile: as `sandbenchctl check-image --spec` takes it.
    void check(const QString& specFile);
    void stop();
    bool isRunning() const { return m_running; }
    QTreeWidget& results() { return *m_results; }
    QString status() const;

private:
    void chooseFile();
    image_check::ImageAccess access() const;
    void begin(const QString& sentence);
    void end();
    void showProbe(const image_check::ImageProbe& probe);
    void showReport(const Result<image_check::ImageReport>& report);
    void add(const QString& first, const QString& second);
    void addFinding(const image_check::Finding& finding);
    void refresh();

    EngineSource& m_engines;
    workspace::Workspace& m_workspace;
    TaskList* m_tasks;
    std::string m_engine, m_connection, m_reference;
    QAction *m_probe = nullptr, *m_check = nullptr, *m_stopAction = nullptr;
    QLabel* m_status = nullptr;
    QTreeWidget* m_results = nullptr;
    bool m_running = false;
    int m_round = 0;
    std::stop_source m_stop;
    JobRunner m_jobs;
};

} // namespace sandbench::ui
