// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/image_pull.h"

#include "core/base/units.h"
#include "ui/async/job_runner.h"
#include "ui/common/column.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QTreeWidget>

#include <algorithm>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

namespace sandbench::ui {

static constexpr int kLookMilliseconds = 100;
static constexpr int kLayersHeight = 110;
static constexpr int kBarSteps = 1000;
static constexpr qsizetype kIdLength = 12;

namespace {

// Where the job leaves how far it is and the GUI looks when it wants to know: nobody waits.
class LatestProgress
{
public:
    void set(const ImageProgress& progress)
    {
        const std::lock_guard lock(m_mutex);
        m_progress = progress;
    }
    /// What was set since the last call.
    std::optional<ImageProgress> take()
    {
        const std::lock_guard lock(m_mutex);
        return std::exchange(m_progress, std::nullopt);
    }

private:
    std::mutex m_mutex;
    std::optional<ImageProgress> m_progress; // guarded by m_mutex
};

} // namespace

ImagePull::ImagePull(JobRunner& jobs, QWidget* parent)
    : QWidget(parent)
    , m_jobs(jobs)
    , m_text(wrappedLabel(this))
    , m_bar(new QProgressBar(this))
    , m_layers(new QTreeWidget(this))
    , m_cancel(new QPushButton(tr("Cancel P&ull"), this))
{
    m_bar->setAccessibleName(tr("Progress of the pull"));
    m_bar->setTextVisible(false);
    m_layers->setAccessibleName(tr("Layers of the image"));
    m_layers->setHeaderLabels({tr("Layer"), tr("State"), tr("Done")});
    m_layers->setRootIsDecorated(false);
    m_layers->setUniformRowHeights(true);
    m_layers->setSelectionMode(QAbstractItemView::NoSelection);
    m_layers->setFixedHeight(kLayersHeight);
    m_layers->header()->setStretchLastSection(false);
    m_layers->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_layers->header()->setSectionResizeMode(1, QHeaderView::Stretch);
    m_cancel->setObjectName(QStringLiteral("cancelPull"));
    auto* row = new QHBoxLayout;
    row->addWidget(m_bar, 1);
    row->addWidget(m_cancel);
    auto* column = columnOf(this);
    column->addWidget(m_text);
    column->addLayout(row);
    column->addWidget(m_layers);
    connect(m_cancel, &QPushButton::clicked, this, &ImagePull::cancel);
    m_timer.setInterval(kLookMilliseconds);
    hide();
}

ImagePull::~ImagePull()
{
    m_stop.request_stop();
}

void ImagePull::setRunning(bool running)
{
    m_running = running;
    setVisible(running);
    if (!running)
        m_timer.stop();
    emit runningChanged();
}

void ImagePull::start(ImageStore& store, const QString& image)
{
    if (m_running)
        return;
    m_image = image;
    m_wasCancelled = false;
    m_layers->clear();
    m_bar->setRange(0, 0);
    m_text->setText(tr("Pulling %1…").arg(SafeText::display(image)));
    auto latest = std::make_shared<LatestProgress>();
    m_timer.disconnect();
    connect(&m_timer, &QTimer::timeout, this, [this, latest] {
        if (const auto progress = latest->take())
            showProgress(*progress);
    });
    m_timer.start();
    m_stop = m_jobs.run(
        this,
        [&store, request = PullRequest{toStd(image), {}, true}, latest](std::stop_token stop) {
            return store.pull(
                request, [&](const ImageProgress& progress) { latest->set(progress); }, stop);
        },
        [this, round = ++m_round](const Result<std::string>& id) {
            if (round != m_round)
                return;
            setRunning(false);
            if (id)
                emit pulled(m_image);
            else if (id.error().code() != ErrorCode::Cancelled)
                emit failed(SafeText::display(id.error().text()));
        });
    setRunning(true);
}

void ImagePull::cancel()
{
    if (!m_running)
        return;
    m_stop.request_stop();
    ++m_round;
    m_wasCancelled = true;
    setRunning(false);
    emit failed(tr("The pull was cancelled. What had arrived is kept and not fetched again."));
}

static QString bytesText(std::uint64_t done, std::uint64_t total)
{
    if (total > 0)
        return ImagePull::tr("%1 of %2")
            .arg(toQString(formatSize(std::min(done, total))), toQString(formatSize(total)));
    return done > 0 ? toQString(formatSize(done)) : QString();
}

static bool isComplete(const ImageProgress::Layer& layer)
{
    return layer.status == "Pull complete" || layer.status == "Already exists";
}

void ImagePull::showProgress(const ImageProgress& progress)
{
    QStringList facts{tr("Pulling %1").arg(SafeText::display(m_image))};
    if (progress.totalBytes > 0) {
        m_bar->setRange(0, kBarSteps);
        const double share
            = static_cast<double>(progress.doneBytes) / static_cast<double>(progress.totalBytes);
        m_bar->setValue(static_cast<int>(std::clamp(share, 0.0, 1.0) * kBarSteps));
        facts << bytesText(progress.doneBytes, progress.totalBytes);
    } else if (!progress.layers.empty()) { // an engine that does not count bytes
        const auto done = std::count_if(progress.layers.begin(), progress.layers.end(), isComplete);
        m_bar->setRange(0, static_cast<int>(progress.layers.size()));
        m_bar->setValue(static_cast<int>(done));
        facts << tr("%1 of %2 layers").arg(done).arg(progress.layers.size());
    }
    if (progress.bytesPerSecond >= 1)
        facts << tr("%1/s").arg(
            toQString(formatSize(static_cast<std::uint64_t>(progress.bytesPerSecond))));
    m_text->setText(facts.join(QStringLiteral(" · ")));
    showLayers(progress.layers);
    facts.removeFirst();
    emit progressed(
        facts.join(QStringLiteral(" · ")),
        m_bar->maximum() > 0 ? std::optional(static_cast<double>(m_bar->value()) / m_bar->maximum())
                             : std::nullopt);
}

// Layers are only ever added, in the order of their first mention.
void ImagePull::showLayers(const std::vector<ImageProgress::Layer>& layers)
{
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const ImageProgress::Layer& layer = layers[i];
        auto* item = m_layers->topLevelItem(static_cast<int>(i));
        if (!item)
            item = new QTreeWidgetItem(m_layers);
        item->setText(0, SafeText::display(toQString(layer.id).left(kIdLength)));
        item->setText(1, SafeText::display(toQString(layer.status).left(60)));
        item->setText(2, bytesText(layer.doneBytes, layer.totalBytes));
    }
}

} // namespace sandbench::ui
