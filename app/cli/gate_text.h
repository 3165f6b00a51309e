// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/gate/scan.h"

#include <string>

namespace sandbench::cli {

/// The findings as lines for people, "main.py:3:5: high: Starts a shell … [python.shell]", and a
/// last one with the decision. Safe on a terminal.
std::string gateText(const GateReport& report, const std::string& file);

/// What every text about the gate says once.
inline constexpr const char* kGateIsAdvice
    = "A scan is advice: a program can hide from it. What contains the program is its isolation.";

} // namespace sandbench::cli
