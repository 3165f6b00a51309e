// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/progress_parser.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <string>

namespace sandbench::docker {

/// How fast a growing number of bytes grew over the last three seconds. No clock of its own.
class SpeedMeter
{
public:
    using Time = std::chrono::steady_clock::time_point;
    void add(Time now, std::uint64_t bytes);
    double bytesPerSecond() const;

private:
    struct Sample
    {
        Time time;
        std::uint64_t bytes = 0;
    };
    std::deque<Sample> m_samples;
};

/// Hands what a ProgressParser knows, and what we send or take ourselves, on to whoever watches:
/// text and new layers at once, numbers ten times a second. Thread: one.
class ProgressReporter
{
public:
    ProgressReporter(ProgressParser& parser, const OnImageProgress& onProgress)
        : m_parser(parser)
        , m_onProgress(onProgress)
    {
    }

    /// What we send or take ourselves becomes the first layer: @p name, with @p total 0 = unknown.
    void transferBegins(std::string name, std::string status, std::uint64_t total);
    void transferred(std::uint64_t bytes);
    /// Call it after each feed(). @p last: nothing follows, so tell it all.
    void update(SpeedMeter::Time now, bool last = false);

private:
    ProgressParser& m_parser;
    const OnImageProgress& m_onProgress;
    ImageProgress::Layer m_own;
    SpeedMeter m_speed;
    std::optional<SpeedMeter::Time> m_told;
    std::size_t m_toldLayers = 0;
};

} // namespace sandbench::docker
