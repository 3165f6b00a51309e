// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/hook_file.h"
#include "core/agent/kernel_message.h"
#include "core/base/json.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandbench::guest {

struct ResourceLimit
{
    int resource; ///< RLIMIT_…
    const char* name; ///< Without RLIMIT_.
    std::uint64_t soft;
    std::uint64_t hard;
};

/// What one run may use; 0 = no limit of that kind.
struct Limits
{
    double wallSeconds = 0;
    double cpuSeconds = 0;
    std::uint64_t outputBytes = 0;
    std::uint64_t fileBytes = 0;
    std::uint64_t openFiles = 0;
    std::uint64_t processes = 0;
    std::uint64_t addressSpaceBytes = 0;
    std::uint64_t dataBytes = 0;
    std::uint64_t stackBytes = 0;

    /// What the kernel enforces. No core files, ever.
    std::vector<ResourceLimit> resourceLimits() const;
};

void addResourceLimits(agent::KernelMessage& message, const Limits& limits);

struct PtySize
{
    std::uint16_t rows = 24;
    std::uint16_t columns = 80;
};

/// A program before the program: a compiler.
struct RunStep
{
    std::string name; ///< For people.
    std::vector<std::string> argv;
};

/// `results`: where files that a run makes are looked for.
struct ResultPlaces
{
    std::string output; ///< Everything in it, whatever its name and kind.
    std::vector<std::string> folders; ///< Regular files in them, and not of hidden folders.
    std::vector<std::string> endings; ///< What their names end with, in lower case: ".png".
};

/// A `run` request, checked.
struct RunSpec
{
    std::vector<RunStep> steps; ///< Each must end with 0 before the next starts.
    std::vector<std::string> argv;
    std::string kernel; ///< Empty: only argv.
    std::string context; ///< Empty: not a cell.
    std::string path; ///< The program's file, for kernel and context.
    std::string name; ///< How a cell's file is called in tracebacks.
    bool isCheck = false; ///< Of a cell: whether it is complete; it does not run.
    bool canBeUndone = false; ///< Of a cell: a copy of the interpreter is kept from before it.
    std::uint64_t memoryBytes = 0; ///< Of the sandbox, at most; 0 = not known.
    std::vector<std::string> args; ///< After the path, for kernel.
    bool isLast = false; ///< The kernel makes nothing ready for another.
    std::string cwd;
    std::vector<std::string> env; ///< "K=V"
    std::string searchPath; ///< env.PATH
    bool wantsStdin = false;
    bool wantsDisplay = false;
    std::optional<PtySize> pty;
    Limits limits;
    Hook hook; ///< For argv.
    ResultPlaces results;
    std::string observed; ///< The folder whose files are compared; empty: nothing is observed.
};

/// Errors: InvalidArgument.
Result<RunSpec> parseRunSpec(const Json& request);
/// An array of strings without NUL. Errors: InvalidArgument.
Result<std::vector<std::string>> parseStrings(const Json& request, std::string_view key);
/// An object of strings as "K=V". Errors: InvalidArgument.
Result<std::vector<std::string>> parseEnvironment(const Json& request);
/// A path: a non-empty string without NUL. Errors: InvalidArgument.
Result<std::string> parsePath(const Json& request, std::string_view key);
/// PATH of the environment, or the usual one.
std::string searchPathOf(const std::vector<std::string>& env);
/// Folders that a program may write to, its TMPDIR first.
std::vector<std::string>
writableFolders(const std::vector<std::string>& env, const std::vector<std::string>& scratch);
PtySize parsePtySize(const Json& object);

} // namespace sandbench::guest
