// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/caller.h"
#include "core/workspace/sandbox_request.h"
#include "core/workspace/server_rules.h"

namespace sandbench::workspace {

/// What the user's settings say of every sandbox, by the names of memberGroups(); see
/// Settings::defaults. Errors: InvalidArgument naming the field: a member that is not known, is
/// about one sandbox only, or cannot be so.
Result<void> checkDefaults(const Catalogs& catalogs, const Json& defaults);

/// @p said, and of @p defaults what it leaves open: nothing that the engine does not know, that an
/// existing container cannot be asked for, or that a member in @p said decides, as a profile
/// decides the memory.
Json withDefaults(const Json& defaults, const Json& said);

/// Those of @p parts that @p caller may ask for on the engine of @p said: who may do less is not
/// refused for what somebody else prefers, and gets no more by it.
Json defaultsFor(
    const Composition& parts, const Caller& caller, const Json& said,
    const ServerRules& rules = {});

/// Whoever may not do everything gets no more than this. Errors: PermissionDenied naming what @p
/// said asks for. Looked at when all is known: a profile may ask for as much as a member does.
Result<void> checkScopes(
    const Caller& caller, const Json& said, const SandboxRequest& request,
    const ServerRules& rules = {});

} // namespace sandbench::workspace
