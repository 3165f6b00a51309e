// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/private_folder.h"
#include "core/base/stoppable_mutex.h"
#include "core/engine/outpost/outpost_protocol.h"
#include "core/engine/ssh/ssh_stream.h"

#include <chrono>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>

namespace sandbench::ssh {

/// A machine behind ssh with an outpost of ours on it: connected at the first use, and again when
/// the connection broke. One login serves all; the outpost's file is gone as soon as it runs, and
/// its hub ends with the connection. Thread: any.
class FarMachine
{
public:
    explicit FarMachine(net::Endpoint machine)
        : m_machine(std::move(machine))
    {
    }

    const net::Endpoint& endpoint() const { return m_machine; }
    /// Errors: connectionProblem(), Unsupported (we have no outpost for its processor, or its
    /// version is another one), Timeout, Cancelled, Io.
    Result<outpost::Greeting> reach(std::stop_token stop);
    /// A program of the outpost there, after its greeting: "open", or "attach" and the sandbox's
    /// name. Errors: as reach(), ConnectionLost.
    Result<std::unique_ptr<SshStream>>
    start(const std::string& mode, const std::string& name, std::stop_token stop);
    /// Asks the hub that is there. Errors: ConnectionLost (none is), Timeout, Cancelled, Protocol,
    /// and the hub's.
    Result<Json>
    ask(const Json& question, std::chrono::milliseconds patience, std::stop_token stop);
    /// The filter for that machine's programs. Errors: systemCallFilter()'s.
    Result<std::string> filterFor(const std::string& machine);

private:
    /// What holds the connection.
    struct Hub
    {
        PrivateFolder folder; ///< Of the socket over which others share it.
        net::SshSharing sharing;
        std::unique_ptr<SshStream> stream;
        outpost::Greeting greeting;
        StoppableMutex asking;
        std::atomic<bool> isLost = false; ///< Its answers are those to other questions.
    };

    Result<std::shared_ptr<Hub>> hub(std::stop_token stop);
    Result<std::unique_ptr<SshStream>> startFrom(
        const std::shared_ptr<Hub>& hub, const std::string& mode, const std::string& name,
        std::stop_token stop) const;
    Result<std::shared_ptr<Hub>> connect(std::stop_token stop) const;
    Result<void> bring(Hub& hub, std::stop_token stop) const;
    std::shared_ptr<Hub> current() const;

    const net::Endpoint m_machine;
    StoppableMutex m_connecting;
    mutable std::mutex m_mutex; ///< Of what follows.
    std::shared_ptr<Hub> m_hub;
    std::string m_filter, m_filterMachine;
};

} // namespace sandbench::ssh
