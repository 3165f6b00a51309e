// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"
#include "core/engine/local/uid_reservation.h"
#include "core/process/child_process.h"

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <stop_token>

namespace sandbench::local {

class LocalHost;

/// A warm interpreter outside of all sandboxes, whose copies enter them: starting one in each takes
/// more than all the rest of a sandbox. It never runs a program and reads nothing from any sandbox.
///
/// It lives in a bwrap of its own, with the host's files as a sandbox sees them and no network, and
/// has the rights to enter only what was opened below its user namespace. A copy gives up all of
/// them, and takes on the sandbox's user, limits and system-call filter, before it hears anything
/// from inside. What all copies share: the addresses of their memory, and Python's secret for
/// hashes.
///
/// Thread: any, once started. Source: kernel_protocol.md "Lent kernels", setns(2),
/// user_namespaces(7).
class Zygote
{
public:
    /// Blocks for as long as the interpreter takes to start. Errors: Unavailable, Cancelled,
    /// Timeout, Io.
    static Result<std::shared_ptr<Zygote>>
    start(LocalHost& host, const KernelRecipe& recipe, std::stop_token stop);

    /// Makes its second process the preloaded one, which takes seconds. Errors: as start().
    Result<void> preload(const std::vector<std::string>& modules, std::stop_token stop);

    /// Whether its copies are kernels of @p recipe, whatever they preload.
    bool isFor(const KernelRecipe& recipe) const;
    bool isAlive() const;
    /// What a sandbox must be opened in, so that copies can enter it.
    int userNamespace() const { return m_users.get(); }
    /// One in it where bwrap finds the system of sandboxes called "sandbox" as preparedLayout()
    /// says. -1 = this kernel makes none.
    int mountNamespace() const { return m_mounts.get(); }
    /// See configurationState(), as it was when this was prepared.
    std::uint64_t configuration() const { return m_configuration; }

    /// A sandbox that a copy shall enter.
    struct Entrance
    {
        int init; ///< pidfd of its process 1.
        int filter; ///< The system calls of its programs, as bwrap reads them.
        std::span<const UniqueFd> groups; ///< See SandboxCgroup::entries().
        std::uint64_t processes = 0; ///< Limits of resource; 0 = none.
        std::uint64_t dataBytes = 0;
        bool isPreloaded = false; ///< The preloaded server can be had as well, where there is one.
    };
    /// Sends source and copies: what comes behind @p door is as kernel_protocol.md says. Errors:
    /// Io, ConnectionLost.
    Result<void> lend(const Entrance& entrance, UniqueFd door) const;

private:
    explicit Zygote(KernelRecipe recipe)
        : m_recipe(std::move(recipe))
    {
    }
    Result<void> spawn(LocalHost& host);
    Result<void> mapUsers(std::stop_token stop);
    Result<void> letGo(LocalHost& host, std::stop_token stop);
    std::shared_ptr<const UniqueFd> preloaded() const;
    Result<UniqueFd> await(int control, std::string_view what, std::stop_token stop) const;
    Result<void> waitFor(int fd, std::stop_token stop) const;
    Error failure(std::string_view what) const;

    const KernelRecipe m_recipe;
    std::optional<UidReservation> m_user; ///< Where we are root.
    UniqueFd m_source;
    UniqueFd m_code;
    UniqueFd m_stream; ///< Of its first words.
    UniqueFd m_messages;
    UniqueFd m_info;
    UniqueFd m_usersReady;
    UniqueFd m_control;
    mutable std::mutex m_mutex; ///< Guards m_full.
    std::shared_ptr<const UniqueFd> m_full; ///< Control of the preloaded one; null = none yet.
    pid_t m_init = 0;
    UniqueFd m_users;
    UniqueFd m_mounts;
    std::uint64_t m_configuration = 0;
    ChildProcess m_bwrap; ///< Before the user id, which is given back after it.
};

} // namespace sandbench::local
