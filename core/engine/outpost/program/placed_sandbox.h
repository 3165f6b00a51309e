// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/outpost/outpost_protocol.h"

namespace sandbench::outpost {

/// Makes the sandbox that is wanted and stays beside it until it has ended: a process of its own,
/// which outlives the connection over which it was asked for. Writes what became of it to
/// @p report, as one line: placedJson() with "init", "uid" and "hub", or an error. It is asked over
/// listenForAsks():
///
///  - {"ask": "info"}      the line of the report again; with "hub": whose it is from now on
///  - {"ask": "end"}       ends the sandbox; answered when nothing of it is left
///  - and what answerAbout() knows
///
/// Returns an exit status. Thread: the only one.
int placeSandbox(const OpenRequest& request, pid_t hub, int report);

} // namespace sandbench::outpost
