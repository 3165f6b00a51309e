// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/surroundings.h"

#include <string_view>
#include <unistd.h>

namespace sandbench {

std::string Surroundings::variable(const std::string& name) const
{
    const auto found = env.find(name);
    return found == env.end() ? "" : found->second;
}

Surroundings Surroundings::ofThisProcess()
{
    Surroundings surroundings;
    surroundings.uid = ::geteuid();
    for (char** entry = environ; entry && *entry; ++entry) {
        const std::string_view text(*entry);
        if (const auto equals = text.find('='); equals != std::string_view::npos)
            surroundings.env.emplace(text.substr(0, equals), text.substr(equals + 1));
    }
    return surroundings;
}

} // namespace sandbench
