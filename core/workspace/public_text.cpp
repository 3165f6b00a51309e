// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/public_text.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace sandbench::workspace {

namespace {

/// Where this machine has what is the server's, and nobody else's. All other paths in what a caller
/// did wrong are of its sandbox, wherever that has its files.
bool isOfServer(std::string_view path)
{
    const auto isIn = [path](std::string_view folder) {
        return path == folder || (path.starts_with(folder) && path[folder.size()] == '/');
    };
    for (const char* name :
         {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
          "XDG_RUNTIME_DIR", "STATE_DIRECTORY"})
        if (const char* folder = std::getenv(name); folder && *folder && isIn(folder))
            return true;
    return isIn("/sys") || isIn("/run") || isIn("/var/run") || isIn("/var/lib")
        || path.find("/sandbench") != std::string_view::npos;
}

/// Words of @p text that are paths become "…".
std::string withoutPaths(const std::string& text, bool keepsThoseOfSandboxes)
{
    constexpr std::string_view kBefore = " \t\n'\"(=,:<[";
    constexpr std::string_view kAfter = " \t\n'\"),:;>]";
    std::string kept;
    for (std::size_t at = 0; at < text.size();) {
        const bool begins = at == 0 || kBefore.find(text[at - 1]) != std::string_view::npos;
        if (text[at] != '/' || !begins) {
            kept += text[at++];
            continue;
        }
        const auto end = std::min(text.find_first_of(kAfter, at), text.size());
        const auto path = std::string_view(text).substr(at, end - at);
        kept += keepsThoseOfSandboxes && !isOfServer(path) ? path : "…";
        at = end;
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
        // Engines name their sockets and programs, wherever those are.
        return withoutPaths(error.text(), false);
    default:
        return withoutPaths(error.text(), true);
    }
}

} // namespace sandbench::workspace
