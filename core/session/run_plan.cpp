// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/run_plan.h"

#include "core/base/embedded.h"
#include "core/base/text.h"

namespace sandbench {

namespace {

constexpr std::size_t kMaxFileNameBytes = 255;

Error invalid(std::string message)
{
    return Error(ErrorCode::InvalidArgument, std::move(message));
}

bool hasNul(std::string_view text)
{
    return text.find('\0') != std::string_view::npos;
}

// Requests travel as JSON, which would replace such bytes without a word.
bool isUtf8(std::string_view text)
{
    return replaceInvalidUtf8(text) == text;
}

Result<void> checkArguments(const std::vector<std::string>& arguments)
{
    for (const auto& argument : arguments) {
        if (hasNul(argument))
            return invalid("an argument holds a NUL byte, which no program can receive");
        if (!isUtf8(argument))
            return invalid(
                "an argument is not UTF-8; hand such bytes over in a file or on standard input");
    }
    return {};
}

// Everything else in a sandbox is read-only; saying so beats the kernel's words for it.
Result<void> checkDestination(const std::string& path, const GuestLayout& layout)
{
    if (!isUtf8(path))
        return invalid("a file's name in the sandbox is not UTF-8; give it another one");
    const std::string folders[]
        = {layout.work, layout.temporary, layout.home, "/dev/shm", layout.current};
    for (const auto& folder : folders)
        if (path.starts_with(folder + "/"))
            return {};
    return invalid(
        "the file cannot go to " + path + "; programs find files in " + layout.work + ", "
        + layout.temporary + ", " + layout.home + " and /dev/shm only");
}

Result<void> checkLimits(const RunLimits& limits)
{
    if (limits.wallSeconds < 0 || limits.cpuSeconds < 0)
        return invalid("a time limit cannot be negative; 0 means none");
    return {};
}

std::vector<std::string> argvOf(
    const Language& language, const std::string& file, const std::vector<std::string>& arguments,
    const GuestLayout& layout)
{
    auto argv = layout.entrypoint;
    for (const auto& word : language.run) {
        if (word == "{args}")
            argv.insert(argv.end(), arguments.begin(), arguments.end());
        else
            argv.push_back(word == "{file}" ? file : word);
    }
    return argv;
}

Json limitsJson(const RunLimits& limits)
{
    return {
        {"wall_seconds", limits.wallSeconds},
        {"cpu_seconds", limits.cpuSeconds},
        {"output_bytes", limits.outputBytes},
        {"file_bytes", limits.fileBytes},
        {"open_files", limits.openFiles}};
}

const char* warmName(Warm warm)
{
    switch (warm) {
    case Warm::Now:
        return "now";
    case Warm::WhenIdle:
        return "idle";
    case Warm::Never:
        break;
    }
    return "never";
}

} // namespace

std::optional<std::chrono::seconds> startPatience(const RunRequest& request)
{
    return request.context.empty() ? std::optional(std::chrono::seconds(60)) : std::nullopt;
}

Result<std::string> programFileName(const RunRequest& request, const Language& language)
{
    const auto& name = request.fileName.empty() ? language.defaultFileName : request.fileName;
    if (name.empty() || name == "." || name == ".." || name.size() > kMaxFileNameBytes
        || name.find('/') != std::string::npos || hasNul(name))
        return invalid(
            "the program's file name must be one plain name, such as " + language.defaultFileName);
    return name;
}

Result<void> checkEnvironment(const std::map<std::string, std::string>& env)
{
    for (const auto& [name, value] : env)
        if (name.empty() || name.find('=') != std::string::npos || hasNul(name) || hasNul(value))
            return invalid(
                "the environment variable \"" + name
                + "\" has a name or value that no program can receive");
    for (const auto& [name, value] : env)
        if (!isUtf8(name) || !isUtf8(value))
            return invalid(
                "the environment variable \"" + replaceInvalidUtf8(name)
                + "\" is not UTF-8; hand such bytes over in a file");
    return {};
}

std::map<std::string, std::string> programEnvironment(
    const Language& language, const std::map<std::string, std::string>& sessionEnv,
    const std::map<std::string, std::string>& runEnv, const GuestLayout& layout)
{
    std::map<std::string, std::string> env = runEnv;
    env.insert(sessionEnv.begin(), sessionEnv.end());
    env.insert(language.env.begin(), language.env.end());
    env.insert(layout.env.begin(), layout.env.end());
    env.insert(
        {{"PATH", "/usr/local/bin:/usr/bin:/bin"},
         {"HOME", layout.home},
         {"TMPDIR", layout.temporary},
         {"LANG", "C.UTF-8"},
         {"USER", layout.user},
         {"LOGNAME", layout.user},
         {"MPLBACKEND", "Agg"},
         {"MPLCONFIGDIR", layout.temporary + "/matplotlib"},
         {"SANDBENCH_OUTPUT", layout.output}});
    return env;
}

Result<RunPlan> planRun(
    const RunRequest& request, const Language& language, const std::string& fileName,
    const std::map<std::string, std::string>& sessionEnv, const GuestLayout& layout,
    std::string_view folder)
{
    SANDBENCH_TRY_VOID(checkEnvironment(request.env));
    SANDBENCH_TRY_VOID(checkArguments(request.arguments));
    SANDBENCH_TRY_VOID(checkArguments(request.command));
    SANDBENCH_TRY_VOID(checkLimits(request.limits));
    if (!request.context.empty() && !language.contexts)
        return invalid(language.name + " has no contexts; run it without one");
    if (!request.context.empty() && !layout.entrypoint.empty())
        return invalid("programs behind an entry point have no contexts; run it without one");

    RunPlan plan;
    plan.programPath = (folder.empty() ? layout.work : std::string(folder)) + "/" + fileName;
    for (const auto& file : request.files) {
        SANDBENCH_TRY(auto path, layout.absolute(file.destination));
        SANDBENCH_TRY_VOID(checkDestination(path, layout));
        plan.files.push_back({std::move(path), file.bytes, file.mode});
    }
    plan.files.push_back({plan.programPath, request.code, 0644});

    plan.run
        = {{"verb", "run"},
           {"cwd", layout.current},
           {"limits", limitsJson(request.limits)},
           {"env", programEnvironment(language, sessionEnv, request.env, layout)},
           {"stdin", request.liveInput || !request.stdinBytes.empty()},
           {"display", !language.kernelSource.empty()},
           {"path", plan.programPath}};
    if (!request.context.empty()) {
        plan.run["context"] = request.context;
        plan.run["name"] = fileName;
        return plan;
    }
    if (!request.command.empty()) {
        auto argv = layout.entrypoint;
        argv.insert(argv.end(), request.command.begin(), request.command.end());
        plan.run["argv"] = std::move(argv);
        return plan;
    }
    plan.run["argv"] = argvOf(language, plan.programPath, request.arguments, layout);
    if (!language.kernelSource.empty() && layout.entrypoint.empty()) {
        plan.run["kernel"] = language.id;
        plan.run["args"] = request.arguments;
    }
    return plan;
}

Json kernelStartRequest(
    const Language& language, const std::map<std::string, std::string>& sessionEnv, Warm warm,
    const GuestLayout& layout)
{
    const auto source
        = language.kernelSource.empty() ? std::nullopt : embeddedFile(language.kernelSource);
    if (!source || source->empty() || !layout.entrypoint.empty())
        return nullptr;
    return {
        {"verb", "kernel_start"},
        {"kernel", language.id},
        {"argv", language.kernelArgv},
        {"source", *source},
        {"env", programEnvironment(language, sessionEnv, {}, layout)},
        {"preload", language.kernelPreload},
        {"warm", warmName(warm)},
        {"cwd", layout.current},
        {"scratch", layout.scratchFolders()}};
}

} // namespace sandbench
