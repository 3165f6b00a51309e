// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/language/host_tools.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <unistd.h>

namespace sandbench {

std::string findHostTool(const std::string& name)
{
    // The sandboxes' PATH; they see nothing of the machine but its system folders.
    static constexpr std::array<const char*, 3> kFolders = {"/usr/local/bin", "/usr/bin", "/bin"};
    for (const auto* folder : kFolders) {
        auto path = std::string(folder) + "/" + name;
        if (::access(path.c_str(), X_OK) == 0)
            return path;
    }
    return {};
}

std::vector<std::string> missingTools(const Language& language)
{
    std::vector<std::string> missing;
    std::copy_if(
        language.probe.begin(), language.probe.end(), std::back_inserter(missing),
        [](const std::string& tool) { return findHostTool(tool).empty(); });
    return missing;
}

} // namespace sandbench
