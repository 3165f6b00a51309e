// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/services.h"
#include "core/base/json.h"

namespace sandbench::guest {

/// `setup`. Errors: InvalidArgument, NotFound (no such user), PermissionDenied, Io; the agent must
/// then serve nothing else.
Result<Json> setUp(Services& services, const Json& request);

/// Takes the temporary folder of `setup` away, as far as it can in a few seconds. For the agent's
/// own end.
void removeTemporaryFolder(const Services& services);

/// The verb `confine`; `setup` does it as well. Tries addresses for a moment, and waits for that.
Result<Json> confine(Services& services, const Json& request);

} // namespace sandbench::guest
