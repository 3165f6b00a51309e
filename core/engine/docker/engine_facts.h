// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/engine/docker/docker_api.h"
#include "core/policy/sizes.h"

#include <string>
#include <vector>

namespace sandbench::docker {

/// What an engine says about itself, as far as sandboxes depend on it. Untrusted, checked.
struct EngineFacts
{
    Dialect dialect = Dialect::Docker;
    std::string serverName; ///< "Docker 20.10.24, API 1.41"
    std::string architecture; ///< As uname says it: "x86_64".
    HostCapacity host;
    std::vector<std::string> runtimes;
    std::string defaultRuntime;
    std::string runcVersion; ///< "1.1.5"; empty = another runtime, or unknown.
    std::string socketPath; ///< Of the engine on this machine; empty = elsewhere.
    bool isRootless = false;
    bool remapsUsers = false;
    bool hasCgroupV2 = false;
    bool limitsMemory = true, limitsSwap = true, limitsCpu = true, limitsPids = true;
    bool hasAppArmor = false, hasSelinux = false, hasSeccomp = false;
};

/// Converts the answers of `/info` and `/version`. No I/O. Source: Docker Engine API 1.41,
/// "Get system information"; Podman 4.3's compatible half.
EngineFacts readEngineFacts(Dialect dialect, const Json& info, const Json& version);

/// Which limits the user of a rootless Podman may set, from `/libpod/info`: its `/info` claims all
/// of them. No I/O. Source: Podman 4.3, libpod API, host.cgroupControllers.
void readDelegatedLimits(EngineFacts& facts, const Json& libpodInfo);

/// Of runc, in an answer of `/version`; empty = another runtime, or unknown.
std::string runcVersionOf(const Json& version, const std::string& defaultRuntime);

/// Whether this version of runc has the container escapes of November 2025 (CVE-2025-31133,
/// CVE-2025-52565, CVE-2025-52881). False for what cannot be read.
bool isOldRunc(std::string_view version);

/// "amd64" and "arm64" as uname calls them; other names stay.
std::string machineName(std::string_view architecture);

} // namespace sandbench::docker
