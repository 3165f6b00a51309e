// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/project/change_store.h"

#include "core/archive/folder_names.h"
#include "core/base/json.h"
#include "core/base/private_folder.h"
#include "core/base/sha256.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <sys/file.h>
#include <sys/stat.h>
#include <tuple>
#include <unistd.h>

namespace sandbench {

namespace {

constexpr const char* kFolder = "changes";
constexpr const char* kList = "changes.json";
constexpr const char* kApplied = "applied";
constexpr const char* kWanted = "wanted.json";
constexpr const char* kContents = "contents";
constexpr const char* kUnfinished = "unfinished";
constexpr std::size_t kMostListBytes = 64U << 20;
constexpr std::size_t kMostIdBytes = 64;

bool isRunId(std::string_view id)
{
    return !id.empty() && id.size() <= kMostIdBytes && id.front() != '-'
        && std::ranges::all_of(id, [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                   || c == '-';
           });
}

Error damaged(const std::string& path)
{
    return Error(ErrorCode::Protocol, "the kept changes " + path + " are damaged");
}

/// Best effort: one that cannot be read has no bytes.
std::uint64_t bytesIn(int folder)
{
    auto contents = openBeneath(folder, kContents, O_RDONLY | O_DIRECTORY);
    std::uint64_t bytes = 0;
    if (!contents)
        return bytes;
    const auto names = namesIn(contents->get(), kContents);
    for (const auto& name : names ? *names : std::vector<std::string>()) {
        struct stat info = {};
        if (::fstatat(contents->get(), name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0)
            bytes += static_cast<std::uint64_t>(info.st_size);
    }
    return bytes;
}

struct KeptRun
{
    std::string name;
    timespec made = {};
};

/// The newest first.
std::vector<KeptRun> keptRuns(int folder)
{
    std::vector<KeptRun> runs;
    const auto names = namesIn(folder, kFolder);
    for (const auto& name : names ? *names : std::vector<std::string>()) {
        struct stat info = {};
        if (isRunId(name) && ::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) == 0)
            runs.push_back({name, info.st_mtim});
    }
    std::ranges::sort(runs, [](const KeptRun& a, const KeptRun& b) {
        return std::tie(a.made.tv_sec, a.made.tv_nsec, a.name)
            > std::tie(b.made.tv_sec, b.made.tv_nsec, b.name);
    });
    return runs;
}

/// Before one more comes.
void removeTooMany(const std::string& path, const ChangeStore::Bounds& bounds)
{
    const UniqueFd folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder)
        return;
    std::size_t count = 1;
    std::uint64_t bytes = ChangeStore::kMostBytes;
    for (const auto& run : keptRuns(folder.get())) {
        auto kept = openBeneath(folder.get(), run.name, O_RDONLY | O_DIRECTORY);
        if (!kept)
            continue;
        bytes += bytesIn(kept->get());
        if (++count <= bounds.runs && bytes <= bounds.bytes)
            continue;
        if (::flock(kept->get(), LOCK_EX | LOCK_NB) != 0)
            continue;
        removeContents(kept->get());
        ::unlinkat(folder.get(), run.name.c_str(), AT_REMOVEDIR);
    }
}

Result<AppliedFile> readApplied(const Json& json)
{
    AppliedFile file;
    file.path = jsonString(json, "path");
    SANDBENCH_TRY(file.before, readFileVersion(jsonField(json, "before")));
    SANDBENCH_TRY(file.after, readFileVersion(jsonField(json, "after")));
    file.rights = static_cast<unsigned>(jsonInt(json, "rights")) & 0777U;
    return file;
}

std::string lineOf(const AppliedFile& file)
{
    return writeJson(
               {{"path", file.path},
                {"before", toJson(file.before)},
                {"after", toJson(file.after)},
                {"rights", file.rights}})
        + "\n";
}

} // namespace

Result<ChangeStore> ChangeStore::lock(const std::string& path)
{
    UniqueFd folder(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!folder)
        return Error::fromErrno(errno, "cannot open the kept changes " + path);
    if (::flock(folder.get(), LOCK_EX | LOCK_NB) != 0)
        return Error(
            ErrorCode::Unavailable, "another program works on these changes; try again later");
    return ChangeStore(std::move(folder), path);
}

Result<ChangeStore>
ChangeStore::create(const std::string& stateFolder, const std::string& runId, const Bounds& bounds)
{
    if (!isRunId(runId))
        return Error(ErrorCode::InvalidArgument, "'" + runId + "' is no id of a run");
    const auto all = stateFolder + "/" + kFolder;
    std::error_code failure;
    std::filesystem::create_directories(stateFolder, failure);
    removeTooMany(all, bounds);
    const auto path = all + "/" + runId;
    if ((::mkdir(all.c_str(), 0700) != 0 && errno != EEXIST) || ::mkdir(path.c_str(), 0700) != 0)
        return Error::fromErrno(errno, "cannot keep what the run changed in " + all);
    SANDBENCH_TRY(auto store, lock(path));
    if (::mkdirat(store.m_folder.get(), kContents, 0700) != 0)
        return Error::fromErrno(errno, "cannot keep what the run changed in " + path);
    return store;
}

Result<ChangeStore> ChangeStore::open(const std::string& stateFolder, const std::string& runId)
{
    if (!isRunId(runId))
        return Error(ErrorCode::InvalidArgument, "'" + runId + "' is no id of a run");
    auto store = lock(stateFolder + "/" + kFolder + "/" + runId);
    if (store.failedAs(ErrorCode::NotFound))
        return Error(
            ErrorCode::NotFound,
            "no changes of the run " + runId
                + " are kept: it had no --project, changed nothing of it, or is too long ago");
    if (store)
        store->m_bytes = bytesIn(store->m_folder.get());
    return store;
}

void ChangeStore::discard()
{
    if (!m_folder)
        return;
    removeContents(m_folder.get());
    ::rmdir(m_path.c_str());
    m_folder.reset();
}

Result<void> ChangeStore::replaceFile(const std::string& name, std::string_view bytes)
{
    SANDBENCH_TRY(
        const auto file,
        openBeneath(m_folder.get(), kUnfinished, O_WRONLY | O_CREAT | O_TRUNC, 0600));
    SANDBENCH_TRY_VOID(writeAll(file.get(), bytes));
    if (::renameat(m_folder.get(), kUnfinished, m_folder.get(), name.c_str()) != 0)
        return Error::fromErrno(errno, "cannot write " + m_path);
    return {};
}

Result<std::string> ChangeStore::readOwn(const std::string& name, std::size_t limit) const
{
    return readFile(m_path + "/" + name, limit);
}

Result<std::string> ChangeStore::keep(std::string_view bytes)
{
    const auto digest = sha256Of(bytes);
    const auto name = std::string(kContents) + "/" + digest;
    if (::faccessat(m_folder.get(), name.c_str(), F_OK, AT_SYMLINK_NOFOLLOW) == 0)
        return digest;
    if (m_bytes + bytes.size() > kMostBytes)
        return Error(ErrorCode::ResourceExhausted, "more than is kept of one run");
    SANDBENCH_TRY_VOID(replaceFile(name, bytes));
    m_bytes += bytes.size();
    return digest;
}

Result<std::string> ChangeStore::contents(const std::string& digest) const
{
    SANDBENCH_TRY(auto bytes, readOwn(std::string(kContents) + "/" + digest, kMostChangedBytes));
    if (sha256Of(bytes) != digest)
        return damaged(m_path);
    return bytes;
}

Result<void> ChangeStore::writeChanges(const ProjectChanges& changes)
{
    return replaceFile(kList, writeJson(toJson(changes)));
}

Result<ProjectChanges> ChangeStore::readChanges() const
{
    SANDBENCH_TRY(const auto text, readOwn(kList, kMostListBytes));
    const auto json = parseJson(text, kMostListBytes);
    auto changes = json ? readProjectChanges(*json) : Result<ProjectChanges>(json.error());
    return changes ? std::move(changes) : damaged(m_path);
}

Result<void> ChangeStore::noteApplied(const AppliedFile& file)
{
    if (!m_applied) {
        SANDBENCH_TRY(
            m_applied, openBeneath(m_folder.get(), kApplied, O_WRONLY | O_CREAT | O_APPEND, 0600));
    }
    return writeAll(m_applied.get(), lineOf(file));
}

Result<std::vector<AppliedFile>> ChangeStore::applied() const
{
    std::vector<AppliedFile> files;
    auto text = readOwn(kApplied, kMostListBytes);
    if (text.failedAs(ErrorCode::NotFound))
        return files;
    if (!text)
        return std::move(text.error());
    for (std::string_view left = *text; left.find('\n') != std::string_view::npos;) {
        const auto end = left.find('\n');
        const auto json = parseJson(left.substr(0, end));
        auto file = json ? readApplied(*json) : Result<AppliedFile>(json.error());
        if (!file)
            return damaged(m_path);
        files.push_back(*std::move(file));
        left.remove_prefix(end + 1);
    }
    return files;
}

Result<void> ChangeStore::replaceApplied(const std::vector<AppliedFile>& files)
{
    std::string text;
    for (const auto& file : files)
        text += lineOf(file);
    m_applied.reset();
    return replaceFile(kApplied, text);
}

Result<ChangeStore::Wanted> ChangeStore::wanted() const
{
    Wanted wanted;
    const auto text = readOwn(kWanted, kMostListBytes);
    if (text.failedAs(ErrorCode::NotFound))
        return wanted;
    if (!text)
        return text.error();
    const auto json = parseJson(*text, kMostListBytes);
    if (!json)
        return damaged(m_path);
    for (const Json& file : jsonList(*json, "files")) {
        auto version = readFileVersion(jsonField(file, "wanted"));
        if (!version)
            return damaged(m_path);
        wanted[jsonString(file, "path")] = *std::move(version);
    }
    return wanted;
}

Result<void> ChangeStore::writeWanted(const Wanted& files)
{
    auto list = Json::array();
    for (const auto& [path, version] : files)
        list.push_back({{"path", path}, {"wanted", toJson(version)}});
    return replaceFile(kWanted, writeJson({{"files", std::move(list)}}));
}

} // namespace sandbench
