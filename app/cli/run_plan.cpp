// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run_plan.h"

#include "app/cli/language_of_file.h"
#include "core/base/option_values.h"
#include "core/workspace/run_history.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace sandbench::cli {
namespace {

Result<void> readEnv(const RunOptions& options, RunInvocation& plan)
{
    for (const auto& text : options.env) {
        const auto equals = text.find('=');
        if (equals == std::string::npos || equals == 0)
            return optionError("--env", "'" + text + "' is not NAME=VALUE");
        plan.request.env[text.substr(0, equals)] = text.substr(equals + 1);
    }
    return {};
}

// Before its name is asked for a language: what is no program at all has none.
Result<void> checkProgramPath(const std::string& path)
{
    std::error_code ignored;
    if (path != "-" && std::filesystem::is_directory(path, ignored))
        return Error(
            ErrorCode::InvalidArgument,
            path + " is a folder; name the program's file, and add others with --file");
    return {};
}

Result<void>
readLanguage(const RunOptions& options, const LanguageCatalog& languages, RunInvocation& plan)
{
    Result<Language> language = !options.language.empty()
        ? languages.find(options.language)
        : languageOfFile(
            languages,
            options.projectFolder.empty() || options.program == "-"
                ? options.program
                : options.projectFolder + "/" + options.program);
    if (!language)
        return std::move(language.error());
    const bool isCluster = jsonString(options.sandbox, "engine") == "kubernetes";
    const std::string option = isCluster ? "--interpreter-context" : "--context";
    if (!options.context.empty() && !language->contexts)
        return optionError(
            option.c_str(),
            language->name + " programs cannot share a context; leave " + option + " out");
    plan.request.language = language->id;
    return {};
}

// From our standard input.
bool readsProgram(const RunOptions& options)
{
    return options.program == "-" && options.command.empty();
}

// What a program may know of the terminal that it is shown on.
Result<void> planTerminal(const RunOptions& options, RunRequest& request)
{
    if (!options.terminal)
        return {};
    if (!options.context.empty())
        return optionError("--tty", "inputs of a context have no terminal; leave one of them out");
    const char* kind = std::getenv("TERM");
    request.env.emplace("TERM", kind && *kind ? kind : "dumb");
    request.terminal = TerminalSize();
    request.liveInput = true;
    return {};
}

bool leavesItsFolder(const std::string& path)
{
    const std::filesystem::path parts(path);
    return std::find(parts.begin(), parts.end(), "..") != parts.end();
}

// Where it stands below us, it stands there below the working folder too.
bool keepsItsFolders(const std::filesystem::path& path)
{
    return path.is_relative() && !leavesItsFolder(path.lexically_normal());
}

// Files that run as a module of their own name keep it; a name that could be taken for an option
// does not.
std::string guestFileName(const std::string& program)
{
    if (program == "-")
        return {};
    const auto name = std::filesystem::path(program).filename().string();
    return name.starts_with('-') || name.starts_with('.') ? std::string() : name;
}

} // namespace

Result<FileSpec> parseFileSpec(const std::string& text, bool exists, std::string_view option)
{
    FileSpec spec = {text, {}};
    if (const auto colon = text.find(':'); colon != std::string::npos && !exists) {
        spec = {text.substr(0, colon), text.substr(colon + 1)};
        if (spec.destination.empty())
            return optionError(option, "'" + text + "' has nothing behind its colon");
    }
    if (spec.source.empty())
        return optionError(option, "'" + text + "' names no file; write SRC or SRC:DEST");
    const std::filesystem::path source(spec.source);
    const auto name = source.filename().string();
    if (spec.destination.empty())
        spec.destination = keepsItsFolders(source) ? source.lexically_normal().string() : name;
    else if (spec.destination.ends_with('/'))
        spec.destination += name;
    if (leavesItsFolder(spec.destination))
        return optionError(option, "the destination '" + spec.destination + "' holds '..'");
    return spec;
}

Result<void> settleContexts(RunOptions& options)
{
    const auto named = jsonString(options.sandbox, "context");
    if (jsonString(options.sandbox, "engine") == "kubernetes" || named.empty())
        return {};
    if (!options.context.empty() && options.context != named)
        return optionError(
            "--context", "--interpreter-context names another one; leave one of them out");
    options.context = named;
    options.sandbox.erase("context");
    return {};
}

Result<void> settleInput(RunOptions& options)
{
    const auto& more = options.morePrograms;
    const auto programs
        = std::count(more.begin(), more.end(), "-") + (readsProgram(options) ? 1 : 0);
    if (programs > 1)
        return Error(
            ErrorCode::InvalidArgument,
            "only one program can be read from standard input; put the others into files");
    const bool isTaken = programs > 0 || jsonString(options.sandbox, "manifest") == "-";
    if (options.stdinPath.empty())
        options.stdinPath = isTaken ? kNoInput : "-";
    return {};
}

Result<RunInvocation> planRun(const RunOptions& options, const Composition& parts)
{
    RunInvocation plan;
    if (options.program.empty())
        return Error(
            ErrorCode::InvalidArgument,
            "name the program's file, or - to read it from standard input");
    if (readsProgram(options) && options.stdinPath == "-")
        return optionError(
            "--stdin",
            "the program itself is read from standard input; put one of them into a file");
    if (options.projectFolder.empty() && !options.answer)
        SANDBENCH_TRY_VOID(checkProgramPath(options.program));
    SANDBENCH_TRY_VOID(readLanguage(options, parts.languages(), plan));
    auto said = options.sandbox;
    said["language"] = plan.request.language;
    SANDBENCH_TRY(plan.sandbox, workspace::readSandbox(parts, said));
    SANDBENCH_TRY_VOID(readEnv(options, plan));
    plan.request.limits = plan.sandbox.runLimits;
    if (options.answer && options.program.find('/') != std::string::npos)
        plan.request.projectFile = options.program;
    else
        plan.request.fileName = guestFileName(options.program);
    plan.request.arguments = options.arguments;
    plan.request.command = options.command;
    plan.request.context = options.context;
    plan.request.liveInput = !options.stdinPath.empty() && options.stdinPath != kNoInput;
    SANDBENCH_TRY_VOID(planTerminal(options, plan.request));
    // Without --json the sink has shown everything, and the record is for the history alone.
    const std::uint64_t wanted = plan.request.limits.outputBytes ? plan.request.limits.outputBytes
                                                                 : RunRequest().keepBytes;
    plan.request.keepBytes = options.json ? wanted : workspace::HistoryBounds().streamBytes;
    return plan;
}

} // namespace sandbench::cli
