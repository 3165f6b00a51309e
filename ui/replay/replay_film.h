// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/async/job_runner.h"
#include "ui/runs/run_reader.h"

#include <QTimer>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace sandbench::ui {

class GifWriter;
class ReplayStage;

/// Draws a replay as a GIF, off the screen: a frame where something happens, at most ten a second
/// and 2,000 in all. One frame at a time is drawn here and encoded by a job, so that neither the
/// window nor the memory has much of it. Thread: GUI.
class ReplayFilm : public QObject
{
    Q_OBJECT

public:
    static constexpr std::uint64_t kFrameMs = 100;
    static constexpr std::size_t kMostFrames = 2000;
    static constexpr int kMostPixels = 1280; ///< In either direction.
    static constexpr std::size_t kMostBytes = 256U << 20;

    using Done = std::function<void(Result<std::string> gif)>;

    /// Calls @p done once, later. @p run: with the times at which it is to be played. @p program:
    /// for people. Errors: Cancelled; ResourceExhausted for more than kMostBytes; GifWriter's.
    ReplayFilm(
        const ReplayedRun& run, const QString& program, QSize size, Done done,
        QObject* parent = nullptr);
    ~ReplayFilm() override;

    void cancel();
    /// When there is a frame; the last is the end.
    static std::vector<std::uint64_t> timesOf(const replay::Replay& replay);

signals:
    void progressed(std::size_t done, std::size_t all);

private:
    void stepTo(std::size_t frame);
    void shootIfSettled();
    void shoot();
    void end(Result<std::string> gif);

    std::vector<std::uint64_t> m_times;
    std::unique_ptr<ReplayStage> m_stage;
    std::shared_ptr<GifWriter> m_gif; ///< Of one job at a time.
    Done m_done;
    std::size_t m_frame = 0;
    bool m_isWaiting = false; ///< Until what is shown is settled.
    QTimer m_patience; ///< With a result that never settles.
    JobRunner m_jobs;
};

} // namespace sandbench::ui
