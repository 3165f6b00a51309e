// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"

#include <string>
#include <vector>

namespace sandbench {

enum class ActivityKind { Files, Programs, Network, Refused, Resources, NotSeen };

/// One thing that a run did.
struct ActivityEntry
{
    ActivityKind kind = ActivityKind::Files;
    std::string sentence; ///< "started /bin/sh -c ls (process 7): exited 0"
    std::string detail; ///< More lines of it: a diff, all arguments. Often empty.
    std::string mention; ///< What the program's text may call it: "example.com"; or empty.
};

/// What a run did. @p record: a run's `--json` object, also one of the history; its texts are
/// untrusted, and so are those of the entries: they are not fit for a terminal. Empty: the record
/// does not say. In the order of the kinds.
std::vector<ActivityEntry> activityEntries(const Json& record);

/// Their sentences, a line each: "created plot.png (12 KB)", "tried to reach 192.0.2.7:443, 3
/// times; the sandbox had no network".
std::vector<std::string> activityLines(const Json& record);

} // namespace sandbench
