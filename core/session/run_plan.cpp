// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/run_plan.h"

#include "core/artifact/mime.h"
#include "core/base/embedded.h"
#include "core/base/text.h"
#include "core/language/command_words.h"
#include "core/language/java_names.h"

#include <algorithm>

namespace sandbench {

namespace {

constexpr std::size_t kMaxFileNameBytes = 255;
constexpr std::size_t kMaxProgramPath = 4000;

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

bool isProjectPath(std::string_view path)
{
    const auto framed = "/" + std::string(path) + "/";
    return path.size() <= kMaxProgramPath && !hasNul(path) && isUtf8(path)
        && framed.find("//") == std::string::npos && framed.find("/./") == std::string::npos
        && framed.find("/../") == std::string::npos;
}

Result<void> checkLimits(const RunLimits& limits)
{
    if (limits.wallSeconds < 0 || limits.cpuSeconds < 0)
        return invalid("a time limit cannot be negative; 0 means none");
    return {};
}

bool isSource(const Language& language, std::string_view path)
{
    const auto endsSo = [path](const std::string& end) { return path.ends_with(end); };
    return std::any_of(language.extensions.begin(), language.extensions.end(), endsSo)
        && std::none_of(language.sourceExcludes.begin(), language.sourceExcludes.end(), endsSo);
}

std::string_view folderOf(std::string_view path)
{
    return path.substr(0, path.rfind('/'));
}

/// The program and those of the run's and the project's files that its language builds with it.
std::vector<std::string> sourcesOf(
    const RunRequest& request, const Language& language, const RunPlan& plan,
    const GuestLayout& layout)
{
    std::vector<std::string> sources = {plan.programPath};
    if (language.sources == SourceScope::Program)
        return sources;
    const auto add = [&](std::string path) {
        const bool isNear = language.sources == SourceScope::Project
            || folderOf(path) == folderOf(plan.programPath);
        if (isNear && isSource(language, path)
            && std::find(sources.begin(), sources.end(), path) == sources.end())
            sources.push_back(std::move(path));
    };
    for (const auto& file : plan.files)
        add(file.path);
    for (const auto& path : request.projectFiles)
        add(layout.work + "/" + path);
    return sources;
}

CommandValues commandValues(
    const RunRequest& request, const Language& language, const RunPlan& plan,
    const GuestLayout& layout)
{
    CommandValues values;
    values.file = plan.programPath;
    values.files = sourcesOf(request, language, plan, layout);
    values.arguments = request.arguments;
    values.root = request.projectFile.empty() ? folderOf(plan.programPath) : layout.work;
    values.build = plan.buildFolder;
    if (language.fileNameRule == FileNameRule::JavaPublicClass)
        values.mainClass = javaNames(request.code).mainClass;
    if (values.mainClass.empty())
        values.mainClass = values.stem();
    values.home = layout.home;
    values.temporary = layout.temporary;
    values.work = layout.work;
    return values;
}

std::vector<std::string> commandOf(
    const std::vector<std::string>& words, const CommandValues& values, const GuestLayout& layout)
{
    auto argv = layout.entrypoint;
    const auto command = fillIn(std::span<const std::string>(words), values);
    argv.insert(argv.end(), command.begin(), command.end());
    return argv;
}

Json stepsOf(const Language& language, const CommandValues& values, const GuestLayout& layout)
{
    auto steps = Json::array();
    for (const auto& words : language.compile)
        steps.push_back({{"name", words.front()}, {"argv", commandOf(words, values, layout)}});
    return steps;
}

std::map<std::string, std::string>
languageEnvironment(const Language& language, const GuestLayout& layout)
{
    CommandValues values;
    values.home = layout.home;
    values.temporary = layout.temporary;
    values.work = layout.work;
    auto env = language.env;
    for (auto& [name, value] : env)
        value = fillIn(std::string_view(value), values);
    return env;
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

/// Where the files are looked for that the run makes.
Json resultPlaces(const std::string& current, const GuestLayout& layout)
{
    std::vector<std::string> folders = {layout.work};
    const auto isIn = [&current](const std::string& folder) {
        return !folder.empty() && (current + "/").starts_with(folder + "/");
    };
    const auto scratch = layout.scratchFolders();
    if (!isIn(layout.work) && std::any_of(scratch.begin(), scratch.end(), isIn))
        folders.push_back(current);
    return {{"output", layout.output}, {"folders", folders}, {"endings", shownEndings()}};
}

/// Lets a program show things that has no kernel of its own to do it.
void addHook(Json& run, const Language& language, const GuestLayout& layout)
{
    const auto source
        = language.hookSource.empty() ? std::nullopt : embeddedFile(language.hookSource);
    if (!source || !layout.entrypoint.empty())
        return;
    run["display"] = true;
    run["hook"]
        = {{"env", language.hookEnv},
           {"prefix", language.hookPrefix},
           {"suffix", language.hookSource.substr(language.hookSource.rfind('.'))},
           {"source", *source}};
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
    if (!request.projectFile.empty())
        return isProjectPath(request.projectFile)
            ? Result<std::string>(request.projectFile)
            : invalid(
                "the program's path in its project must be relative and must not hold '..', "
                "such as src/"
                + language.defaultFileName);
    auto name = request.fileName.empty() ? language.defaultFileName : request.fileName;
    if (language.fileNameRule == FileNameRule::JavaPublicClass)
        if (const auto names = javaNames(request.code); !names.publicClass.empty())
            name = names.publicClass + language.extensions.front();
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
                "the environment variable '" + name
                + "' has a name or value that no program can receive");
    for (const auto& [name, value] : env)
        if (!isUtf8(name) || !isUtf8(value))
            return invalid(
                "the environment variable '" + replaceInvalidUtf8(name)
                + "' is not UTF-8; hand such bytes over in a file");
    return {};
}

std::map<std::string, std::string> programEnvironment(
    const Language& language, const std::map<std::string, std::string>& sessionEnv,
    const std::map<std::string, std::string>& runEnv, const GuestLayout& layout)
{
    std::map<std::string, std::string> env = runEnv;
    env.insert(sessionEnv.begin(), sessionEnv.end());
    const auto ofLanguage = languageEnvironment(language, layout);
    env.insert(ofLanguage.begin(), ofLanguage.end());
    env.insert(layout.env.begin(), layout.env.end());
    env.insert(
        {{"PATH", kDefaultPath},
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
    const RunRequest& request, const Language& language, const RunPlace& place,
    const std::map<std::string, std::string>& sessionEnv, const GuestLayout& layout)
{
    SANDBENCH_TRY_VOID(checkEnvironment(request.env));
    SANDBENCH_TRY_VOID(checkArguments(request.arguments));
    SANDBENCH_TRY_VOID(checkArguments(request.command));
    SANDBENCH_TRY_VOID(checkLimits(request.limits));
    if (!request.context.empty() && !language.contexts)
        return invalid(language.name + " has no contexts; run it without one");
    if (!request.context.empty() && !layout.entrypoint.empty())
        return invalid("programs behind an entry point have no contexts; run it without one");
    if (!request.context.empty() && request.terminal)
        return invalid("cells of a context have no terminal; leave one of them out");

    RunPlan plan;
    plan.programPath = (place.folder.empty() ? layout.work : place.folder) + "/" + place.fileName;
    for (const auto& file : request.files) {
        SANDBENCH_TRY(auto path, layout.absolute(file.destination));
        SANDBENCH_TRY_VOID(checkDestination(path, layout));
        plan.files.push_back({std::move(path), file.bytes, file.mode});
    }
    if (!place.fileName.empty())
        plan.files.push_back({plan.programPath, request.code, 0644});

    plan.run
        = {{"verb", "run"},
           {"cwd", request.folder.empty() ? layout.current : request.folder},
           {"limits", limitsJson(request.limits)},
           {"env", programEnvironment(language, sessionEnv, request.env, layout)},
           {"stdin", request.liveInput || !request.stdinBytes.empty()},
           {"display",
            !language.kernelSource.empty()
                && (!language.kernelSpeaksLines || !request.context.empty())},
           {"path", plan.programPath}};
    if (!request.onlyChecked && request.isObserved) {
        plan.run["results"] = resultPlaces(jsonString(plan.run, "cwd"), layout);
        plan.run["observe"] = layout.work;
    }
    if (request.terminal)
        plan.run["pty"] = {{"rows", request.terminal->rows}, {"cols", request.terminal->columns}};
    if (!request.context.empty()) {
        plan.run["context"] = request.context;
        plan.run["check"] = request.onlyChecked;
        plan.run["undo"] = request.canBeUndone;
        plan.run["name"] = place.fileName;
        return plan;
    }
    if (!request.command.empty()) {
        auto argv = layout.entrypoint;
        argv.insert(argv.end(), request.command.begin(), request.command.end());
        plan.run["argv"] = std::move(argv);
        return plan;
    }
    if (!language.compile.empty())
        plan.buildFolder = layout.temporary + "/sandbench-build-" + place.id;
    for (const auto& [path, text] : language.buildFiles)
        plan.files.insert(plan.files.end() - 1, {plan.buildFolder + "/" + path, text, 0644});
    const auto values = commandValues(request, language, plan, layout);
    plan.run["argv"] = commandOf(language.run, values, layout);
    if (!language.compile.empty())
        plan.run["steps"] = stepsOf(language, values, layout);
    addHook(plan.run, language, layout);
    if (!language.kernelSource.empty() && !language.kernelSpeaksLines
        && layout.entrypoint.empty()) {
        plan.run["kernel"] = language.id;
        plan.run["args"] = request.arguments;
        plan.run["last"] = request.isLast;
    }
    return plan;
}

std::optional<KernelStart> kernelStart(
    const Language& language, const std::map<std::string, std::string>& sessionEnv, Warm warm,
    const GuestLayout& layout)
{
    const auto source
        = language.kernelSource.empty() ? std::nullopt : embeddedFile(language.kernelSource);
    if (!source || source->empty() || !layout.entrypoint.empty())
        return std::nullopt;
    Json request
        = {{"verb", "kernel_start"},
           {"kernel", language.id},
           {"argv", language.kernelArgv},
           {"env", programEnvironment(language, sessionEnv, {}, layout)},
           {"preload", language.kernelPreload},
           {"protocol", language.kernelSpeaksLines ? "lines" : "seats"},
           {"warm", warmName(warm)},
           {"cwd", layout.current},
           {"scratch", layout.scratchFolders()}};
    KernelRecipe recipe;
    // An engine keeps none that somebody else has a say in: a variable can make it run anything.
    const auto plain = programEnvironment(language, {}, {}, {});
    if (!language.kernelSpeaksLines
        && programEnvironment(language, sessionEnv, {}, layout) == plain) {
        recipe = {language.kernelArgv, {}, {}, *source};
        if (warm != Warm::Never)
            recipe.preload = language.kernelPreload;
        for (const auto& [name, value] : plain)
            recipe.env.push_back(name + '=' + value);
    }
    return KernelStart{std::move(request), *source, std::move(recipe)};
}

} // namespace sandbench
