// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/package_plan.h"

#include "core/base/fd.h"
#include "core/base/option_values.h"
#include "core/engine/container_options.h"
#include "core/engine/embedded_engines.h"
#include "core/engine/guest_path.h"
#include "core/package/manifest_file.h"
#include "core/package/package_manager.h"
#include "core/package/requirements.h"

#include <algorithm>
#include <filesystem>

namespace sandbench::workspace {
namespace {

constexpr std::size_t kMaxManifestBytes = 16U << 20;
/// As resources/packages/micromamba.json says.
constexpr const char* kEnvironmentFolder = "{packages}/conda";

InstallRequest& requestFor(std::vector<InstallRequest>& requests, const std::string& manager)
{
    const auto found = std::find_if(requests.begin(), requests.end(), [&](const auto& request) {
        return request.manager == manager;
    });
    if (found != requests.end())
        return *found;
    requests.emplace_back().manager = manager;
    return requests.back();
}

/// Said before a sandbox is made; the session refuses as well.
bool mayChangeSystem(const SandboxRequest& sandbox)
{
    const auto& container = containerOf(sandbox.session.sandbox);
    if (isEmbedded(sandbox.engine))
        return false;
    if (!container.existing.empty())
        return true;
    const bool isWritable = container.writableRoot || !container.commitTag.empty();
    return isWritable && isRootUser(container.user);
}

Result<void> addLibraries(const Json& said, const Language& language, SandboxRequest& sandbox)
{
    const auto names = jsonTexts(said, "libraries");
    const auto environment = jsonString(said, "environment");
    if (names.empty())
        return {};
    if (!environment.empty() && !isEnvironmentFile(environment))
        return optionError(
            "--library",
            "nothing can be added to an environment of the image; list it in an environment.yml");
    const auto id = environment.empty() ? language.packages : "micromamba";
    const auto manager = findPackageManager(id);
    if (!manager)
        return optionError("--library", language.name + " programs have no package manager here");
    if (manager->needsRoot && !mayChangeSystem(sandbox))
        return optionError(
            "--library",
            language.name + " programs get system packages (" + id
                + "), which only root can install, in a container: add --engine docker or podman, "
                  "--user root and --root writable");
    for (const auto& name : names)
        if (const auto package = parsePackageName(manager->names, name); !package)
            return optionError("--library", package.error().message());
    auto& into = requestFor(sandbox.installs.packages, id).names;
    into.insert(into.end(), names.begin(), names.end());
    return {};
}

/// A file that lists packages, for the manager that reads such a one.
Result<void> addManifest(
    std::string_view option, const std::string& path, std::string bytes,
    std::vector<InstallRequest>& requests)
{
    const auto known = manifestFile(std::filesystem::path(path).filename().string());
    if (!known)
        return optionError(
            option,
            "'" + path
                + "' is no file that a package manager reads; name a requirements.txt, "
                  "package.json, package-lock.json or one of the language's own");
    SANDBENCH_TRY(const auto reader, findPackageManager(known->manager));
    if (const auto read = readManifest(reader.names, known->name, bytes); !read)
        return optionError(option, path + ": " + read.error().text());
    requestFor(requests, known->manager).manifests.push_back({known->name, std::move(bytes)});
    return {};
}

Result<void> addManifestFile(const std::string& path, std::vector<InstallRequest>& requests)
{
    const auto name = std::filesystem::path(path).filename().string();
    // Before anything is read that no manager would.
    if (!manifestFile(name))
        return addManifest("--requirements", path, {}, requests);
    auto bytes = readFile(path, kMaxManifestBytes);
    if (!bytes)
        return std::move(bytes.error()).within("--requirements");
    return addManifest("--requirements", path, *std::move(bytes), requests);
}

/// The environment comes first: it is what the names are installed into.
Result<void> addEnvironment(
    const std::string& environment, std::vector<InstallRequest>& requests,
    std::vector<std::string>& wrapper)
{
    if (environment.empty())
        return {};
    wrapper = {"micromamba", "run"};
    if (!isEnvironmentFile(environment)) {
        constexpr std::string_view kCharacters
            = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/";
        if (environment.starts_with('-')
            || environment.find_first_not_of(kCharacters) != std::string::npos)
            return optionError(
                "--environment",
                "'" + environment + "' is no name, no folder and no environment.yml");
        wrapper.insert(
            wrapper.end(), {environment.find('/') == std::string::npos ? "-n" : "-p", environment});
        return {};
    }
    auto bytes = readFile(environment, kMaxManifestBytes);
    if (!bytes)
        return std::move(bytes.error()).within("--environment");
    wrapper.insert(wrapper.end(), {"-p", kEnvironmentFolder});
    InstallRequest request;
    request.manager = "micromamba";
    request.manifests = {{"environment.yml", *std::move(bytes)}};
    requests.insert(requests.begin(), std::move(request));
    return {};
}

} // namespace

bool isEnvironmentFile(const std::string& environment)
{
    return environment.ends_with(".yml") || environment.ends_with(".yaml");
}

Result<void> planPackages(
    const Json& said, const Language& language, const PackageSettings& settings,
    SandboxRequest& request)
{
    auto& requests = request.installs.packages;
    SANDBENCH_TRY_VOID(
        addEnvironment(jsonString(said, "environment"), requests, request.installs.wrapper));
    SANDBENCH_TRY_VOID(addLibraries(said, language, request));
    for (const auto& path : jsonTexts(said, "requirements"))
        SANDBENCH_TRY_VOID(addManifestFile(path, requests));
    for (const auto& file : jsonField(said, "manifests"))
        SANDBENCH_TRY_VOID(addManifest(
            "manifests", jsonString(file, "name"), jsonString(file, "content"), requests));
    auto sources = settings;
    if (const auto wheels = jsonString(said, "wheels"); !wheels.empty()) {
        std::error_code failure;
        const auto folder = std::filesystem::canonical(wheels, failure);
        if (failure || !std::filesystem::is_directory(folder, failure))
            return optionError("--wheels", "'" + wheels + "' is not a folder");
        sources.offlineFolder = folder.string();
    }
    for (auto& one : requests)
        one.sources = sources;
    // The settings' folder needs no more of a network than --wheels does.
    auto& network = request.session.sandbox.network;
    if (!sources.offlineFolder.empty() && network.installPhaseOnly
        && jsonString(said, "network").empty() && request.installs.commands.empty())
        network = {};
    return {};
}

} // namespace sandbench::workspace
