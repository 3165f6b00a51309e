// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/transport/clients.h"
#include "core/base/clock.h"

namespace sandbench::rest {

/// How clients leave an EventLoop. Thread: the loop's.

/// Says that nothing follows, and waits a little for the client to end its side too: closing what
/// still has unread bytes would take our answer from it.
void endPolitely(Client& client, const Clients& clients);
/// Throws away what such a client still sends. False = it has gone, or sends too much.
bool drain(Client& client);

/// The end of a server: those that are served may go on for a while, are stopped then, and cut off
/// at last.
class WindDown
{
public:
    void begin(Clock::time_point now, std::chrono::milliseconds grace) { m_graceEnd = now + grace; }
    /// @p hurries: the grace is over. @p ending: requested before the clients' stops. True = all
    /// have gone.
    bool step(Clients& clients, Clock::time_point now, bool hurries, std::stop_source ending);

private:
    Clock::time_point m_graceEnd, m_lastWord;
    bool m_isStopped = false, m_isCutOff = false;
};

} // namespace sandbench::rest
