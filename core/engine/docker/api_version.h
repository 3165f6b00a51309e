// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <compare>
#include <string>
#include <string_view>

namespace sandbench::docker {

struct ApiVersion
{
    int major = 0, minor = 0;
    auto operator<=>(const ApiVersion&) const = default;
    std::string text() const;
};
/// "1.41". Errors: Protocol.
Result<ApiVersion> parseApiVersion(std::string_view text);

/// The oldest and newest API that we speak.
inline constexpr ApiVersion kOldestApi{1, 41};
inline constexpr ApiVersion kNewestApi{1, 52};

/// The version to speak with a server that offers @p oldest … @p newest. Errors: Unsupported,
/// saying which side is too old.
Result<ApiVersion> negotiate(ApiVersion oldest, ApiVersion newest);

} // namespace sandbench::docker
