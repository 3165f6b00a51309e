// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/event_loop.h"
#include "core/agent/link.h"
#include "core/base/fd.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::guest {

/// Holds the agent's stream to its host while connections come and go: see core/agent/link.h. A
/// relay (`sandbench-agent attach`) brings each connection over a Unix socket. The first that
/// greets says the token; whoever does not know it later is turned away, and whoever does takes
/// over from the one before. Thread: one.
class Holder
{
public:
    /// @p inner: the other end of the agent's own stream; closed when the host says Bye, or breaks
    /// the link's rules after its greeting. After Bye the connection ends with this object.
    /// @p listener: listens already.
    Holder(EventLoop& loop, UniqueFd inner, UniqueFd listener);
    ~Holder();
    Holder(const Holder&) = delete;
    Holder& operator=(const Holder&) = delete;

    /// The host wants that another one finds an agent here, when this has ended.
    bool isKept() const { return m_link && m_link->isKept(); }

private:
    struct Caller
    {
        UniqueFd fd;
        std::string said;
        EventLoop::TimerId timer = 0;
    };

    void accept();
    void hearCaller(int fd);
    void dropCaller(int fd);
    void adopt(Caller caller);
    void endFor(Caller caller);
    void readConnection();
    bool takeFromConnection(std::string_view bytes);
    void dropConnection();
    void readInner();
    void writeInner();
    void flush();
    void watchAll();
    void end();

    EventLoop& m_loop;
    UniqueFd m_inner, m_listener, m_connection;
    std::vector<Caller> m_callers; ///< Have not greeted yet.
    std::optional<agent::Link> m_link;
    std::string m_toInner, m_toConnection;
};

/// Where an agent called @p name is reached. Errors: AlreadyExists, Io.
Result<UniqueFd> listenForRelays(std::string_view name);
/// Carries bytes between @p in, @p out and the agent called @p name until either ends; returns an
/// exit status: 0, or kNoAgent when there is none after some seconds.
int relay(std::string_view name, int in, int out);
inline constexpr int kNoAgent = 3;

} // namespace sandbench::guest
