// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/render_client.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QProcess>
#include <QTimer>

#include <algorithm>
#include <chrono>

namespace sandbench::ui {

using namespace std::chrono_literals;

static constexpr std::size_t kMaxHelpers = 2;
static constexpr auto kDeadline = 5s;

struct RenderClient::Task
{
    quint64 id = 0;
    Job job;
    QPointer<QObject> context;
    Done done;
    std::unique_ptr<QProcess> process;
    std::unique_ptr<RenderReplyDecoder> reply;
    QTimer deadline;
    bool timedOut = false;
};

static QString findHelper()
{
    const QString folder = QCoreApplication::applicationDirPath();
    for (const QString& path :
         {folder + QStringLiteral("/sandbench-render"),
          folder + QStringLiteral("/../sandbench-render")}) {
        if (QFileInfo(path).isExecutable())
            return QDir::cleanPath(path);
    }
    return folder + QStringLiteral("/sandbench-render");
}

RenderClient::RenderClient(QObject* parent, QString helper)
    : QObject(parent)
    , m_helper(helper.isEmpty() ? findHelper() : std::move(helper))
{
}

RenderClient::~RenderClient()
{
    for (auto& task : m_running) {
        task->process->disconnect(this);
        task->process->kill();
    }
}

quint64 RenderClient::render(const Job& job, QObject* context, Done done)
{
    auto task = std::make_unique<Task>();
    task->id = ++m_lastId;
    task->job = job;
    task->context = context;
    task->done = std::move(done);
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

void RenderClient::start(std::unique_ptr<Task> task)
{
    const Job& job = task->job;
    const quint64 id = task->id;
    RenderRequest request;
    request.kind = job.kind;
    request.maxWidth
        = static_cast<std::uint32_t>(std::clamp<int>(job.box.width(), 0, kMaxReplySide));
    request.maxHeight
        = static_cast<std::uint32_t>(std::clamp<int>(job.box.height(), 0, kMaxReplySide));
    request.ratioPercent = static_cast<std::uint32_t>(std::clamp(job.ratio, 0.25, 8.0) * 100);
    request.byteCount = static_cast<std::uint32_t>(job.bytes.size());
    const bool natural = request.maxWidth == 0 || request.maxHeight == 0;
    task->reply = std::make_unique<RenderReplyDecoder>(
        natural ? kMaxReplySide : request.maxWidth, natural ? kMaxReplySide : request.maxHeight);
    task->process = std::make_unique<QProcess>();
    QProcess* process = task->process.get();
    Task& running = *task;
    const QByteArray bytes = job.bytes;
    m_running.push_back(std::move(task));
    if (static_cast<std::size_t>(bytes.size()) > kMaxPictureBytes)
        return finish(id, {{}, {}, tr("The picture is larger than 64 MB.")});

    process->setProcessEnvironment(QProcessEnvironment());
    process->setStandardErrorFile(QProcess::nullDevice());
    connect(process, &QProcess::readyReadStandardOutput, this, [this, id] { readReply(id); });
    connect(process, &QProcess::finished, this, [this, id] { readReply(id); });
    connect(process, &QProcess::errorOccurred, this, [this, id](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            finish(
                id,
                {{},
                 {},
                 tr("The picture reader (sandbench-render) is not installed next to this "
                    "program.")});
    });
    running.deadline.setSingleShot(true);
    connect(&running.deadline, &QTimer::timeout, process, [&running, process] {
        running.timedOut = true;
        process->kill();
    });
    running.deadline.start(kDeadline);
    process->start(m_helper, {});
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

void RenderClient::readReply(quint64 id)
{
    const auto found = std::find_if(
        m_running.begin(), m_running.end(), [id](const auto& task) { return task->id == id; });
    if (found == m_running.end())
        return;
    Task& task = **found;
    const QByteArray bytes = task.process->readAllStandardOutput();
    using State = RenderReplyDecoder::State;
    const State state
        = task.reply->feed({bytes.constData(), static_cast<std::size_t>(bytes.size())});
    const RenderReplyHeader head = task.reply->header();
    if (state == State::Broken)
        return finish(id, {{}, {}, tr("The picture reader gave an answer that cannot be right.")});
    if (state == State::Refused)
        return finish(id, {{}, {}, QString::fromUtf8(task.reply->takePayload())});
    if (state == State::Picture) {
        auto* pixels = new std::string(task.reply->takePayload());
        const QImage image(
            reinterpret_cast<const uchar*>(pixels->data()), static_cast<int>(head.width),
            static_cast<int>(head.height), static_cast<qsizetype>(head.stride),
            QImage::Format_ARGB32_Premultiplied,
            [](void* owner) { delete static_cast<std::string*>(owner); }, pixels);
        return finish(
            id,
            {image,
             QSize(static_cast<int>(head.naturalWidth), static_cast<int>(head.naturalHeight)),
             {}});
    }
    if (task.process->state() == QProcess::NotRunning)
        finish(id, {{}, {}, exitSentence(task)});
}

void RenderClient::finish(quint64 id, const RenderedPicture& picture)
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
    if (task->context)
        task->done(picture);
    QMetaObject::invokeMethod(this, &RenderClient::startNext, Qt::QueuedConnection);
}

} // namespace sandbench::ui
