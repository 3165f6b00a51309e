// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/image_store.h"
#include "ui/async/job_runner.h"
#include "ui/images/build_steps.h"
#include "ui/output/log_document.h"

#include <QDialog>
#include <QElapsedTimer>
#include <QTimer>

#include <memory>

class QCheckBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace sandbench::ui {

class LogView;
class TaskList;

/// Builds an image from a folder: what is to be built, and the log with a section for each step,
/// of which those that are done are folded. Closing it does not end the build; the list of tasks
/// has it. Thread: GUI.
class ImageBuild : public QDialog
{
    Q_OBJECT

public:
    ImageBuild(TaskList* tasks, QWidget* parent);
    ~ImageBuild() override;

    /// Shows it. @p store: where it is built, with @p place its name for people; lives until this
    /// is gone. While something is built, that is shown.
    void openIn(ImageStore& store, const QString& place);
    void start();
    bool isRunning() const { return m_running; }
    const LogDocument& log() const { return m_log; }
    QString status() const;

signals:
    /// The image is there; its name, or its id where it has none.
    void built(ImageStore* store, const QString& reference);
    /// Of a step that failed. @p line: from 1.
    void codeRequested(const QString& file, int line);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Feed;
    QWidget* buildForm();
    void chooseFolder();
    void take(const std::vector<BuildSteps::Piece>& pieces);
    void takeNews();
    void endStep(const QString& word, RunSummary::Tone tone);
    void finish(const Result<std::string>& id);
    void findFailedLine();
    void refresh();
    Result<BuildRequest> request() const;

    TaskList* m_tasks;
    ImageStore* m_store = nullptr;
    BuildRequest m_asked; ///< What was built last.
    QLabel *m_place = nullptr, *m_status = nullptr;
    QLineEdit *m_folder = nullptr, *m_file = nullptr, *m_tag = nullptr, *m_target = nullptr,
              *m_arguments = nullptr;
    QCheckBox* m_noCache = nullptr;
    QPushButton *m_build = nullptr, *m_stopButton = nullptr, *m_showLine = nullptr;
    LogDocument m_log;
    LogView* m_view = nullptr;
    BuildSteps m_steps;
    QString m_step; ///< Title of the one that goes on; empty = none.
    QElapsedTimer m_stepClock;
    std::shared_ptr<Feed> m_feed;
    QTimer m_clock; ///< Looks what the job has left.
    std::stop_source m_stop;
    bool m_running = false;
    bool m_hasFailed = false;
    JobRunner m_jobs;
};

} // namespace sandbench::ui
