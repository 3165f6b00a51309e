// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/rest/listener.h"
#include "tests/support/raw_client.h"

#include <atomic>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace sandbench::test {

/// A listener of tests' own calls, served by a thread until it is destroyed:
///   /hello         "hello"
///   /echo          the body, 1 MiB at most
///   /form          "name=size;" of each part
///   /wait          nothing until the call is stopped, see stopped
///   /drip          "x" again and again until the client does not take it, see stopped
///   /big           4 MiB
///   /room          "0", "1" or "2": the Room that it has
///   /throw         nothing good
class RestServer
{
public:
    explicit RestServer(rest::ListenerOptions options = {}, const rest::WindDownRules& rules = {});
    ~RestServer() { end(); }

    std::uint16_t port() const { return portOf(m_listener->addresses().front()); }
    rest::Listener& listener() { return *m_listener; }
    /// Requests the end and waits for it.
    void end();
    void requestEnd() { m_stop.request_stop(); }
    void hurry() { m_hurry.request_stop(); }
    /// The statuses of what came to no call, in their order.
    std::vector<int> refusals();

    std::atomic<bool> lacksMemory = false; ///< Noting a refusal fails as if there were none.
    std::promise<void> started; ///< The first /wait has begun. Once.
    std::promise<void> stopped; ///< The first call of /wait or /drip that was stopped. Once.

private:
    rest::Answer answer(rest::Call& call);

    std::mutex m_mutex;
    std::vector<int> m_refusals;
    std::atomic<bool> m_hasStarted = false, m_hasStopped = false;
    std::unique_ptr<rest::Listener> m_listener;
    std::stop_source m_stop, m_hurry;
    std::thread m_thread;
};

} // namespace sandbench::test
