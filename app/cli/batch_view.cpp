// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/batch_view.h"

#include "app/cli/text.h"
#include "core/base/text.h"
#include "core/base/units.h"

#include <algorithm>
#include <cstdio>

namespace sandbench::cli {
namespace {

using namespace std::chrono_literals;

constexpr auto kEveryOnTerminal = 100ms;
constexpr auto kEveryElsewhere = 5s;
constexpr std::size_t kMostListed = 20, kLongestWhy = 200;
constexpr const char* kTakeOff = "\r\x1b[K";

std::string rateText(double rate)
{
    char text[32] = {};
    std::snprintf(text, sizeof text, rate < 10 ? "%.2f/s" : "%.0f/s", rate);
    return text;
}

} // namespace

BatchProgress::BatchProgress(bool isTerminal, std::uint64_t all, std::uint64_t done, Time now)
    : m_isTerminal(isTerminal)
    , m_pace(all, done, now)
    , m_shown(now)
{
}

std::string BatchProgress::add(std::string_view state, Time now)
{
    m_pace.add(now);
    m_notPassed += state == "passed" ? 0 : 1;
    if (now - m_shown < (m_isTerminal ? kEveryOnTerminal : kEveryElsewhere))
        return {};
    m_shown = now;
    m_isShown = m_isTerminal;
    return m_isTerminal ? kTakeOff + text(now) : text(now) + "\n";
}

std::string BatchProgress::note(const std::string& sentence)
{
    return end() + "sandbenchctl: " + printable(sentence) + "\n";
}

std::string BatchProgress::end()
{
    return std::exchange(m_isShown, false) ? kTakeOff : "";
}

std::string BatchProgress::text(Time now) const
{
    const double perSecond = m_pace.rate(now);
    auto text = std::to_string(m_pace.done()) + "/" + std::to_string(m_pace.all()) + " lines";
    if (perSecond > 0)
        text += ", " + rateText(perSecond);
    if (m_notPassed > 0)
        text += ", " + std::to_string(m_notPassed) + " not passed";
    if (const auto left = m_pace.secondsLeft(now))
        text += ", " + formatSeconds(*left) + " left";
    return text;
}

std::string batchText(const batch::Summary& summary, std::uint64_t ran, double seconds)
{
    auto text = std::to_string(summary.lines) + " lines: " + std::to_string(summary.count("passed"))
        + " passed";
    for (const auto& [state, count] : summary.states)
        if (state != "passed")
            text += ", " + std::to_string(count) + " " + printable(state);
    if (!summary.isComplete())
        text += ", " + std::to_string(summary.lines - summary.rows) + " left";
    if (ran > 0 && seconds > 0)
        text += " (" + std::to_string(ran) + " in " + formatSeconds(seconds) + ", "
            + rateText(static_cast<double>(ran) / seconds) + ")";
    text += "\n";
    for (std::size_t i = 0; i < summary.notPassed.size() && i < kMostListed; ++i) {
        const auto& shown = summary.notPassed[i];
        text += "line " + std::to_string(shown.line);
        if (!shown.id.empty() && shown.id != std::to_string(shown.line))
            text += " (" + printable(shown.id) + ")";
        text += ": " + printable(shown.state) + ": " + printable(oneLine(shown.why, kLongestWhy))
            + "\n";
    }
    if (const auto all = summary.rows - summary.count("passed"); all > kMostListed)
        text += "and " + std::to_string(all - kMostListed) + " more\n";
    return text;
}

} // namespace sandbench::cli
