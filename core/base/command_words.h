// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// The words of @p line as a shell takes them apart: at blanks that are neither between quotation
/// marks nor behind a backslash. Nothing is expanded. No I/O. Thread: any.
/// Errors: InvalidArgument for a quotation mark that is not closed, a backslash at the end.
/// Source: POSIX.1-2017, Shell Command Language, 2.2.
Result<std::vector<std::string>> commandWords(std::string_view line);

} // namespace sandbench
