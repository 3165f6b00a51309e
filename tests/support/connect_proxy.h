// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/hostile_http_server.h"

#include <atomic>
#include <chrono>
#include <string>

namespace sandbench::test {

/// A web proxy of this machine that passes on what comes through CONNECT. Thread: any.
class ConnectProxy
{
public:
    struct Habits
    {
        std::string credentials; ///< "name:password" that it wants; empty = none.
        int refusal = 0; ///< Status of every answer; 0 = connects.
        bool isSilent = false; ///< Never answers.
        std::chrono::milliseconds idle{0}; ///< Cuts what was silent for so long; 0 = never.
    };

    ConnectProxy()
        : ConnectProxy(Habits())
    {
    }
    explicit ConnectProxy(Habits habits);

    /// "http://127.0.0.1:1234"; @p userInfo: "name:password@".
    std::string url(const std::string& userInfo = {}) const;
    /// "CONNECT host:443 HTTP/1.1" …
    std::vector<std::string> requests() const { return m_server.requests(); }
    /// How many connections it cut because nothing came.
    int idleCuts() const { return m_idleCuts; }
    /// Every connection breaks now; new ones are possible.
    void cutAll() { m_server.cutAll(); }

private:
    void serve(Conversation& peer);
    void relay(const Conversation& peer, const Conversation& target);

    const Habits m_habits;
    std::atomic<int> m_idleCuts = 0;
    HostileHttpServer m_server;
};

} // namespace sandbench::test
