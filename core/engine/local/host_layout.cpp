// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/host_layout.h"

#include "core/engine/hidden_proc.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <glob.h>
#include <optional>
#include <string_view>
#include <sys/stat.h>
#include <unistd.h>

namespace sandbench::local {

namespace {

/// Larger ones are not copied into a sandbox's memory.
constexpr std::int64_t kLargestConfigFile = 2 << 20;

/// Source: the FNV-1a hash.
constexpr std::uint64_t kFnvStart = 14695981039346656037ULL;
constexpr std::uint64_t kFnvPrime = 1099511628211ULL;

constexpr auto kPrlimit = "/usr/bin/prlimit";
constexpr std::array kSystemFolders
    = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/libexec"};
/// Of the certificates only the bundle: their folder also holds the machine's own, with its name.
/// Of interpreters what they cannot start without: beside it administrators keep passwords (Java's
/// management), and what all users of this machine shall have (R's *.site).
constexpr std::array kConfigFiles
    = {"/etc/ld.so.cache",
       "/etc/ld.so.conf",
       "/etc/localtime",
       "/etc/mime.types",
       "/etc/matplotlibrc",
       "/etc/ssl/certs/ca-certificates.crt",
       "/etc/java-*/jvm*.cfg",
       "/etc/java-*/logging.properties",
       "/etc/java-*/net.properties",
       "/etc/R/Makeconf",
       "/etc/R/Renviron",
       "/etc/R/ldpaths",
       "/etc/R/repositories"};
constexpr std::array kConfigFolders
    = {"/etc/alternatives",    "/etc/fonts",     "/etc/ld.so.conf.d",        "/etc/python3*",
       "/etc/java-*/security", "/etc/php/*/cli", "/etc/php/*/mods-available"};
std::optional<std::string> linkTarget(const char* path)
{
    char target[256];
    const auto length = ::readlink(path, target, sizeof target);
    if (length <= 0 || length == sizeof target)
        return std::nullopt;
    return std::string(target, static_cast<std::size_t>(length));
}

bool isFolder(const char* path)
{
    struct stat info = {};
    return ::stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

bool isConfigFile(const char* path)
{
    struct stat info = {};
    return ::stat(path, &info) == 0 && S_ISREG(info.st_mode) && (info.st_mode & 0004) != 0
        && info.st_size <= kLargestConfigFile;
}

void addMatches(std::vector<std::string>& to, const char* pattern, bool (*isWanted)(const char*))
{
    glob_t matches = {};
    if (::glob(pattern, GLOB_NOSORT, nullptr, &matches) == 0)
        for (std::size_t i = 0; i < matches.gl_pathc; ++i)
            if (isWanted(matches.gl_pathv[i]))
                to.emplace_back(matches.gl_pathv[i]);
    ::globfree(&matches);
}

/// Of the entry itself where it is a link.
void mixIn(std::uint64_t& state, const char* path)
{
    struct stat info = {};
    if (::lstat(path, &info) != 0)
        return;
    for (const auto part :
         {static_cast<std::uint64_t>(info.st_ino), static_cast<std::uint64_t>(info.st_ctim.tv_sec),
          static_cast<std::uint64_t>(info.st_ctim.tv_nsec)})
        state = (state ^ part) * kFnvPrime;
}

} // namespace

HostLayout preparedLayout(const HostLayout& host)
{
    HostLayout prepared = host;
    prepared.folders.emplace_back("/etc");
    prepared.configFolders.clear();
    prepared.configFiles.clear();
    return prepared;
}

std::uint64_t configurationState(const HostLayout& host)
{
    std::uint64_t state = kFnvStart;
    for (const auto& file : host.configFiles)
        mixIn(state, file.c_str());
    for (const auto& folder : host.configFolders) {
        mixIn(state, folder.c_str());
        std::error_code ignored;
        for (std::filesystem::recursive_directory_iterator at(folder, ignored), end; at != end;
             at.increment(ignored))
            mixIn(state, at->path().c_str());
    }
    return state;
}

HostLayout readHostLayout()
{
    HostLayout layout;
    layout.folders.emplace_back("/usr");
    for (const auto* path : kSystemFolders) {
        if (const auto target = linkTarget(path))
            layout.links.emplace_back(path, *target);
        else if (isFolder(path))
            layout.folders.emplace_back(path);
    }
    for (const auto* pattern : kConfigFiles)
        addMatches(layout.configFiles, pattern, isConfigFile);
    for (const auto* pattern : kConfigFolders)
        addMatches(layout.configFolders, pattern, isFolder);
    for (const auto* path : kHiddenProcFiles)
        if (::access(path, F_OK) == 0)
            layout.maskedProc.emplace_back(path);
    for (const auto* path : kHiddenProcFolders)
        if (isFolder(path))
            layout.maskedProcFolders.emplace_back(path);
    if (::access(kPrlimit, X_OK) == 0)
        layout.prlimit = kPrlimit;
    return layout;
}

} // namespace sandbench::local
