// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/engine_problem.h"

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

} // namespace sandbench
