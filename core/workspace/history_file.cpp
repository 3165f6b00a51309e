// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/history_file.h"

#include "core/base/fd.h"
#include "core/base/timestamp.h"
#include "core/workspace/history_tables.h"

#include <cerrno>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::workspace {

namespace {

/// "20261124-034715", UTC
std::string stampNow()
{
    const auto now = static_cast<std::time_t>(secondsNow());
    std::tm parts = {};
    ::gmtime_r(&now, &parts);
    char text[32];
    std::strftime(text, sizeof text, "%Y%m%d-%H%M%S", &parts);
    return text;
}

/// With its log, so that whoever wants to repair it has all of it. Nothing is overwritten.
Result<std::string> moveAway(const std::string& path)
{
    const auto stamped = path + ".damaged-" + stampNow();
    auto aside = stamped;
    // The file last: without it the others mean nothing, and SQLite would remove them.
    for (int number = 2; ::access(aside.c_str(), F_OK) == 0; ++number)
        aside = stamped + "-" + std::to_string(number);
    for (const char* suffix : {"-wal", "-shm", ""})
        if (::renameat2(
                AT_FDCWD, (path + suffix).c_str(), AT_FDCWD, (aside + suffix).c_str(),
                RENAME_NOREPLACE)
                != 0
            && (errno != ENOENT || *suffix == '\0'))
            return Error::fromErrno(errno, "cannot set " + path + " aside");
    return aside;
}

bool isDamaged(const std::string& path)
{
    const auto isSaid = [](const Error& error) { return error.code() == ErrorCode::Protocol; };
    auto database = Database::openToRead(path, Database::kPatience);
    if (!database)
        return isSaid(database.error());
    auto check = database->prepare("PRAGMA quick_check(1)");
    if (!check)
        return isSaid(check.error());
    const auto hasRow = check->step();
    return hasRow ? check->text(0) != "ok" : isSaid(hasRow.error());
}

/// What a newer version wrote is not even opened for writing: that alone may change it.
Result<void> checkVersion(const std::string& path, std::chrono::milliseconds patience)
{
    struct stat info = {};
    if (::stat(path.c_str(), &info) != 0 || info.st_size == 0)
        return {};
    SANDBENCH_TRY(auto database, Database::openToRead(path, patience));
    SANDBENCH_TRY(const auto version, database.version());
    if (version > static_cast<std::int64_t>(historySteps().size()))
        return Error(ErrorCode::Unsupported, path + " was written by a newer version");
    return {};
}

Result<Database> openAsItIs(const std::string& path, std::chrono::milliseconds patience)
{
    SANDBENCH_TRY_VOID(checkVersion(path, patience));
    SANDBENCH_TRY(auto database, Database::open(path, historySteps(), patience));
    SANDBENCH_TRY_VOID(markInterrupted(database));
    return database;
}

} // namespace

Result<Database> openHistoryToWrite(
    const std::string& path, std::chrono::milliseconds patience, const TellProblem& tell)
{
    auto opened = openAsItIs(path, patience);
    if (opened || opened.error().code() != ErrorCode::Protocol)
        return opened;
    SANDBENCH_TRY_VOID(setAsideIfDamaged(path, tell));
    return openAsItIs(path, patience);
}

Result<void> setAsideIfDamaged(const std::string& path, const TellProblem& tell)
{
    // Programs that find it at the same time do not set aside what the first of them began anew.
    const auto folder = std::filesystem::path(path).parent_path();
    const UniqueFd lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!lock || ::flock(lock.get(), LOCK_EX) != 0)
        return Error::fromErrno(errno, "cannot lock " + folder.string());
    if (!isDamaged(path))
        return {};
    SANDBENCH_TRY(const auto aside, moveAway(path));
    tell(
        "The history of runs " + path + " was damaged: it is now " + aside
        + ", and a new one has begun; remove the old one unless you want to repair it");
    return {};
}

} // namespace sandbench::workspace
