// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/cli/program.h"
#include "core/base/fd.h"
#include "core/base/json.h"
#include "core/report/html_report.h"
#include "core/workspace/history_reader.h"

#include <CLI/App.hpp>

#include <set>
#include <string>
#include <string_view>
#include <vector>

/// A run of the history, for the commands that show or export one.
namespace sandbench::cli {

/// @p state: --state; empty = the user's own. Errors: NotFound without such a folder,
/// HistoryReader's.
Result<workspace::HistoryReader> openHistory(const std::string& state);

struct KeptRun
{
    Json record;
    std::vector<Artifact> artifacts; ///< What is known of them now.
};
/// Errors: NotFound.
Result<KeptRun> readRun(workspace::HistoryReader& history, const std::string& id);
/// Of the artifacts of @p id. @p history must outlive it.
report::BytesOfResult bytesOfArtifacts(workspace::HistoryReader& history, const std::string& id);

/// Copies those at @p places (empty = all of them) into @p folder, as exportArtifacts().
Result<void> saveArtifacts(
    workspace::HistoryReader& history, const std::string& id, const std::string& folder,
    std::vector<Artifact> artifacts, const std::set<std::size_t>& places, bool say = true);

/// A file of the user's that is being written; "-" = standard output. It has its name when finish()
/// was called, and is gone when that never happens.
class NewFile
{
public:
    /// Errors: AlreadyExists where it is there and @p mayReplace is false; Io, PermissionDenied.
    static Result<NewFile> create(const std::string& path, bool mayReplace);
    NewFile(NewFile&& other) noexcept;
    NewFile& operator=(NewFile&&) = delete;
    ~NewFile();

    Result<void> write(std::string_view bytes);
    Result<void> finish();

private:
    NewFile(std::string path, std::string made, UniqueFd fd, bool mayReplace);

    std::string m_path;
    std::string m_made; ///< What it is called until then; empty = standard output, or finished.
    UniqueFd m_fd;
    bool m_mayReplace;
};

/// RUN, --state
void addRunAndState(CLI::App& command, std::string& id, std::string& state);
void addState(CLI::App& command, std::string& state);

/// `runs export`, of @p group.
void addRunsExport(CLI::App& group, Action& chosen);
/// `runs replay`.
void addRunsReplay(CLI::App& group, Action& chosen);
/// `runs review`, `runs compare` and `runs again`.
void addRunsReview(CLI::App& group, Action& chosen);

} // namespace sandbench::cli
