// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"

#include <csignal>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace sandbench {

/// Takes SIGINT, SIGTERM, SIGHUP and SIGWINCH on one thread of its own and ignores SIGPIPE.
///
/// The first of the first three requests a stop. The second one calls the emergency handler, gives
/// the program one second to end and then exits with 128 + its number. Thread: create it in main()
/// before any other thread, because threads inherit the blocked signals; the setters may be called
/// from any.
class Signals
{
public:
    Signals();
    ~Signals();
    Signals(const Signals&) = delete;
    Signals& operator=(const Signals&) = delete;

    std::stop_token stopToken() const { return m_stop.get_token(); }
    /// The same stop for reasons of our own: nobody reads our output any more.
    void requestStop() { m_stop.request_stop(); }

    /// Called on the signal thread for each SIGINT before anything else; true = dealt with. Empty =
    /// none. After it returns, no call of the former handler is running.
    void setInterruptHandler(std::function<bool()> handler);
    /// Called on the signal thread when the terminal has another size. As above.
    void setResizeHandler(std::function<void()> handler);
    /// Called on the signal thread for the second signal. Empty = none.
    void setEmergencyHandler(std::function<void()> handler);

private:
    void watch();
    void take(int signalNumber);

    std::stop_source m_stop;
    std::mutex m_mutex;
    std::function<bool()> m_onInterrupt;
    std::function<void()> m_onResize;
    std::function<void()> m_onEmergency;
    int m_taken = 0;
    sigset_t m_formerMask = {};
    WakeEvent m_end;
    UniqueFd m_signalFd;
    std::thread m_thread;
};

} // namespace sandbench
