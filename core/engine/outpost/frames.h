// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// How the stream of a sandbox is carried where an outpost was started as `step`, both ways: each
/// frame is a number of bytes (32 bits, the highest first), a kind (8 bits), and so many bytes.
///
/// No I/O. Thread: any. What comes from there is untrusted.
namespace sandbench::outpost {

inline constexpr std::uint32_t kLongestFrame = 1U << 20;

enum class FrameKind : std::uint8_t {
    Data = 0, ///< What the agent reads, or what it wrote.
    Counters = 1, ///< From there: far::countersJson(), as they were before the next data.
    ForgetPeak = 2, ///< To there, empty: Instance::resetPeak(), before the next data.
    Ask = 3, ///< To there: {"ask": …}, one of those that answerAbout() knows.
    Answer = 4, ///< From there: what is answered to an Ask.
};

inline constexpr std::size_t kFrameHeadBytes = 5;
/// @p bytes: kLongestFrame at most.
std::string frame(FrameKind kind, std::string_view bytes);
struct FrameHead
{
    FrameKind kind = FrameKind::Data;
    std::uint32_t length = 0;
};
/// Of the first kFrameHeadBytes of a frame. Errors: Protocol.
Result<FrameHead> parseFrameHead(std::string_view bytes);

} // namespace sandbench::outpost
