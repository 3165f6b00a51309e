// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"

#include <string_view>

namespace sandbench::guest {

/// The kernel's version of Landlock; 0 = there is none that keeps processes apart and leaves
/// programs what they may do with files: not built, switched off, refused by a filter, or version
/// 1, which would refuse to move files between folders. Source: landlock(7).
int landlockVersion();

/// The rules of the domains that programs run in, one for each process that the agent starts and
/// each seat of a fork server. A process in a domain can trace, and open the memory and descriptors
/// of, only what is in that domain too; from @p version 6 on it can signal no other either, nor
/// connect to its abstract sockets. About files the rules refuse nothing that programs may do, but
/// for @p guarded: in that folder at the top, "/.sandbench", they write nothing; in "/" itself they
/// make no new entries then. No descriptor: version 0, or an error of the kernel's.
UniqueFd makeDomainRules(int version, std::string_view guarded = {});

/// Puts this process and its later children into a new domain, which none of them can leave; they
/// get no new privileges then. Between fork() and exec(). False with errno.
bool enterNewDomain(int rules);

} // namespace sandbench::guest
