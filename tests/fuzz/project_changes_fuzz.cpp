// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/project/project_changes.h"
#include "tests/fuzz/require.h"

#include <algorithm>

using namespace sandbench;

/// Input: a list of changes, as it was kept. What is read of it is written and read as the same,
/// and no path that may be written to leaves its folder.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const auto json = parseJson({reinterpret_cast<const char*>(data), size});
    const auto changes = json ? readProjectChanges(*json) : Result<ProjectChanges>(json.error());
    if (!changes)
        return 0;
    require(changes->files.size() <= ProjectChanges::kMostListed);
    require(std::ranges::is_sorted(changes->files, {}, &ProjectChange::path));
    for (const auto& file : changes->files) {
        const auto inside = "/" + file.path + "/";
        require(
            whyNoPath(file.path)
            || (inside.find("/../") == inside.npos && inside.find("//") == inside.npos
                && inside.find("/.git/") == inside.npos));
    }
    const auto again = readProjectChanges(toJson(*changes));
    require(again && toJson(*again) == toJson(*changes));
    return 0;
}
