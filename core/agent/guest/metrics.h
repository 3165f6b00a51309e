// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/process_tree.h"
#include "core/base/json.h"

#include <string>
#include <vector>

namespace sandbench::guest {

/// What `metrics` answers. Memory and time come from the sandbox's own cgroup where it can be read,
/// else from the agent's descendants.
Json measureSandbox(const ProcessTree& tree, const std::vector<std::string>& scratchPaths);

} // namespace sandbench::guest
