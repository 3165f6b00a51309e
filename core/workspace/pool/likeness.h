// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/workspace/sandbox_request.h"

#include <string>

namespace sandbench::workspace {

/// All that makes one sandbox differ from another when it is opened, as text: of two requests with
/// the same one, either may get the sandbox that was opened for the other. Nothing that belongs to
/// its use is in it: run limits, idle time, lifetime, metadata; nor whose images it may be made
/// from, which a pool looks at itself.
std::string likenessOf(const SandboxRequest& request);

/// Whether a sandbox of @p request can be opened before anybody asks for it. Errors: Unsupported
/// with the reason: one that is kept, is there already, becomes an image, or whose image is built
/// or fetched anew each time.
Result<void> checkPoolable(const SandboxRequest& request);

} // namespace sandbench::workspace
