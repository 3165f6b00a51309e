// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/async/event_relay.h"

#include "core/artifact/artifact_store.h"
#include "core/base/fd.h"

#include <QTimer>

namespace sandbench::ui {

// 60 hand-overs a second are more than an eye can use.
static constexpr int kFlushMilliseconds = 16;

EventRelay::EventRelay(std::function<void(const Event&)> receiver, QObject* parent)
    : QObject(parent)
    , m_receiver(std::move(receiver))
{
}

void EventRelay::close()
{
    const std::lock_guard lock(m_mutex);
    m_closed = true;
    m_pending.clear();
    m_pendingBytes = 0;
    m_space.notify_all();
}

void EventRelay::flush()
{
    std::vector<Event> events;
    {
        const std::lock_guard lock(m_mutex);
        events.swap(m_pending);
        m_pendingBytes = 0;
        m_flushScheduled = false;
        m_space.notify_all();
    }
    for (const Event& event : events)
        m_receiver(event);
}

void EventRelay::onOutput(StreamKind stream, std::string_view bytes)
{
    {
        const std::lock_guard lock(m_mutex);
        if (!m_pending.empty() && m_pendingBytes < kMaxPending) {
            auto* last = std::get_if<Output>(&m_pending.back());
            if (last && last->stream == stream) {
                last->bytes += bytes;
                m_pendingBytes += bytes.size();
                return;
            }
        }
    }
    push(Output{stream, std::string(bytes)}, bytes.size());
}

void EventRelay::onArtifact(const Artifact& artifact)
{
    std::string bytes;
    if (!artifact.storedPath.empty()) {
        if (auto read = readFile(artifact.storedPath, ArtifactStore::kMaxArtifactBytes))
            bytes = std::move(*read);
    }
    const std::size_t size = bytes.size();
    push(ArtifactReady{artifact, std::move(bytes)}, size);
}

void EventRelay::push(Event event, std::size_t bytes)
{
    std::unique_lock lock(m_mutex);
    m_space.wait(lock, [this] { return m_closed || m_pendingBytes < kMaxPending; });
    if (m_closed)
        return;
    m_pending.push_back(std::move(event));
    m_pendingBytes += bytes;
    if (!m_flushScheduled) {
        m_flushScheduled = true;
        scheduleFlush();
    }
}

void EventRelay::scheduleFlush()
{
    QMetaObject::invokeMethod(
        this, [this] { QTimer::singleShot(kFlushMilliseconds, this, &EventRelay::flush); },
        Qt::QueuedConnection);
}

} // namespace sandbench::ui
