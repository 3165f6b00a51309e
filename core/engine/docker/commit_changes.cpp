// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/commit_changes.h"

#include "core/engine/docker/container_checks.h"
#include "core/engine/ownership.h"

#include <algorithm>

namespace sandbench::docker {

namespace {

constexpr std::size_t kLongestChange = 8192;

/// Nothing of it means anything in a Dockerfile.
bool isPlainValue(std::string_view text)
{
    return !text.empty() && text.size() <= kLongestChange
        && std::all_of(text.begin(), text.end(), [](char c) {
               return c >= ' ' && c < '\x7f'
                   && std::string_view("$\"\\'`").find(c) == std::string_view::npos;
           });
}

} // namespace

std::string commitChanges(
    const ImageFacts& image, const std::string& user, const std::string& tenant,
    const std::map<std::string, std::string>& env, bool isPodman)
{
    const auto words = [](const Json& list) {
        auto text = list.is_array() ? writeJson(list) : std::string();
        return text.empty() || text.size() > kLongestChange ? "[]" : text;
    };
    auto lines = "LABEL " + std::string(label::kFolders) + "=kept\nUSER " + user;
    if (isPlainValue(tenant))
        lines += "\nLABEL " + std::string(label::kTenant) + "=" + tenant;
    // Docker takes an empty one for none given, see DockerInstance::keepImage().
    if (const auto entrypoint = words(image.entrypoint); isPodman || entrypoint != "[]")
        lines += "\nENTRYPOINT " + entrypoint;
    lines += "\nCMD " + words(image.command);
    // A Dockerfile's variables and spaces mean something there.
    if (isPlainPath(image.workingFolder)
        && image.workingFolder.find_first_of("$ \\\"'") == std::string::npos)
        lines += "\nWORKDIR " + image.workingFolder;
    for (const auto& [name, value] : env)
        if (isPlainValue(value) && isPlainValue(name) && name.find_first_of(" =") == name.npos)
            lines += "\nENV " + name + "=\"" + value + "\"";
    return lines;
}

} // namespace sandbench::docker
