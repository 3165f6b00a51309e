// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/check/checks.h"

#include <string>

namespace sandbench::check {

/// The text of @p test as it is run. A Python file that only defines tests, as pytest and unittest
/// find them, would end well without having run one: its end calls them then. Lines keep their
/// numbers. No I/O.
std::string testCode(const TestFile& test);

} // namespace sandbench::check
