// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/project_run.h"

#include "core/base/units.h"
#include "core/workspace/requests.h"
#include "core/workspace/workspace.h"

#include <filesystem>

namespace sandbench::workspace {

namespace {

/// Of names and sizes; what the sandbox holds is checked when it is known.
constexpr std::uint64_t kMostProjectBytes = 1ULL << 40;
constexpr std::size_t kMostProgramBytes = 64U << 20;

/// What the activity tells of files is then complete.
void addDiffs(RunRecord& record, const ChangesReport& report)
{
    if (!record.activity)
        return;
    for (auto& file : record.activity->files)
        if (const auto* told = report.find(file.path))
            file.diff = told->diff;
}

} // namespace

Result<ProjectFolder> openProjectFolder(const std::string& folder, const std::stop_token& stop)
{
    return ProjectFolder::open(folder, kMostProjectBytes, stop);
}

Result<void> putProject(
    const ProjectFolder& project, const std::string& program, std::uint64_t diskBytes,
    RunRequest& request)
{
    if (diskBytes > 0 && project.bytes() > diskBytes)
        return Error(
            ErrorCode::InvalidArgument,
            project.name() + " holds " + formatSize(project.bytes())
                + ", the sandbox's working folder only " + formatSize(diskBytes)
                + "; name what the run does not need in .sandbenchignore, or give the sandbox more "
                  "disk");
    SANDBENCH_TRY(request.code, project.readFile(program, kMostProgramBytes));
    request.projectFile = program;
    request.projectFiles.clear();
    for (const auto& file : project.files())
        request.projectFiles.push_back(file.path);
    return {};
}

Result<std::optional<KeptChanges>> keepChanges(
    Session& session, const RunRequest& request, const std::string& runId,
    const ProjectPlace& place, const std::stop_token& stop)
{
    if (place.stateFolder.empty())
        return Error(
            ErrorCode::NotFound,
            "there is nowhere to keep them: neither XDG_STATE_HOME nor HOME is an absolute path");
    std::vector<std::string> inputs;
    for (const auto& file : request.files)
        inputs.push_back(file.destination);
    SANDBENCH_TRY(auto store, ChangeStore::create(place.stateFolder, runId, {}));
    const auto keep = [&store](std::string_view bytes) { return store.keep(bytes); };
    auto changes = session.projectChanges(inputs, keep, stop);
    std::error_code failure;
    if (changes && changes->count() > 0)
        changes->folder = std::filesystem::canonical(place.folder, failure).string();
    if (!changes || changes->count() == 0 || failure)
        store.discard();
    if (!changes)
        return std::move(changes.error());
    if (failure)
        return Error(ErrorCode::Io, "the project's folder is gone: " + failure.message());
    if (changes->count() == 0)
        return std::optional<KeptChanges>();
    SANDBENCH_TRY_VOID(store.writeChanges(*changes));
    SANDBENCH_TRY(const auto applier, ChangeApplier::open(store));
    auto report = reportOf(applier);
    return std::optional(KeptChanges{std::move(store), std::move(report)});
}

void noteChanges(
    ChangesReport report, const RunRequest& request, RunRecord& record, Workspace& workspace)
{
    addDiffs(record, report);
    record.changes = std::move(report);
    if (auto* history = workspace.history()) {
        auto view = runView(record, {});
        view["program"] = programView(request);
        history->end(userCaller().id, view);
    }
}

} // namespace sandbench::workspace
