// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/run_comparison.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/check/compare_output.h"
#include "core/project/line_diff.h"

#include <array>
#include <map>
#include <set>

namespace sandbench::check {

namespace {

constexpr std::size_t kMostDiff = 64U << 10;
constexpr std::size_t kMostLimits = 64;
/// Of a fact that is no text. Units: bytes.
constexpr std::size_t kMostValue = 2000;

std::string valueText(const Json& value)
{
    if (value.is_null())
        return {};
    if (value.is_string())
        return value.get<std::string>();
    if (!value.is_array()) {
        const auto text = writeJson(value);
        return std::string(cutAtCharacter(text, kMostValue));
    }
    std::string list;
    for (const auto& item : value)
        list += (list.empty() ? "" : ", ") + valueText(item);
    return list;
}

class FactList
{
public:
    explicit FactList(std::vector<FactDifference>& facts)
        : m_facts(facts)
    {
    }

    bool add(std::string name, const std::string& left, const std::string& right)
    {
        if (left == right)
            return false;
        m_facts.push_back({std::move(name), left, right});
        return true;
    }
    bool add(std::string name, const Json& left, const Json& right)
    {
        return add(std::move(name), valueText(left), valueText(right));
    }

private:
    std::vector<FactDifference>& m_facts;
};

/// How it ended, without the time that a sentence may name.
std::string endOf(const Json& record)
{
    const auto verdict = jsonString(record, "verdict");
    if (verdict.empty())
        return "goes on";
    if (const auto& exit = jsonField(record, "exit_code"); exit.is_number())
        return verdict + " with " + writeJson(exit);
    if (const auto& signal = jsonField(record, "signal"); signal.is_number())
        return verdict + " by signal " + writeJson(signal);
    return verdict;
}

std::string errorOf(const Json& record)
{
    const auto& error = jsonField(record, "error");
    return error.is_object() ? jsonString(error, "name") + ": " + jsonString(error, "value")
                             : std::string();
}

void compareLimits(FactList& facts, const Json& left, const Json& right)
{
    std::set<std::string> names;
    for (const auto* record : {&left, &right})
        if (const auto& limits = jsonField(*record, "limits"); limits.is_object())
            for (const auto& [name, value] : limits.items())
                if (names.size() < kMostLimits)
                    names.insert(name);
    for (const auto& name : names)
        facts.add(
            "limit " + name, jsonField(jsonField(left, "limits"), name.c_str()),
            jsonField(jsonField(right, "limits"), name.c_str()));
}

/// True: it ended in the same way.
bool compareFacts(std::vector<FactDifference>& all, const Json& left, const Json& right)
{
    FactList facts(all);
    const bool endsDiffer = facts.add("end", endOf(left), endOf(right));
    const bool errorsDiffer = facts.add("error", errorOf(left), errorOf(right));
    for (const auto* name : {"language", "engine", "image", "network", "profile", "differences"})
        facts.add(name, jsonField(left, name), jsonField(right, name));
    const auto& leftProgram = jsonField(left, "program");
    const auto& rightProgram = jsonField(right, "program");
    for (const auto* name : {"file", "command", "arguments", "context"})
        facts.add(name, jsonField(leftProgram, name), jsonField(rightProgram, name));
    compareLimits(facts, left, right);
    facts.add(
        "isolation", jsonField(jsonField(left, "isolation"), "layers"),
        jsonField(jsonField(right, "isolation"), "layers"));
    facts.add(
        "policy", jsonField(jsonField(left, "gate"), "policy"),
        jsonField(jsonField(right, "gate"), "policy"));
    return !endsDiffer && !errorsDiffer;
}

void compareMeasures(std::vector<FactDifference>& all, const Json& left, const Json& right)
{
    FactList measures(all);
    const auto seconds = [](const Json& record, const char* name) {
        return jsonField(record, name).is_number() ? formatSeconds(jsonNumber(record, name))
                                                   : std::string();
    };
    const auto memory = [](const Json& record) {
        const auto bytes = jsonCount(record, "peak_memory_bytes");
        return bytes == 0 ? std::string() : formatSize(bytes);
    };
    measures.add("time", seconds(left, "wall_seconds"), seconds(right, "wall_seconds"));
    measures.add("CPU time", seconds(left, "cpu_seconds"), seconds(right, "cpu_seconds"));
    measures.add("peak memory", memory(left), memory(right));
}

TextComparison
compareTexts(const std::string& left, const std::string& right, std::optional<double> tolerance)
{
    TextComparison comparison;
    if (left == right)
        return comparison;
    comparison.sameness = tolerance && !firstDifference(left, right, Match::Numbers, *tolerance)
        ? Sameness::SameNumbers
        : Sameness::Different;
    if (comparison.sameness == Sameness::Different && isDiffable(left) && isDiffable(right))
        comparison.diff = unifiedDiff(left, right, kMostDiff, comparison.isCut);
    return comparison;
}

Sameness compareBytes(
    const ComparedRun& left, std::size_t leftPlace, const ComparedRun& right,
    std::size_t rightPlace)
{
    const auto& one = left.results[leftPlace];
    const auto& other = right.results[rightPlace];
    if (!one.note.empty() || !other.note.empty())
        return Sameness::Unknown;
    if (one.bytes != other.bytes)
        return Sameness::Different;
    const auto bytes = left.bytesOf(leftPlace), others = right.bytesOf(rightPlace);
    if (!bytes || !others)
        return Sameness::Unknown;
    return *bytes == *others ? Sameness::Same : Sameness::Different;
}

/// By their names; of several with one name the first with the first.
std::vector<ResultComparison> compareResults(const ComparedRun& left, const ComparedRun& right)
{
    std::multimap<std::string_view, std::size_t> rest;
    for (std::size_t i = 0; i < right.results.size(); ++i)
        rest.emplace(right.results[i].name, i);
    std::vector<ResultComparison> results;
    for (std::size_t i = 0; i < left.results.size(); ++i) {
        ResultComparison result = {left.results[i].name, Sameness::OnlyLeft, i, {}};
        if (const auto at = rest.lower_bound(left.results[i].name);
            at != rest.end() && at->first == left.results[i].name) {
            result.right = at->second;
            result.sameness = compareBytes(left, i, right, at->second);
            rest.erase(at);
        }
        results.push_back(std::move(result));
    }
    for (std::size_t i = 0; i < right.results.size(); ++i)
        for (auto [at, end] = rest.equal_range(right.results[i].name); at != end; ++at)
            if (at->second == i)
                results.push_back({right.results[i].name, Sameness::OnlyRight, {}, i});
    return results;
}

bool isSame(Sameness sameness)
{
    return sameness == Sameness::Same || sameness == Sameness::SameNumbers;
}

Json factsJson(const std::vector<FactDifference>& facts)
{
    auto list = Json::array();
    for (const auto& fact : facts)
        list.push_back(
            {{"name", replaceInvalidUtf8(fact.name)},
             {"left", replaceInvalidUtf8(fact.left)},
             {"right", replaceInvalidUtf8(fact.right)}});
    return list;
}

Json textJson(const TextComparison& text)
{
    return {
        {"sameness", samenessName(text.sameness)},
        {"diff", replaceInvalidUtf8(text.diff)},
        {"cut", text.isCut}};
}

Json placeJson(std::optional<std::size_t> place)
{
    return place ? Json(*place) : Json();
}

std::string factLines(const std::vector<FactDifference>& facts)
{
    std::string text;
    for (const auto& fact : facts)
        text += fact.name + ": " + (fact.left.empty() ? "none" : fact.left) + " -> "
            + (fact.right.empty() ? "none" : fact.right) + "\n";
    return text;
}

std::string textLines(const char* name, const TextComparison& text)
{
    if (text.sameness == Sameness::Same)
        return {};
    if (text.sameness == Sameness::SameNumbers)
        return std::string(name) + ": the same within the tolerance\n";
    return std::string(name) + ": different\n" + text.diff
        + (text.isCut ? "… the rest of the difference is left out\n" : "");
}

} // namespace

std::string_view samenessName(Sameness sameness)
{
    static constexpr std::array<std::string_view, 6> kNames
        = {"same", "same_numbers", "different", "only_left", "only_right", "unknown"};
    return kNames.at(static_cast<std::size_t>(sameness));
}

RunComparison
compareRuns(const ComparedRun& left, const ComparedRun& right, std::optional<double> tolerance)
{
    RunComparison comparison;
    const bool hasSameEnd = compareFacts(comparison.facts, left.record, right.record);
    compareMeasures(comparison.measures, left.record, right.record);
    comparison.program = compareTexts(
        jsonString(jsonField(left.record, "program"), "code"),
        jsonString(jsonField(right.record, "program"), "code"), {});
    const auto outputOf = [](const Json& record) {
        const auto result = jsonString(record, "result");
        return jsonString(record, "stdout") + (result.empty() ? result : result + "\n");
    };
    comparison.output = compareTexts(outputOf(left.record), outputOf(right.record), tolerance);
    comparison.errors = compareTexts(
        jsonString(left.record, "stderr"), jsonString(right.record, "stderr"), tolerance);
    comparison.results = compareResults(left, right);
    comparison.hasSameOutcome
        = hasSameEnd && isSame(comparison.output.sameness) && isSame(comparison.errors.sameness);
    for (const auto& result : comparison.results) {
        const bool isUnknown = result.sameness == Sameness::Unknown;
        comparison.hasUnknownResults = comparison.hasUnknownResults || isUnknown;
        comparison.hasSameOutcome
            = comparison.hasSameOutcome && (isUnknown || isSame(result.sameness));
    }
    return comparison;
}

Json toJson(const RunComparison& comparison)
{
    auto results = Json::array();
    for (const auto& result : comparison.results)
        results.push_back(
            {{"name", replaceInvalidUtf8(result.name)},
             {"sameness", samenessName(result.sameness)},
             {"left", placeJson(result.left)},
             {"right", placeJson(result.right)}});
    return {
        {"schema", "sandbench.comparison/1"},
        {"same_outcome", comparison.hasSameOutcome},
        {"facts", factsJson(comparison.facts)},
        {"measures", factsJson(comparison.measures)},
        {"program", textJson(comparison.program)},
        {"stdout", textJson(comparison.output)},
        {"stderr", textJson(comparison.errors)},
        {"results", std::move(results)},
        {"unknown_results", comparison.hasUnknownResults}};
}

std::string comparisonText(const RunComparison& comparison)
{
    std::string text = !comparison.hasSameOutcome ? "The outcome differs.\n"
        : comparison.hasUnknownResults ? "The same outcome, as far as results are kept.\n"
                                       : "The same outcome: end, output and results.\n";
    text += factLines(comparison.facts) + factLines(comparison.measures);
    for (const auto& result : comparison.results)
        if (result.sameness != Sameness::Same)
            text += "result " + result.name + ": " + std::string(samenessName(result.sameness))
                + "\n";
    return text + textLines("program", comparison.program)
        + textLines("standard output", comparison.output)
        + textLines("standard error", comparison.errors);
}

} // namespace sandbench::check
