// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"

#include <string>
#include <vector>

namespace sandbench {

/// What a run did, one sentence a line: "created plot.png (12 KB)", "started sh -c ls: exited 0",
/// "tried to reach 192.0.2.7:443, 3 times; the sandbox had no network". @p record: a run's
/// `--json` object, also one of the history; its texts are untrusted, and so are those of the
/// lines: they are not fit for a terminal. Empty: the record does not say.
std::vector<std::string> activityLines(const Json& record);

} // namespace sandbench
