// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/pool/pool_rules.h"

#include "core/config/settings.h"
#include "core/policy/limits.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandbench::workspace {
namespace {

using enum FieldType;

constexpr std::size_t kShownName = 64;
constexpr double kMostUses = 1'000'000;

constexpr std::array<std::pair<Exhausted, std::string_view>, 3> kExhausted
    = {{{Exhausted::Temporary, "temporary"}, {Exhausted::Wait, "wait"}, {Exhausted::Fail, "fail"}}};

Exhausted exhaustedOf(std::string_view name)
{
    for (const auto& [value, text] : kExhausted)
        if (text == name)
            return value;
    return PoolRules().exhausted;
}

} // namespace

std::string_view exhaustedName(Exhausted exhausted)
{
    return kExhausted[static_cast<std::size_t>(exhausted)].second;
}

Fields poolFields(Fields sandbox)
{
    return {
        {"name", Text, "Names the pool in later calls: letters, digits, '-', '_' and '.'", true},
        {.name = "sandbox",
         .type = Object,
         .description
         = "What its sandboxes are asked to be, as in POST /sessions; whoever asks for "
           "one like it gets one of the pool",
         .fields = std::move(sandbox)},
        {"min", Integer, "Sandboxes that are kept ready (default: 1)", false, {}, 0, kMostPooled},
        {"max",
         Integer,
         "Most sandboxes, ready and in use together (default: 8)",
         false,
         {},
         1,
         kMostPooled},
        {"idle_seconds",
         Integer,
         "One more than the min is closed when nobody took it for so long (default: 600)",
         false,
         {},
         1,
         kLongestSeconds},
        {"age_seconds",
         Integer,
         "An older one is replaced before it is used (default: 3600)",
         false,
         {},
         1,
         kLongestSeconds},
        {"uses",
         Integer,
         "Calls of a single run that one sandbox serves, all of the same caller, with its folders "
         "emptied between them; 1 = each gets one that nobody used (default: 1)",
         false,
         {},
         1,
         kMostUses},
        {"preload", Boolean,
         "Start interpreters before anybody asks: the first program begins at once, and each "
         "sandbox that waits takes tens of megabytes instead of a few (default: true)"},
        {"exhausted",
         Text,
         "What a call gets when none is ready and there are max: a temporary one besides, the next "
         "that is free, or an error (default: temporary)",
         false,
         {"temporary", "wait", "fail"}},
        {"wait_seconds",
         Integer,
         "The longest wait for the next that is free (default: 30)",
         false,
         {},
         1,
         kLongestSeconds}};
}

Result<PoolRequest> readPool(const Json& said)
{
    const PoolRules usual;
    PoolRequest pool;
    pool.name = jsonString(said, "name");
    if (!isPlainName(pool.name))
        return Error(
            ErrorCode::InvalidArgument,
            "name: '" + pool.name.substr(0, kShownName)
                + "' is none for a pool; use 1 to 64 letters, digits, '-', '_' and '.'");
    if (const auto& sandbox = jsonField(said, "sandbox"); sandbox.is_object())
        pool.sandbox = sandbox;
    const auto seconds = [&](std::string_view name, std::chrono::seconds otherwise) {
        return std::chrono::seconds(jsonInt(said, name, otherwise.count()));
    };
    auto& rules = pool.rules;
    rules.least
        = static_cast<std::size_t>(jsonInt(said, "min", static_cast<std::int64_t>(usual.least)));
    rules.most = static_cast<std::size_t>(
        jsonInt(said, "max", static_cast<std::int64_t>(std::max(usual.most, rules.least))));
    rules.idle = seconds("idle_seconds", usual.idle);
    rules.age = seconds("age_seconds", usual.age);
    rules.uses = static_cast<unsigned>(jsonInt(said, "uses", usual.uses));
    rules.preloads = jsonBool(said, "preload", usual.preloads);
    rules.exhausted = exhaustedOf(jsonString(said, "exhausted"));
    rules.wait = seconds("wait_seconds", usual.wait);
    if (rules.least > rules.most)
        return Error(
            ErrorCode::InvalidArgument,
            "min: " + std::to_string(rules.least) + " is more than max, which is "
                + std::to_string(rules.most));
    return pool;
}

Json rulesJson(const PoolRules& rules)
{
    return {
        {"min", rules.least},
        {"max", rules.most},
        {"idle_seconds", rules.idle.count()},
        {"age_seconds", rules.age.count()},
        {"uses", rules.uses},
        {"preload", rules.preloads},
        {"exhausted", exhaustedName(rules.exhausted)},
        {"wait_seconds", rules.wait.count()}};
}

} // namespace sandbench::workspace
