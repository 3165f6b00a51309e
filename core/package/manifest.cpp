// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/package/cargo_manifest.h"
#include "core/package/requirements.h"

#include <algorithm>
#include <array>

namespace sandbench {

namespace {

constexpr std::size_t kMaxBytes = 16U << 20;
constexpr int kMaxDepth = 64;

/// Adds what may be asked a policy about; PHP itself and the like are no packages.
void add(NameGrammar grammar, std::string_view name, std::vector<PackageName>& into)
{
    if (into.size() == kMostPackages)
        return;
    if (auto package = parsePackageName(grammar, name))
        into.push_back(*std::move(package));
}

/// An address, a path, a repository: nothing of a registry.
bool isElsewhere(std::string_view range)
{
    return !range.starts_with("npm:")
        && (range.find(':') != std::string_view::npos || range.find('/') != std::string_view::npos);
}

Result<void> readTable(
    NameGrammar grammar, const Json& object, const char* field, std::vector<PackageName>& into)
{
    const Json& table = jsonField(object, field);
    if (table.is_null())
        return {};
    if (!table.is_object())
        return placeError(field, "is not an object of versions by name");
    for (const auto& [name, range] : table.items()) {
        const auto place = std::string(field) + "." + name;
        if (!range.is_string())
            return placeError(place, "is not a text");
        const bool isPlatform
            = grammar == NameGrammar::Composer && name.find('/') == std::string::npos;
        if (isPlatform)
            continue;
        if (const auto package = parsePackageName(grammar, name); !package)
            return placeError(place, package.error().message());
        if (isElsewhere(range.get_ref<const std::string&>()))
            return placeError(place, "comes from an address or a path; name a version instead");
        add(grammar, name, into);
    }
    return {};
}

/// Source: npm's package-lock.json, versions 2 and 3: "node_modules/a/node_modules/@b/c".
void readLock(const Json& object, std::vector<PackageName>& into)
{
    constexpr std::string_view kFolder = "node_modules/";
    const Json& packages = jsonField(object, "packages");
    if (!packages.is_object())
        return;
    for (const auto& [path, ignored] : packages.items())
        if (const auto at = path.rfind(kFolder); at != std::string::npos)
            add(NameGrammar::Npm, std::string_view(path).substr(at + kFolder.size()), into);
}

Result<void> readJsonManifest(NameGrammar grammar, std::string_view text, Manifest& manifest)
{
    SANDBENCH_TRY(const auto object, parseJson(text, kMaxBytes, kMaxDepth));
    if (!object.is_object())
        return Error(ErrorCode::InvalidArgument, "the file is not one JSON object");
    for (const auto* field :
         {"dependencies", "devDependencies", "optionalDependencies", "require", "require-dev"})
        SANDBENCH_TRY_VOID(readTable(grammar, object, field, manifest.packages));
    readLock(object, manifest.packages);
    return {};
}

/// The words of a line that look like names, for the files that are programs of their own.
void readWords(NameGrammar grammar, std::string_view text, std::vector<PackageName>& into)
{
    constexpr std::string_view kBetween = " \t\r\n'\",=()[]{}";
    while (!text.empty()) {
        const auto begin = std::min(text.find_first_not_of(kBetween), text.size());
        text.remove_prefix(begin);
        const auto end = std::min(text.find_first_of(kBetween), text.size());
        if (end > 0)
            add(grammar, text.substr(0, end), into);
        text.remove_prefix(end);
    }
}

} // namespace

Result<Manifest>
readManifest(NameGrammar grammar, const std::string& fileName, std::string_view text)
{
    if (text.size() > kMaxBytes)
        return placeError(fileName, "is larger than 16 MiB");
    Manifest manifest{std::string(text), {}};
    if (fileName == "requirements.txt") {
        SANDBENCH_TRY(auto requirements, parseRequirements(text).within(fileName));
        manifest.text = requirements.text();
        for (auto& requirement : requirements.list)
            manifest.packages.push_back(std::move(requirement.package));
        return manifest;
    }
    if (fileName.ends_with(".json")) {
        SANDBENCH_TRY_VOID(readJsonManifest(grammar, text, manifest).within(fileName));
        return manifest;
    }
    if (fileName == "Cargo.toml") {
        SANDBENCH_TRY(auto packages, readCargoManifest(text).within(fileName));
        manifest.packages = std::move(packages);
        return manifest;
    }
    readWords(grammar, text, manifest.packages);
    return manifest;
}

} // namespace sandbench
