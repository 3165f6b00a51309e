// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/engine_source.h"

#include <memory>

namespace sandbench::test {

/// For tests of a window in which nothing runs.
class ClosedEngine : public Engine
{
public:
    std::string name() const override { return "closed"; }
    EngineStatus probe(std::stop_token) override { return {}; }
    Result<std::unique_ptr<Instance>> open(const SandboxSpec&, std::stop_token) override
    {
        return Error(ErrorCode::Unavailable, "this engine opens nothing");
    }
};

/// Has that one alone.
inline EngineRegistry closedEngines(const std::string&, const std::string&)
{
    EngineRegistry registry;
    (void)registry.add(std::make_unique<ClosedEngine>()).has_value();
    return registry;
}

} // namespace sandbench::test
