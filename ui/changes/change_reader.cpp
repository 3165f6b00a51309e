// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/changes/change_reader.h"

#include "core/project/line_diff.h"
#include "ui/changes/difference_parts.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/translation.h"

#include <QLocale>
#include <QStringList>

#include <set>

namespace sandbench::ui {

namespace {

ChangeRow rowOf(const ChangeApplier& applier, const ProjectChange& change)
{
    const auto bytesOf
        = [](const MaybeFile& file) { return file ? std::optional(file->bytes) : std::nullopt; };
    const auto review = applier.review(change);
    ChangeRow row;
    row.path = change.path;
    row.shown = SafeText::display(change.path);
    row.kind = tr(change.kind());
    row.before = bytesOf(change.before);
    row.after = bytesOf(change.after);
    row.isExecutable = change.after && change.after->isExecutable;
    row.standing = review.standing;
    row.why = SafeText::display(review.why);
    row.canUndo = review.canUndo;
    return row;
}

Error notChanged(const std::string& path)
{
    return Error(ErrorCode::NotFound, "the run changed nothing that is called " + path);
}

QString noteFor(const FileDifference& difference, const Error& error)
{
    const auto& row = difference.row;
    if (row.standing == ChangeStanding::Conflict)
        return tr("Conflict: it %1. Nothing of it is applied.").arg(row.why);
    if (row.standing == ChangeStanding::Refused)
        return tr("It cannot be applied: %1.").arg(row.why);
    if (error.code() == ErrorCode::InvalidArgument)
        return tr("It cannot be shown line by line: %1.").arg(SafeText::display(error.message()));
    return SafeText::display(error.text());
}

QString emptyNote(const FileDifference& difference)
{
    switch (difference.row.standing) {
    case ChangeStanding::Discarded:
        return tr("Discarded: nothing of it is applied. Undo takes that back.");
    case ChangeStanding::Same:
        return tr("It is so here already.");
    default:
        return tr("No line differs; whether it can be started does, or it is empty.");
    }
}

/// The store is open, and no other program works on it, as long as this is there.
struct Opened
{
    std::unique_ptr<ChangeStore> store; // stays where it is: the applier knows it
    ChangeApplier applier;
};

Result<Opened> open(const std::string& stateFolder, const std::string& runId)
{
    SANDBENCH_TRY(auto store, ChangeStore::open(stateFolder, runId));
    auto kept = std::make_unique<ChangeStore>(std::move(store));
    SANDBENCH_TRY(auto applier, ChangeApplier::open(*kept));
    return Opened{std::move(kept), std::move(applier)};
}

Result<std::vector<ApplyOutcome>> applyFiles(
    ChangeApplier& applier, const std::vector<std::string>& paths, std::atomic<std::size_t>& done,
    const std::stop_token& stop)
{
    std::vector<ApplyOutcome> outcomes;
    for (const auto& path : paths) {
        if (stop.stop_requested())
            break;
        if (const auto* change = applier.changes().find(path))
            outcomes.push_back(applier.apply(*change));
        ++done;
    }
    return outcomes;
}

ActResult resultOf(
    const ChangeApplier& applier, const std::vector<std::string>& paths,
    std::vector<ApplyOutcome> outcomes)
{
    ActResult result;
    result.folder = applier.changes().folder;
    std::set<std::string> meant(paths.begin(), paths.end());
    for (const auto& outcome : outcomes)
        meant.insert(outcome.path);
    for (const auto& path : meant)
        if (const auto* change = applier.changes().find(path))
            result.rows.push_back(rowOf(applier, *change));
    result.outcomes = std::move(outcomes);
    return result;
}

} // namespace

Result<ChangeList> ChangeReader::read(const std::stop_token& stop) const
{
    SANDBENCH_TRY(const auto opened, open(m_stateFolder, m_runId));
    const auto& changes = opened.applier.changes();
    ChangeList list;
    list.folder = changes.folder;
    list.created = changes.created;
    list.changed = changes.changed;
    list.deleted = changes.deleted;
    list.leftOut = changes.leftOut;
    list.isPartial = changes.isPartial;
    list.rows.reserve(changes.files.size());
    for (const auto& change : changes.files) {
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "looking at the changes was stopped");
        list.rows.push_back(rowOf(opened.applier, change));
    }
    return list;
}

Result<FileDifference> ChangeReader::look(const std::string& path) const
{
    SANDBENCH_TRY(const auto opened, open(m_stateFolder, m_runId));
    const auto& applier = opened.applier;
    const auto* change = applier.changes().find(path);
    if (!change)
        return notChanged(path);
    FileDifference difference;
    difference.row = rowOf(applier, *change);
    const auto standing = difference.row.standing;
    difference.isApplied
        = standing == ChangeStanding::Applied || standing == ChangeStanding::AppliedInPart;
    const auto texts
        = difference.isApplied ? applier.appliedTexts(*change) : applier.texts(*change);
    if (texts) {
        const auto& [before, after] = *texts;
        const auto hunks = diffLines(before, after);
        addParts(difference, before, after, hunks, groupHunks(hunks));
    }
    if (!texts)
        difference.note = noteFor(difference, texts.error());
    else if (difference.parts.isEmpty())
        difference.note = emptyNote(difference);
    return difference;
}

Result<ActResult> ChangeReader::act(
    ChangeAct act, const std::vector<std::string>& paths,
    const std::shared_ptr<std::atomic<std::size_t>>& done, const std::stop_token& stop) const
{
    SANDBENCH_TRY(auto opened, open(m_stateFolder, m_runId));
    auto& applier = opened.applier;
    auto outcomes = act == ChangeAct::Apply ? applyFiles(applier, paths, *done, stop)
        : act == ChangeAct::Discard         ? applier.discard(paths, stop)
                                            : applier.undo(paths, stop);
    if (!outcomes)
        return std::move(outcomes.error());
    return resultOf(applier, paths, *std::move(outcomes));
}

Result<ActResult>
ChangeReader::actOnPart(ChangeAct act, const std::string& path, const std::string& part) const
{
    SANDBENCH_TRY(auto opened, open(m_stateFolder, m_runId));
    auto& applier = opened.applier;
    const auto* change = applier.changes().find(path);
    if (!change)
        return notChanged(path);
    auto outcome = act == ChangeAct::Apply ? applier.applyPart(*change, part)
                                           : applier.discardPart(*change, part);
    return resultOf(applier, {path}, {std::move(outcome)});
}

QString standingWord(ChangeStanding standing)
{
    switch (standing) {
    case ChangeStanding::Open:
        return tr("Not applied");
    case ChangeStanding::InPart:
        return tr("Decided in part");
    case ChangeStanding::Applied:
        return tr("Applied");
    case ChangeStanding::AppliedInPart:
        return tr("Applied in part");
    case ChangeStanding::Discarded:
        return tr("Discarded");
    case ChangeStanding::Same:
        return tr("Already so");
    case ChangeStanding::Conflict:
        return tr("Conflict");
    case ChangeStanding::Refused:
        break;
    }
    return tr("Cannot be applied");
}

QString countsOf(const ChangeList& list)
{
    QStringList parts;
    for (const auto& [count, what] :
         {std::pair(list.created, QT_TRANSLATE_NOOP("sandbench::ui", "created")),
          std::pair(list.changed, QT_TRANSLATE_NOOP("sandbench::ui", "changed")),
          std::pair(list.deleted, QT_TRANSLATE_NOOP("sandbench::ui", "deleted"))})
        if (count > 0)
            parts << QStringLiteral("%1 %2").arg(QLocale().toString(qulonglong(count)), tr(what));
    return parts.join(QStringLiteral(", "));
}

} // namespace sandbench::ui
