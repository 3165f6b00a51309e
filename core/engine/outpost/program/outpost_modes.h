// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <sys/types.h>

/// The ways in which this program is started on another machine: see
/// core/engine/outpost/outpost_protocol.h. Each uses the standard streams and returns an exit
/// status. Thread: the only one, but for a step's.
namespace sandbench::outpost {

int runHub();
int openSandbox(pid_t hub);
int attachSandbox(pid_t hub, const std::string& name);
int runStep();

} // namespace sandbench::outpost
