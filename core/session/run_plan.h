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

/// A RunRequest, checked and translated into what the agent is asked for. Pure.
struct RunPlan
{
    struct File
    {
        std::string path; ///< In the sandbox, absolute.
        std::string_view bytes; ///< Into the request.
        unsigned mode = 0644;
    };

    std::string programPath;
    std::vector<File> files; ///< The program last, so that no input file replaces it.
    Json run; ///< The Request of the verb `run`.
};

/// @p fileName: how the program's file is called in this run, @p folder where it goes (empty = the
/// working folder); the program works in the current folder in any case. @p request must outlive
/// the plan. Errors: InvalidArgument.
Result<RunPlan> planRun(
    const RunRequest& request, const Language& language, const std::string& fileName,
    const std::map<std::string, std::string>& sessionEnv, const GuestLayout& layout,
    std::string_view folder = {});

/// How long the agent may take to start the program before it is given up. Nothing for a cell: it
/// waits for its turn behind the others of its context, however long they take.
std::optional<std::chrono::seconds> startPatience(const RunRequest& request);

/// The name that the program's file gets, checked. Errors: InvalidArgument.
Result<std::string> programFileName(const RunRequest& request, const Language& language);

/// The whole environment of a program: the sandbox's own, the image's, the language's, the
/// session's, the run's; later ones win.
std::map<std::string, std::string> programEnvironment(
    const Language& language, const std::map<std::string, std::string>& sessionEnv,
    const std::map<std::string, std::string>& runEnv, const GuestLayout& layout);

/// Errors: InvalidArgument naming the variable.
Result<void> checkEnvironment(const std::map<std::string, std::string>& env);

/// The Request that starts a language's interpreter kernel; null when it has none, or where every
/// program is started through an entry point.
Json kernelStartRequest(
    const Language& language, const std::map<std::string, std::string>& sessionEnv, Warm warm,
    const GuestLayout& layout);

} // namespace sandbench
