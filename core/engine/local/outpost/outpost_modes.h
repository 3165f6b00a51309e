// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

/// The ways in which the ssh engine starts this program on another machine: see
/// core/engine/outpost/outpost_protocol.h. Each uses the standard streams and returns an exit
/// status. Thread: the only one.
namespace sandbench::local {

int runHub();
int openSandbox();
int attachSandbox(const std::string& name);

} // namespace sandbench::local
