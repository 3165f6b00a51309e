// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/service/public_text.h"

#include <algorithm>
#include <string_view>

namespace sandbench::service {

namespace {

/// Engines name their sockets and programs: words of @p text that are paths become "…".
std::string withoutPaths(const std::string& text)
{
    constexpr std::string_view kBefore = " \t\n'\"(=,:<[";
    constexpr std::string_view kAfter = " \t\n'\"),;>]";
    std::string kept;
    for (std::size_t at = 0; at < text.size();) {
        const bool begins = at == 0 || kBefore.find(text[at - 1]) != std::string_view::npos;
        if (text[at] == '/' && begins) {
            at = std::min(text.find_first_of(kAfter, at), text.size());
            kept += "…";
        } else {
            kept += text[at++];
        }
    }
    return kept;
}

} // namespace

std::string publicText(const Error& error)
{
    switch (error.code()) {
    case ErrorCode::Io:
    case ErrorCode::Internal:
        return "something went wrong in the server; its log says more";
    case ErrorCode::Unavailable:
    case ErrorCode::ConnectionLost:
        return withoutPaths(error.text());
    default:
        return error.text();
    }
}

} // namespace sandbench::service
