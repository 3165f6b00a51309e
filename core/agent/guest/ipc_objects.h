// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sandbench::guest {

/// Removes all shared memory, message queues and semaphores of System V: they outlive the programs
/// that made them, nobody sees them as a file, and their memory stays charged to the sandbox. For a
/// sandbox that has a namespace of its own for them, when no program of it runs. What cannot be
/// removed stays. Source: sysvipc(7).
void removeIpcObjects();

} // namespace sandbench::guest
