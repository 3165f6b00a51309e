// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"

#include <string>
#include <string_view>
#include <sys/types.h>
#include <utility>
#include <vector>

namespace sandbench::agent {

inline constexpr std::size_t kMaxKernelPacket = 192U << 10;
inline constexpr std::size_t kMostKernelFds = 8;

/// One packet to or from an interpreter kernel. See guest/kernel_protocol.md.
struct KernelMessage
{
    std::string op;
    std::vector<std::pair<std::string, std::string>> fields;
    std::vector<UniqueFd> fds;

    void add(std::string key, std::string value)
    {
        fields.emplace_back(std::move(key), std::move(value));
    }
    /// The first value, or nothing.
    std::string_view value(std::string_view key) const;
    std::vector<std::string> values(std::string_view key) const;
    /// 0 where it is absent or no number.
    std::int64_t number(std::string_view key) const;
    double seconds(std::string_view key) const;
};

/// Errors: ResourceExhausted (does not fit a packet), InvalidArgument (a NUL inside).
Result<std::string> encodeKernelMessage(const KernelMessage& message);
/// The bytes may be anything. Errors: Protocol.
Result<KernelMessage> decodeKernelMessage(std::string_view packet);

/// Never blocks. @p fds stay the caller's. Errors: ConnectionLost, ResourceExhausted.
Result<void>
sendKernelMessage(int socket, const KernelMessage& message, const std::vector<int>& fds);
/// From the next message on, the kernel says who sent it.
void askForSenders(int socket);
/// The next message of process @p sender. Its children may have the same socket; what they send is
/// dropped. Never blocks. Errors: ConnectionLost, Protocol, Timeout (nothing there).
Result<KernelMessage> receiveKernelMessage(int socket, pid_t sender);
/// Whoever sent it, which the kernel says in @p sender. Errors: as above.
Result<KernelMessage> receiveFirstKernelMessage(int socket, pid_t& sender);

} // namespace sandbench::agent
