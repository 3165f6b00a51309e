// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sandbench::guest {

/// Removes all shared memory, message queues and semaphores of System V, and shared memory and
/// named semaphores of POSIX: they outlive the programs that made them, and their memory stays
/// charged to the sandbox. When no program of it runs. Nothing where they may be the machine's.
/// What cannot be removed stays. Source: sysvipc(7), shm_overview(7), sem_overview(7).
void removeIpcObjects();

} // namespace sandbench::guest
