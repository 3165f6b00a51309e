// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/json.h"
#include "core/base/line_splitter.h"
#include "core/base/part_file.h"
#include "core/batch/line_set.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

namespace sandbench::batch {

inline constexpr const char* kIdentityName = "batch.json";
inline constexpr const char* kResultsName = "results.jsonl";
inline constexpr const char* kStartedName = "started.txt";
inline constexpr const char* kReplacedName = "replaced.jsonl";

/// What a batch that is resumed runs besides the lines without a row.
enum class Again {
    Nothing,
    NotPassed, ///< Lines that ran and did not pass. Their rows move to replaced.jsonl.
};

/// Where a batch's results go: batch.json (of which lines, run how), results.jsonl (a row for each
/// line that is over), started.txt (the numbers of lines that were begun), replaced.jsonl (rows of
/// lines that were run again). A line is done when its whole row is there. One program at a time
/// has it. Thread: any, after it was opened.
class Folder
{
public:
    /// A new one. @p identity: what results rest on. Errors: AlreadyExists for a folder that has
    /// anything in it; PermissionDenied, NotFound, ResourceExhausted, Io.
    static Result<Folder> create(const std::string& path, const Json& identity);
    /// One that was stopped, by whatever; where none was begun, a new one. A row that was cut off
    /// goes. Errors: also InvalidArgument (of other lines, or run otherwise, naming in what; rows
    /// that are none, naming the line), Unavailable (another program has it); the system's.
    static Result<Folder>
    resume(const std::string& path, const Json& identity, Again again = Again::Nothing);

    bool isDone(std::uint64_t line) const { return m_done.has(line); }
    /// Whether an earlier program began it.
    bool wasStarted(std::uint64_t line) const { return m_started.has(line); }
    std::uint64_t done() const { return m_done.count(); } ///< When it was opened.

    /// Said before a line is run. Errors: ResourceExhausted (no space), Io.
    Result<void> begin(std::uint64_t line);
    /// Adds a row of rowOf(): all of it or nothing. On disk a second later, see sync(). Returns
    /// where it begins in results.jsonl. Units: bytes. Errors: ResourceExhausted (no space), Io.
    Result<std::uint64_t> add(std::string_view row);
    /// All is on disk. Errors: Io.
    Result<void> sync();

    /// All rows so far, without their line feeds, and where they begin. Errors: Io; those of
    /// @p onRow.
    Result<void>
    read(const std::function<Result<void>(std::string_view row, std::uint64_t at)>& onRow) const;
    /// Writes a file beside the rows, whole or not at all. Errors: as add(); @p fill's.
    Result<void> write(const std::string& name, std::string_view bytes) const;
    Result<void>
    write(const std::string& name, const std::function<Result<void>(const PartFile&)>& fill) const;

    Folder(Folder&& other) noexcept;

private:
    /// A file of whole lines, to which is added.
    struct Log
    {
        UniqueFd fd = {};
        std::uint64_t bytes = 0;

        Result<void> add(std::string_view line);
    };

    explicit Folder(std::string path)
        : m_path(std::move(path))
    {
    }
    Result<void> openLogs();
    Result<void> open(Log& log, const char* name) const;
    /// Cuts off what is no whole line.
    static Result<void> readLog(
        Log& log, std::size_t longest, const std::function<Result<void>(const TextLine&)>& onLine);
    /// Takes the rows of lines that ran and did not pass out of the results.
    Result<void> dropNotPassed();
    Result<LineSet> copyNotPassed();
    Result<void> rewrite(
        Log& log, const char* name, std::size_t longest,
        const std::function<Result<bool>(const TextLine&)>& isKept) const;
    Result<void> readDone();
    Result<void> readStarted();

    std::string m_path;
    LineSet m_done, m_started;
    std::mutex m_mutex; ///< Of the rest.
    Log m_results, m_starts;
    std::chrono::steady_clock::time_point m_synced = {};
};

/// The row of results.jsonl below @p path that begins at @p at, without its line feed. The folder
/// may be in use. Errors: NotFound, PermissionDenied, Io; InvalidArgument (there is no row).
Result<std::string> readRow(const std::string& path, std::uint64_t at);

} // namespace sandbench::batch
