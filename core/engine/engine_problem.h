// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/engine/engine.h"

namespace sandbench {

/// @p status of an engine that is not usable: the error's words before its first ";" are the
/// problem, those behind it what to do.
EngineStatus withProblem(EngineStatus status, const Error& error);

/// @p status of @p engine's look(), with what a sandbox showed that was opened and closed for it.
EngineStatus withTrial(Engine& engine, EngineStatus status, const std::stop_token& stop);

} // namespace sandbench
