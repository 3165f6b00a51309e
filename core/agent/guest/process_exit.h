// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/process_table.h"
#include "core/agent/guest/reaper.h"
#include "core/base/fd.h"

#include <optional>

namespace sandbench::guest {

/// No descriptor: there is no such process, or too many files are open. Source: pidfd_open(2)
UniqueFd openProcess(pid_t pid);

/// Of the process of a pidfd. Nothing: the kernel is older than Linux 6.13. Source: as exitOf()
std::optional<ProcessIds> idsOf(int processDescriptor);

/// How the process of a pidfd ended, whoever waited for it. Nothing: it has not, or the kernel is
/// older than Linux 6.15. Source: PIDFD_GET_INFO in linux/pidfd.h
std::optional<ExitInfo> exitOf(int processDescriptor);

} // namespace sandbench::guest
