// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/run_domain.h"

#include <cstddef>
#include <cstdint>
#include <dirent.h>
#include <fcntl.h>
#include <memory>
#include <string>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <utility>

namespace sandbench::guest {

namespace {

// The kernel's interface, for it is newer than the headers of the oldest system that we build on.
struct RulesetAttributes
{
    std::uint64_t handledFiles = 0;
    std::uint64_t handledNetwork = 0;
    std::uint64_t scoped = 0;
};

struct [[gnu::packed]] PathBeneath
{
    std::uint64_t allowed = 0;
    std::int32_t folder = -1;
};

constexpr long kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446; // on every machine
constexpr unsigned kAskVersion = 1;
constexpr int kPathBeneath = 1;
constexpr std::uint64_t kMakeBlockDevice = 1U << 11, kRefer = 1U << 13;
constexpr std::uint64_t kAbstractSockets = 1U << 0, kSignals = 1U << 1;
constexpr int kKnowsRefer = 2, kKnowsScopes = 6;

/// What changes a file or a folder: landlock(7), in the order of its bits.
constexpr std::uint64_t kWriteFile = 1U << 1, kTruncate = 1U << 14;
constexpr std::uint64_t kChangeFolder = 0x1ff0 | kRefer; // remove and make, and move into
constexpr int kKnowsTruncate = 3;

bool allow(int rules, std::uint64_t rights, int folder)
{
    const PathBeneath beneath{rights, folder};
    return ::syscall(kAddRule, rules, kPathBeneath, &beneath, 0U) == 0;
}

/// Everything but @p guarded may be written to as before. Links at the top lead to others there.
bool allowAllBut(int rules, std::string_view guarded, std::uint64_t rights)
{
    const std::unique_ptr<DIR, int (*)(DIR*)> root(::opendir("/"), ::closedir);
    if (!root)
        return false;
    while (const dirent* entry = ::readdir(root.get())) {
        const std::string path = std::string("/") + entry->d_name;
        const std::string_view name = entry->d_name;
        if (name == "." || name == ".." || path == guarded)
            continue;
        const UniqueFd fd(::open(path.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
        struct stat info = {};
        if (!fd || ::fstat(fd.get(), &info) != 0 || S_ISLNK(info.st_mode))
            continue;
        const auto ofFile = kWriteFile | kTruncate;
        if (!allow(rules, S_ISDIR(info.st_mode) ? rights : rights & ofFile, fd.get()))
            return false;
    }
    return true;
}

} // namespace

int landlockVersion()
{
    const long version = ::syscall(kCreateRuleset, nullptr, std::size_t(0), kAskVersion);
    return version >= kKnowsRefer ? static_cast<int>(version) : 0;
}

UniqueFd makeDomainRules(int version, std::string_view guarded)
{
    if (version < kKnowsRefer)
        return {};
    const bool knowsScopes = version >= kKnowsScopes;
    RulesetAttributes about{0, 0, knowsScopes ? kAbstractSockets | kSignals : 0};
    if (!guarded.empty())
        about.handledFiles
            = kWriteFile | kChangeFolder | (version >= kKnowsTruncate ? kTruncate : 0);
    else if (!knowsScopes)
        // A domain must be about something. That nobody makes block devices is so anyway; without
        // the second right, which is given at once, files could not be moved between folders.
        about.handledFiles = kMakeBlockDevice | kRefer;
    const auto size = knowsScopes ? sizeof about : sizeof about.handledFiles;
    UniqueFd rules(static_cast<int>(::syscall(kCreateRuleset, &about, size, 0U)));
    if (!rules || about.handledFiles == 0)
        return rules;
    const UniqueFd root(::open("/", O_PATH | O_CLOEXEC));
    const bool isWhole = guarded.empty() ? allow(rules.get(), kRefer, root.get())
                                         : allowAllBut(rules.get(), guarded, about.handledFiles);
    return isWhole ? std::move(rules) : UniqueFd();
}

bool enterNewDomain(int rules)
{
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && ::syscall(kRestrictSelf, rules, 0U) == 0;
}

} // namespace sandbench::guest
