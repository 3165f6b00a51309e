// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/project/apply_changes.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sandbench {

/// What the record of a run says of what it changed of a project. Bounded. All texts are made fit
/// for JSON, not for a terminal.
struct ChangesReport
{
    static constexpr std::size_t kMostFiles = 1000;
    /// Units: bytes, of one file's difference and of all.
    static constexpr std::size_t kMostDiff = 32U << 10, kMostDiffs = 128U << 10;

    struct File
    {
        std::string path;
        std::string change; ///< "created", "changed", "deleted"
        std::optional<std::uint64_t> bytesBefore, bytes; ///< Absent = it is not there.
        bool isExecutable = false;
        std::string note; ///< Why it cannot be applied or compared, or empty.
        std::string diff; ///< Of texts, as patch(1) reads it; empty = there is none to show.
        bool isDiffCut = false;
        std::string state; ///< See applyStateName(); empty = nobody tried.
        std::string why;
    };

    std::string folder;
    std::vector<File> files; ///< By path.
    std::uint64_t created = 0, changed = 0, deleted = 0, leftOut = 0; ///< All of them.
    bool isPartial = false;

    std::uint64_t count() const { return created + changed + deleted; }
    const File* find(std::string_view path) const;
    void note(const ApplyOutcome& outcome);
};

/// Before anything of it is applied: a difference is one to the files that are here. @p paths: what
/// is of interest; empty = all.
ChangesReport reportOf(const ChangeApplier& applier, const std::vector<std::string>& paths = {});

/// The member `changes` of the record of a run.
Json toJson(const ChangesReport& report);

} // namespace sandbench
