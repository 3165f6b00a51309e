// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sandbench::local {

/// The parts of the host's file system that a sandbox sees, all read-only.
struct HostLayout
{
    std::vector<std::pair<std::string, std::string>> links; ///< "/bin" → "usr/bin"
    std::vector<std::string> folders; ///< "/usr"; on hosts that are not merged also "/bin" …
    std::vector<std::string> configFolders; ///< "/etc/alternatives", "/etc/fonts" …
    std::vector<std::string> configFiles; ///< "/etc/ld.so.cache" …; small, copied.
    std::vector<std::string> maskedProc; ///< Files in /proc that show nothing inside.
    std::vector<std::string> maskedProcFolders;
    std::string prlimit; ///< Path of the program of util-linux, or empty.
};

/// Of the same host where its configuration is one folder, /etc.
HostLayout preparedLayout(const HostLayout& host);

/// Another one once a configuration file or folder of @p host has changed.
std::uint64_t configurationState(const HostLayout& host);

/// Looks at this host. Nothing of a home folder, of /etc beyond the named files, of /var or /run is
/// ever in it.
HostLayout readHostLayout();

} // namespace sandbench::local
