// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/project_folder.h"

#include "core/archive/folder_names.h"
#include "core/base/text.h"
#include "core/base/units.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <linux/openat2.h>
#include <optional>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace sandbench {

namespace {

constexpr std::size_t kMaxFiles = 100'000;
constexpr std::size_t kMaxDepth = 64;
constexpr std::size_t kMaxRuleBytes = 1U << 20;
constexpr const char* kOwnRules = ".sandbenchignore";
/// Never needed by a run, often larger than all the rest.
constexpr const char* kUsualRules = R"(**/.git
**/.hg
**/.svn
**/__pycache__
**/.venv
**/venv
**/.tox
**/.gradle
**/.idea
**/.vs
**/.vscode
**/build
**/cmake-build-*
**/target
**/CMakeFiles
)";

Error refusal(const std::string& what, const char* why)
{
    return Error(ErrorCode::InvalidArgument, replaceInvalidUtf8(what) + " " + why);
}

/// Below @p folder only; links inside it are followed.
Result<UniqueFd> openInside(int folder, const std::string& path, int flags)
{
    open_how how = {};
    how.flags = static_cast<std::uint64_t>(flags) | O_CLOEXEC;
    how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
    const auto fd = ::syscall(SYS_openat2, folder, path.c_str(), &how, sizeof how);
    if (fd >= 0)
        return UniqueFd(static_cast<int>(fd));
    if (errno == EXDEV)
        return refusal(
            path,
            "is a link that leaves the project's folder; replace it by what it points to, or "
            "name it in .sandbenchignore");
    return Error::fromErrno(errno, "cannot read " + path);
}

class ProjectScan
{
public:
    ProjectScan(int top, std::string name, std::uint64_t maxBytes, const std::stop_token& stop)
        : m_top(top)
        , m_name(std::move(name))
        , m_maxBytes(maxBytes)
        , m_stop(stop)
    {
    }

    Result<void> readRules()
    {
        std::string text = kUsualRules;
        auto own = openBeneath(m_top, kOwnRules, O_RDONLY | O_NONBLOCK);
        if (own) {
            std::string more(kMaxRuleBytes, '\0');
            const auto n = ::read(own->get(), more.data(), more.size());
            text += more.substr(0, n > 0 ? static_cast<std::size_t>(n) : 0);
        }
        SANDBENCH_TRY(auto rules, IgnoreRules::parse(text).within(kOwnRules));
        m_rules = std::move(rules);
        return {};
    }

    Result<void> scan(int folder, const std::string& path, std::size_t depth)
    {
        if (depth > kMaxDepth)
            return refusal(path, "is nested too deeply");
        if (m_stop.stop_requested())
            return Error(ErrorCode::Cancelled, "looking through " + m_name + " was cancelled");
        SANDBENCH_TRY(const auto names, namesIn(folder, path.empty() ? m_name : path));
        for (const auto& name : names)
            SANDBENCH_TRY_VOID(look(folder, name, path.empty() ? name : path + "/" + name, depth));
        return {};
    }

    const IgnoreRules& rules() const { return m_rules; }

    std::vector<ProjectFolder::File> files;
    std::uint64_t bytes = 0;

private:
    Result<void>
    look(int folder, const std::string& name, const std::string& path, std::size_t depth)
    {
        struct stat info = {};
        if (::fstatat(folder, name.c_str(), &info, AT_SYMLINK_NOFOLLOW) != 0)
            return errno == ENOENT ? Result<void>()
                                   : Error::fromErrno(errno, "cannot read " + path);
        const bool excluded = m_rules.excludes(path);
        if (S_ISDIR(info.st_mode)) {
            if (excluded)
                return {};
            SANDBENCH_TRY(const auto below, openBeneath(folder, name, O_RDONLY | O_DIRECTORY));
            return scan(below.get(), path, depth + 1);
        }
        if (excluded)
            return {};
        if (replaceInvalidUtf8(path) != path)
            return refusal(path, "has a name that is not UTF-8; rename it");
        if (S_ISLNK(info.st_mode))
            return addLink(path);
        return S_ISREG(info.st_mode) ? add(path, info) : Result<void>();
    }

    Result<void> addLink(const std::string& path)
    {
        auto target = openInside(m_top, path, O_RDONLY | O_NONBLOCK | O_NOCTTY);
        struct stat info = {};
        if (target.failedAs(ErrorCode::NotFound))
            return {}; // dangling: nothing to bring
        if (!target)
            return std::move(target.error());
        return ::fstat(target->get(), &info) == 0 && S_ISREG(info.st_mode) ? add(path, info)
                                                                           : Result<void>();
    }

    Result<void> add(const std::string& path, const struct stat& info)
    {
        files.push_back(
            {path, static_cast<std::uint64_t>(info.st_size), info.st_mode & 0100 ? 0755U : 0644U});
        bytes += files.back().bytes;
        if (files.size() > kMaxFiles)
            return Error(
                ErrorCode::ResourceExhausted,
                m_name + " holds more than " + std::to_string(kMaxFiles)
                    + " files; name what a run does not need in .sandbenchignore");
        if (m_maxBytes > 0 && bytes > m_maxBytes)
            return Error(
                ErrorCode::ResourceExhausted,
                m_name + " holds more than " + formatSize(m_maxBytes)
                    + ", the sandbox's disk; name what a run does not need in .sandbenchignore, or "
                      "give it more");
        return {};
    }

    int m_top;
    std::string m_name;
    std::uint64_t m_maxBytes;
    const std::stop_token& m_stop;
    IgnoreRules m_rules;
};

} // namespace

Result<ProjectFolder>
ProjectFolder::open(const std::string& folder, std::uint64_t maxBytes, const std::stop_token& stop)
{
    ProjectFolder project;
    project.m_name = folder;
    project.m_top.reset(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!project.m_top && errno == ENOTDIR)
        return refusal(folder, "is no folder; name the project's folder");
    if (!project.m_top)
        return Error::fromErrno(errno, "cannot read the folder " + folder);
    ProjectScan scan(project.m_top.get(), folder, maxBytes, stop);
    SANDBENCH_TRY_VOID(scan.readRules());
    SANDBENCH_TRY_VOID(scan.scan(project.m_top.get(), "", 0));
    project.m_files = std::move(scan.files);
    project.m_bytes = scan.bytes;
    project.m_rules = scan.rules();
    std::sort(project.m_files.begin(), project.m_files.end(), [](const File& a, const File& b) {
        return a.path < b.path;
    });
    return project;
}

Result<UniqueFd> ProjectFolder::openFile(const std::string& path) const
{
    SANDBENCH_TRY(auto file, openInside(m_top.get(), path, O_RDONLY | O_NONBLOCK | O_NOCTTY));
    struct stat info = {};
    if (::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode))
        return refusal(path, "is not a regular file");
    return file;
}

Result<std::string> ProjectFolder::readFile(const std::string& path, std::size_t limit) const
{
    SANDBENCH_TRY(const auto file, openFile(path));
    std::string content;
    char chunk[65536];
    for (;;) {
        const auto n = ::read(file.get(), chunk, sizeof chunk);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return Error::fromErrno(errno, "cannot read " + path);
        if (n == 0)
            return content;
        content.append(chunk, static_cast<std::size_t>(n));
        if (content.size() > limit)
            return Error(
                ErrorCode::ResourceExhausted, path + " is larger than " + formatSize(limit));
    }
}

} // namespace sandbench
