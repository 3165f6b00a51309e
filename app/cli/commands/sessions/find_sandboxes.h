// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/registry.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::cli {

struct FoundSandbox
{
    Engine* engine = nullptr;
    SandboxInfo info;
};

struct SandboxSearch
{
    std::vector<FoundSandbox> found;
    struct Problem
    {
        std::string engine;
        Error error;
    };
    std::vector<Problem> problems; ///< Engines that did not answer.
};

/// Asks @p engine, or every one of @p engines when it is empty. Errors: NotFound (no such engine),
/// what a named engine says, Cancelled.
Result<SandboxSearch>
findSandboxes(const EngineRegistry& engines, const std::string& engine, std::stop_token stop);

/// By its session, its id, or the beginning of either. Errors: NotFound, InvalidArgument (several),
/// each with what to do.
Result<FoundSandbox> chooseSandbox(const SandboxSearch& search, const std::string& id);

/// Opened by a program of this user of this machine, also of one that is gone.
bool isOurs(const SandboxInfo& sandbox);
/// "you (process 12)", "user 1000 (process 12, gone)", "user 0 on build-host"
std::string ownerWords(const SandboxInfo& sandbox);
/// "12 s", "5 min", "3 h", "2 d"; "?" for what is not known.
std::string ageWords(std::int64_t createdAt, std::int64_t now);
/// A container's id cut to the 12 letters that its engine's own tools show.
std::string shortId(const SandboxInfo& sandbox);

} // namespace sandbench::cli
