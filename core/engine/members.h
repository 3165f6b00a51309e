// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fields.h"
#include "core/engine/engine.h"
#include "core/policy/limits.h"
#include "core/policy/scope.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace sandbench {

/// A value that is written otherwise than it is kept.
struct OwnForm
{
    /// What is wrong with the value, for people; empty = it was taken.
    std::string (*read)(const Json& value, SandboxSpec& into);
    Json (*write)(const SandboxSpec& spec); ///< Null = nothing is asked for.
};

/// Where a member's value is kept; nothing = whoever opens the sandbox reads it by its name.
using Slot = std::variant<
    std::monostate, std::string& (*)(SandboxSpec&), std::uint64_t& (*)(SandboxSpec&),
    double& (*)(SandboxSpec&), bool& (*)(SandboxSpec&), std::vector<std::string>& (*)(SandboxSpec&),
    std::map<std::string, std::string>& (*)(SandboxSpec&), OwnForm, std::uint64_t& (*)(RunLimits&),
    double& (*)(RunLimits&)>;

/// A value that is kept in the spec itself, for Slot.
template <auto Field> auto& ofSpec(SandboxSpec& spec)
{
    return spec.*Field;
}

/// How a member is typed.
struct Typed
{
    std::string_view option = {}; ///< "--memory,-m"; empty = the commands have no such option.
    /// What stands for it in the help: "SIZE"; of a flag, what its "--no-" does.
    std::string_view value = {};
    std::string_view standard = {}; ///< What holds where nothing is said: "1g".
};

/// One thing that a sandbox or its runs can be asked for. The command line's option, the member of
/// REST and of MCP's tools, their documents, the window's form, the defaults in settings.json, what
/// is remembered and the limits in a record come from it; the engine's code obeys the slot.
struct Member
{
    /// Its name, type and range in JSON, and what it says for people, who know it as an option.
    Field field;
    Typed typed = {};
    std::string_view nothing = {}; ///< A text that says the same as nothing: "none".
    Slot slot = {};
    bool isSize = false; ///< A count of bytes, written as "2g".
    std::string (*problem)(const std::string& text) = nullptr; ///< Of each text; empty = none.
    /// Whether @p value is what @p engine, which does not know the member, does anyway: nothing is
    /// lost then. Null = never.
    bool (*isUsualOn)(const Json& value, std::string_view engine) = nullptr;
    bool isForExisting = false; ///< Also of a container or pod that is there already.
    /// Nothing of one that is there already is fetched, built or removed: there it says nothing.
    bool isOfItsImage = false;
    bool isOfThisMachine = false; ///< It names what only somebody at this machine may name.
    bool isForOne = false; ///< It is about one sandbox: no default of all.
    bool addsUp = false; ///< A list whose defaults hold as well where more is said.
    bool isForModels = false; ///< The tools of models offer it: each costs them attention.
    /// Where one of these members is said, a default of this one does not count.
    std::vector<std::string_view> beatenBy = {};
    std::string_view recorded = {}; ///< Its key in a record's limits; empty = it is no limit.
    /// Who may ask for it, and what it is called then; nobody needs more than Run to ask for less.
    Scope scope = Scope::Run;
    std::string_view relaxation = {}; ///< Empty = the member's name.
    /// Whether @p spec or @p runs relaxes anything; null = whenever the member was said.
    bool (*relaxes)(const SandboxSpec& spec, const RunLimits& runs, bool isSaid) = nullptr;
};

/// What some engines know.
struct MemberGroup
{
    std::string_view title; ///< For people: "Kubernetes"
    std::vector<std::string_view> engines; ///< Empty = all.
    /// What the user of @p engine, which does not know them, is told.
    std::string_view (*elsewhere)(std::string_view engine);
    std::vector<Member> members;

    bool isKnownTo(std::string_view engine) const;
};

/// Of every engine.
const std::vector<Member>& sandboxMembers();
/// What each run may use, where it does not say it itself.
const std::vector<Member>& runMembers();
/// Whether it is one of runMembers().
bool isOfRuns(const Member& member);

/// "--memory", also of a member without an option; "--no-keep-template" where @p value is false.
std::string optionName(const Member& member, const Json& value = {});
/// Whether @p value asks for anything.
bool isSaid(const Member& member, const Json& value);
/// Takes @p value as JSON has it or as it was typed: "2", "KEY=VALUE". Errors: InvalidArgument
/// naming the option. A member of the other kind changes nothing.
Result<void> readMember(const Member& member, const Json& value, SandboxSpec& into);
Result<void> readMember(const Member& member, const Json& value, RunLimits& into);
/// The other way round; null = it is as in SandboxSpec().
Json writeMember(const Member& member, const SandboxSpec& spec);
/// {"memory_bytes": 1073741824, "wall_seconds": 60 …}: every member that is a limit; 0 = none.
Json limitsJson(const SandboxLimits& sandbox, const RunLimits& runs);

} // namespace sandbench
