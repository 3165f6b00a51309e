// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/trace/step_record.h"

#include "core/base/json.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandbench::trace {

namespace {

constexpr int kMostNesting = 4;
constexpr int kErrorStream = 2;

constexpr std::array<std::pair<std::string_view, StepEvent>, 4> kEvents
    = {{{"call", StepEvent::Call},
        {"line", StepEvent::Line},
        {"return", StepEvent::Return},
        {"exception", StepEvent::Exception}}};

constexpr std::array<std::pair<std::string_view, TraceEnd>, 6> kEnds
    = {{{"steps", TraceEnd::Steps},
        {"bytes", TraceEnd::Bytes},
        {"recursion", TraceEnd::Recursion},
        {"memory", TraceEnd::Memory},
        {"interrupted", TraceEnd::Interrupted},
        {"version", TraceEnd::Version}}};

template <typename Table> auto wordIn(const Table& table, std::string_view word)
{
    const auto at = std::find_if(
        table.begin(), table.end(), [&](const auto& entry) { return entry.first == word; });
    return at == table.end() ? std::nullopt : std::optional(at->second);
}

std::string cut(const std::string& text, std::size_t most)
{
    return std::string(cutAtCharacter(text, most));
}

/// Text @p index of a list; empty where there is none.
std::string textAt(const Json& list, std::size_t index, std::size_t most)
{
    const auto* text = list.size() > index ? list.at(index).get_ptr<const std::string*>() : nullptr;
    return text ? cut(*text, most) : std::string();
}

void readVariables(const Json& json, StepRecord& step)
{
    for (const auto& entry : jsonList(json, "v")) {
        if (step.changed.size() >= StepReader::kMostVariables)
            break;
        const auto& parts = jsonList(entry);
        StepVariable variable
            = {textAt(parts, 0, StepReader::kMostNameBytes),
               textAt(parts, 1, StepReader::kMostNameBytes),
               textAt(parts, 2, StepReader::kMostValueBytes)};
        if (!variable.name.empty())
            step.changed.push_back(std::move(variable));
    }
    for (const auto& name : jsonTexts(json, "g"))
        if (!name.empty() && step.gone.size() < StepReader::kMostVariables)
            step.gone.push_back(cut(name, StepReader::kMostNameBytes));
}

void readOutput(const Json& json, StepRecord& step)
{
    std::size_t room = StepReader::kMostOutputBytes;
    for (const auto& entry : jsonList(json, "w")) {
        const auto& parts = jsonList(entry);
        auto text = textAt(parts, 1, room);
        if (text.empty())
            continue;
        const auto* stream = parts.at(0).is_number_integer() ? &parts.at(0) : nullptr;
        room -= text.size();
        step.output.push_back({stream && *stream == kErrorStream, std::move(text)});
    }
}

int boundedInt(const Json& json, std::string_view key, int most)
{
    return static_cast<int>(std::clamp<std::int64_t>(jsonInt(json, key), 0, most));
}

std::optional<StepRecord> stepIn(const Json& json)
{
    const auto event = wordIn(kEvents, jsonString(json, "e"));
    if (!event)
        return {};
    constexpr int kMostLines = 10'000'000;
    StepRecord step;
    step.event = *event;
    step.thread = boundedInt(json, "t", StepReader::kMostThreads);
    step.depth = boundedInt(json, "d", StepReader::kMostDepth);
    step.line = boundedInt(json, "l", kMostLines);
    step.file = cut(jsonString(json, "f"), StepReader::kMostNameBytes);
    step.function = cut(jsonString(json, "n"), StepReader::kMostNameBytes);
    step.text = cut(jsonString(json, "r"), StepReader::kMostValueBytes);
    readVariables(json, step);
    readOutput(json, step);
    return step;
}

Result<Json> lineJson(std::string_view line)
{
    return parseJson(line, StepReader::kMostLineBytes, kMostNesting);
}

} // namespace

std::optional<StepRecord> stepOf(std::string_view line)
{
    const auto json = lineJson(line);
    return json ? stepIn(*json) : std::nullopt;
}

StepReader::StepReader(std::function<void(StepRecord&&)> onStep)
    : m_onStep(std::move(onStep))
{
}

void StepReader::feed(std::string_view bytes)
{
    const auto room = kMostBytes - std::min(m_bytes, kMostBytes);
    if (bytes.size() > room && !m_end)
        m_end = TraceEnd::Bytes;
    bytes = bytes.substr(0, room);
    m_bytes += bytes.size();
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        const auto part = bytes.substr(0, end);
        m_isTooLong = m_isTooLong || m_line.size() + part.size() > kMostLineBytes;
        if (!m_isTooLong)
            m_line += part;
        if (end == std::string_view::npos)
            return;
        if (std::exchange(m_isTooLong, false))
            ++m_oddLines;
        else
            takeLine(m_line);
        m_line.clear();
        bytes.remove_prefix(end + 1);
    }
}

void StepReader::takeLine(std::string_view line)
{
    const auto json = lineJson(line);
    const auto event = json ? jsonString(*json, "e") : std::string();
    const auto why = event == "end" ? wordIn(kEnds, jsonString(*json, "why")) : std::nullopt;
    if (event == "begin" && m_python.empty()) {
        constexpr std::size_t kMostVersionBytes = 40;
        m_python = oneLine(jsonString(*json, "python"), kMostVersionBytes);
        return;
    }
    auto step = json ? stepIn(*json) : std::nullopt;
    if (why && !m_end)
        m_end = why;
    else if (!step)
        ++m_oddLines;
    else if (m_steps >= kMostSteps)
        m_end = m_end.value_or(TraceEnd::Steps);
    else {
        ++m_steps;
        m_onStep(std::move(*step));
    }
}

} // namespace sandbench::trace
