// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"
#include "core/engine/engine.h"
#include "core/policy/isolation_layers.h"

namespace sandbench {

/// Whether a sandbox that is as @p report says has all layers that are @p demanded. Errors:
/// Unavailable, with each that is missing, why, and what to do.
Result<void> checkLayers(const IsolationReport& report, const LayerNames& demanded);

} // namespace sandbench
