// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/artifact/render_protocol.h"

namespace sandbench::render {

/// First act of the process: no environment, no descriptors but 0-2 and kRenderAreaFd, no root, no
/// dumps, no new privileges.
void dropEverything();

/// The system calls that decoding this kind needs, and no others: the rest is answered with EPERM.
/// False when the kernel has no seccomp. A part of confine(). Source: seccomp(2).
bool allowCallsOf(PictureKind kind);

/// What decoding this kind needs and nothing else. A bitmap: memory, stdin, stdout; a PNG also
/// threads. A page: also reading fonts. A drawing: all of it, and reading libraries. Sets rlimits,
/// Landlock where the kernel has it, and seccomp. False when seccomp is missing; then nothing may
/// be decoded. Source: getrlimit(2), landlock(7), seccomp(2).
bool confine(PictureKind kind);

} // namespace sandbench::render
