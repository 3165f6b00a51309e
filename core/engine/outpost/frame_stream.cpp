// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/outpost/frame_stream.h"

#include "core/engine/far_words.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace sandbench::outpost {

Result<void> FrameStream::send(FrameKind kind, std::string_view bytes, std::stop_token stop)
{
    SANDBENCH_TRY(const auto turn, m_sending.lock(std::move(stop)));
    const auto before
        = m_forgetsPeak.exchange(false) ? frame(FrameKind::ForgetPeak, {}) : std::string();
    return SocketStream::write(before + frame(kind, bytes));
}

Result<void> FrameStream::write(std::string_view bytes)
{
    while (!bytes.empty()) {
        const auto part = bytes.substr(0, kLongestFrame);
        bytes.remove_prefix(part.size());
        SANDBENCH_TRY_VOID(send(FrameKind::Data, part, {}));
    }
    return {};
}

ResourceCounters FrameStream::counters() const
{
    const std::lock_guard lock(m_mutex);
    return m_counters;
}

Result<Json>
FrameStream::ask(std::string_view what, std::chrono::milliseconds patience, std::stop_token stop)
{
    std::unique_lock lock(m_mutex);
    m_answer.clear();
    lock.unlock();
    SANDBENCH_TRY_VOID(send(FrameKind::Ask, writeJson({{"ask", what}}), stop));
    lock.lock();
    const auto isOver = [this] { return !m_answer.empty() || m_hasEnded; };
    if (!m_answered.wait_for(lock, stop, patience, isOver))
        return Error(
            stop.stop_requested() ? ErrorCode::Cancelled : ErrorCode::Timeout,
            "the other machine did not answer");
    if (m_answer.empty())
        return Error(ErrorCode::ConnectionLost, "the sandbox ended before it answered");
    return far::readAnswer(std::exchange(m_answer, {}));
}

/// 0 = the stream ended; 1 = there is one.
ssize_t FrameStream::receiveHead()
{
    while (m_head.size() < kFrameHeadBytes) {
        std::array<char, kFrameHeadBytes> bytes;
        const auto size = SocketStream::receive({bytes.data(), kFrameHeadBytes - m_head.size()});
        if (size <= 0)
            return size;
        m_head.append(bytes.data(), static_cast<std::size_t>(size));
    }
    const auto head = parseFrameHead(m_head);
    m_head.clear();
    if (!head)
        return 0;
    m_frame = *head;
    return m_frame.kind == FrameKind::Data || m_frame.length > 0 ? 1 : 0;
}

/// As receiveHead(), with a whole frame that is no data.
ssize_t FrameStream::receiveTold()
{
    while (m_frame.length > 0) {
        std::array<char, 512> bytes;
        const auto size = SocketStream::receive(
            {bytes.data(), std::min<std::size_t>(bytes.size(), m_frame.length)});
        if (size <= 0)
            return size;
        m_told.append(bytes.data(), static_cast<std::size_t>(size));
        m_frame.length -= static_cast<std::uint32_t>(size);
    }
    return takeTold() ? 1 : 0;
}

bool FrameStream::takeTold()
{
    auto told = std::exchange(m_told, {});
    const std::lock_guard lock(m_mutex);
    if (m_frame.kind == FrameKind::Answer) {
        m_answer = std::move(told);
        m_answered.notify_all();
        return true;
    }
    const auto counters = far::readObject(told);
    if (!counters || m_frame.kind != FrameKind::Counters)
        return false;
    m_counters = far::readCounters(*counters);
    return true;
}

ssize_t FrameStream::receive(std::span<char> into)
{
    const auto size = receiveData(into);
    if (size != 0)
        return size;
    const std::lock_guard lock(m_mutex);
    m_hasEnded = true;
    m_answered.notify_all();
    return 0;
}

ssize_t FrameStream::receiveData(std::span<char> into)
{
    while (m_frame.length == 0 || m_frame.kind != FrameKind::Data) {
        const auto ready = m_frame.length == 0 ? receiveHead() : receiveTold();
        if (ready <= 0)
            return ready;
    }
    const auto size
        = SocketStream::receive(into.first(std::min<std::size_t>(into.size(), m_frame.length)));
    if (size > 0)
        m_frame.length -= static_cast<std::uint32_t>(size);
    return size;
}

} // namespace sandbench::outpost
