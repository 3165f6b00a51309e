// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/engine/far_words.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

/// What is said to sandbench-node, the static program (program/main.cpp) that makes a sandbox on
/// another machine, whose standard streams reach this one: a line of JSON with what is wanted, and
/// a line with what became of it. From then on its input is what the agent reads, and its output
/// are frames: a number of bytes (32 bits, the highest first), a kind (8 bits), and so many bytes.
///
/// No I/O. Everything that comes from there is untrusted.
namespace sandbench::node {

inline constexpr std::uint32_t kLongestFrame = 1U << 20;

struct Request
{
    SandboxSpec
        spec; ///< Of it what engines without a network and without images of their own know.
    std::string engine; ///< "apptainer" or "local".
    std::string program; ///< Apptainer's there; empty = as PATH has it.
    std::string image, imageText; ///< Path there, and what people call it; empty = no image.
};

/// With the line's end.
std::string writeRequest(const Request& request);
/// @p line without its end. Errors: Protocol, and those of checkSpec().
Result<Request> parseRequest(std::string_view line);

struct Answer
{
    IsolationReport isolation;
    GuestSetup setup; ///< But for the entry point, which is asked for from here.
    std::string description;
};

std::string writeAnswer(const Answer& answer);
std::string writeFailure(const Error& error);
/// Errors: Protocol, and that which writeFailure() wrote.
Result<Answer> parseAnswer(std::string_view line);

enum class FrameKind : std::uint8_t {
    Data = 0, ///< What the agent wrote.
    Counters = 1, ///< JSON: writeCounters(), as they were before the next data.
};

inline constexpr std::size_t kFrameHeadBytes = 5;
std::string frameHead(FrameKind kind, std::size_t length);
struct FrameHead
{
    FrameKind kind = FrameKind::Data;
    std::uint32_t length = 0;
};
/// Of the first kFrameHeadBytes of a frame. Errors: Protocol.
Result<FrameHead> parseFrameHead(std::string_view bytes);

std::string writeCounters(const ResourceCounters& counters);
/// Errors: Protocol.
Result<ResourceCounters> parseCounters(std::string_view json);

} // namespace sandbench::node
