// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/members.h"

#include "core/engine/container_members.h"
#include "core/engine/kubernetes/pod_members.h"
#include "core/engine/slurm/slurm_members.h"
#include "core/workspace/requests.h"

namespace sandbench::workspace {

namespace {

using enum FieldType;

constexpr std::string_view kDashes = "--";

/// Which engine, language and profile, and what that says of its size.
std::vector<Member> membersOfItsKind()
{
    std::vector<Member> members
        = {{.field
            = {"engine", Text,
               "What makes it: local, docker, podman, kubernetes, apptainer, slurm or ssh"},
            .typed = {"--engine", "ENGINE", "local"},
            .isForExisting = true,
            .isForModels = true},
           {.field
            = {"lang", Text,
               "Language of runs that name none: an id of GET /languages or a usual short name, in "
               "any case"},
            .typed = {.standard = "python"},
            .isForExisting = true,
            .beatenBy = {"language"}},
           {.field
            = {"language", Text,
               "Language of runs that name none: python, javascript, bash …; the same as lang"},
            .isForExisting = true,
            .isForModels = true,
            .beatenBy = {"lang"}},
           {.field
            = {"profile", Text,
               "Limits, network, root file system and user by one word: strict, standard or "
               "permissive ('profiles' shows them); other options beat it"},
            .typed = {"--profile", "PROFILE"}},
           {.field
            = {"size", Text,
               "Memory and CPUs by name: tiny, small, medium, large, xlarge, 2xlarge, 4xlarge, "
               "8xlarge, or one of your settings; --memory and --cpus beat it"},
            .typed = {"--size", "SIZE_NAME"},
            .isForModels = true,
            .beatenBy = {"profile"}}};
    members.insert(members.end(), sandboxMembers().begin(), sandboxMembers().end());
    return members;
}

/// What is installed in it first.
std::vector<Member> membersOfPackages()
{
    static const Fields kManifest
        = {{"name", Text, "requirements.txt, package.json, package-lock.json …", true},
           {"content", Text, "The file's text", true}};
    return {
        {.field
         = {.name = "libraries",
            .type = TextList,
            .description
            = "Install a package of the program's language first, such as numpy or 'numpy>=1.26'; "
              "the network is for that alone",
            .longest = 500},
         .typed = {"--library", "PACKAGE"},
         .isForExisting = true,
         .isForModels = true},
        {.field
         = {.name = "requirements",
            .type = TextList,
            .description = "Install what this file lists first: requirements.txt, package.json, "
                           "package-lock.json, and what else the language has",
            .longest = 20},
         .typed = {"--requirements", "FILE"},
         .isForExisting = true,
         .isOfThisMachine = true},
        {.field
         = {.name = "manifests",
            .type = ObjectList,
            .description = "Files that list packages, installed first",
            .fields = kManifest,
            .longest = 20},
         .isForExisting = true},
        {.field
         = {"wheels", Text,
            "Take packages from this folder and from nowhere else, without any network"},
         .typed = {"--wheels", "DIR"},
         .isForExisting = true,
         .isOfThisMachine = true},
        {.field
         = {"environment", Text,
            "Run in this micromamba environment of the sandbox, or in one that is made from this "
            "environment.yml first; --library installs into it"},
         .typed = {"--environment", "NAME|FILE"},
         .isForExisting = true},
        {.field
         = {.name = "install",
            .type = TextList,
            .description = "Run a shell command first, with a network (--network, or the engine's "
                           "usual one) that is taken away before the program runs",
            .longest = 50},
         .typed = {"--install", "COMMAND"}}};
}

/// What its runs get, and how long it stays.
std::vector<Member> membersOfItsUse()
{
    std::vector<Member> members
        = {{.field
            = {.name = "env",
               .type = TextMap,
               .description = "Environment variables of every program",
               .longest = 500},
            .isForExisting = true,
            .isForModels = true},
           {.field = {"policy", Text, "Id of a policy that every program is held against"},
            .isForExisting = true,
            .isForModels = true},
           {.field = {"keep", Boolean, "It outlives a restart of the server, where the engine can"},
            .isForExisting = true,
            .isForOne = true},
           {.field
            = {.name = "idle_seconds",
               .type = Integer,
               .description = "Closed after so long without a call; 0 = as long as allowed",
               .least = 0,
               .most = kLongestSeconds},
            .isForExisting = true,
            .isForModels = true},
           {.field
            = {.name = "lifetime_seconds",
               .type = Integer,
               .description = "Closed after so long; 0 = as long as allowed",
               .least = 0,
               .most = kLongestSeconds},
            .isForExisting = true,
            .isForModels = true}};
    members.insert(members.end(), runMembers().begin(), runMembers().end());
    return members;
}

MemberGroup membersOfAll()
{
    MemberGroup group = {"Sandbox", {}, nullptr, membersOfItsKind()};
    for (auto& some : {membersOfPackages(), membersOfItsUse()})
        group.members.insert(group.members.end(), some.begin(), some.end());
    return group;
}

/// How an engine that is not this program's own is reached.
MemberGroup membersOfConnections()
{
    const auto& containers = containerMembers();
    auto engines = containers.engines;
    engines.push_back("ssh");
    return {
        containers.title,
        std::move(engines),
        containers.elsewhere,
        {{.field
          = {"connection", Text,
             "How to reach the engine: a connection that 'connections list' names, or an address "
             "such as ssh://me@host; me@host for ssh, a context of the kubeconfig for Kubernetes, "
             "the "
             "path of its program for Apptainer, of a slurm.conf for Slurm"},
          .typed = {"--connection", "NAME|ADDRESS", "as their own command lines do"},
          .isForExisting = true,
          .isOfThisMachine = true,
          .beatenBy = {"context"}}}};
}

const Member* findOption(std::string_view option)
{
    for (const auto* group : memberGroups())
        for (const auto& member : group->members)
            if (optionName(member) == option)
                return &member;
    return nullptr;
}

bool isOptionCharacter(char c)
{
    return (c >= 'a' && c <= 'z') || c == '-';
}

/// Of an option with its dashes; empty = it is none of ours.
std::string memberOf(std::string_view option)
{
    if (option == "--no-keep-template")
        return "keep_template: false";
    // What they take is on somebody else's machine.
    if (option == "--requirements")
        return "manifests";
    if (option == "--wheels")
        return "libraries";
    const auto* member = findOption(option);
    return member ? std::string(member->field.name) : std::string();
}

} // namespace

const std::vector<const MemberGroup*>& memberGroups()
{
    static const MemberGroup kAll = membersOfAll(), kConnections = membersOfConnections();
    static const std::vector<const MemberGroup*> kGroups
        = {&kAll,
           &kConnections,
           &imageMembers(),
           &containerMembers(),
           &kubernetes::podMembers(),
           &slurm::jobMembers()};
    return kGroups;
}

const Member* findMember(std::string_view name, std::string_view engine)
{
    const Member* elsewhere = nullptr;
    for (const auto* group : memberGroups())
        for (const auto& member : group->members) {
            if (member.field.name != name)
                continue;
            if (group->isKnownTo(engine))
                elsewhere = &member;
            else if (!elsewhere)
                elsewhere = &member;
        }
    return elsewhere;
}

std::string memberNamesIn(std::string_view text)
{
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const auto begin = text.find(kDashes, at);
        if (begin == std::string_view::npos)
            return result + std::string(text.substr(at));
        auto end = begin + kDashes.size();
        while (end < text.size() && isOptionCharacter(text[end]))
            ++end;
        const auto option = text.substr(begin, end - begin);
        const auto member = memberOf(option);
        result += text.substr(at, begin - at);
        result += member.empty() ? std::string(option) : member;
        at = end;
    }
    return result;
}

} // namespace sandbench::workspace
