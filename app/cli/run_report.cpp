// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run_report.h"

#include "app/cli/text.h"
#include "core/artifact/artifact_store.h"
#include "core/base/json.h"
#include "core/base/units.h"
#include "core/session/activity_words.h"

#include <algorithm>
#include <filesystem>

namespace sandbench::cli {
namespace {

void sayArtifact(const Artifact& artifact, const std::string& path)
{
    if (path.empty()) {
        const auto why = artifact.note.empty() ? "it has no bytes" : artifact.note;
        note("did not save " + artifact.name + ": " + why);
        return;
    }
    const auto saved = std::filesystem::path(path).filename().string();
    const bool renamed = saved != safeFileName(artifact.name);
    note("saved " + path + (renamed ? " (" + artifact.name + " was there already)" : ""));
}

std::string isolationSentence(const IsolationReport& isolation)
{
    std::string missing;
    for (const auto& layer : isolation.missing)
        missing += (missing.empty() ? "" : "; ") + layer.layer + " (" + layer.reason + ")";
    return "isolation: " + joined(isolation.layers)
        + (missing.empty() ? "" : "; missing: " + missing)
        + (isolation.relaxations.empty() ? "" : "; relaxed: " + joined(isolation.relaxations));
}

} // namespace

Result<void> prepareOutFolder(const std::string& folder)
{
    if (folder.empty())
        return {};
    std::error_code failure;
    std::filesystem::create_directories(folder, failure);
    if (!failure && std::filesystem::is_directory(folder, failure))
        return {};
    const auto why = failure ? failure.message() : std::string("it is not a folder");
    return Error(ErrorCode::InvalidArgument, "--out: cannot use " + folder + ": " + why);
}

Result<void> exportArtifacts(RunRecord& record, const std::string& folder, bool say)
{
    std::vector<std::string> paths(record.artifacts.size());
    if (!folder.empty()) {
        SANDBENCH_TRY(paths, ArtifactStore::exportTo(folder, record.artifacts));
    }
    for (std::size_t i = 0; i < record.artifacts.size() && i < paths.size(); ++i) {
        if (say && !folder.empty())
            sayArtifact(record.artifacts[i], paths[i]);
        record.artifacts[i].storedPath = paths[i];
    }
    return {};
}

std::vector<std::string> artifactWarnings(const RunRecord& record)
{
    std::vector<std::string> warnings;
    for (const auto& artifact : record.artifacts)
        if (!artifact.note.empty())
            warnings.push_back(artifact.name + ": " + artifact.note);
    return warnings;
}

void sayEnd(const RunRecord& record, const EndNotes& notes)
{
    if (!notes.stopReason.empty())
        note("Stopped after " + formatSeconds(record.wallSeconds) + ": " + notes.stopReason);
    else if (record.verdict != Verdict::Exited || record.phase == RunPhase::Compile)
        note(verdictSentence(record));
    // By default stderr is the program's own, so that scripts can compare it.
    for (const auto& warning : record.warnings)
        if (notes.warnings && warning != notes.stopReason
            && std::find(notes.said.begin(), notes.said.end(), warning) == notes.said.end())
            note("warning: " + warning);
    if (notes.activity)
        for (const auto& line : activityLines(toJson(record)))
            note("did: " + printable(line));
    if (!notes.isolation)
        return;
    note(
        "engine: " + record.engine + (record.image.empty() ? "" : ", image: " + record.image)
        + ", network: " + record.network);
    note(isolationSentence(record.isolation));
    const auto differences = joined(record.differences);
    if (!record.profile.empty() || !differences.empty())
        note(
            "profile: " + (record.profile.empty() ? "standard" : record.profile)
            + (differences.empty() ? ", as by default" : "; not as by default: " + differences));
}

} // namespace sandbench::cli
