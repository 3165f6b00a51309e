// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/run_plan.h"
#include "core/workspace/defaults.h"
#include "core/workspace/member_names.h"
#include "core/workspace/members.h"
#include "core/workspace/package_plan.h"
#include "core/workspace/requests.h"

#include <deque>

namespace sandbench::workspace {

namespace {

/// What a server's clients may say of a member.
Field fieldFor(const Member& member)
{
    static std::deque<std::string> texts; // fields keep views
    auto field = member.field;
    auto text = memberNamesIn(field.description);
    if (!member.typed.standard.empty() && field.type != FieldType::Boolean)
        text += " (default: " + std::string(member.typed.standard) + ")";
    field.description = texts.emplace_back(std::move(text));
    return field;
}

Fields fieldsOfMembers(bool (*isOffered)(const Member&))
{
    Fields fields;
    for (const auto* group : memberGroups())
        for (const auto& member : group->members)
            if (isOffered(member) && !member.field.description.empty())
                fields.push_back(fieldFor(member));
    return fields;
}

/// Who started the server chose where others' programs run, and what they are held against.
Result<void> checkChosen(const Caller& caller, const Json& body, const Json& defaults)
{
    if (caller.may(Scope::Admin))
        return {};
    for (const char* name : {"engine", "policy"}) {
        const auto& chosen = jsonField(defaults, name);
        const auto& asked = jsonField(body, name);
        if (!chosen.is_null() && !asked.is_null() && asked != chosen)
            return Error(
                ErrorCode::PermissionDenied,
                std::string(name) + " is " + writeJson(chosen)
                    + " here, as whoever started this server chose; leave it out");
    }
    return {};
}

Result<SandboxRequest>
read(const Composition& parts, const Caller& caller, const Json& body, const ServerRules& rules)
{
    const auto engine = jsonString(body, "engine", SandboxRequest().engine);
    if (const auto found = parts.engines().find(engine); !found)
        return Error(found.error()).within("engine");
    // Nothing of this machine's is read for somebody who is not on it.
    if (isEnvironmentFile(jsonString(body, "environment")))
        return Error(
            ErrorCode::InvalidArgument,
            "environment: only the name of one in the image; list packages in libraries");
    SANDBENCH_TRY_VOID(checkRules(rules, body));
    auto whole = body;
    if (!rules.runtime.empty())
        whole["runtime"] = rules.runtime;
    SANDBENCH_TRY(auto request, readSandbox(parts, whole));
    if (!request.policy.empty()) {
        auto found = findPolicy(parts, request.policy);
        if (!found)
            return std::move(found.error()).within("policy");
        request.session.policy = *std::move(found);
    }
    SANDBENCH_TRY_VOID(checkEnvironment(request.session.env));
    SANDBENCH_TRY_VOID(checkWords(request.session.env));
    SANDBENCH_TRY_VOID(checkScopes(caller, body, request, rules));
    if (!caller.may(Scope::Images))
        request.pull = Pull::Never;
    return request;
}

} // namespace

const Fields& openFields()
{
    static const Fields kFields
        = fieldsOfMembers([](const Member& member) { return !member.isOfThisMachine; });
    return kFields;
}

const Fields& modelFields()
{
    static const Fields kFields
        = fieldsOfMembers([](const Member& member) { return member.isForModels; });
    return kFields;
}

Result<SandboxRequest> readOpen(
    const Composition& parts, const Caller& caller, const Json& body, const Json& defaults,
    const ServerRules& rules)
{
    SANDBENCH_TRY_VOID(checkFields(body, openFields()));
    SANDBENCH_TRY_VOID(checkChosen(caller, body, defaults));
    auto whole = defaults;
    for (const auto& [name, value] : body.items())
        if (!value.is_null())
            whole[name] = value;
    auto request
        = read(parts, caller, withDefaults(defaultsFor(parts, caller, whole, rules), whole), rules);
    // It names members already, and options of whoever started the server.
    if (!request && request.error().code() == ErrorCode::PermissionDenied)
        return request;
    // A name that nothing has is the body's mistake: not found would be what the path names.
    if (!request)
        return asWrongMember(inMemberNames(request.error()));
    request->limitNames = memberNamesIn(request->limitNames);
    return request;
}

} // namespace sandbench::workspace
