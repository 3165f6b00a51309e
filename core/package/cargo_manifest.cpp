// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/package/cargo_manifest.h"

#include "core/base/text.h"
#include "core/base/toml.h"

namespace sandbench {

namespace {

constexpr const char* kLists[] = {"dependencies", "dev-dependencies", "build-dependencies"};
/// What takes a crate from elsewhere than the registry.
constexpr const char* kPlaces[] = {"git", "path", "registry", "registry-index", "workspace"};

Result<void> readCrate(
    const std::string& place, std::string name, const toml::node& value,
    std::vector<PackageName>& into)
{
    if (const auto* table = value.as_table()) {
        for (const auto* key : kPlaces)
            if (table->contains(key))
                return placeError(place, "comes from an address or a path; name a version instead");
        name = (*table)["package"].value_or(name);
    }
    auto package = parsePackageName(NameGrammar::Cargo, name);
    if (!package)
        return placeError(place, package.error().message());
    if (into.size() < kMostPackages)
        into.push_back(*std::move(package));
    return {};
}

Result<void> readLists(const toml::table& table, std::vector<PackageName>& into)
{
    for (const auto* list : kLists) {
        const auto* crates = table[list].as_table();
        if (!crates)
            continue;
        for (const auto& [key, value] : *crates) {
            const std::string name(key.str());
            SANDBENCH_TRY_VOID(readCrate(std::string(list) + "." + name, name, value, into));
        }
    }
    return {};
}

} // namespace

Error placeError(const std::string& place, const std::string& problem)
{
    return Error(ErrorCode::InvalidArgument, oneLine(place, 120) + " " + problem);
}

Result<std::vector<PackageName>> readCargoManifest(std::string_view text)
{
    SANDBENCH_TRY(const auto table, parseToml(text));
    for (const auto* key : {"patch", "replace", "workspace"})
        if (table.contains(key))
            return placeError(key, "is not possible here; name the versions of crates instead");
    std::vector<PackageName> packages;
    SANDBENCH_TRY_VOID(readLists(table, packages));
    if (const auto* targets = table["target"].as_table())
        for (const auto& [ignored, target] : *targets)
            if (const auto* lists = target.as_table())
                SANDBENCH_TRY_VOID(readLists(*lists, packages));
    return packages;
}

} // namespace sandbench
