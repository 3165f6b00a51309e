// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"
#include "ui/async/job_runner.h"

#include <QWidget>

namespace sandbench::ui {

class ElidedLabel;
class PlotStage;
class RenderClient;

/// One file of a session, shown as a result of a run would be. Its bytes are untrusted.
/// Thread: GUI; the file is read by a job.
class FilePreview : public QWidget
{
    Q_OBJECT

public:
    /// That a preview is made of; of a longer text its beginning is shown. Units: bytes.
    static constexpr std::uint64_t kMostBytes = 16ULL << 20;

    explicit FilePreview(QWidget* parent = nullptr);

    void present(std::shared_ptr<Session> session, const std::string& path);
    void clear();
    /// Empty = nothing is shown.
    const std::string& path() const { return m_path; }
    QString title() const;
    PlotStage& stage() { return *m_stage; }

signals:
    void closeWanted();
    void saveWanted();
    void notice(const QString& text);

private:
    struct Contents
    {
        FileEntry entry;
        std::string bytes, mime;
    };
    static Result<Contents>
    read(Session& session, const std::string& path, const std::stop_token& stop);
    void take(const Result<Contents>& contents);

    ElidedLabel* m_title = nullptr;
    RenderClient* m_client = nullptr; ///< Before who uses it.
    PlotStage* m_stage = nullptr;
    std::string m_path;
    quint64 m_number = 0;
    std::stop_source m_reading;
    JobRunner m_jobs; ///< Last: its destruction waits for jobs.
};

} // namespace sandbench::ui
