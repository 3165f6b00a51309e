// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/run_board.h"

#include <stop_token>

namespace sandbench::workspace {

/// Gives @p sink all events of a run, on this thread and in order, until the run has ended; returns
/// how. The program waits while a function of the sink does. The run is called HostedRun::id() in
/// them; artifacts' bytes are there as long as the HostedRun. Once.
/// On a stop: null, and the run goes on without waiting for anybody here. Whoever wants it to end
/// cancels it and follows it to its end.
RunEnd followRun(FollowedRun followed, RunSink& sink, const std::stop_token& stop = {});

} // namespace sandbench::workspace
