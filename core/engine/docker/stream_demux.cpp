// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/stream_demux.h"

#include "core/base/clock.h"
#include "core/base/text.h"

#include <algorithm>
#include <cstring>

namespace sandbench::docker {

namespace {

enum StreamId : unsigned char { Stdout = 1, Stderr = 2, Engine = 3 };

constexpr std::size_t kFirstBytes = 4096;

void keepTail(std::string& text, std::string_view more, std::size_t limit)
{
    if (more.size() >= limit) {
        text.assign(more.substr(more.size() - limit));
        return;
    }
    if (text.size() + more.size() > limit)
        text.erase(0, text.size() + more.size() - limit);
    text.append(more);
}

} // namespace

Result<void> FrameStripper::beginFrame()
{
    m_left = 0;
    for (int i = 4; i < 8; ++i)
        m_left = m_left << 8U | m_header[i];
    m_broken = m_left > kMaxFrame || m_header[1] != 0 || m_header[2] != 0 || m_header[3] != 0;
    m_headerFill = 0;
    if (m_broken)
        return Error(ErrorCode::Protocol, "the engine sent no framed stream of a container");
    return {};
}

Result<std::size_t> FrameStripper::strip(std::span<char> bytes)
{
    if (m_broken)
        return Error(ErrorCode::Protocol, "the engine's stream broke before");
    std::size_t kept = 0;
    for (std::size_t at = 0; at < bytes.size();) {
        if (m_left == 0) {
            m_header[m_headerFill++] = static_cast<unsigned char>(bytes[at++]);
            if (m_headerFill == kHeaderBytes)
                SANDBENCH_TRY_VOID(beginFrame());
            continue;
        }
        const auto part = std::min(m_left, bytes.size() - at);
        if (m_header[0] == Stdout) {
            std::memmove(bytes.data() + kept, bytes.data() + at, part);
            kept += part;
        } else if (m_header[0] == Stderr || m_header[0] == Engine) {
            keepTail(m_message, std::string_view(bytes.data() + at, part), kMessageBytes);
        }
        m_left -= part;
        at += part;
    }
    return kept;
}

DemuxStream::DemuxStream(std::unique_ptr<ByteStream> framed)
    : m_framed(std::move(framed))
{
}

Result<std::size_t> DemuxStream::read(std::span<char> into, std::chrono::milliseconds wait)
{
    if (!m_first.empty()) {
        const auto part = std::min(m_first.size(), into.size());
        std::memcpy(into.data(), m_first.data(), part);
        m_first.erase(0, part);
        return part;
    }
    const auto until = Clock::now() + wait;
    for (;;) {
        SANDBENCH_TRY(const auto raw, m_framed->read(into, wait));
        if (raw == 0)
            return raw;
        {
            const std::lock_guard lock(m_mutex);
            SANDBENCH_TRY(const auto kept, m_stripper.strip(into.first(raw)));
            if (kept != 0)
                return kept;
        }
        // Only a header or other streams' bytes: what is left of the caller's time.
        wait = std::max(
            std::chrono::milliseconds(0),
            std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()));
    }
}

Result<std::string_view> DemuxStream::awaitFirst(std::chrono::milliseconds wait)
{
    std::string bytes(kFirstBytes, '\0');
    SANDBENCH_TRY(const auto length, read(bytes, wait));
    if (length == 0)
        return Error(ErrorCode::ConnectionLost, "the container ended at once");
    bytes.resize(length);
    m_first = std::move(bytes);
    return std::string_view(m_first);
}

std::string DemuxStream::message() const
{
    const std::lock_guard lock(m_mutex);
    return oneLine(m_stripper.message(), 1000);
}

} // namespace sandbench::docker
