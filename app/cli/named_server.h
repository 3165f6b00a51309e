// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/batch/server_address.h"

namespace sandbench::cli {

/// A server as --server and --server-token name it; warns on stderr of a token that everybody on
/// the way can read. Errors: those of reading the token's file, InvalidArgument; with the option.
Result<batch::NamedServer>
readNamedServer(const std::string& address, const std::string& tokenFile);

} // namespace sandbench::cli
