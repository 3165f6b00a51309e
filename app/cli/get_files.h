// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::cli {

/// One `--get`: a file of the sandbox, and where it goes here.
struct GetSpec
{
    std::string source; ///< Relative to the working folder, or absolute.
    std::string destination;
};

/// Splits PATH[:DEST]; a DEST that is a folder, or ends in a slash, gets the file under its own
/// name. Errors: InvalidArgument.
Result<std::vector<GetSpec>>
parseGets(const std::vector<std::string>& texts, std::string_view option = "--get");
/// Errors: Io.
Result<void> makeFolderOf(const GetSpec& get);

/// Copies each out of the sandbox, also when another could not be; a file that is there is
/// replaced, @p say tells of each. Errors: the first one.
Result<void>
getFiles(Session& session, const std::vector<GetSpec>& gets, bool say, const std::stop_token& stop);

} // namespace sandbench::cli
