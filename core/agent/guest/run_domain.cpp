// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/run_domain.h"

#include <cstddef>
#include <cstdint>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

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

/// A domain must be about something. That nobody makes block devices is so anyway; without the
/// second right, which is given at once, files could not be moved between folders.
UniqueFd makeRulesAboutFiles()
{
    const RulesetAttributes about{kMakeBlockDevice | kRefer, 0, 0};
    UniqueFd rules(
        static_cast<int>(::syscall(kCreateRuleset, &about, sizeof about.handledFiles, 0U)));
    const UniqueFd root(::open("/", O_PATH | O_CLOEXEC));
    const PathBeneath everywhere{kRefer, root.get()};
    if (!rules || ::syscall(kAddRule, rules.get(), kPathBeneath, &everywhere, 0U) != 0)
        return {};
    return rules;
}

} // namespace

int landlockVersion()
{
    const long version = ::syscall(kCreateRuleset, nullptr, std::size_t(0), kAskVersion);
    return version >= kKnowsRefer ? static_cast<int>(version) : 0;
}

UniqueFd makeDomainRules(int version)
{
    if (version < kKnowsRefer)
        return {};
    if (version < kKnowsScopes)
        return makeRulesAboutFiles();
    const RulesetAttributes about{0, 0, kAbstractSockets | kSignals};
    return UniqueFd(static_cast<int>(::syscall(kCreateRuleset, &about, sizeof about, 0U)));
}

bool enterNewDomain(int rules)
{
    return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
        && ::syscall(kRestrictSelf, rules, 0U) == 0;
}

} // namespace sandbench::guest
