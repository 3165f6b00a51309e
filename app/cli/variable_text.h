// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/variables.h"

#include <string>

namespace sandbench::cli {

/// As a table: what "%whos" says. Safe on a terminal.
std::string variableLines(const VariableList& list);
/// What it is, its text, and its first rows and columns where it has some: what "%show" says. Safe
/// on a terminal.
std::string variableText(const VariableDetails& details);

} // namespace sandbench::cli
