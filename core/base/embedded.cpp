// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/embedded.h"

#include <cstddef>

namespace {
struct Entry
{
    const char* name;
    const char* begin;
    const char* end;
};
} // namespace

// Written by sandbench_embed() in packaging/cmake/SandbenchBuild.cmake; ends with a null entry.
extern "C" const Entry sandbenchEmbeddedTable[];

namespace sandbench {

std::optional<std::string_view> embeddedFile(std::string_view name)
{
    for (const Entry* entry = sandbenchEmbeddedTable; entry->name; ++entry) {
        if (name == entry->name)
            return std::string_view(
                entry->begin, static_cast<std::size_t>(entry->end - entry->begin));
    }
    return std::nullopt;
}

std::vector<std::string_view> embeddedNames(std::string_view prefix)
{
    std::vector<std::string_view> names;
    for (const Entry* entry = sandbenchEmbeddedTable; entry->name; ++entry) {
        if (std::string_view(entry->name).starts_with(prefix))
            names.emplace_back(entry->name);
    }
    return names;
}

} // namespace sandbench
