// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sandbench::kubernetes {

inline constexpr std::string_view kChannelProtocol5 = "v5.channel.k8s.io";
inline constexpr std::string_view kChannelProtocol4 = "v4.channel.k8s.io";

/// The first byte of every message.
enum class ExecChannel : std::uint8_t {
    Input = 0,
    Output = 1,
    Complaint = 2, ///< Standard error.
    Status = 3,
    Resize = 4,
    Close = 255, ///< Version 5: the next byte's channel ends.
};

/// How an exec ended, as the cluster says; absent fields = it did not say.
struct ExecStatus
{
    bool isSuccess = false;
    std::optional<int> exitCode;
    std::string message; ///< Untrusted, one line.
};

/// A Status object's meaning. Errors: Protocol.
Result<ExecStatus> parseExecStatus(std::string_view json);

/// What a cluster sends over an exec's WebSocket, for hostile bytes. No I/O. Thread: one at a time.
/// Source: Kubernetes API concepts, "WebSocket subprotocols"; k8s.io/apimachinery, remotecommand.
class ExecReceiver
{
public:
    /// Units: bytes.
    static constexpr std::size_t kMaxComplaint = 4096, kMaxStatus = 64U << 10;

    /// Takes a message and returns what of it is standard output, as a part of it. Errors:
    /// Protocol; the receiver stays in that state.
    Result<std::string_view> take(std::string_view message);
    /// Once it came; there is no more output then.
    const std::optional<ExecStatus>& status() const { return m_status; }
    /// The start of a status that never became one.
    const std::string& brokenStatus() const { return m_statusText; }
    /// The last that came of standard error.
    const std::string& complaint() const { return m_complaint; }

private:
    Result<void> takeStatus(std::string_view part);

    std::string m_statusText, m_complaint;
    int m_statusParts = 0;
    std::optional<ExecStatus> m_status;
    std::optional<Error> m_error;
};

} // namespace sandbench::kubernetes
