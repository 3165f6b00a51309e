// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <sys/types.h>

namespace sandbench::rest {

/// Whose process of this machine made the other end of a connection to a loopback address or a Unix
/// socket, as the kernel knows it: SO_PEERCRED, and sock_diag(7) for TCP. None = another machine,
/// an end that has gone, the user "nobody", whom the kernel also names for those that our user
/// namespace does not know, or a kernel that does not say. Of what a forwarder brings the user is
/// the forwarder's. Takes microseconds. Thread: any.
std::optional<uid_t> userAtOtherEnd(int socket);

} // namespace sandbench::rest
