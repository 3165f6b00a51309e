// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/language/language.h"
#include "core/session/guest_layout.h"
#include "core/session/session.h"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sandbench {

/// The PATH of programs where neither image nor session has one.
inline constexpr const char* kDefaultPath = "/usr/local/bin:/usr/bin:/bin";

/// A RunRequest, checked and translated into what the agent is asked for. Pure.
struct RunPlan
{
    struct File
    {
        std::string path; ///< In the sandbox, absolute.
        std::string_view bytes; ///< Into the request or the language.
        unsigned mode = 0644;
    };

    std::string programPath;
    std::string buildFolder; ///< For this run alone, to be made before it and removed after it;
                             ///< empty = nothing is compiled.
    std::vector<File> files; ///< The program last, so that no input file replaces it.
    Json run; ///< The Request of the verb `run`.
};

/// Where one run's files go; the program works in the current folder in any case.
struct RunPlace
{
    std::string fileName; ///< Of the program, in its folder; empty = it has none.
    std::string id; ///< No other run of the sandbox has it.
    std::string folder = {}; ///< Of the program; empty = the working folder.
};

/// @p request and @p language must outlive the plan. Errors: InvalidArgument.
Result<RunPlan> planRun(
    const RunRequest& request, const Language& language, const RunPlace& place,
    const std::map<std::string, std::string>& sessionEnv, const GuestLayout& layout);

/// How long the agent may take to start the program before it is given up. Nothing for a cell: it
/// waits for its turn behind the others of its context, however long they take.
std::optional<std::chrono::seconds> startPatience(const RunRequest& request);

/// The name that the program's file gets, checked: what its language demands of it, else what the
/// request says, else the language's own. Errors: InvalidArgument.
Result<std::string> programFileName(const RunRequest& request, const Language& language);

/// The whole environment of a program: the sandbox's own, the image's, the language's, the
/// session's, the run's; later ones win.
std::map<std::string, std::string> programEnvironment(
    const Language& language, const std::map<std::string, std::string>& sessionEnv,
    const std::map<std::string, std::string>& runEnv, const GuestLayout& layout);

/// Errors: InvalidArgument naming the variable.
Result<void> checkEnvironment(const std::map<std::string, std::string>& env);

/// The Request that starts a language's interpreter kernel, and its data.
struct KernelStart
{
    Json request;
    std::string_view source; ///< Lives as long as this program.
    KernelRecipe recipe; ///< The same, for an engine that may lend it; empty argv = it cannot be.
};

/// Nothing where the language has no kernel, or where every program is started through an entry
/// point.
std::optional<KernelStart> kernelStart(
    const Language& language, const std::map<std::string, std::string>& sessionEnv, Warm warm,
    const GuestLayout& layout);

} // namespace sandbench
