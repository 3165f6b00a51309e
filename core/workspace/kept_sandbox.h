// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/sandbox_store.h"
#include "core/workspace/sandbox_table.h"

namespace sandbench::workspace {

/// What a store has of @p sandbox.
KeptSandbox keptOf(HostedSandbox& sandbox);
/// The way back, for SandboxSpec::adopts. Errors: NotFound (its policy is not there any more, and
/// without it nothing may run), InvalidArgument.
Result<SandboxRequest> requestOf(const Composition& parts, const KeptSandbox& kept);

} // namespace sandbench::workspace
