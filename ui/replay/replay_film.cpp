// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/replay/replay_film.h"

#include "ui/replay/gif_writer.h"
#include "ui/replay/replay_stage.h"

#include <QPixmap>

#include <algorithm>

namespace sandbench::ui {

static constexpr int kPatienceMilliseconds = 10'000;
/// How long the last frame stays.
static constexpr int kLastMilliseconds = 3000;

ReplayFilm::ReplayFilm(
    const ReplayedRun& run, const QString& program, QSize size, Done done, QObject* parent)
    : QObject(parent)
    , m_times(timesOf(run.replay))
    , m_stage(std::make_unique<ReplayStage>())
    , m_gif(std::make_shared<GifWriter>())
    , m_done(std::move(done))
{
    m_stage->setAttribute(Qt::WA_DontShowOnScreen);
    m_stage->setAttribute(Qt::WA_QuitOnClose, false);
    m_stage->hideTools();
    m_stage->resize(size.boundedTo({kMostPixels, kMostPixels}));
    m_stage->setRun(run, program);
    m_stage->show();
    m_patience.setSingleShot(true);
    m_patience.setInterval(kPatienceMilliseconds);
    connect(&m_patience, &QTimer::timeout, this, &ReplayFilm::shoot);
    connect(
        m_stage.get(), &ReplayStage::settled, this, &ReplayFilm::shootIfSettled,
        Qt::QueuedConnection);
    QMetaObject::invokeMethod(
        this, [this] { stepTo(0); }, Qt::QueuedConnection);
}

ReplayFilm::~ReplayFilm() = default;

std::vector<std::uint64_t> ReplayFilm::timesOf(const replay::Replay& replay)
{
    const auto grain = std::max(kFrameMs, replay.endMs / (kMostFrames - 2) + 1);
    std::vector<std::uint64_t> times = {0};
    for (const auto moment : replay.moments()) {
        const auto time = std::min((moment + grain - 1) / grain * grain, replay.endMs);
        if (time > times.back())
            times.push_back(time);
    }
    return times;
}

void ReplayFilm::stepTo(std::size_t frame)
{
    if (!m_done)
        return;
    m_frame = frame;
    m_isWaiting = true;
    m_patience.start();
    m_stage->showAt(m_times[frame]);
    QMetaObject::invokeMethod(this, &ReplayFilm::shootIfSettled, Qt::QueuedConnection);
}

void ReplayFilm::shootIfSettled()
{
    if (m_isWaiting && m_stage->isSettled())
        shoot();
}

void ReplayFilm::shoot()
{
    if (!m_done)
        return;
    m_isWaiting = false;
    m_patience.stop();
    const bool isLast = m_frame + 1 == m_times.size();
    const auto stays = isLast ? kLastMilliseconds : m_times[m_frame + 1] - m_times[m_frame];
    QImage image = m_stage->grab().toImage();
    if (image.devicePixelRatio() > 1)
        image = image.scaled(m_stage->size(), Qt::IgnoreAspectRatio, Qt::SmoothTransformation);
    m_jobs.run(
        this,
        [gif = m_gif, image = std::move(image),
         ms = static_cast<int>(std::min<std::uint64_t>(stays, 24U * 3600 * 1000)),
         isLast](const std::stop_token&) -> Result<std::string> {
            SANDBENCH_TRY_VOID(gif->add(image, ms));
            if (gif->bytes() > kMostBytes)
                return Error(
                    ErrorCode::ResourceExhausted,
                    "the GIF would be larger than 256 MiB: skip pauses, or play it faster");
            return isLast ? gif->finish() : Result<std::string>(std::string());
        },
        [this, isLast](Result<std::string> gif) {
            emit progressed(m_frame + 1, m_times.size());
            if (isLast || !gif)
                end(std::move(gif));
            else
                stepTo(m_frame + 1);
        });
}

void ReplayFilm::cancel()
{
    end(Error(ErrorCode::Cancelled, "the GIF was not made"));
}

void ReplayFilm::end(Result<std::string> gif)
{
    m_isWaiting = false;
    m_patience.stop();
    if (auto done = std::exchange(m_done, {}))
        done(std::move(gif));
}

} // namespace sandbench::ui
