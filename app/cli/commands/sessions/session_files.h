// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/commands/sessions/kept_session.h"
#include "app/cli/commands/sessions/sessions.h"
#include "app/cli/get_files.h"

namespace sandbench::cli {

/// A file of a kept sandbox, whole or not at all. Errors: NotFound, InvalidArgument, Io, the
/// keeper's.
Result<void> getFrom(const KeptSession& session, const GetSpec& get, std::stop_token stop);

} // namespace sandbench::cli
