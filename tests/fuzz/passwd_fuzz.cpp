// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/user_lookup.h"
#include "tests/fuzz/require.h"

#include <algorithm>
#include <string_view>

using namespace sandbench;
using namespace sandbench::guest;

/// Input: a user, a line end, a passwd file, a NUL byte, a group file. Whoever is found has numbers
/// that the kernel takes, and no more groups than may be.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto line = text.substr(0, text.find('\n'));
    const auto files = text.substr(std::min(size, line.size() + 1));
    const auto passwd = files.substr(0, files.find('\0'));
    const auto group = files.substr(std::min(files.size(), passwd.size() + 1));
    const auto ids = resolveUser(line, passwd, group);
    if (!ids)
        return 0;
    require(ids->uid <= 0x7fffffff && ids->gid <= 0x7fffffff);
    require(ids->groups.size() <= 256 && ids->name.size() <= 256);
    for (const auto gid : ids->groups)
        require(gid <= 0x7fffffff);
    // Numbers alone need no file; a name without one is nobody.
    require(!ids->name.empty() || resolveUser(line, {}, group).has_value());
    return 0;
}
