// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/batch_folder.h"

#include "core/base/part_file.h"
#include "core/base/text.h"
#include "core/batch/batch_row.h"

#include <cerrno>
#include <charconv>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <unistd.h>

namespace sandbench::batch {
namespace {

constexpr std::size_t kMostIdentity = 1U << 20, kPieceBytes = 256U << 10;
constexpr std::size_t kLongestNumber = 20;
constexpr unsigned kFileMode = 0644;
constexpr auto kSyncEvery = std::chrono::seconds(1);

/// The whole lines of a file from its beginning. Returns how many bytes they are.
Result<std::uint64_t>
readLines(int fd, std::size_t longest, const std::function<Result<void>(const TextLine&)>& onLine)
{
    LineSplitter splitter(longest);
    std::string piece(kPieceBytes, '\0');
    std::uint64_t bytes = 0, whole = 0;
    for (;;) {
        const auto n = ::pread(fd, piece.data(), piece.size(), static_cast<off_t>(bytes));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return Error::fromErrno(errno, "cannot read what is there");
        if (n == 0)
            return whole;
        const std::string_view read(piece.data(), static_cast<std::size_t>(n));
        if (const auto last = read.rfind('\n'); last != std::string_view::npos)
            whole = bytes + last + 1;
        bytes += read.size();
        splitter.add(read);
        while (const auto line = splitter.take())
            SANDBENCH_TRY_VOID(onLine(*line));
    }
}

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
            + ": a batch did not write this; take --out DIR that is new");
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
            + differenceOf(there, wanted) + "); take another --out DIR");
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
                + " has something in it; go on with the batch there with --resume, or take "
                  "another --out DIR");
    Folder folder(path);
    // First: a folder without it is none that could go on.
    SANDBENCH_TRY_VOID(folder.write(kIdentityName, writeJson(identity, 2) + "\n"));
    SANDBENCH_TRY_VOID(folder.openLogs());
    return folder;
}

Result<Folder> Folder::resume(const std::string& path, const Json& identity)
{
    std::error_code failed;
    if (!std::filesystem::exists(path + "/" + kIdentityName, failed) && !failed)
        return create(path, identity);
    SANDBENCH_TRY_VOID(checkIdentity(path, identity));
    Folder folder(path);
    SANDBENCH_TRY_VOID(folder.openLogs());
    SANDBENCH_TRY_VOID(folder.readDone());
    SANDBENCH_TRY_VOID(folder.readStarted());
    return folder;
}

Result<void> Folder::openLogs()
{
    for (auto [log, name] : {std::pair(&m_results, kResultsName), {&m_starts, kStartedName}}) {
        const auto path = m_path + "/" + name;
        log->fd = UniqueFd(::open(
            path.c_str(), O_CREAT | O_RDWR | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW,
            kFileMode));
        if (!log->fd)
            return Error::fromErrno(errno, "cannot open " + oneLine(path, 1000));
        if (::flock(log->fd.get(), LOCK_EX | LOCK_NB) != 0)
            return Error(
                ErrorCode::Unavailable,
                "another program writes its results to " + oneLine(m_path, 1000));
    }
    return {};
}

Result<void> Folder::readDone()
{
    SANDBENCH_TRY(
        m_results.bytes, readLines(m_results.fd.get(), kLongestRow, [&](const TextLine& row) {
            const auto head = headOf(row.text);
            // A row that is there twice would be a line that counts twice.
            return head && m_done.add(head->line) ? Result<void>()
                                                  : notOurs(kResultsName, row.number);
        }));
    if (::ftruncate(m_results.fd.get(), static_cast<off_t>(m_results.bytes)) != 0)
        return Error::fromErrno(errno, "cannot write the results");
    return {};
}

Result<void> Folder::readStarted()
{
    SANDBENCH_TRY(
        m_starts.bytes, readLines(m_starts.fd.get(), kLongestNumber, [&](const TextLine& said) {
            std::uint64_t line = 0;
            const auto* const end = said.text.data() + said.text.size();
            const auto read = std::from_chars(said.text.data(), end, line);
            if (read.ec != std::errc() || read.ptr != end || line > kMostLines)
                return Result<void>(notOurs(kStartedName, said.number));
            m_started.add(line);
            return Result<void>();
        }));
    if (::ftruncate(m_starts.fd.get(), static_cast<off_t>(m_starts.bytes)) != 0)
        return Error::fromErrno(errno, "cannot write what was begun");
    return {};
}

Result<void> Folder::begin(std::uint64_t line)
{
    const std::lock_guard lock(m_mutex);
    return m_starts.add(std::to_string(line) + "\n").within(kStartedName);
}

Result<void> Folder::add(std::string_view row)
{
    const std::lock_guard lock(m_mutex);
    SANDBENCH_TRY_VOID(m_results.add(row).within(kResultsName));
    const auto now = std::chrono::steady_clock::now();
    if (now - m_synced < kSyncEvery)
        return {};
    m_synced = now;
    if (::fdatasync(m_results.fd.get()) != 0)
        return Error::fromErrno(errno, "cannot write the results to disk");
    return {};
}

Result<void> Folder::sync()
{
    const std::lock_guard lock(m_mutex);
    if (::fdatasync(m_results.fd.get()) != 0)
        return Error::fromErrno(errno, "cannot write the results to disk");
    return {};
}

Result<void> Folder::read(const std::function<Result<void>(std::string_view)>& onRow) const
{
    return withoutValue(readLines(
        m_results.fd.get(), kLongestRow, [&](const TextLine& row) { return onRow(row.text); }));
}

Result<void> Folder::write(const std::string& name, std::string_view bytes) const
{
    SANDBENCH_TRY(auto file, PartFile::beside(m_path + "/" + name));
    SANDBENCH_TRY_VOID(file.write(bytes).within(name));
    SANDBENCH_TRY_VOID(file.sync().within(name));
    return file.keep(kFileMode);
}

} // namespace sandbench::batch
