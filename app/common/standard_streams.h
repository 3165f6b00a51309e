// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sandbench {

/// Fills those of the descriptors 0, 1 and 2 that whoever started us left closed, so that no socket
/// or file of ours is taken for standard input or output. Reading from a filled standard input and
/// writing to a filled standard output fail; standard error is swallowed, as was asked for.
/// Thread: first thing in main().
void fillStandardStreams();

} // namespace sandbench
