// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/byte_stream.h"
#include "core/engine/kubernetes/channel.h"
#include "core/engine/kubernetes/kube_api.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::kubernetes {

/// Where a program is started.
struct ExecTarget
{
    std::string namespaceName, pod, container;
};

/// Standard input and output of a program in a container, over one WebSocket: subprotocols
/// v5.channel.k8s.io and v4.channel.k8s.io. Input goes in messages of at most 1 MiB; while somebody
/// reads, a message that servers ignore goes out after every 30 s of silence, so that proxies and
/// the container runtime do not cut the connection.
/// Errors of read(): also Unavailable when the program could not be started, with the cluster's
/// words; ConnectionLost where the connection broke before any status came: that is not an end.
class ExecStream : public ByteStream
{
public:
    /// Errors: KubeApi's.
    static Result<std::unique_ptr<ExecStream>> open(
        const KubeApi& api, const ExecTarget& target, const std::vector<std::string>& command,
        std::stop_token stop);
    /// Over a connection that is there already; for tests, which have less patience.
    explicit ExecStream(
        std::unique_ptr<net::WebSocketStream> socket,
        std::chrono::milliseconds silence = std::chrono::seconds(30));
    ~ExecStream() override;

    /// 0 = standard output ended.
    Result<std::size_t> read(std::span<char> into, std::chrono::milliseconds wait) override;
    Result<void> write(std::string_view bytes) override;
    bool isWritable() const override { return m_socket->isWritable(); }
    void wake() override { m_socket->wake(); }
    void close() override { m_socket->close(); }

    /// Ends the program's input. Errors: Unsupported by v4.
    Result<void> closeInput();
    /// What read() has seen so far.
    std::optional<ExecStatus> status() const;
    /// The last 4 KiB of standard error that read() has seen.
    std::string complaint() const;

private:
    using Clock = std::chrono::steady_clock;

    Result<void> readMessage(Clock::time_point until);
    Result<void> takeMessage();
    Error brokenOff(const Error& why) const;
    void breakSilence();
    Clock::time_point silentUntil() const;
    void noteSent() { m_lastSent = Clock::now().time_since_epoch().count(); }

    const std::unique_ptr<net::WebSocketStream> m_socket;
    const std::chrono::milliseconds m_silence;
    std::atomic<Clock::rep> m_lastSent = 0;
    // The reader's.
    std::string m_message;
    std::string_view m_output; ///< Of the message, not yet handed out.
    std::optional<Result<std::size_t>> m_end;
    mutable std::mutex m_mutex; ///< Of the receiver, which anybody may ask.
    ExecReceiver m_receiver;
    std::mutex m_writeMutex;
    std::string m_input;
};

} // namespace sandbench::kubernetes
