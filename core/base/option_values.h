// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace sandbench {

/// Values of options, with errors that name the option. Empty text = not given: @p into stays.
/// Errors: InvalidArgument.

Error optionError(std::string_view option, std::string_view problem);
Result<void> readSeconds(std::string_view option, const std::string& text, double& into);
Result<void> readSize(std::string_view option, const std::string& text, std::uint64_t& into);
Result<void> readCount(std::string_view option, const std::string& text, std::uint64_t& into);
Result<void> readNumber(std::string_view option, const std::string& text, double& into);

} // namespace sandbench
