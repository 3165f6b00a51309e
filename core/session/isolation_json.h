// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/engine/engine.h"

namespace sandbench {

/// {"layers": […], "missing": [{"layer", "reason", "remedy"}], "relaxations": […]}, as in a run's
/// record.
Json isolationJson(const IsolationReport& isolation);

} // namespace sandbench
