// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/hostile_http_server.h"

#include <functional>
#include <mutex>
#include <string>

namespace sandbench::test {

/// Stands between us and a real engine on a Unix socket, and spoils what a test wants spoiled.
/// Thread: any.
class EngineProxy
{
public:
    explicit EngineProxy(std::string realSocket);

    net::Endpoint endpoint() const { return m_server.endpoint(); }
    /// Called with every request: true = it was answered there, and the engine never hears of it.
    using Fault = std::function<bool(Conversation&)>;
    void setFault(Fault fault);
    /// The engine does it, but its answer is lost on the way. Returns when the engine has done it,
    /// also when the client is gone; an upgraded connection lasts as long as both.
    void loseAnswer(Conversation& peer) const;
    /// The network between us and the engine breaks now; new connections are possible.
    void cutAll() { m_server.cutAll(); }

private:
    void serve(Conversation& peer);
    void forward(Conversation& peer, bool isAnswered) const;

    const std::string m_realSocket;
    std::mutex m_mutex;
    Fault m_fault;
    HostileHttpServer m_server;
};

} // namespace sandbench::test
