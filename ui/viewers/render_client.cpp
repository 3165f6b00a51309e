// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/render_client.h"

#include "core/artifact/render_area.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <climits>
#include <fcntl.h>
#include <unistd.h>

namespace sandbench::ui {

using namespace std::chrono_literals;

static constexpr std::size_t kMaxHelpers = 2;
static constexpr auto kDeadline = 5s;
static constexpr int kPipeBytes = 1 << 20;

struct RenderClient::Task
{
    quint64 id = 0;
    Job job;
    QPointer<QObject> context;
    Done done;
    Done frame;
    RenderedPicture last; ///< Of the frames that came.
    std::unique_ptr<QProcess> process;
    std::unique_ptr<RenderReplyDecoder> reply;
    std::shared_ptr<const std::byte> pixels; ///< Of all frames; see RenderArea.
    QTimer deadline;
    bool timedOut = false;
};

/// Beside the program or above the tests, as it is built, or where it is installed.
static QString findHelper(PictureKind kind)
{
    const QString folder = QCoreApplication::applicationDirPath();
    const QString name = QLatin1Char('/') + QLatin1String(renderProgram(kind));
    for (const char* place : {"", "/..", "/../libexec/sandbench"}) {
        const QString file = QDir::cleanPath(folder + QLatin1String(place) + name);
        if (QFileInfo(file).isExecutable())
            return file;
    }
    return folder + name;
}

RenderClient::RenderClient(QObject* parent)
    : QObject(parent)
{
}

RenderClient::~RenderClient()
{
    for (auto& task : m_running) {
        task->process->disconnect(this);
        task->process->kill();
    }
}

quint64 RenderClient::render(const Job& job, QObject* context, Done done, Done frame)
{
    auto task = std::make_unique<Task>();
    task->id = ++m_lastId;
    task->job = job;
    task->context = context;
    task->done = std::move(done);
    task->frame = std::move(frame);
    const quint64 id = task->id;
    if (job.first)
        m_waiting.push_front(std::move(task));
    else
        m_waiting.push_back(std::move(task));
    QMetaObject::invokeMethod(this, &RenderClient::startNext, Qt::QueuedConnection);
    return id;
}

void RenderClient::cancel(quint64 id)
{
    std::erase_if(m_waiting, [id](const auto& task) { return task->id == id; });
    for (auto& task : m_running) {
        if (task->id == id) {
            task->context = nullptr;
            task->process->kill();
        }
    }
}

void RenderClient::startNext()
{
    while (m_running.size() < kMaxHelpers && !m_waiting.empty()) {
        std::unique_ptr<Task> next = std::move(m_waiting.front());
        m_waiting.pop_front();
        start(std::move(next));
    }
    if (isIdle())
        emit idle();
}

static RenderRequest requestFor(const RenderClient::Job& job)
{
    const auto bounded = [](int value, std::uint32_t least, std::uint32_t most) {
        return std::clamp(static_cast<std::uint32_t>(std::max(value, 0)), least, most);
    };
    RenderRequest request;
    request.kind = job.kind;
    request.maxWidth = bounded(job.box.width(), 0, kMaxReplySide);
    request.maxHeight = bounded(job.box.height(), 0, kMaxReplySide);
    request.ratioPercent = static_cast<std::uint32_t>(std::clamp(job.ratio, 0.25, 8.0) * 100);
    request.byteCount = static_cast<std::uint32_t>(job.bytes.size());
    request.first = static_cast<std::uint32_t>(std::max(job.from, 0));
    request.frames = bounded(job.frames, 1, kMaxReplyFrames);
    return request;
}

void RenderClient::start(std::unique_ptr<Task> task)
{
    const quint64 id = task->id;
    const RenderRequest request = requestFor(task->job);
    const bool natural = request.maxWidth == 0 || request.maxHeight == 0;
    task->reply = std::make_unique<RenderReplyDecoder>(
        natural ? kMaxReplySide : request.maxWidth, natural ? kMaxReplySide : request.maxHeight,
        request.frames);
    task->process = std::make_unique<QProcess>();
    QProcess* process = task->process.get();
    Task& started = *task;
    const QByteArray bytes = task->job.bytes;
    m_running.push_back(std::move(task));
    if (static_cast<std::size_t>(bytes.size()) > kMaxPictureBytes)
        return finish(id, tr("The picture is larger than 64 MB."));
    const auto area = RenderArea::create();
    if (!area)
        return finish(id, QString::fromStdString(area.error().message()));
    started.pixels = area->pixels();

    process->setProcessEnvironment(QProcessEnvironment());
    process->setStandardErrorFile(QProcess::nullDevice());
    connect(process, &QProcess::readyReadStandardOutput, this, [this, id] { readReply(id); });
    connect(process, &QProcess::finished, this, [this, id] { readReply(id); });
    connect(process, &QProcess::errorOccurred, this, [this, id](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            finish(
                id,
                tr("The picture reader (%1) is not installed next to this program.")
                    .arg(QLatin1String(renderProgram(running(id)->job.kind))));
    });
    started.deadline.setSingleShot(true);
    connect(&started.deadline, &QTimer::timeout, process, [&started, process] {
        started.timedOut = true;
        process->kill();
    });
    started.deadline.start(kDeadline);
    process->setChildProcessModifier([fd = area->fd()] {
        ::dup2(fd, kRenderAreaFd);
        // So that a large picture goes with few turns of the event loop. It may be refused.
        ::fcntl(STDIN_FILENO, F_SETPIPE_SZ, kPipeBytes);
    });
    process->start(findHelper(request.kind), {});
    const auto head = encodeRenderRequest(request);
    process->write(reinterpret_cast<const char*>(head.data()), head.size());
    process->write(bytes);
    process->closeWriteChannel();
}

QString RenderClient::exitSentence(const Task& task) const
{
    if (task.timedOut)
        return tr("Reading the picture took longer than 5 seconds.");
    constexpr int kKill = 9;
    constexpr int kCpuLimit = 24;
    const int status = task.process->exitCode();
    if (task.process->exitStatus() == QProcess::CrashExit
        && (status == kKill || status == kCpuLimit))
        return tr("Reading the picture took more computing time than it may have.");
    return tr("The picture made its reader fail; it may need more memory than is allowed, or be "
              "damaged.");
}

static RenderedPicture toPicture(const RenderFrame& frame, const auto& pixels)
{
    const RenderReplyHeader& head = frame.header;
    using Owner = std::decay_t<decltype(pixels)>;
    RenderedPicture picture;
    picture.image = QImage(
        reinterpret_cast<const uchar*>(pixels.get() + frame.offset), static_cast<int>(head.width),
        static_cast<int>(head.height), static_cast<qsizetype>(head.width) * 4,
        QImage::Format_ARGB32_Premultiplied, [](void* owner) { delete static_cast<Owner*>(owner); },
        new Owner(pixels));
    // So that a thumbnail does not keep a mapping for itself.
    constexpr qsizetype kSmall = 1 << 20;
    if (head.total == 1 && picture.image.sizeInBytes() <= kSmall)
        picture.image = picture.image.copy();
    picture.naturalSize
        = QSize(static_cast<int>(head.naturalWidth), static_cast<int>(head.naturalHeight));
    picture.total = static_cast<int>(std::min<std::uint32_t>(head.total, INT_MAX));
    picture.delay = static_cast<int>(head.delay);
    return picture;
}

RenderClient::Task* RenderClient::running(quint64 id)
{
    const auto found = std::find_if(
        m_running.begin(), m_running.end(), [id](const auto& task) { return task->id == id; });
    return found == m_running.end() ? nullptr : found->get();
}

void RenderClient::readReply(quint64 id)
{
    Task* task = running(id);
    if (!task)
        return;
    const QByteArray bytes = task->process->readAllStandardOutput();
    using State = RenderReplyDecoder::State;
    const State state
        = task->reply->feed({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    for (const RenderFrame& frame : task->reply->takeFrames()) {
        task->last = toPicture(frame, task->pixels);
        if (task->frame && task->context)
            task->frame(task->last);
    }
    if (state == State::Broken)
        return finish(id, tr("The picture reader gave an answer that cannot be right."));
    if (state != State::Reading)
        return finish(id, QString::fromStdString(task->reply->sentence()));
    if (task->process->state() == QProcess::NotRunning)
        finish(id, exitSentence(*task));
}

// An empty sentence is a plain end.
void RenderClient::finish(quint64 id, const QString& sentence)
{
    const auto found = std::find_if(
        m_running.begin(), m_running.end(), [id](const auto& task) { return task->id == id; });
    if (found == m_running.end())
        return;
    const std::unique_ptr<Task> task = std::move(*found);
    m_running.erase(found);
    // Deleting a running QProcess would wait for it, and this may be inside one of its signals.
    // Only the client's own end waits, for what was killed and has not ended by then.
    QProcess* process = task->process.release();
    process->setParent(this);
    process->disconnect(this);
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    if (process->state() == QProcess::NotRunning)
        process->deleteLater();
    else
        process->kill();
    RenderedPicture picture = std::move(task->last);
    picture.refusal = sentence;
    if (task->context)
        task->done(picture);
    QMetaObject::invokeMethod(this, &RenderClient::startNext, Qt::QueuedConnection);
}

} // namespace sandbench::ui
