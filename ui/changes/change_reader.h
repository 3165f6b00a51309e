// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/project/apply_changes.h"

#include <QList>
#include <QString>

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

/// What a run changed of its folder, as it is kept, and what is done with it. Blocks, and holds the
/// kept changes only as long as a call takes. Thread: any.
namespace sandbench::ui {

/// One changed file.
struct ChangeRow
{
    std::string path; ///< Foreign; what the calls below are asked with.
    QString shown; ///< SafeText, on one line.
    QString kind; ///< For people: "created"
    std::optional<std::uint64_t> before, after; ///< Units: bytes. Absent = it is not there.
    bool isExecutable = false;
    ChangeStanding standing = ChangeStanding::Open;
    QString why; ///< SafeText; see ChangeReview.
    bool canUndo = false;

    bool isOpen() const
    {
        return standing == ChangeStanding::Open || standing == ChangeStanding::InPart;
    }
};

struct ChangeList
{
    std::string folder; ///< The project's, on this machine.
    std::vector<ChangeRow> rows; ///< By path.
    std::uint64_t created = 0, changed = 0, deleted = 0, leftOut = 0; ///< All of them.
    bool isPartial = false;
};

/// How one file differs.
struct FileDifference
{
    struct Part
    {
        std::string text; ///< As unifiedGroup() has it; see ChangeApplier::applyPart().
        QStringList lines; ///< SafeText; long ones are cut.
    };
    ChangeRow row;
    QList<Part> parts;
    bool isApplied = false; ///< They tell what was applied, and cannot be decided about.
    bool isCut = false; ///< There are more parts, or lines.
    QString note; ///< Why there is nothing to see, or empty.
};

enum class ChangeAct { Apply, Discard, Undo };

/// What an act came to.
struct ActResult
{
    std::vector<ApplyOutcome> outcomes; ///< Of what was meant, in some order.
    std::vector<ChangeRow> rows; ///< What was meant, as it is now.
    std::string folder;
};

class ChangeReader
{
public:
    /// Lines and characters that are shown of one file.
    static constexpr qsizetype kMostLines = 10'000, kMostLineCharacters = 2'000;

    ChangeReader(std::string stateFolder, std::string runId)
        : m_stateFolder(std::move(stateFolder))
        , m_runId(std::move(runId))
    {
    }

    /// Errors of all: those of ChangeStore::open() and ChangeApplier::open(); Cancelled.
    Result<ChangeList> read(const std::stop_token& stop) const;
    /// Errors: also NotFound.
    Result<FileDifference> look(const std::string& path) const;
    /// With files; @p done counts those that are done. A stop leaves the rest as it is.
    Result<ActResult>
    act(ChangeAct act, const std::vector<std::string>& paths,
        const std::shared_ptr<std::atomic<std::size_t>>& done, const std::stop_token& stop) const;
    /// Apply or discard one part of FileDifference::parts. Errors: also NotFound.
    Result<ActResult>
    actOnPart(ChangeAct act, const std::string& path, const std::string& part) const;

private:
    std::string m_stateFolder, m_runId;
};

/// "Applied in part"
QString standingWord(ChangeStanding standing);
/// "2 created, 1 changed"
QString countsOf(const ChangeList& list);

} // namespace sandbench::ui
