// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/project/host_folder.h"

#include "core/base/random.h"
#include "core/base/sha256.h"
#include "core/base/text.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <functional>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench {

namespace {

Error conflict(const std::string& name)
{
    return Error(
        ErrorCode::AlreadyExists,
        replaceInvalidUtf8(name) + " is not here what was sent into the sandbox");
}

Error notAFile(const std::string& name)
{
    return Error(
        ErrorCode::InvalidArgument, replaceInvalidUtf8(name) + " is a link, or no file, here");
}

using Consumer = std::function<void(std::string_view)>;

Result<void> readAll(int file, const std::string& name, const Consumer& consume)
{
    std::array<char, 65536> chunk;
    for (std::uint64_t done = 0;;) {
        const auto count = ::read(file, chunk.data(), chunk.size());
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return Error::fromErrno(errno, "cannot read " + name);
        if (count == 0)
            return {};
        done += static_cast<std::uint64_t>(count);
        if (done > kMostChangedBytes) // it grows
            return Error(ErrorCode::ResourceExhausted, name + " is too large");
        consume({chunk.data(), static_cast<std::size_t>(count)});
    }
}

/// A regular file, or nothing where there is nothing.
Result<UniqueFd> openFile(int folder, const std::string& name, struct stat& info)
{
    UniqueFd file(
        ::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
    if (!file && errno == ENOENT)
        return file;
    if (!file && (errno == ELOOP || errno == ENXIO))
        return notAFile(name);
    if (!file || ::fstat(file.get(), &info) != 0)
        return Error::fromErrno(errno, "cannot read " + name);
    if (!S_ISREG(info.st_mode))
        return notAFile(name);
    return file;
}

Result<MaybeFile> lookAt(int folder, const std::string& name)
{
    struct stat info = {};
    SANDBENCH_TRY(const auto file, openFile(folder, name, info));
    if (!file)
        return MaybeFile();
    FileVersion version
        = {{}, static_cast<std::uint64_t>(info.st_size), (info.st_mode & S_IXUSR) != 0};
    if (version.bytes > kMostChangedBytes)
        return MaybeFile(std::move(version));
    Sha256 digest;
    SANDBENCH_TRY_VOID(
        readAll(file.get(), name, [&digest](std::string_view bytes) { digest.add(bytes); }));
    version.digest = digest.finish();
    return MaybeFile(std::move(version));
}

/// Whether it can be started is not what it has to be: only contents are lost when it is replaced.
bool isExpected(const Result<MaybeFile>& there, const MaybeFile& expected)
{
    if (!there || there->has_value() != expected.has_value())
        return false;
    return !expected || (!expected->digest.empty() && (*there)->digest == expected->digest);
}

/// Neither followed nor replaced, and gone when it was not given away.
class NewFile
{
public:
    static Result<NewFile> in(int folder, mode_t mode)
    {
        NewFile file(folder);
        file.m_fd.reset(::openat(
            folder, file.m_name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
            mode));
        if (!file.m_fd)
            return Error::fromErrno(errno, "cannot make a file beside it");
        return file;
    }
    NewFile(NewFile&&) noexcept = default;
    NewFile& operator=(NewFile&&) = delete;
    ~NewFile()
    {
        if (m_fd)
            ::unlinkat(m_folder, m_name.c_str(), 0);
    }

    int fd() const { return m_fd.get(); }
    const std::string& name() const { return m_name; }
    /// It is another one's now.
    void giveAway() { m_fd.reset(); }

private:
    explicit NewFile(int folder)
        : m_folder(folder)
        , m_name(".sandbench-" + randomHex(8))
    {
    }

    int m_folder;
    std::string m_name;
    UniqueFd m_fd;
};

bool lacksRenames()
{
    return errno == EINVAL || errno == ENOSYS || errno == EOPNOTSUPP;
}

/// Some file systems cannot rename without replacing.
bool moveIfFree(int folder, const std::string& from, const std::string& to)
{
    if (::renameat2(folder, from.c_str(), folder, to.c_str(), RENAME_NOREPLACE) == 0)
        return true;
    if (!lacksRenames() || ::linkat(folder, from.c_str(), folder, to.c_str(), 0) != 0)
        return false;
    ::unlinkat(folder, from.c_str(), 0);
    return true;
}

Result<void> placeNew(int folder, NewFile& file, const std::string& name)
{
    if (moveIfFree(folder, file.name(), name)) {
        file.giveAway();
        return {};
    }
    return errno == EEXIST ? conflict(name) : Error::fromErrno(errno, "cannot make " + name);
}

/// Both change places, so that a file that became another one at the last moment is still there.
Result<void>
placeOver(int folder, NewFile& file, const std::string& name, const MaybeFile& expected)
{
    const auto exchange = [&] {
        return ::renameat2(folder, file.name().c_str(), folder, name.c_str(), RENAME_EXCHANGE) == 0;
    };
    if (exchange()) {
        if (isExpected(lookAt(folder, file.name()), expected))
            return {};
        if (!exchange())
            file.giveAway(); // what it was is worth more than a tidy folder
        return conflict(name);
    }
    if (errno == ENOENT)
        return conflict(name);
    if (!lacksRenames())
        return Error::fromErrno(errno, "cannot replace " + name);
    if (!isExpected(lookAt(folder, name), expected))
        return conflict(name);
    if (::renameat(folder, file.name().c_str(), folder, name.c_str()) != 0)
        return Error::fromErrno(errno, "cannot replace " + name);
    file.giveAway();
    return {};
}

bool isFolderOrNothing(int folder, const std::string& name)
{
    struct stat info = {};
    return ::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0
        || S_ISDIR(info.st_mode);
}

/// The rights that the file has here, with those to start it as asked.
mode_t modeAfter(mode_t mode, bool isExecutable)
{
    const mode_t plain = mode & 0777U;
    if (isExecutable == ((plain & S_IXUSR) != 0))
        return plain;
    return isExecutable ? plain | (plain & 0444U) >> 2U : plain & ~mode_t(0111);
}

} // namespace

Result<HostFolder> HostFolder::open(const std::string& path)
{
    UniqueFd top(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (!top)
        return Error::fromErrno(errno, "cannot open the folder " + path);
    return HostFolder(std::move(top));
}

Result<HostFolder::Place> HostFolder::placeOf(const std::string& path, bool makesFolders) const
{
    if (const auto* why = whyNoPath(path))
        return Error(ErrorCode::InvalidArgument, replaceInvalidUtf8(path) + ": " + why);
    Place place;
    SANDBENCH_TRY(place.folder, openBeneath(m_top.get(), ".", O_RDONLY | O_DIRECTORY));
    std::size_t from = 0;
    for (auto slash = path.find('/'); slash != std::string::npos; slash = path.find('/', from)) {
        const auto name = path.substr(from, slash - from);
        if (makesFolders && ::mkdirat(place.folder.get(), name.c_str(), 0777) != 0
            && errno != EEXIST)
            return Error::fromErrno(errno, "cannot make the folder of " + path);
        auto below = openBeneath(place.folder.get(), name, O_RDONLY | O_DIRECTORY);
        if (!below && !isFolderOrNothing(place.folder.get(), name))
            return notAFile(path.substr(0, slash));
        if (!below)
            return std::move(below.error());
        place.folder = *std::move(below);
        from = slash + 1;
    }
    place.name = path.substr(from);
    return place;
}

Result<MaybeFile> HostFolder::look(const std::string& path) const
{
    auto place = placeOf(path, false);
    if (place.failedAs(ErrorCode::NotFound))
        return MaybeFile();
    if (!place)
        return std::move(place.error());
    return lookAt(place->folder.get(), place->name);
}

Result<std::string> HostFolder::read(const std::string& path) const
{
    SANDBENCH_TRY(const auto place, placeOf(path, false));
    struct stat info = {};
    SANDBENCH_TRY(const auto file, openFile(place.folder.get(), place.name, info));
    if (!file)
        return Error(ErrorCode::NotFound, path + " is not here");
    std::string content;
    SANDBENCH_TRY_VOID(
        readAll(file.get(), path, [&content](std::string_view bytes) { content.append(bytes); }));
    return content;
}

Result<unsigned> HostFolder::rightsOf(const std::string& path) const
{
    SANDBENCH_TRY(const auto place, placeOf(path, false));
    struct stat info = {};
    SANDBENCH_TRY(const auto file, openFile(place.folder.get(), place.name, info));
    if (!file)
        return Error(ErrorCode::NotFound, path + " is not here");
    return info.st_mode & 0777U;
}

Result<void> HostFolder::put(
    const std::string& path, const MaybeFile& expected, std::string_view bytes, bool isExecutable,
    std::optional<unsigned> rights) const
{
    SANDBENCH_TRY(const auto place, placeOf(path, !expected));
    const int folder = place.folder.get();
    struct stat info = {};
    SANDBENCH_TRY(const auto old, openFile(folder, place.name, info));
    if (bool(old) != expected.has_value() || !isExpected(lookAt(folder, place.name), expected))
        return conflict(path);
    const mode_t usual = isExecutable ? 0777 : 0666; // less what the user's umask takes away
    SANDBENCH_TRY(auto file, NewFile::in(folder, expected || rights ? 0600 : usual));
    SANDBENCH_TRY_VOID(writeAll(file.fd(), bytes));
    if (expected && !rights)
        rights = modeAfter(info.st_mode, isExecutable);
    if (rights && ::fchmod(file.fd(), *rights & 0777U) != 0)
        return Error::fromErrno(errno, "cannot set the rights of " + path);
    return expected ? placeOver(folder, file, place.name, expected)
                    : placeNew(folder, file, place.name);
}

Result<void> HostFolder::remove(const std::string& path, const FileVersion& expected) const
{
    SANDBENCH_TRY(const auto place, placeOf(path, false));
    const int folder = place.folder.get();
    if (!isExpected(lookAt(folder, place.name), expected))
        return conflict(path);
    const auto aside = ".sandbench-" + randomHex(8);
    if (!moveIfFree(folder, place.name, aside))
        return errno == ENOENT ? conflict(path) : Error::fromErrno(errno, "cannot remove " + path);
    if (!isExpected(lookAt(folder, aside), expected)) {
        moveIfFree(folder, aside, place.name);
        return conflict(path);
    }
    if (::unlinkat(folder, aside.c_str(), 0) != 0)
        return Error::fromErrno(errno, "cannot remove " + path);
    return {};
}

} // namespace sandbench
