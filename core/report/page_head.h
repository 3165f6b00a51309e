// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace sandbench::report {

/// A page of ours up to its body: our style sheet, and a Content-Security-Policy by which it loads
/// nothing and reaches nobody. @p scripts: what may run, as script-src has it.
/// @p title: foreign text. Source: CSP Level 3.
std::string pageHead(std::string_view title, std::string_view scripts = " 'none'");

} // namespace sandbench::report
