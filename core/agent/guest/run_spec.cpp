// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/run_spec.h"

#include <algorithm>
#include <cmath>
#include <sys/resource.h>

namespace sandbench::guest {

static constexpr const char* kDefaultSearchPath
    = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
static constexpr std::size_t kMaxSteps = 16;
static constexpr std::size_t kMaxResultFolders = 8;
static constexpr std::size_t kMaxEndings = 100;

std::vector<ResourceLimit> Limits::resourceLimits() const
{
    std::vector<ResourceLimit> out{{RLIMIT_CORE, "CORE", 0, 0}};
    const auto add = [&out](int resource, const char* name, std::uint64_t value) {
        if (value > 0)
            out.push_back({resource, name, value, value});
    };
    if (cpuSeconds > 0) {
        const auto whole = static_cast<std::uint64_t>(std::ceil(std::min(cpuSeconds, 1e9)));
        // One second from SIGXCPU to SIGKILL.
        out.push_back({RLIMIT_CPU, "CPU", whole, whole + 1});
    }
    add(RLIMIT_FSIZE, "FSIZE", fileBytes);
    add(RLIMIT_NOFILE, "NOFILE", openFiles);
    add(RLIMIT_NPROC, "NPROC", processes);
    add(RLIMIT_AS, "AS", addressSpaceBytes);
    add(RLIMIT_DATA, "DATA", dataBytes);
    add(RLIMIT_STACK, "STACK", stackBytes);
    return out;
}

void addResourceLimits(agent::KernelMessage& message, const Limits& limits)
{
    for (const ResourceLimit& limit : limits.resourceLimits())
        message.add(
            "rlimit",
            std::string(limit.name) + ':' + std::to_string(limit.soft) + ':'
                + std::to_string(limit.hard));
}

static Error invalid(std::string_view key, const char* what)
{
    return Error(ErrorCode::InvalidArgument, "field " + std::string(key) + " " + what);
}

static bool hasNul(const std::string& text)
{
    return text.find('\0') != std::string::npos;
}

Result<std::vector<std::string>> parseStrings(const Json& request, std::string_view key)
{
    std::vector<std::string> out;
    const Json& field = jsonField(request, key);
    if (field.is_null())
        return out;
    if (!field.is_array())
        return invalid(key, "must be an array of strings");
    for (const Json& item : field) {
        if (!item.is_string())
            return invalid(key, "must be an array of strings");
        out.push_back(item.get<std::string>());
        if (hasNul(out.back()))
            return invalid(key, "holds a NUL byte, which no program can receive");
    }
    return out;
}

Result<std::vector<std::string>> parseEnvironment(const Json& request)
{
    std::vector<std::string> out;
    const Json& field = jsonField(request, "env");
    if (field.is_null())
        return out;
    if (!field.is_object())
        return invalid("env", "must be an object of strings");
    for (const auto& [name, value] : field.items()) {
        if (!value.is_string() || name.empty() || name.find('=') != std::string::npos)
            return invalid("env", "must be an object of strings whose names hold no '='");
        out.push_back(name + "=" + value.get<std::string>());
        if (hasNul(out.back()))
            return invalid("env", "holds a NUL byte, which no program can receive");
    }
    return out;
}

Result<std::string> parsePath(const Json& request, std::string_view key)
{
    std::string path = jsonString(request, key);
    if (path.empty() || hasNul(path))
        return invalid(key, "must be a path");
    return path;
}

PtySize parsePtySize(const Json& object)
{
    const auto side = [&object](std::string_view key, std::int64_t fallback) {
        return static_cast<std::uint16_t>(
            std::clamp<std::int64_t>(jsonInt(object, key, fallback), 1, 4096));
    };
    return {side("rows", 24), side("cols", 80)};
}

static Limits parseLimits(const Json& object)
{
    Limits limits;
    limits.wallSeconds = jsonNumber(object, "wall_seconds");
    limits.cpuSeconds = jsonNumber(object, "cpu_seconds");
    limits.outputBytes = jsonCount(object, "output_bytes");
    limits.fileBytes = jsonCount(object, "file_bytes");
    limits.openFiles = jsonCount(object, "open_files");
    limits.processes = jsonCount(object, "processes");
    limits.addressSpaceBytes = jsonCount(object, "address_space_bytes");
    limits.dataBytes = jsonCount(object, "data_bytes");
    limits.stackBytes = jsonCount(object, "stack_bytes");
    return limits;
}

std::string searchPathOf(const std::vector<std::string>& env)
{
    for (const std::string& entry : env) {
        if (entry.starts_with("PATH="))
            return entry.substr(5);
    }
    return kDefaultSearchPath;
}

static Result<std::vector<RunStep>> parseSteps(const Json& request)
{
    std::vector<RunStep> steps;
    const Json& field = jsonField(request, "steps");
    if (field.is_null())
        return steps;
    if (!field.is_array() || field.size() > kMaxSteps)
        return invalid("steps", "must be an array of a few objects");
    for (const Json& item : field) {
        RunStep step;
        step.name = jsonString(item, "name");
        SANDBENCH_TRY(step.argv, parseStrings(item, "argv"));
        if (step.argv.empty() || step.argv[0].empty())
            return invalid("steps", "must name a program in each argv");
        steps.push_back(std::move(step));
    }
    return steps;
}

std::vector<std::string>
writableFolders(const std::vector<std::string>& env, const std::vector<std::string>& scratch)
{
    std::vector<std::string> folders;
    for (const std::string& entry : env) {
        if (entry.starts_with("TMPDIR="))
            folders.push_back(entry.substr(7));
    }
    folders.insert(folders.end(), scratch.begin(), scratch.end());
    return folders;
}

static Result<Hook> parseHook(const Json& object)
{
    Hook hook{
        jsonString(object, "env"), jsonString(object, "prefix"), jsonString(object, "suffix"),
        jsonString(object, "source")};
    const bool isPlain = hook.env.find('=') == std::string::npos && !hasNul(hook.env)
        && !hasNul(hook.prefix) && !hasNul(hook.suffix)
        && hook.suffix.find('/') == std::string::npos;
    return isPlain ? Result<Hook>(std::move(hook)) : invalid("hook", "holds what no path can");
}

static Result<ResultPlaces> parseResultPlaces(const Json& object)
{
    ResultPlaces places;
    places.output = jsonString(object, "output");
    SANDBENCH_TRY(places.folders, parseStrings(object, "folders"));
    SANDBENCH_TRY(places.endings, parseStrings(object, "endings"));
    const bool hasUnnamed
        = std::any_of(places.folders.begin(), places.folders.end(), [](const std::string& path) {
              return path.empty();
          });
    if (hasUnnamed || places.folders.size() > kMaxResultFolders
        || places.endings.size() > kMaxEndings)
        return invalid("results", "must name a few folders and endings");
    return places;
}

Result<RunSpec> parseRunSpec(const Json& request)
{
    RunSpec spec;
    SANDBENCH_TRY(spec.steps, parseSteps(request));
    SANDBENCH_TRY(spec.argv, parseStrings(request, "argv"));
    SANDBENCH_TRY(spec.args, parseStrings(request, "args"));
    SANDBENCH_TRY(spec.env, parseEnvironment(request));
    spec.searchPath = searchPathOf(spec.env);
    spec.kernel = jsonString(request, "kernel");
    spec.context = jsonString(request, "context");
    spec.cwd = jsonString(request, "cwd", "/");
    spec.name = jsonString(request, "name");
    spec.isLast = jsonBool(request, "last");
    spec.isCheck = jsonBool(request, "check");
    spec.canBeUndone = !spec.isCheck && jsonBool(request, "undo");
    spec.memoryBytes = jsonCount(request, "memory_bytes");
    spec.observed = jsonString(request, "observe");
    spec.wantsStdin = jsonBool(request, "stdin");
    spec.wantsDisplay = jsonBool(request, "display");
    SANDBENCH_TRY(spec.hook, parseHook(jsonField(request, "hook")));
    SANDBENCH_TRY(spec.results, parseResultPlaces(jsonField(request, "results")));
    spec.limits = parseLimits(jsonField(request, "limits"));
    if (jsonField(request, "pty").is_object())
        spec.pty = parsePtySize(jsonField(request, "pty"));
    if (hasNul(spec.cwd) || hasNul(spec.name) || hasNul(spec.observed))
        return invalid("cwd", "holds a NUL byte");
    const bool inKernel = !spec.kernel.empty() || !spec.context.empty();
    if (inKernel && !spec.steps.empty())
        return invalid("steps", "cannot come before what runs in an interpreter kernel");
    if (inKernel) {
        SANDBENCH_TRY(spec.path, parsePath(request, "path"));
    }
    if (spec.context.empty() && (spec.argv.empty() || spec.argv[0].empty()))
        return invalid("argv", "must name a program");
    if (spec.name.empty())
        spec.name = spec.path.substr(spec.path.rfind('/') + 1);
    return spec;
}

} // namespace sandbench::guest
