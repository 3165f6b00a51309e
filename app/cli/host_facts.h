// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"

namespace sandbench::cli {

/// What of this machine decides which sandboxes are possible and how fast they are:
/// {kernel, arch, distribution, cpu, cpus, memory_bytes, user, cgroup, user_namespaces}.
/// Source: uname(2), proc(5), cgroups(7), user_namespaces(7), os-release(5).
Json hostFacts();

} // namespace sandbench::cli
