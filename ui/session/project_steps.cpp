// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/project_steps.h"

#include "core/base/text.h"
#include "core/workspace/project_run.h"

#include <QDir>

#include <filesystem>

namespace sandbench::ui {

namespace {

/// Between two reports of how much is copied. Units: bytes.
constexpr std::uint64_t kTellEvery = 256U << 10;
constexpr std::string_view kNotKnown = "What it changed in its folder is not known: ";

bool isSameFolder(const std::string& a, const std::string& b)
{
    std::error_code failure;
    return std::filesystem::equivalent(a, b, failure);
}

/// Nobody means all that they have by the folder of one program.
Result<void> refuseWhole(const std::string& folder)
{
    const auto refused = [&folder](const char* what) {
        return Error(
            ErrorCode::InvalidArgument,
            folder + " is " + what
                + ", which is not copied as a whole; save the program in a folder of its own");
    };
    if (isSameFolder(folder, "/"))
        return refused("the root of the file system");
    if (isSameFolder(folder, QDir::homePath().toStdString()))
        return refused("your home folder");
    if (isSameFolder(folder, QDir::tempPath().toStdString()))
        return refused("the folder for temporary files of all programs");
    return {};
}

} // namespace

Result<void> ProjectSteps::bring(
    PlannedRun& run, workspace::HostedSandbox& sandbox, const std::stop_token& stop) const
{
    m_tell(Step::Copying, 0, 0);
    SANDBENCH_TRY_VOID(refuseWhole(run.projectFolder));
    SANDBENCH_TRY(const auto project, workspace::openProjectFolder(run.projectFolder, stop));
    const auto shown = run.request.code;
    SANDBENCH_TRY_VOID(workspace::putProject(
        project, run.request.projectFile, sandbox.asked().session.sandbox.limits.diskBytes,
        run.request));
    if (run.request.code != shown)
        return Error(
            ErrorCode::InvalidArgument,
            run.request.projectFile
                + " is not what was to run any more: another program changed it; save it, or open "
                  "it again");
    std::uint64_t told = 0;
    const auto tell = [&](std::uint64_t done) {
        if (done < told + kTellEvery && done < project.bytes())
            return;
        told = done;
        m_tell(Step::Copying, done, project.bytes());
    };
    return sandbox.session()
        .copyProject(project, tell, stop)
        .within("copying " + run.projectFolder + " into the sandbox");
}

void ProjectSteps::take(
    const PlannedRun& run, workspace::HostedSandbox& sandbox, RunRecord& record,
    const std::stop_token& stop) const
{
    m_tell(Step::Comparing, 0, 0);
    auto kept = workspace::keepChanges(
        sandbox.session(), run.request, record.runId, {run.projectFolder, m_stateFolder}, stop);
    if (kept && *kept)
        workspace::noteChanges(std::move((*kept)->report), run.request, record, m_workspace);
    else if (!kept)
        record.warnings.push_back(std::string(kNotKnown) + replaceInvalidUtf8(kept.error().text()));
}

std::string ProjectSteps::problemOf(const RunRecord& record)
{
    for (const auto& warning : record.warnings)
        if (warning.starts_with(kNotKnown))
            return warning;
    return {};
}

} // namespace sandbench::ui
