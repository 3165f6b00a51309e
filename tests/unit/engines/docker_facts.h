// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/container_spec.h"
#include "tests/unit/engines/sandbox_plans.h"

namespace sandbench::docker::test {

inline EngineFacts dockerFacts()
{
    EngineFacts facts;
    facts.serverName = "Docker 20.10.24, API 1.41";
    facts.architecture = "x86_64";
    facts.runtimes = {"runc", "runsc"};
    facts.socketPath = "/srv/engine/docker.socket";
    return facts;
}

} // namespace sandbench::docker::test
