// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/project_input.h"

#include "app/cli/text.h"
#include "core/base/option_values.h"
#include "core/base/units.h"
#include "core/language/project_program.h"
#include "core/workspace/project_run.h"

#include <algorithm>
#include <chrono>
#include <filesystem>

namespace sandbench::cli {

namespace {

using namespace std::chrono_literals;

constexpr auto kTellEvery = 2s;

bool holds(const std::vector<std::string>& files, const std::string& path)
{
    return std::find(files.begin(), files.end(), path) != files.end();
}

// As it is called in the project, or from where we are.
Result<std::string> namedProgram(const RunOptions& options, const std::vector<std::string>& files)
{
    const std::filesystem::path named(options.program);
    auto path = named.lexically_normal().string();
    if (holds(files, path))
        return path;
    path = std::filesystem::proximate(named, options.projectFolder).string();
    if (holds(files, path))
        return path;
    return Error(
        ErrorCode::NotFound,
        "the project " + options.projectFolder + " has no file " + options.program
            + " (version control and build folders are left out)");
}

} // namespace

Result<std::optional<ProjectFolder>>
openProject(RunOptions& options, const LanguageCatalog& languages, const std::stop_token& stop)
{
    if (options.projectFolder.empty())
        return std::optional<ProjectFolder>();
    if (options.program == "-" || !options.context.empty())
        return optionError(
            "--project", "a program on standard input or in a context is not part of a project");
    if (!options.morePrograms.empty())
        return optionError("--project", "one program of a project runs at a time; name one file");
    auto project = workspace::openProjectFolder(options.projectFolder, stop);
    if (!project)
        return std::move(project.error()).within("--project");
    std::vector<std::string> files;
    for (const auto& file : project->files())
        files.push_back(file.path);
    auto program = options.program.empty() ? findProgram(files, languages, options.language)
                                           : namedProgram(options, files);
    if (!program)
        return std::move(program.error()).within("--project");
    options.program = *std::move(program);
    return std::optional(*std::move(project));
}

Result<void>
loadProject(const ProjectFolder& project, const RunOptions& options, RunInvocation& plan)
{
    const auto disk = plan.sandbox.session.sandbox.limits.diskBytes;
    const auto put = workspace::putProject(project, options.program, disk, plan.request);
    return put.failedAs(ErrorCode::InvalidArgument)
        ? optionError("--project", put.error().message() + " (--disk)")
        : Result<void>(put).within("--project");
}

Result<void> sendProject(const ProjectFolder& project, Session& session, std::stop_token stop)
{
    auto told = std::chrono::steady_clock::now();
    const auto tell = [&](std::uint64_t done) {
        const auto now = std::chrono::steady_clock::now();
        if (now - told < kTellEvery)
            return;
        told = now;
        note("copying the project: " + formatSize(done) + " of " + formatSize(project.bytes()));
    };
    auto sent = session.copyProject(project, tell, std::move(stop));
    if (!sent)
        return std::move(sent.error()).within("--project");
    return {};
}

} // namespace sandbench::cli
