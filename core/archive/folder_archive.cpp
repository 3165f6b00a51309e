// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/folder_archive.h"

#include "core/archive/folder_names.h"
#include "core/archive/late_archive.h"
#include "core/base/fd.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <optional>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench {
namespace {

constexpr std::size_t kChunk = 64U << 10;
constexpr std::size_t kMostLevels = 256;

la_ssize_t takeBytes(archive*, void* into, const void* bytes, std::size_t size)
{
    static_cast<std::string*>(into)->append(static_cast<const char*>(bytes), size);
    return static_cast<la_ssize_t>(size);
}

} // namespace

class FolderArchive::Impl
{
public:
    explicit Impl(Options options)
        : m_options(std::move(options))
        , m_archive(archive_write_new())
    {
        archive_write_set_format_gnutar(m_archive.get());
        archive_write_set_bytes_per_block(m_archive.get(), 0);
        archive_write_open(m_archive.get(), &m_bytes, nullptr, takeBytes, nullptr);
    }

    Result<void> enter(UniqueFd folder, std::string path)
    {
        if (m_levels.size() >= kMostLevels)
            return Error(ErrorCode::InvalidArgument, path + " is nested too deeply");
        SANDBENCH_TRY(auto names, namesIn(folder.get(), path.empty() ? "itself" : path));
        std::reverse(names.begin(), names.end()); // taken from the back
        m_levels.push_back({std::move(folder), std::move(path), std::move(names)});
        return {};
    }

    Result<std::size_t> read(std::span<char> into)
    {
        while (m_taken == m_bytes.size() && !m_complete) {
            m_bytes.clear();
            m_taken = 0;
            SANDBENCH_TRY_VOID(step());
        }
        const auto count = std::min(into.size(), m_bytes.size() - m_taken);
        std::memcpy(into.data(), m_bytes.data() + m_taken, count);
        m_taken += count;
        return count;
    }

private:
    struct Level
    {
        UniqueFd folder;
        std::string path; // "" = the top
        std::vector<std::string> names; // still to do, the next one last
    };

    // One piece of work that adds to m_bytes, or nothing where something was left out.
    Result<void> step()
    {
        if (m_file)
            return readOn();
        if (!m_options.extra.empty()) {
            const auto [name, content] = std::move(m_options.extra.front());
            m_options.extra.erase(m_options.extra.begin());
            return addExtra(name, content);
        }
        if (m_levels.empty()) {
            m_complete = true;
            return check(archive_write_close(m_archive.get()), "the end");
        }
        auto& level = m_levels.back();
        if (level.names.empty()) {
            m_levels.pop_back();
            return {};
        }
        const auto name = std::move(level.names.back());
        level.names.pop_back();
        return add(level.folder.get(), name, level.path.empty() ? name : level.path + "/" + name);
    }

    Result<void> add(int folder, const std::string& name, const std::string& path)
    {
        struct stat info = {};
        if (::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
            return errno == ENOENT ? Result<void>()
                                   : Error::fromErrno(errno, "cannot read " + path);
        const bool taken = !m_options.takes || m_options.takes(path);
        if (S_ISLNK(info.st_mode))
            return taken ? addLink(folder, name, path, info) : Result<void>();
        if (S_ISDIR(info.st_mode)) {
            if (!taken && !(m_options.mayHold && m_options.mayHold(path)))
                return {};
            if (taken)
                SANDBENCH_TRY_VOID(writeHeader(*entryOf(path + "/", info), path));
            UniqueFd below(
                ::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
            if (!below)
                return Error::fromErrno(errno, "cannot read the folder " + path);
            return enter(std::move(below), path);
        }
        return taken && S_ISREG(info.st_mode) ? addFile(folder, name, path) : Result<void>();
    }

    Result<void>
    addLink(int folder, const std::string& name, const std::string& path, const struct stat& info)
    {
        std::array<char, PATH_MAX> target;
        const auto size = ::readlinkat(folder, name.c_str(), target.data(), target.size());
        if (size < 0)
            return Error::fromErrno(errno, "cannot read the link " + path);
        const auto entry = entryOf(path, info);
        archive_entry_set_size(entry.get(), 0);
        archive_entry_copy_symlink(
            entry.get(), std::string(target.data(), static_cast<std::size_t>(size)).c_str());
        return writeHeader(*entry, path);
    }

    Result<void> addFile(int folder, const std::string& name, const std::string& path)
    {
        // O_NONBLOCK: in the meantime it may have become a pipe.
        UniqueFd file(
            ::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
        struct stat info = {};
        if (!file || ::fstat(file.get(), &info) != 0)
            return Error::fromErrno(errno, "cannot read " + path);
        if (!S_ISREG(info.st_mode))
            return {};
        SANDBENCH_TRY_VOID(writeHeader(*entryOf(path, info), path));
        m_file = std::move(file);
        m_filePath = path;
        m_fileLeft = static_cast<std::uint64_t>(info.st_size);
        return {};
    }

    Result<void> readOn()
    {
        if (m_fileLeft == 0) {
            m_file.reset();
            return {};
        }
        std::array<char, kChunk> chunk;
        const auto wanted = std::min<std::uint64_t>(chunk.size(), m_fileLeft);
        const auto size = ::read(m_file.get(), chunk.data(), wanted);
        if (size < 0)
            return errno == EINTR ? Result<void>()
                                  : Error::fromErrno(errno, "cannot read " + m_filePath);
        if (size == 0)
            return Error(
                ErrorCode::Io, m_filePath + " became shorter while it was read; try again");
        m_fileLeft -= static_cast<std::uint64_t>(size);
        return writeData({chunk.data(), static_cast<std::size_t>(size)}, m_filePath);
    }

    Result<void> addExtra(const std::string& name, const std::string& content)
    {
        struct stat info = {};
        info.st_mode = S_IFREG | 0644;
        info.st_size = static_cast<off_t>(content.size());
        SANDBENCH_TRY_VOID(writeHeader(*entryOf(name, info), name));
        return writeData(content, name);
    }

    static ArchiveEntry entryOf(const std::string& path, const struct stat& info)
    {
        ArchiveEntry entry(archive_entry_new());
        archive_entry_copy_pathname(entry.get(), path.c_str());
        archive_entry_set_mode(entry.get(), info.st_mode);
        archive_entry_set_size(entry.get(), S_ISREG(info.st_mode) ? info.st_size : 0);
        archive_entry_set_mtime(entry.get(), info.st_mtim.tv_sec, 0);
        return entry;
    }

    Result<void> writeHeader(archive_entry& entry, const std::string& path)
    {
        return check(archive_write_header(m_archive.get(), &entry), path);
    }

    Result<void> writeData(std::string_view bytes, const std::string& path)
    {
        const auto written = archive_write_data(m_archive.get(), bytes.data(), bytes.size());
        return check(written < 0 ? ARCHIVE_FATAL : ARCHIVE_OK, path);
    }

    Result<void> check(int outcome, const std::string& path)
    {
        if (outcome >= ARCHIVE_WARN)
            return {};
        const char* why = archive_error_string(m_archive.get());
        return Error(ErrorCode::Io, "cannot pack " + path + ": " + (why ? why : "no reason given"));
    }

    Options m_options;
    std::string m_bytes; // packed, and handed out up to m_taken
    std::size_t m_taken = 0;
    Archive m_archive;
    std::vector<Level> m_levels;
    UniqueFd m_file;
    std::string m_filePath;
    std::uint64_t m_fileLeft = 0;
    bool m_complete = false;
};

FolderArchive::FolderArchive(std::unique_ptr<Impl> impl)
    : m_impl(std::move(impl))
{
}

FolderArchive::~FolderArchive() = default;

Result<std::unique_ptr<FolderArchive>>
FolderArchive::open(const std::string& folder, Options options)
{
    UniqueFd top(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!top)
        return Error::fromErrno(errno, "cannot read the folder " + folder);
    auto impl = std::make_unique<Impl>(std::move(options));
    SANDBENCH_TRY_VOID(impl->enter(std::move(top), ""));
    return std::unique_ptr<FolderArchive>(new FolderArchive(std::move(impl)));
}

Result<std::size_t> FolderArchive::read(std::span<char> into)
{
    return m_impl->read(into);
}

} // namespace sandbench
