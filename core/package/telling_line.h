// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace sandbench {

/// The line of a failed install's output that says most of why. One line, at most 300 bytes.
/// @p wasKilled: the last line is only how far it had come then, and no reason. Knows the words of pip, npm, gem, go, cargo, R, composer, apt and micromamba.
std::string tellingLine(const std::string& output, bool wasKilled = false);

} // namespace sandbench
