// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/defaults.h"

#include "core/workspace/member_names.h"
#include "core/workspace/members.h"

#include <algorithm>

namespace sandbench::workspace {

namespace {

Error defaultsError(const std::string& problem)
{
    return Error(ErrorCode::InvalidArgument, problem).within("field 'defaults'");
}

Fields fieldsOfDefaults()
{
    Fields fields;
    for (const auto* group : memberGroups())
        for (const auto& member : group->members)
            if (!member.isForOne)
                fields.push_back(member.field);
    return fields;
}

bool isSaidIn(const Json& said, std::string_view name, const std::string& engine)
{
    const auto* member = findMember(name, engine);
    return member && isSaid(*member, jsonField(said, name));
}

bool isKnownTo(const std::string& engine, const Member& wanted)
{
    for (const auto* group : memberGroups())
        for (const auto& member : group->members)
            if (&member == &wanted)
                return group->isKnownTo(engine);
    return false;
}

/// The entries of @p first, and those of @p second that it has not.
Json bothLists(const Json& first, const Json& second)
{
    auto both = first.is_array() ? first : Json::array();
    for (const auto& entry : second)
        if (std::find(both.begin(), both.end(), entry) == both.end())
            both.push_back(entry);
    return both;
}

} // namespace

Result<void> checkDefaults(const Catalogs& catalogs, const Json& defaults)
{
    for (const auto& [name, value] : defaults.items())
        if (const auto* member = findMember(name); member && member->isForOne)
            return defaultsError(name + " is about one sandbox, and cannot be a default of all");
    static const auto kFields = fieldsOfDefaults();
    if (const auto checked = checkFields(defaults, kFields); !checked)
        return defaultsError(checked.error().message());
    // Also those that are for another engine than the usual one.
    for (const auto& [name, value] : defaults.items()) {
        SandboxSpec spec;
        if (const auto read = readMember(*findMember(name), value, spec); !read)
            return defaultsError(memberNamesIn(read.error().text()));
    }
    const auto engine = jsonString(defaults, "engine", SandboxRequest().engine);
    const auto read = readSandbox(catalogs, withDefaults(defaults, {{"engine", engine}}));
    return read ? Result<void>() : defaultsError(memberNamesIn(read.error().text()));
}

Json withDefaults(const Json& defaults, const Json& said)
{
    const auto usual = jsonString(defaults, "engine", SandboxRequest().engine);
    const auto engine = jsonString(said, "engine", usual);
    const bool isThere = !jsonString(said, "container").empty() || !jsonString(said, "pod").empty();
    const auto isOpen = [&](std::string_view name, const Member& member) {
        const auto& value = jsonField(said, name);
        if (!value.is_null() && !value.is_object() && value != Json("") && !member.addsUp)
            return false;
        const auto& beatenBy = member.beatenBy;
        return std::none_of(beatenBy.begin(), beatenBy.end(), [&](std::string_view other) {
            return isSaidIn(said, other, engine);
        });
    };
    auto whole = said;
    for (const auto& [name, value] : defaults.items()) {
        const auto* member = findMember(name, engine);
        const bool counts = member && isKnownTo(engine, *member) && isOpen(name, *member)
            && (!isThere || member->isForExisting)
            // The way to one engine leads to no other.
            && (name != "connection" || engine == usual);
        if (!counts)
            continue;
        auto merged = value;
        // Variables and labels of both.
        if (value.is_object() && jsonField(said, name).is_object())
            merged.update(jsonField(said, name));
        if (member->addsUp)
            merged = bothLists(jsonField(said, name), value);
        whole[name] = std::move(merged);
    }
    return whole;
}

Json defaultsFor(
    const Composition& parts, const Caller& caller, const Json& said, const ServerRules& rules)
{
    const auto& all = parts.settings().defaults;
    if (caller.may(Scope::Admin))
        return all;
    auto allowed = Json::object();
    const auto usual = jsonString(all, "engine", SandboxRequest().engine);
    const auto engine = jsonString(said, "engine", usual);
    for (const auto& [name, value] : all.items()) {
        const auto* member = findMember(name, engine);
        if (!member || member->isOfThisMachine || !isKnownTo(engine, *member))
            continue;
        Json alone = {{"engine", engine}};
        if (name != "engine")
            alone[name] = value;
        const auto request = readSandbox(parts, alone);
        if (request && checkScopes(caller, alone, *request, rules))
            allowed[name] = value;
    }
    return allowed;
}

Result<void> checkScopes(
    const Caller& caller, const Json& said, const SandboxRequest& request, const ServerRules& rules)
{
    SANDBENCH_TRY_VOID(checkNetwork(rules, caller, said, request));
    if (request.pull == Pull::Always && !caller.may(Scope::Images))
        return scopeError(caller, "fetching an image", Scope::Images);
    for (const auto* group : memberGroups())
        for (const auto& member : group->members) {
            // Which networks everybody may choose was said, and which runtime everybody has.
            const bool isRuled = (rules.networks && member.field.name == "network")
                || (!rules.runtime.empty() && member.field.name == "runtime"
                    && jsonString(said, "runtime") == rules.runtime);
            if (isRuled || caller.may(member.scope)
                || findMember(member.field.name, request.engine) != &member)
                continue;
            const bool wasSaid = isSaid(member, jsonField(said, member.field.name));
            const bool isMore = member.relaxes
                ? member.relaxes(request.session.sandbox, request.runLimits, wasSaid)
                : wasSaid;
            if (isMore)
                return scopeError(
                    caller, member.relaxation.empty() ? member.field.name : member.relaxation,
                    member.scope);
        }
    return {};
}

} // namespace sandbench::workspace
