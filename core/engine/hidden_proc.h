// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

/// What the kernel tells of the host in /proc, whoever asks, and engines of ours hide. Docker and
/// Kubernetes have lists of their own.
namespace sandbench {

inline constexpr std::array kHiddenProcFiles
    = {"/proc/kcore",      "/proc/keys",        "/proc/key-users",     "/proc/kallsyms",
       "/proc/timer_list", "/proc/sched_debug", "/proc/sysrq-trigger", "/proc/kmsg",
       "/proc/kpageflags", "/proc/kpagecount",  "/proc/config.gz",     "/proc/cmdline"};
/// The last comes along with /proc/sys, where systemd mounts it for whoever looks first: a sandbox
/// would make the host mount it and see the host's interpreters.
inline constexpr std::array kHiddenProcFolders
    = {"/proc/acpi",
       "/proc/scsi",
       "/proc/asound",
       "/proc/bus",
       "/proc/fs",
       "/proc/irq",
       "/proc/sys/fs/binfmt_misc"};

} // namespace sandbench
