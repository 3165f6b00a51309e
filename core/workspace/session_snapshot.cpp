// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/session_snapshot.h"

#include "core/archive/tar_stream.h"
#include "core/base/part_file.h"
#include "core/base/random.h"
#include "core/base/timestamp.h"
#include "core/base/units.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <filesystem>
#include <memory>
#include <unistd.h>

namespace sandbench::workspace {

static constexpr std::size_t kMostEntries = 100'000;
static constexpr int kAllDepths = 64;
static constexpr std::uint64_t kMostBytes = 4ULL << 30;
static constexpr std::size_t kLargestFacts = 1U << 20;
static constexpr const char* kArchiveEnd = ".tar";
static constexpr const char* kFactsEnd = ".json";

namespace {

Json factsOf(const Snapshot& snapshot)
{
    return {{"name", snapshot.name},   {"taken_at", snapshot.takenAt}, {"engine", snapshot.engine},
            {"image", snapshot.image}, {"said", snapshot.said},        {"files", snapshot.files},
            {"bytes", snapshot.bytes}, {"left_out", snapshot.leftOut}, {"memory", snapshot.memory}};
}

/// Reads the working folder of a session into an archive.
class Taking
{
public:
    Taking(Session& session, int fd, Snapshot& snapshot, const SnapshotProgress& progress)
        : m_session(session)
        , m_tar(fd)
        , m_snapshot(snapshot)
        , m_progress(progress)
    {
    }

    Result<void> take(const std::stop_token& stop)
    {
        SANDBENCH_TRY(const auto folder, m_session.fileInfo(".", stop));
        SANDBENCH_TRY(auto list, m_session.listFiles(folder.path, kAllDepths, kMostEntries, stop));
        if (list.isTruncated)
            return Error(
                ErrorCode::ResourceExhausted,
                "the working folder has more than 100,000 entries; remove some first");
        // A folder before what is in it.
        std::sort(list.entries.begin(), list.entries.end(), [](const auto& a, const auto& b) {
            return a.path < b.path;
        });
        for (const FileEntry& entry : list.entries) {
            if (entry.type != "file")
                continue;
            if (entry.bytes > kMostBytes - m_all) // a file with holes is as large as it says
                return Error(
                    ErrorCode::ResourceExhausted,
                    "the files of the working folder are larger than " + formatSize(kMostBytes)
                        + " together; remove some first");
            m_all += entry.bytes;
        }
        const std::string above = folder.path + "/";
        for (const FileEntry& entry : list.entries) {
            const bool isInside = entry.path.starts_with(above);
            SANDBENCH_TRY_VOID(
                add(entry, isInside ? entry.path.substr(above.size()) : std::string(), stop));
        }
        return m_tar.finish();
    }

private:
    Result<void> add(const FileEntry& entry, const std::string& path, const std::stop_token& stop)
    {
        if (entry.hasOddName || !staysBelow(path)
            || (entry.type != "file" && entry.type != "directory")) {
            ++m_snapshot.leftOut;
            return {};
        }
        if (entry.type == "directory")
            return m_tar.addFolder(path, entry.mode);
        SANDBENCH_TRY_VOID(m_tar.addFile(path, entry.mode, entry.bytes));
        SANDBENCH_TRY(
            const auto count,
            m_session.streamFile(
                entry.path, 0, entry.bytes,
                [&](std::string_view bytes) -> Result<void> {
                    m_snapshot.bytes += bytes.size();
                    if (m_progress)
                        m_progress(m_snapshot.bytes, m_all);
                    return m_tar.write(bytes);
                },
                stop));
        if (count != entry.bytes)
            return Error(
                ErrorCode::Unavailable, path + " became shorter meanwhile; stop the program first");
        ++m_snapshot.files;
        return {};
    }

    Session& m_session;
    TarFileWriter m_tar;
    Snapshot& m_snapshot;
    const SnapshotProgress& m_progress;
    std::uint64_t m_all = 0;
};

Result<void> writeWhole(const std::string& path, const std::string& text)
{
    SANDBENCH_TRY(auto file, PartFile::beside(path));
    SANDBENCH_TRY_VOID(file.write(text));
    return file.keep(0600);
}

} // namespace

Result<Snapshot> readSnapshot(const std::string& path)
{
    SANDBENCH_TRY(const auto text, readFile(path + kFactsEnd, kLargestFacts));
    SANDBENCH_TRY(const auto facts, parseJson(text));
    if (!facts.is_object())
        return Error(ErrorCode::InvalidArgument, path + " is no snapshot");
    Snapshot snapshot;
    snapshot.path = path;
    snapshot.name = jsonString(facts, "name");
    snapshot.takenAt = jsonString(facts, "taken_at");
    snapshot.engine = jsonString(facts, "engine");
    snapshot.image = jsonString(facts, "image");
    snapshot.memory = jsonString(facts, "memory");
    if (const Json& said = jsonField(facts, "said"); said.is_object())
        snapshot.said = said;
    snapshot.files = jsonCount(facts, "files");
    snapshot.bytes = jsonCount(facts, "bytes");
    snapshot.leftOut = jsonCount(facts, "left_out");
    return snapshot;
}

Result<Snapshot> takeSnapshot(
    Session& session, const std::string& folder, Snapshot about, const SnapshotProgress& progress,
    std::stop_token stop)
{
    std::error_code problem;
    std::filesystem::create_directories(folder, problem);
    std::filesystem::permissions(folder, std::filesystem::perms::owner_all, problem);
    about.takenAt = utcNow();
    about.memory = session.memory();
    about.files = about.bytes = about.leftOut = 0;
    about.path = folder + "/" + randomHex(8);
    SANDBENCH_TRY(auto archive, PartFile::beside(about.path + kArchiveEnd));
    SANDBENCH_TRY_VOID(Taking(session, archive.fd(), about, progress).take(stop));
    // The facts come last: without them it is no snapshot.
    SANDBENCH_TRY_VOID(archive.keep(0600));
    const auto told = writeWhole(about.path + kFactsEnd, writeJson(factsOf(about)));
    if (!told) {
        ::unlink((about.path + kArchiveEnd).c_str());
        return told.error();
    }
    return about;
}

Result<void> restoreSnapshot(
    Session& session, const std::string& path, const SnapshotProgress& progress,
    std::stop_token stop)
{
    const std::string name = path + kArchiveEnd;
    const UniqueFd file(::open(name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file)
        return Error::fromErrno(errno, "cannot read the snapshot " + name);
    SANDBENCH_TRY(const Snapshot facts, readSnapshot(path));
    std::uint64_t done = 0, rest = 0;
    std::unique_ptr<FileWriter> writer;
    const auto end = [&]() -> Result<void> {
        const auto finished = writer ? writer->finish(stop) : Result<void>();
        writer.reset();
        return finished;
    };
    const auto begin = [&](const TarMember& member) -> Result<void> {
        if (member.isFolder && member.path == ".")
            return {};
        if (!staysBelow(member.path))
            return Error(ErrorCode::InvalidArgument, "the snapshot names a path outside of it");
        if (member.isFolder)
            return session.makeFolder(member.path, stop);
        SANDBENCH_TRY(writer, session.createFile(member.path, member.mode, stop));
        rest = member.bytes;
        return rest == 0 ? end() : Result<void>();
    };
    return readTarFile(file.get(), begin, [&](std::string_view bytes) -> Result<void> {
        SANDBENCH_TRY_VOID(writer->write(bytes, stop));
        done += bytes.size();
        rest -= std::min<std::uint64_t>(rest, bytes.size());
        if (progress)
            progress(done, std::max(facts.bytes, done));
        return rest == 0 ? end() : Result<void>();
    });
}

std::vector<Snapshot> listSnapshots(const std::string& folder)
{
    std::vector<Snapshot> found;
    std::error_code problem;
    for (std::filesystem::directory_iterator it(folder, problem), last; !problem && it != last;
         it.increment(problem)) {
        std::string path = it->path().string();
        if (!path.ends_with(kArchiveEnd))
            continue;
        path.resize(path.size() - std::string_view(kArchiveEnd).size());
        if (auto snapshot = readSnapshot(path))
            found.push_back(*std::move(snapshot));
    }
    std::sort(found.begin(), found.end(), [](const Snapshot& a, const Snapshot& b) {
        return a.takenAt > b.takenAt;
    });
    return found;
}

Result<void> removeSnapshot(const Snapshot& snapshot)
{
    for (const char* end : {kFactsEnd, kArchiveEnd})
        if (::unlink((snapshot.path + end).c_str()) != 0 && errno != ENOENT)
            return Error::fromErrno(errno, "cannot remove the snapshot");
    return {};
}

} // namespace sandbench::workspace
