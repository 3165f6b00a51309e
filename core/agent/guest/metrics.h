// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/services.h"
#include "core/base/json.h"

namespace sandbench::guest {

/// What `metrics` answers. Memory and time come from the sandbox's own control groups where they
/// can be read, else from the agent's descendants.
Json measureSandbox(Services& services);

} // namespace sandbench::guest
