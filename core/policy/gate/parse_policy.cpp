// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/policy/gate/code_policy.h"

#include <algorithm>
#include <array>
#include <span>

namespace sandbench {
namespace {

constexpr std::size_t kMaxFileBytes = 1U << 20;
constexpr std::size_t kMostListed = 500;
constexpr std::size_t kLongestText = 2000;
constexpr std::string_view kIdCharacters = "abcdefghijklmnopqrstuvwxyz0123456789-_.";
constexpr std::array<std::string_view, 5> kPlaces
    = {"code", "program", "strings", "comments", "all"};

Error fieldError(std::string_view field, std::string_view expected)
{
    return Error(
        ErrorCode::InvalidArgument, "field '" + std::string(field) + "' " + std::string(expected));
}

Result<void> checkKeys(const Json& object, std::span<const std::string_view> known)
{
    for (const auto& [key, value] : object.items())
        if (std::find(known.begin(), known.end(), key) == known.end())
            return fieldError(key, "is not known; the known ones are " + listed(known));
    return {};
}

Result<std::string> readId(const Json& object, std::string_view field)
{
    auto id = jsonString(object, field);
    if (id.empty() || id.size() > 80 || id.find_first_not_of(kIdCharacters) != std::string::npos)
        return fieldError(field, "has 1 to 80 letters a-z, digits, dots, dashes and underscores");
    return id;
}

Result<std::string> readText(const Json& object, std::string_view field, bool needed)
{
    const Json& value = jsonField(object, field);
    if (value.is_null() && !needed)
        return std::string();
    if (!value.is_string() || value.get_ref<const std::string&>().empty())
        return fieldError(field, "is missing or is not a non-empty text");
    auto text = value.get<std::string>();
    if (text.size() > kLongestText)
        return fieldError(field, "is longer than 2000 bytes");
    return text;
}

// One text, or a list of them.
Result<std::vector<std::string>> readTexts(const Json& object, std::string_view field)
{
    const Json& value = jsonField(object, field);
    const auto isText = [](const Json& entry) {
        return entry.is_string() && !entry.get_ref<const std::string&>().empty()
            && entry.get_ref<const std::string&>().size() <= kLongestText;
    };
    if (value.is_null())
        return std::vector<std::string>();
    if (isText(value))
        return std::vector<std::string>{value.get<std::string>()};
    if (!value.is_array() || value.empty() || value.size() > kMostListed
        || !std::all_of(value.begin(), value.end(), isText))
        return fieldError(field, "is not a non-empty text or a list of such texts");
    return value.get<std::vector<std::string>>();
}

Result<Severity> readSeverity(const Json& object, std::string_view field)
{
    const auto severity = severityByName(jsonString(object, field));
    if (!severity)
        return fieldError(field, "is not low, medium or high");
    return *severity;
}

Result<Rule::Place> readPlace(const Json& object)
{
    if (!object.contains("in"))
        return Rule::Place::Code;
    const auto name = jsonString(object, "in");
    for (std::size_t i = 0; i < kPlaces.size(); ++i)
        if (kPlaces[i] == name)
            return static_cast<Rule::Place>(i);
    return fieldError("in", "is not code, program, strings, comments or all");
}

Result<Rule> readRule(const Json& object)
{
    static constexpr std::array<std::string_view, 10> kKnown
        = {"id",   "description", "severity", "languages", "module",
           "uses", "pattern",     "in",       "why",       "suggestion"};
    SANDBENCH_TRY_VOID(checkKeys(object, kKnown));
    Rule rule;
    SANDBENCH_TRY(rule.id, readId(object, "id"));
    SANDBENCH_TRY(rule.description, readText(object, "description", true));
    SANDBENCH_TRY(rule.severity, readSeverity(object, "severity"));
    SANDBENCH_TRY(rule.languages, readTexts(object, "languages"));
    SANDBENCH_TRY(rule.modules, readTexts(object, "module"));
    SANDBENCH_TRY(rule.uses, readTexts(object, "uses"));
    SANDBENCH_TRY(rule.pattern, readText(object, "pattern", false));
    SANDBENCH_TRY(rule.place, readPlace(object));
    SANDBENCH_TRY(rule.why, readText(object, "why", false));
    SANDBENCH_TRY(rule.suggestion, readText(object, "suggestion", false));
    return rule;
}

// Says which rule it was, by its id where it has one.
Result<Rule> readNamedRule(const Json& object, std::size_t index)
{
    const auto id = jsonString(object, "id");
    const auto where
        = "rule " + (id.empty() ? std::to_string(index + 1) : "'" + id.substr(0, 80) + "'");
    if (!object.is_object())
        return Error(ErrorCode::InvalidArgument, where + ": it is not an object");
    auto rule = readRule(object);
    if (!rule)
        return Error(ErrorCode::InvalidArgument, where + ": " + rule.error().message());
    return rule;
}

Result<void> selectRules(CodePolicy& policy, const RuleBook& book, std::string_view wanted)
{
    if (!wanted.ends_with('*')) {
        const auto found = book.find(wanted);
        if (found == book.end())
            return fieldError(
                "rules",
                "names '" + std::string(wanted.substr(0, 80)) + "', which is no known rule");
        return policy.add(found->second);
    }
    wanted.remove_suffix(1);
    bool any = false;
    for (const auto& [id, rule] : book)
        if (id.starts_with(wanted)) {
            SANDBENCH_TRY_VOID(policy.add(rule));
            any = true;
        }
    return any
        ? Result<void>()
        : fieldError(
            "rules", "names '" + std::string(wanted.substr(0, 80)) + "*', but no rule begins so");
}

// "python.shell", "python.*", {"rule": "python.shell", "severity": "low"}, or a rule of its own.
Result<void>
readEntry(CodePolicy& policy, const RuleBook& book, const Json& entry, std::size_t index)
{
    if (entry.is_string())
        return selectRules(policy, book, entry.get_ref<const std::string&>());
    if (!entry.is_object() || !entry.contains("rule")) {
        SANDBENCH_TRY(auto rule, readNamedRule(entry, index));
        rule.isPlaceAssumed = !rule.pattern.empty() && !entry.contains("in");
        return policy.add(std::move(rule));
    }
    static constexpr std::array<std::string_view, 2> kKnown = {"rule", "severity"};
    SANDBENCH_TRY_VOID(checkKeys(entry, kKnown));
    const auto found = book.find(jsonString(entry, "rule"));
    if (found == book.end())
        return fieldError(
            "rules",
            "names '" + jsonString(entry, "rule").substr(0, 80) + "', which is no known rule");
    Rule rule = found->second;
    SANDBENCH_TRY(rule.severity, readSeverity(entry, "severity"));
    return policy.add(std::move(rule));
}

Result<std::optional<Severity>> readThreshold(const Json& object, std::string_view field)
{
    if (!object.contains(field) || jsonString(object, field) == "never")
        return std::optional<Severity>();
    const auto severity = severityByName(jsonString(object, field));
    if (!severity)
        return fieldError("thresholds." + std::string(field), "is not low, medium, high or never");
    return severity;
}

Result<GateThresholds> readThresholds(const Json& object)
{
    const Json& field = jsonField(object, "thresholds");
    if (!field.is_object())
        return fieldError(
            "thresholds",
            "is missing or is not an object such as {\"warn\": \"low\", \"refuse\": \"high\"}");
    static constexpr std::array<std::string_view, 3> kKnown = {"warn", "ask", "refuse"};
    SANDBENCH_TRY_VOID(checkKeys(field, kKnown));
    GateThresholds thresholds;
    SANDBENCH_TRY(thresholds.warn, readThreshold(field, "warn"));
    SANDBENCH_TRY(thresholds.ask, readThreshold(field, "ask"));
    SANDBENCH_TRY(thresholds.refuse, readThreshold(field, "refuse"));
    return thresholds;
}

Result<LayerNames> readLayers(const Json& object)
{
    SANDBENCH_TRY(const auto words, readTexts(object, "require_layers"));
    auto names = readLayerNames(words);
    return names ? std::move(names)
                 : fieldError("require_layers", "is wrong: " + names.error().message());
}

} // namespace

Result<void> parseRules(std::string_view json, RuleBook& book)
{
    SANDBENCH_TRY(const Json object, parseJson(json, kMaxFileBytes, 6));
    const Json& list = jsonField(object, "rules");
    if (!list.is_array())
        return fieldError("rules", "is missing or is not a list");
    CodePolicy checked;
    for (std::size_t i = 0; i < list.size(); ++i) {
        SANDBENCH_TRY(auto rule, readNamedRule(list[i], i));
        SANDBENCH_TRY_VOID(checked.add(std::move(rule)));
    }
    for (const auto& rule : checked.rules())
        book.insert_or_assign(rule.id, rule);
    return {};
}

Result<CodePolicy> parsePolicy(std::string_view json, const RuleBook& book)
{
    SANDBENCH_TRY(const Json object, parseJson(json, kMaxFileBytes, 6));
    if (!object.is_object())
        return Error(ErrorCode::InvalidArgument, "a policy file must hold one JSON object");
    static constexpr std::array<std::string_view, 6> kKnown
        = {"id", "name", "description", "thresholds", "require_layers", "rules"};
    SANDBENCH_TRY_VOID(checkKeys(object, kKnown));
    CodePolicy policy;
    SANDBENCH_TRY(policy.id, readId(object, "id"));
    SANDBENCH_TRY(policy.name, readText(object, "name", true));
    SANDBENCH_TRY(policy.description, readText(object, "description", false));
    SANDBENCH_TRY(policy.thresholds, readThresholds(object));
    SANDBENCH_TRY(policy.requiredLayers, readLayers(object));
    const Json& list = jsonField(object, "rules");
    if (!list.is_array() || list.size() > kMostListed)
        return fieldError("rules", "is missing or is not a list of at most 500 rules");
    for (std::size_t i = 0; i < list.size(); ++i)
        SANDBENCH_TRY_VOID(readEntry(policy, book, list[i], i));
    return policy;
}

} // namespace sandbench
