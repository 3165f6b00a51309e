// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace sandbench::guest {

/// A user of the sandbox by numbers.
struct UserIds
{
    uid_t uid = 0;
    gid_t gid = 0;
    std::vector<gid_t> groups; ///< Besides gid; at most 256.
    std::string name; ///< Empty: it has none.
};

/// Who @p user is: "1000", "1000:100", "ann" or "ann:staff", as an image's USER says it. Without a
/// group it is the user's own and all that the user is listed in; a number that the files do not
/// know has group 0, as in the engines. @p passwd and @p group are the bytes of the sandbox's own
/// files, empty where it has none; lines that make no sense are skipped. No I/O.
/// Errors: InvalidArgument, NotFound.
/// Source: passwd(5), group(5).
Result<UserIds> resolveUser(std::string_view user, std::string_view passwd, std::string_view group);

} // namespace sandbench::guest
