// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"

namespace sandbench::guest {

/// Over a Unix socket, with one byte beside it. Also between fork() and exec(). False with errno.
bool sendFd(int socket, int fd);
/// Never waits; none: the other end was closed without.
UniqueFd receiveFd(int socket);

} // namespace sandbench::guest
