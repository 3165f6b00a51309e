// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/engine_link.h"
#include "core/engine/engine.h"

namespace sandbench::docker {

/// What an engine's refusal to make or start the container of @p spec means for people: a network
/// that is not there, with those that are; GPUs that it cannot pass on. Any other @p refused comes
/// back as it is. Asks the engine for its networks. Thread: any.
Error explainRefusal(
    const Error& refused, const SandboxSpec& spec, const EngineLink& link, std::stop_token stop);
} // namespace sandbench::docker
