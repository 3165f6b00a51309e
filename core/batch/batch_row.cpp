// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch_row.h"

#include "core/base/text.h"
#include "core/batch/line_set.h"

#include <charconv>

namespace sandbench::batch {
namespace {

using check::CheckState;

constexpr std::string_view kBegin = "{\"line\":", kState = ",\"state\":\"";

std::string textOf(std::uint64_t line, std::string_view state, const Json& rest)
{
    const auto members = writeJson(rest);
    return std::string(kBegin) + std::to_string(line) + std::string(kState) + std::string(state)
        + "\"" + (members == "{}" ? "}" : "," + members.substr(1)) + "\n";
}

std::string keptOf(std::string_view bytes, std::size_t& room, bool& isCut)
{
    const auto kept = cutAtCharacter(bytes, std::min(room, kMostRowStream));
    room -= kept.size();
    isCut = isCut || kept.size() < bytes.size();
    return replaceInvalidUtf8(kept);
}

template <typename Value> Json orNull(const std::optional<Value>& value)
{
    return value ? Json(*value) : Json();
}

Json testJson(const TestEnd& test, std::size_t& room)
{
    const auto& outcome = test.outcome;
    Json json
        = {{"why", replaceInvalidUtf8(outcome.why)},
           {"verdict", outcome.verdict ? Json(verdictName(*outcome.verdict)) : Json()},
           {"exit_code", orNull(outcome.exitCode)},
           {"signal", orNull(test.signal)},
           {"phase", phaseName(outcome.isCompiler ? RunPhase::Compile : RunPhase::Run)},
           {"seconds", outcome.seconds},
           {"peak_memory_bytes", outcome.peakMemoryBytes},
           {"started_at", test.startedAt.empty() ? Json() : Json(test.startedAt)}};
    if (outcome.problem)
        json["problem"] = errorCodeName(outcome.problem->code());
    bool isCut = test.isCut;
    json["stdout"] = keptOf(test.output, room, isCut);
    json["stderr"] = keptOf(test.errors, room, isCut);
    json["truncated"] = isCut;
    return json;
}

} // namespace

CheckState ItemEnd::state() const
{
    for (const auto& test : tests)
        if (test.outcome.state != CheckState::Passed)
            return test.outcome.state;
    return CheckState::Passed;
}

std::string rowOf(const Item& item, const ItemEnd& end)
{
    std::size_t room = kMostRowOutput;
    Json row = Json::object();
    if (!item.hasTests) {
        row = testJson(end.tests.front(), room);
    } else {
        auto list = Json::array();
        std::size_t passed = 0;
        for (std::size_t i = 0; i < end.tests.size(); ++i) {
            const auto state = end.tests[i].outcome.state;
            passed += state == CheckState::Passed ? 1 : 0;
            list.push_back(testJson(end.tests[i], room));
            list.back()["name"] = item.checks[i].name;
            list.back()["state"] = check::stateName(state);
        }
        row["tests"] = std::move(list);
        row["tests_passed"] = passed;
    }
    row["id"] = item.id;
    row["language"] = jsonString(item.program, "language");
    row["place"] = replaceInvalidUtf8(end.place);
    row["attempts"] = end.lostAt.size() + 1;
    if (!end.lostAt.empty())
        row["lost_at"] = end.lostAt;
    if (end.startedBefore)
        row["started_before"] = true;
    if (!end.relaxed.empty())
        row["relaxed"] = end.relaxed;
    return textOf(item.line, check::stateName(end.state()), row);
}

std::string
rowOf(std::uint64_t line, std::string_view state, const std::string& id, const std::string& why)
{
    return textOf(
        line, state, {{"id", id.empty() ? Json() : Json(id)}, {"why", replaceInvalidUtf8(why)}});
}

std::optional<RowHead> headOf(std::string_view row)
{
    if (!row.starts_with(kBegin) || !row.ends_with('}'))
        return std::nullopt;
    row.remove_prefix(kBegin.size());
    RowHead head;
    const auto [end, failed] = std::from_chars(row.data(), row.data() + row.size(), head.line);
    if (failed != std::errc() || head.line == 0 || head.line > kMostLines)
        return std::nullopt;
    row.remove_prefix(static_cast<std::size_t>(end - row.data()));
    if (!row.starts_with(kState))
        return std::nullopt;
    row.remove_prefix(kState.size());
    const auto quote = row.find('"');
    if (quote == 0 || quote == std::string_view::npos)
        return std::nullopt;
    head.state = row.substr(0, quote);
    return head;
}

} // namespace sandbench::batch
