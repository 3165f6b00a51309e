// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/guest/services.h"
#include "core/agent/kernel_message.h"

#include <optional>

namespace sandbench::guest {

/// A process forked ahead, which waits on its socket for what it shall become.
struct Seat
{
    pid_t pid = -1;
    UniqueFd control;
    std::string kind; ///< Of its server: "bare" or "full".
    bool isApart = false; ///< Programs cannot reach into its server.
};

/// The agent's end of one fork server.
/// Thread: one.
class KernelServer
{
public:
    struct Listener
    {
        std::function<void()> onReady;
        std::function<void()> onSeat;
        std::function<void(pid_t, UniqueFd)> onServer; ///< A preloaded sibling.
        std::function<void()> onDead; ///< Called once, from the loop.
    };

    /// Claims @p pid and all idle seats for @p owner.
    KernelServer(
        Services& services, OwnerId owner, std::string kind, pid_t pid, UniqueFd control,
        Listener listener);
    /// Ends the server and its idle seat.
    ~KernelServer();

    bool isReady() const { return m_ready; }
    bool hasSeat() const { return m_seat.has_value(); }
    bool isSeatComing() const { return m_seatComing; }
    const std::vector<std::string>& modules() const { return m_modules; }

    /// The idle seat; its claim goes over to the caller.
    Seat takeSeat();
    /// Asks for one, unless it is there or on its way.
    void requestSeat();
    void preload(const std::vector<std::string>& modules);

private:
    void readMessages();
    void handle(agent::KernelMessage message);
    void acceptSeat(agent::KernelMessage message);
    void tellExit(const agent::KernelMessage& message);
    void die();
    void dropSeat();

    Services& m_services;
    OwnerId m_owner;
    std::string m_kind;
    pid_t m_pid;
    UniqueFd m_control;
    Listener m_listener;
    std::optional<Seat> m_seat;
    std::vector<std::string> m_modules;
    bool m_ready = false;
    bool m_isApart = false;
    bool m_seatComing = true; // the first one comes unasked
    bool m_dead = false;
};

} // namespace sandbench::guest
