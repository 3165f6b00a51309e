// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/engine_problem.h"

#include <utility>

namespace sandbench {

EngineStatus withProblem(EngineStatus status, const Error& error)
{
    const auto text = error.text();
    const auto at = text.find("; ");
    status.usable = false;
    status.problem = text.substr(0, at);
    status.remedy = at == std::string::npos ? std::string() : text.substr(at + 2);
    return status;
}

EngineStatus withTrial(Engine& engine, EngineStatus status, const std::stop_token& stop)
{
    if (!status.usable)
        return status;
    SandboxSpec spec;
    spec.sessionId = "probe";
    auto instance = engine.open(spec, stop);
    if (!instance)
        return withProblem(std::move(status), instance.error());
    status.isolation = (*instance)->isolation();
    if (auto closed = (*instance)->close(); !closed)
        return withProblem(std::move(status), closed.error());
    return status;
}

} // namespace sandbench
