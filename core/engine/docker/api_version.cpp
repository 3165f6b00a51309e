// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/api_version.h"

#include "core/base/text.h"

#include <algorithm>
#include <charconv>

namespace sandbench::docker {

std::string ApiVersion::text() const
{
    return std::to_string(major) + "." + std::to_string(minor);
}

Result<ApiVersion> parseApiVersion(std::string_view text)
{
    const Error wrong(
        ErrorCode::Protocol, "\"" + oneLine(text, 40) + "\" is no version of an engine's API");
    ApiVersion version;
    const auto* end = text.data() + text.size();
    const auto major = std::from_chars(text.data(), end, version.major);
    if (major.ec != std::errc() || major.ptr == end || *major.ptr != '.' || version.major < 0)
        return wrong;
    const auto minor = std::from_chars(major.ptr + 1, end, version.minor);
    if (minor.ec != std::errc() || minor.ptr != end || version.minor < 0)
        return wrong;
    return version;
}

Result<ApiVersion> negotiate(ApiVersion oldest, ApiVersion newest)
{
    if (newest < kOldestApi)
        return Error(
            ErrorCode::Unsupported,
            "the engine is too old: it speaks API " + newest.text() + " and Sandbench needs "
                + kOldestApi.text() + " (Docker 20.10, Podman 4); update the engine");
    if (oldest > kNewestApi)
        return Error(
            ErrorCode::Unsupported,
            "this Sandbench is too old for the engine: it speaks API up to " + kNewestApi.text()
                + " and the engine wants " + oldest.text() + " or newer; update Sandbench");
    return std::min(newest, kNewestApi);
}

} // namespace sandbench::docker
