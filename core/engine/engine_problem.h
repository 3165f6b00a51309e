// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/error.h"
#include "core/engine/engine.h"

namespace sandbench {

/// @p status of an engine that is not usable: the error's words before its first ";" are the
/// problem, those behind it what to do.
EngineStatus withProblem(EngineStatus status, const Error& error);

} // namespace sandbench
