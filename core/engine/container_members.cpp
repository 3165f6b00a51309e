// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/container_members.h"

#include "core/engine/embedded_engines.h"
#include "core/engine/guest_path.h"

#include <filesystem>

namespace sandbench {

namespace {

using enum FieldType;

std::string_view notOfThisEngine(std::string_view engine)
{
    if (engine == "apptainer" || engine == "slurm")
        return "Apptainer converts images of Docker and Podman on this machine, and fetches others "
               "with 'sandbenchctl images pull --engine apptainer'; leave that away";
    return engine == "kubernetes"
        ? "a cluster's nodes keep and fetch their images themselves, from a registry; put the "
          "image there, and say imagePullPolicy in a --manifest"
        : "the embedded engine has nothing of that kind; add --engine docker or podman";
}

/// SRC:DST[:rw]; a colon in SRC is kept, because DST begins with a slash.
std::string readTypedMount(const std::string& text, Mount& mount)
{
    std::string rest = text;
    if (rest.ends_with(":rw") || rest.ends_with(":ro")) {
        mount.writable = rest.ends_with("w");
        rest.resize(rest.size() - 3);
    }
    const auto split = rest.rfind(":/");
    if (split == std::string::npos || split == 0)
        return "'" + text + "' is not SRC:DST or SRC:DST:rw with an absolute DST";
    mount.target = rest.substr(split + 1);
    std::error_code failure;
    mount.source = std::filesystem::absolute(rest.substr(0, split), failure).lexically_normal();
    return failure ? "'" + text + "': " + failure.message() : std::string();
}

std::string readMounts(const Json& value, SandboxSpec& into)
{
    auto& mounts = containerOf(into).mounts;
    for (const auto& entry : value) {
        Mount mount;
        if (entry.is_string()) {
            if (auto problem = readTypedMount(entry.get<std::string>(), mount); !problem.empty())
                return problem;
        } else {
            mount
                = {jsonString(entry, "source"), jsonString(entry, "target"),
                   jsonBool(entry, "writable")};
            if (!mount.source.starts_with('/') || !mount.target.starts_with('/'))
                return "source and target must be absolute paths";
        }
        mounts.push_back(std::move(mount));
    }
    return {};
}

Json writeMounts(const SandboxSpec& spec)
{
    Json list = Json::array();
    for (const auto& mount : containerOf(spec).mounts)
        list.push_back(
            {{"source", mount.source}, {"target", mount.target}, {"writable", mount.writable}});
    return list.empty() ? Json() : list;
}

std::string readRoot(const Json& value, SandboxSpec& into)
{
    if (value != Json("read-only") && value != Json("writable"))
        return writeJson(value) + " is not read-only or writable";
    containerOf(into).writableRoot = value == Json("writable");
    return {};
}

Json writeRoot(const SandboxSpec& spec)
{
    return containerOf(spec).writableRoot ? Json("writable") : Json();
}

std::string hostProblem(const std::string& text)
{
    const auto colon = text.find(':');
    const bool isPair = colon != std::string::npos && colon != 0 && colon + 1 != text.size();
    return isPair ? "" : "is not NAME:ADDRESS";
}

/// As images name this machine, whose programs the embedded engine runs.
constexpr std::string_view kThisPlatform =
#if defined(__x86_64__)
    "linux/amd64";
#elif defined(__aarch64__)
    "linux/arm64";
#else
    "";
#endif

/// Where no image is fetched, and on nodes, which fetch what they have not.
bool fetchesSoAnyway(const Json& value, std::string_view engine)
{
    return value == Json("missing")
        || (isEmbedded(engine) && (value == Json("always") || value == Json("never")));
}

/// Without containers.
template <typename Usual>
bool isUsualLocally(const Json& value, std::string_view engine, Usual usual)
{
    return isEmbedded(engine) && value == Json(usual);
}

bool isOtherNetwork(const SandboxSpec& spec, const RunLimits&, bool)
{
    const auto& name = spec.network.name;
    return !name.empty() && name != "bridge" && name != "pod";
}

bool isOtherUser(const SandboxSpec& spec, const RunLimits&, bool isSaid)
{
    return isSaid || isRootUser(containerOf(spec).user);
}

bool isWritable(const SandboxSpec& spec, const RunLimits&, bool)
{
    return containerOf(spec).writableRoot;
}

/// Where it comes from and what it is started as.
std::vector<Member> membersOfTheContainer()
{
    return {
        {.field = {"image", Text, "What the sandbox is made from"},
         .typed = {"--image", "IMAGE", "the language's own"},
         .slot = ofSpec<&SandboxSpec::image>,
         .isForModels = true,
         .beatenBy = {"build", "dockerfile", "manifest"}},
        {.field = {"platform", Text, "Of the image, such as linux/arm64"},
         .typed = {"--platform", "OS/ARCH"},
         .slot = ofContainer<&ContainerOptions::platform>,
         .problem = [](const std::string& text) -> std::string {
             return text.starts_with("linux/") ? "" : "is not like linux/amd64 or linux/arm64";
         },
         .isUsualOn
         = [](const Json& value,
              std::string_view engine) { return isUsualLocally(value, engine, kThisPlatform); }},
        {.field = {"commit", Text, "Keep the sandbox's file system as this image at the end"},
         .typed = {"--commit", "TAG"},
         .slot = ofContainer<&ContainerOptions::commitTag>,
         .isForOne = true,
         .scope = Scope::Images},
        {.field
         = {"container", Text,
            "Use an existing container, by id or name, and leave it as it was; with "
            "--engine kubernetes: which container of the pod is the sandbox"},
         .typed = {"--container", "CONTAINER"},
         .slot = ofContainer<&ContainerOptions::existing>,
         .isForExisting = true,
         .isForOne = true,
         .scope = Scope::Admin,
         .relaxation = "an existing container"},
        {.field
         = {.name = "entrypoint",
            .type = TextList,
            .description = "Start every program through this: words before its own",
            .longest = 100},
         .typed = {"--entrypoint", "COMMAND"},
         .slot = ofContainer<&ContainerOptions::entrypoint>,
         .scope = Scope::Admin},
        {.field = {"runtime", Text, "The engine's runtime, such as runsc or kata"},
         .typed = {"--runtime", "NAME"},
         .slot = ofContainer<&ContainerOptions::runtime>,
         .scope = Scope::Admin},
        {.field = {"gpus", Text, "all, a number, or device ids with commas"},
         .typed = {"--gpus", "GPUS"},
         .slot = ofContainer<&ContainerOptions::gpus>,
         .isUsualOn = [](const Json& value,
                         std::string_view engine) { return isUsualLocally(value, engine, "0"); },
         .scope = Scope::Admin}};
}

/// What programs find in it, and who they are there.
std::vector<Member> membersOfItsInside()
{
    static const Fields kMounts
        = {{"source", Text, "A folder or file of the engine's machine", true},
           {"target", Text, "Where it is in the sandbox", true},
           {"writable", Boolean, "Default: false"}};
    return {
        {.field = {"network", Text, "none, bridge, or a network of the engine's"},
         .typed = {"--network", "NETWORK", "none"},
         .nothing = "none",
         .slot = [](SandboxSpec& spec) -> std::string& { return spec.network.name; },
         .isForModels = true,
         .beatenBy = {"profile"},
         .scope = Scope::Admin,
         .relaxation = "that network",
         .relaxes = isOtherNetwork},
        {.field
         = {.name = "root",
            .description = "The image's own file system: read-only or writable",
            .values = {"read-only", "writable"}},
         .typed = {"--root", "ROOT", "read-only"},
         .slot = OwnForm{readRoot, writeRoot},
         .isUsualOn
         = [](const Json& value,
              std::string_view engine) { return isUsualLocally(value, engine, "read-only"); },
         .beatenBy = {"profile"},
         .scope = Scope::Admin,
         .relaxation = "a writable root",
         .relaxes = isWritable},
        {.field = {"user", Text, "Who the program is in the sandbox"},
         .typed = {"--user", "USER[:GROUP]", "the image's user, or nobody where that is root"},
         .slot = ofContainer<&ContainerOptions::user>,
         .isForExisting = true,
         .beatenBy = {"profile"},
         .scope = Scope::Admin,
         .relaxation = "another user",
         .relaxes = isOtherUser},
        {.field
         = {.name = "mounts",
            .type = ObjectList,
            .description = "Show a folder or file of the engine's machine in the sandbox, "
                           "read-only unless it is said to be writable",
            .fields = kMounts,
            .longest = 50},
         .typed = {"--mount", "SRC:DST[:rw]"},
         .slot = OwnForm{readMounts, writeMounts},
         .scope = Scope::Admin},
        {.field
         = {.name = "add_host",
            .type = TextList,
            .description = "Let this name mean that address in the sandbox",
            .longest = 100},
         .typed = {"--add-host", "NAME:ADDRESS"},
         .slot = ofContainer<&ContainerOptions::extraHosts>,
         .problem = hostProblem,
         .scope = Scope::Admin},
        {.field
         = {.name = "labels",
            .type = TextMap,
            .description = "Put a label on the sandbox",
            .longest = 100},
         .typed = {"--label", "KEY=VALUE"},
         .slot = ofContainer<&ContainerOptions::labels>,
         .scope = Scope::Admin}};
}

} // namespace

const MemberGroup& containerMembers()
{
    static const MemberGroup kGroup = [] {
        MemberGroup group
            = {"Docker, Podman, Kubernetes, Apptainer and Slurm",
               {"docker", "podman", "kubernetes", "apptainer", "slurm"},
               notOfThisEngine,
               membersOfTheContainer()};
        for (auto& member : membersOfItsInside())
            group.members.push_back(std::move(member));
        return group;
    }();
    return kGroup;
}

const MemberGroup& imageMembers()
{
    static const MemberGroup kGroup = {
        "Docker, Podman and Kubernetes",
        {"docker", "podman"},
        notOfThisEngine,
        {{.field
          = {"build", Text,
             "Build the image from this folder's Containerfile or Dockerfile first; --image "
             "names it"},
          .typed = {"--build", "DIR"},
          .isOfThisMachine = true,
          .isForOne = true},
         {.field
          = {.name = "dockerfile",
             .description
             = "Build the image from this Dockerfile first, with nothing else to copy; "
               "image names it",
             .longest = 1U << 20},
          .isForOne = true,
          .scope = Scope::Admin,
          .relaxation = "building an image"},
         {.field
          = {.name = "pull",
             .description = "Fetch the image: missing, always or never",
             .values = {"missing", "always", "never"}},
          .typed = {"--pull", "PULL", "missing"},
          .isUsualOn = fetchesSoAnyway,
          .isOfItsImage = true,
          .beatenBy = {"build", "dockerfile"}},
         {.field = {"keep_template", Boolean, "Keep an image that was fetched or built for this"},
          .typed = {"--keep-template", "Remove it afterwards instead", "true"},
          .slot = ofContainer<&ContainerOptions::keepTemplate>,
          // Nothing is fetched or built by us that could be removed.
          .isUsualOn = [](const Json&, std::string_view) { return true; },
          .isOfItsImage = true}}};
    return kGroup;
}

} // namespace sandbench
