// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"

#include <algorithm>
#include <string>
#include <vector>

/// What the tests of every engine's plans start from and look for.
namespace sandbench::test {

inline SandboxSpec plainSpec()
{
    SandboxSpec spec;
    spec.sessionId = "s-1";
    return spec;
}

inline bool has(const std::vector<std::string>& list, const std::string& wanted)
{
    return std::find(list.begin(), list.end(), wanted) != list.end();
}

inline bool misses(const IsolationReport& report, const std::string& layer)
{
    return std::any_of(report.missing.begin(), report.missing.end(), [&](const auto& missing) {
        return missing.layer == layer;
    });
}

} // namespace sandbench::test
