// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/language/project_program.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace sandbench {

namespace {

constexpr std::size_t kShown = 8;

Error tooMany(std::span<const std::string> candidates)
{
    auto list = listed(candidates.first(std::min(kShown, candidates.size())));
    if (candidates.size() > kShown)
        list += " and " + std::to_string(candidates.size() - kShown) + " more";
    return Error(
        ErrorCode::InvalidArgument, "name the program of the project; it could be " + list);
}

} // namespace

Result<std::string> findProgram(
    std::span<const std::string> files, const LanguageCatalog& languages,
    const std::string& language)
{
    std::array<std::vector<std::string>, 3> pools; // the surest first
    for (const auto& path : files) {
        const auto own = languages.findByFileName(path);
        if (!own || (!language.empty() && own->id != language))
            continue;
        const auto name = path.substr(path.rfind('/') + 1);
        const bool isDefault = name == own->defaultFileName;
        pools[2].push_back(path);
        if (isDefault)
            pools[1].push_back(path);
        if (isDefault && name == path)
            pools[0].push_back(path);
    }
    for (const auto& pool : pools)
        if (!pool.empty())
            return pool.size() == 1 ? Result<std::string>(pool.front()) : tooMany(pool);
    return Error(
        ErrorCode::NotFound,
        language.empty() ? "the project holds no program of a known language; name its file"
                         : "the project holds no program in this language; name its file");
}

} // namespace sandbench
