// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace sandbench {

/// Tells systemd, or whoever set $NOTIFY_SOCKET, "READY=1" or "STOPPING=1"; nothing without it.
/// Source: sd_notify(3). Thread: any.
void notifyServiceManager(std::string_view state);

} // namespace sandbench
