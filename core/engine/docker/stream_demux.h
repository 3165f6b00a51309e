// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/byte_stream.h"
#include "core/base/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>

namespace sandbench::docker {

/// Takes the framed stream of an attached container apart, in place. For hostile bytes: no frame
/// is kept, and one longer than kMaxFrame, or with bytes where zeros belong, is an error that
/// stays. Frames of unknown streams are skipped. No I/O. Thread: one at a time.
/// Source: Docker Engine API, "Attach to a container", stream format.
class FrameStripper
{
public:
    static constexpr std::uint32_t kMaxFrame = 64U << 20;
    static constexpr std::size_t kMessageBytes = 4096;

    /// Moves the bytes of stdout in @p bytes to its front and returns how many they are. Errors:
    /// Protocol.
    Result<std::size_t> strip(std::span<char> bytes);
    /// The last kMessageBytes of stderr and of the engine's own stream.
    const std::string& message() const { return m_message; }

private:
    static constexpr std::size_t kHeaderBytes = 8;

    Result<void> beginFrame();

    std::array<unsigned char, kHeaderBytes> m_header{};
    std::size_t m_headerFill = 0;
    std::size_t m_left = 0; ///< Of the current frame's payload.
    bool m_broken = false;
    std::string m_message;
};

/// An attached container's stdin and stdout as a stream of their own.
class DemuxStream : public ByteStream
{
public:
    explicit DemuxStream(std::unique_ptr<ByteStream> framed);

    /// Waits until the container has written something, which read() still returns. Errors: as
    /// read(); ConnectionLost when it ended before.
    Result<std::string_view> awaitFirst(std::chrono::milliseconds wait);
    /// What came on stderr, for people: one line without control characters.
    std::string message() const;

    Result<std::size_t> read(std::span<char> into, std::chrono::milliseconds wait) override;
    Result<void> write(std::string_view bytes) override { return m_framed->write(bytes); }
    bool isWritable() const override { return m_framed->isWritable(); }
    void wake() override { m_framed->wake(); }
    void close() override { m_framed->close(); }

private:
    const std::unique_ptr<ByteStream> m_framed;
    mutable std::mutex m_mutex; ///< Guards m_stripper: message() comes from any thread.
    FrameStripper m_stripper;
    std::string m_first; ///< Of awaitFirst(), until read() takes it.
};

} // namespace sandbench::docker
