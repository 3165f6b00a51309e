// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/net/endpoint.h"
#include "core/package/package_settings.h"
#include "core/policy/sizes.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// A named way to reach an engine.
struct ConnectionProfile
{
    std::string name; ///< "lab"
    std::string engine; ///< "docker", "podman" or "ssh"
    net::Endpoint endpoint;
};

/// Letters, digits, '-', '_' and '.', 1 to 64 of them: never an address.
bool isPlainName(std::string_view name);

/// How much a history of runs keeps; where there is more, the oldest go. Units: runs, bytes.
struct HistorySettings
{
    std::int64_t runs = 10'000;
    std::int64_t recordBytes = 256LL << 20;
    std::int64_t resultBytes = 256LL << 20;
};

/// What a user keeps in $XDG_CONFIG_HOME/sandbench/settings.json:
/// `{"connections": [{"name", "engine", "address", "tls": {"ca", "cert", "key"}}],
///   "sizes": [{"name", "memory": "3g", "cpus": 1.25}], "packages": {…},
///   "history": {"runs": 10000, "records": "256m", "results": "1g"},
///   "defaults": {"memory": "2g", …}, "pools": [{"name": "python", "min": 2, …}]}`, see
/// PackageSettings. Keys beside these are left to others.
/// Immutable once read.
struct Settings
{
    std::vector<ConnectionProfile> connections;
    std::vector<Size> sizes;
    PackageSettings packages;
    HistorySettings history;
    /// Of sandboxes for which nothing else is said, by the names of their members, which
    /// workspace::checkDefaults() knows.
    Json defaults = Json::object();
    /// What a server and the window keep ready, see workspace::addSettingsPools().
    Json pools = Json::array();
};

/// Checks and converts. No I/O. Errors: InvalidArgument naming the field.
Result<Settings> parseSettings(std::string_view json);

/// Empty settings where there is no file. Errors: InvalidArgument naming file and field, Io.
Result<Settings> loadSettings(const std::string& path);

/// $XDG_CONFIG_HOME/sandbench, or below ~/.config; empty when neither is set.
/// Source: XDG Base Directory Specification.
std::string configFolder();
/// settings.json in it, or empty.
std::string settingsPath();
/// Where programs keep what they remember: $XDG_STATE_HOME/sandbench (systemd's $STATE_DIRECTORY
/// before it), or below ~/.local/state; empty when none is set.
std::string stateFolder();

} // namespace sandbench
