// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/engine.h"
#include "core/process/child_process.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench {

/// The name of the network below in a NetworkChoice, which is its program's.
inline constexpr std::string_view kInstallNetwork = "slirp4netns";
/// The name server in it, which asks this machine's.
inline constexpr std::string_view kInstallNameServer = "10.0.2.3";

/// Which network a sandbox of @p engine has while packages are installed, where nobody names one.
inline std::string_view usualInstallNetwork(std::string_view engine)
{
    if (engine == "kubernetes")
        return "pod";
    return engine == "docker" || engine == "podman" ? "bridge" : kInstallNetwork;
}

/// Whether @p choice is a network for the install phase alone, and of this kind.
bool isInstallNetwork(const NetworkChoice& choice);
/// What a sandbox that has it is reported to lack and to be given.
void noteInstallNetwork(IsolationReport& isolation);

/// A network for a sandbox that has none but its own loopback, while packages are installed: the
/// program slirp4netns, outside of the sandbox, makes connections for it as a program of this user.
/// The sandbox reaches what this machine reaches, but for what listens on this machine's loopback
/// alone; nothing reaches the sandbox. It ends with this process, and with this object.
///
/// Thread: one at a time. Source: slirp4netns(1), ioctl_ns(2).
class InstallNetwork
{
public:
    InstallNetwork() = default;
    /// Gives it to the network namespace of the process @p inside, once this returns. That
    /// namespace belongs to one of users that was made by this user, or by any where we are root.
    /// @p mapsRoot: which has a root, who is this user. Then, or where we are root, the program
    /// gives up all its rights and its view of files. Errors: Unavailable with the remedy, Timeout,
    /// Cancelled, Io.
    static Result<InstallNetwork> attach(pid_t inside, bool mapsRoot, std::stop_token stop);

    /// "none", "slirp4netns", "slirp4netns (dropped)", as Instance::network() says it.
    std::string name() const;
    /// Its interface is gone when this returns, or the program was killed, which ends it as well.
    /// Does nothing the second time. Errors: Unsupported where there never was one.
    Result<void> drop();

private:
    Result<void> start(pid_t inside, bool mapsRoot);
    Result<void> awaitReady(std::stop_token stop);

    ChildProcess m_program;
    UniqueFd m_exit; ///< The program ends when this is closed.
    UniqueFd m_ready;
    UniqueFd m_messages;
    enum class State { None, Attached, Dropped } m_state = State::None;
};

/// Who slirp4netns is when it starts.
enum class InstallNetworkUser {
    Root, ///< This machine's, who may enter any namespace.
    NamespaceRoot, ///< Of the user namespace that the network belongs to.
    Owner, ///< The ordinary user who made that one.
};
/// Arguments of slirp4netns, whose descriptors are 3 (network namespace), 4 (its user namespace), 5
/// (ends it when it is closed) and 6 (says that it is ready). No I/O.
std::vector<std::string> installNetworkArguments(InstallNetworkUser user);
/// Why there is no network, by what slirp4netns said: untrusted, one line of it is told. No I/O.
Error installNetworkProblem(std::string_view said);

} // namespace sandbench
