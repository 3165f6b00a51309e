// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch_folder.h"

#include "core/base/text.h"
#include "core/batch/batch_row.h"
#include "core/batch/whole_lines.h"

#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <unistd.h>

namespace sandbench::batch {
namespace {

constexpr std::size_t kMostIdentity = 1U << 20, kRowPiece = 64U << 10;
constexpr std::size_t kLongestNumber = 20;
constexpr unsigned kFileMode = 0644;
constexpr auto kSyncEvery = std::chrono::seconds(1);

/// Besides what a program that was killed had not yet named.
Result<bool> hasNothing(const std::string& path)
{
    std::error_code failed;
    for (std::filesystem::directory_iterator at(path, failed), end; !failed && at != end;
         at.increment(failed))
        if (!at->path().filename().string().starts_with(".sandbench-"))
            return false;
    if (failed)
        return Error::fromErrno(failed.value(), "cannot look into " + oneLine(path, 1000));
    return true;
}

Error notOurs(const char* name, std::uint64_t line)
{
    return Error(
        ErrorCode::InvalidArgument,
        std::string(name) + ", line " + std::to_string(line)
            + ": a batch did not write this; take a new folder");
}

/// What the members say that differ: "input.sha256".
std::string differenceOf(const Json& one, const Json& other)
{
    std::string names;
    for (const auto& change : Json::diff(one, other)) {
        const auto path = jsonString(change, "path");
        names += (names.empty() ? "" : ", ") + path.substr(path.empty() ? 0 : 1);
    }
    return oneLine(names, 300);
}

Result<void> checkIdentity(const std::string& path, const Json& identity)
{
    const auto file = path + "/" + kIdentityName;
    SANDBENCH_TRY(const auto bytes, readFile(file, kMostIdentity));
    SANDBENCH_TRY(const auto there, parseJson(bytes, kMostIdentity).within(file));
    // What it wrote of itself was read back by the same rules.
    SANDBENCH_TRY(const auto wanted, parseJson(writeJson(identity), kMostIdentity));
    if (there == wanted)
        return {};
    return Error(
        ErrorCode::InvalidArgument,
        "the batch in " + oneLine(path, 1000) + " is of other lines or was run otherwise ("
            + differenceOf(there, wanted) + "); take another folder");
}

} // namespace

Result<void> Folder::Log::add(std::string_view line)
{
    auto written = writeAll(fd.get(), line);
    if (written) {
        bytes += line.size();
        return {};
    }
    // Half a line is nothing; where it cannot go now, who reads the file next takes it away.
    [[maybe_unused]] const int cut = ::ftruncate(fd.get(), static_cast<off_t>(bytes));
    return written;
}

Folder::Folder(Folder&& other) noexcept
    : m_path(std::move(other.m_path))
    , m_done(std::move(other.m_done))
    , m_started(std::move(other.m_started))
    , m_results(std::move(other.m_results))
    , m_starts(std::move(other.m_starts))
    , m_synced(other.m_synced)
{
}

Result<Folder> Folder::create(const std::string& path, const Json& identity)
{
    std::error_code failed;
    std::filesystem::create_directory(path, failed);
    if (failed)
        return Error::fromErrno(failed.value(), "cannot make " + oneLine(path, 1000));
    SANDBENCH_TRY(const bool isNew, hasNothing(path));
    if (!isNew)
        return Error(
            ErrorCode::AlreadyExists,
            oneLine(path, 1000)
                + " has something in it; resume the batch there, or take another folder");
    Folder folder(path);
    // First: a folder without it is none that could go on.
    SANDBENCH_TRY_VOID(folder.write(kIdentityName, writeJson(identity, 2) + "\n"));
    SANDBENCH_TRY_VOID(folder.openLogs());
    return folder;
}

Result<Folder> Folder::resume(const std::string& path, const Json& identity, Again again)
{
    std::error_code failed;
    if (!std::filesystem::exists(path + "/" + kIdentityName, failed) && !failed)
        return create(path, identity);
    SANDBENCH_TRY_VOID(checkIdentity(path, identity));
    Folder folder(path);
    SANDBENCH_TRY_VOID(folder.openLogs());
    if (again == Again::NotPassed)
        SANDBENCH_TRY_VOID(folder.dropNotPassed());
    SANDBENCH_TRY_VOID(folder.readDone());
    SANDBENCH_TRY_VOID(folder.readStarted());
    return folder;
}

Result<void> Folder::open(Log& log, const char* name) const
{
    const auto path = m_path + "/" + name;
    log.fd = UniqueFd(::open(
        path.c_str(), O_CREAT | O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW,
        kFileMode));
    if (!log.fd)
        return Error::fromErrno(errno, "cannot open " + oneLine(path, 1000));
    if (::flock(log.fd.get(), LOCK_EX | LOCK_NB) != 0)
        return Error(
            ErrorCode::Unavailable,
            "another program writes its results to " + oneLine(m_path, 1000));
    return {};
}

Result<void> Folder::openLogs()
{
    SANDBENCH_TRY_VOID(open(m_results, kResultsName));
    return open(m_starts, kStartedName);
}

Result<void> Folder::readLog(
    Log& log, std::size_t longest, const std::function<Result<void>(const TextLine&)>& onLine)
{
    SANDBENCH_TRY(
        log.bytes, readWholeLines(log.fd.get(), longest, [&](const TextLine& line, std::uint64_t) {
            return onLine(line);
        }));
    if (::ftruncate(log.fd.get(), static_cast<off_t>(log.bytes)) != 0)
        return Error::fromErrno(errno, "cannot cut off the unfinished last line of a log");
    return {};
}

Result<void> Folder::readDone()
{
    return readLog(m_results, kLongestRow, [&](const TextLine& row) {
        const auto head = headOf(row.text);
        // A row that is there twice would be a line that counts twice.
        return head && m_done.add(head->line) ? Result<void>() : notOurs(kResultsName, row.number);
    });
}

/// Nothing = it is no number.
static std::optional<std::uint64_t> startedLine(const std::string& text)
{
    std::uint64_t line = 0;
    const auto* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, line);
    const bool isOne = read.ec == std::errc() && read.ptr == end && line <= kMostLines;
    return isOne ? std::optional(line) : std::nullopt;
}

Result<void> Folder::readStarted()
{
    return readLog(m_starts, kLongestNumber, [&](const TextLine& said) {
        const auto line = startedLine(said.text);
        if (line)
            m_started.add(*line);
        return line ? Result<void>() : notOurs(kStartedName, said.number);
    });
}

// A program that is killed in between has lost no row and runs no other line again: what was begun
// counts only for lines without a row, and the rows go last.
Result<void> Folder::dropNotPassed()
{
    SANDBENCH_TRY(const auto lines, copyNotPassed());
    if (lines.count() == 0)
        return {};
    const auto isKept = [&](const TextLine& said) -> Result<bool> {
        const auto line = startedLine(said.text);
        return line ? Result<bool>(!lines.has(*line)) : notOurs(kStartedName, said.number);
    };
    SANDBENCH_TRY_VOID(rewrite(m_starts, kStartedName, kLongestNumber, isKept));
    return rewrite(m_results, kResultsName, kLongestRow, [&](const TextLine& row) {
        return Result<bool>(!lines.has(headOf(row.text)->line)); // it was read before
    });
}

Result<LineSet> Folder::copyNotPassed()
{
    Log replaced;
    SANDBENCH_TRY_VOID(open(replaced, kReplacedName));
    SANDBENCH_TRY_VOID(
        readLog(replaced, kLongestRow, [](const TextLine&) { return Result<void>(); }));
    LineSet lines;
    SANDBENCH_TRY_VOID(readLog(m_results, kLongestRow, [&](const TextLine& row) -> Result<void> {
        const auto head = headOf(row.text);
        if (!head)
            return notOurs(kResultsName, row.number);
        if (head->state == kUnreadable || head->state == kDuplicate
            || head->state == check::stateName(check::CheckState::Passed))
            return {};
        lines.add(head->line);
        return replaced.add(row.text + "\n").within(kReplacedName);
    }));
    if (::fdatasync(replaced.fd.get()) != 0)
        return Error::fromErrno(errno, "cannot keep earlier rows");
    return lines;
}

Result<void> Folder::rewrite(
    Log& log, const char* name, std::size_t longest,
    const std::function<Result<bool>(const TextLine&)>& isKept) const
{
    SANDBENCH_TRY(auto file, PartFile::beside(m_path + "/" + name));
    SANDBENCH_TRY_VOID(readLog(log, longest, [&](const TextLine& line) -> Result<void> {
        SANDBENCH_TRY(const bool keeps, isKept(line));
        return keeps ? file.write(line.text + "\n").within(name) : Result<void>();
    }));
    SANDBENCH_TRY_VOID(file.sync().within(name));
    SANDBENCH_TRY_VOID(file.keep(kFileMode));
    return open(log, name);
}

Result<void> Folder::begin(std::uint64_t line)
{
    const std::lock_guard lock(m_mutex);
    return m_starts.add(std::to_string(line) + "\n").within(kStartedName);
}

Result<std::uint64_t> Folder::add(std::string_view row)
{
    const std::lock_guard lock(m_mutex);
    const auto at = m_results.bytes;
    SANDBENCH_TRY_VOID(m_results.add(row).within(kResultsName));
    const auto now = std::chrono::steady_clock::now();
    if (now - m_synced < kSyncEvery)
        return at;
    m_synced = now;
    if (::fdatasync(m_results.fd.get()) != 0)
        return Error::fromErrno(errno, "cannot write the results to disk");
    return at;
}

Result<void> Folder::sync()
{
    const std::lock_guard lock(m_mutex);
    if (::fdatasync(m_results.fd.get()) != 0)
        return Error::fromErrno(errno, "cannot write the results to disk");
    return {};
}

Result<void>
Folder::read(const std::function<Result<void>(std::string_view, std::uint64_t)>& onRow) const
{
    return withoutValue(
        readWholeLines(m_results.fd.get(), kLongestRow, [&](const TextLine& row, std::uint64_t at) {
            return onRow(row.text, at);
        }));
}

Result<void> Folder::write(const std::string& name, std::string_view bytes) const
{
    return write(name, [&](const PartFile& file) { return file.write(bytes); });
}

Result<void> Folder::write(
    const std::string& name, const std::function<Result<void>(const PartFile&)>& fill) const
{
    SANDBENCH_TRY(auto file, PartFile::beside(m_path + "/" + name));
    SANDBENCH_TRY_VOID(fill(file).within(name));
    SANDBENCH_TRY_VOID(file.sync().within(name));
    return file.keep(kFileMode);
}

Result<std::string> readRow(const std::string& path, std::uint64_t at)
{
    const auto file = path + "/" + kResultsName;
    const UniqueFd fd(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW));
    if (!fd)
        return Error::fromErrno(errno, "cannot open " + oneLine(file, 1000));
    LineSplitter splitter(kLongestRow);
    std::string piece(kRowPiece, '\0');
    for (;;) {
        if (auto row = splitter.take(); row && !row->isTooLong && headOf(row->text))
            return std::move(row->text);
        else if (row)
            break;
        const auto n = ::pread(fd.get(), piece.data(), piece.size(), static_cast<off_t>(at));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return Error::fromErrno(errno, "cannot read " + oneLine(file, 1000));
        if (n == 0)
            break;
        splitter.add({piece.data(), static_cast<std::size_t>(n)});
        at += static_cast<std::uint64_t>(n);
    }
    return Error(ErrorCode::InvalidArgument, "the results have another row there now");
}

} // namespace sandbench::batch
