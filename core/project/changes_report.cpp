// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/project/changes_report.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/project/line_diff.h"

#include <algorithm>

namespace sandbench {

namespace {

std::optional<std::uint64_t> bytesOf(const MaybeFile& file)
{
    return file ? std::optional(file->bytes) : std::nullopt;
}

void addDiff(
    ChangesReport::File& told, const ChangeApplier& applier, const ProjectChange& change,
    std::size_t most)
{
    const auto texts = applier.texts(change);
    if (texts)
        told.diff = unifiedDiff(texts->first, texts->second, most, told.isDiffCut);
    else
        told.note = replaceInvalidUtf8(texts.error().message());
}

Json fileJson(const ChangesReport::File& file)
{
    Json json = {{"path", file.path}, {"change", file.change}, {"executable", file.isExecutable},
                 {"note", file.note}, {"diff", file.diff},     {"diff_cut", file.isDiffCut}};
    if (file.bytesBefore)
        json["bytes_before"] = *file.bytesBefore;
    if (file.bytes)
        json["bytes"] = *file.bytes;
    if (!file.state.empty())
        json["state"] = file.state;
    if (!file.why.empty())
        json["why"] = file.why;
    return json;
}

} // namespace

const ChangesReport::File* ChangesReport::find(std::string_view path) const
{
    const auto found = std::ranges::lower_bound(files, path, {}, &File::path);
    return found != files.end() && found->path == path ? &*found : nullptr;
}

void ChangesReport::note(const ApplyOutcome& outcome)
{
    const auto found = std::ranges::lower_bound(files, outcome.path, {}, &File::path);
    if (found == files.end() || found->path != outcome.path)
        return;
    found->state = applyStateName(outcome.state);
    found->why = replaceInvalidUtf8(outcome.why);
}

ChangesReport reportOf(const ChangeApplier& applier, const std::vector<std::string>& paths)
{
    const auto& changes = applier.changes();
    ChangesReport report;
    report.folder = replaceInvalidUtf8(changes.folder);
    report.created = changes.created;
    report.changed = changes.changed;
    report.deleted = changes.deleted;
    report.leftOut = changes.leftOut;
    report.isPartial = changes.isPartial;
    std::size_t room = ChangesReport::kMostDiffs;
    for (const auto& change : changes.files) {
        if (report.files.size() == ChangesReport::kMostFiles)
            break;
        if (!isMeant(change.path, paths))
            continue;
        ChangesReport::File told;
        told.path = replaceInvalidUtf8(change.path);
        told.change = change.kind();
        told.bytesBefore = bytesOf(change.before);
        told.bytes = bytesOf(change.after);
        told.isExecutable = change.after && change.after->isExecutable;
        addDiff(told, applier, change, std::min(room, ChangesReport::kMostDiff));
        room -= told.diff.size();
        report.files.push_back(std::move(told));
    }
    std::ranges::sort(report.files, {}, &ChangesReport::File::path);
    return report;
}

Json toJson(const ChangesReport& report)
{
    auto files = Json::array();
    for (const auto& file : report.files)
        files.push_back(fileJson(file));
    return {{"folder", report.folder},    {"files", std::move(files)}, {"created", report.created},
            {"changed", report.changed},  {"deleted", report.deleted}, {"left_out", report.leftOut},
            {"partial", report.isPartial}};
}

} // namespace sandbench
