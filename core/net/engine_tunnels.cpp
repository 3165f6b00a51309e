// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/engine_tunnels.h"

namespace sandbench::net {

namespace {

struct Joined
{
    std::shared_ptr<SshTunnel> through; ///< Ends after the tunnel; null = it logged in itself.
    SshTunnel tunnel;
};

} // namespace

std::vector<std::string> dialCommand(const Endpoint& endpoint, const SshSharing& sharing)
{
    std::string docker = "docker", podman = "podman";
    if (!endpoint.path.empty()) {
        const auto address = shellQuoted("unix://" + endpoint.path);
        docker += " --host " + address;
        podman += " --url " + address;
    }
    // Either program only carries bytes, so the one that is there reaches the other's socket too.
    const auto script = "if command -v docker >/dev/null 2>&1; then exec " + docker
        + " system dial-stdio; else exec " + podman + " system dial-stdio; fi";
    return sshCommand(endpoint, "sh -c " + shellQuoted(script), sharing);
}

Result<std::shared_ptr<SshTunnel>> EngineTunnels::open(UniqueFd socket)
{
    const std::lock_guard lock(m_mutex);
    auto first = m_first.lock();
    if (first && first->hasEnded())
        first = nullptr;
    if (m_folder.path().empty())
        if (auto folder = PrivateFolder::create("", "sandbench-ssh"))
            m_folder = *std::move(folder);
    if (!first)
        ++m_logins; // a killed ssh leaves its socket
    const auto path = m_folder.path() + "/" + std::to_string(m_logins);
    const bool isShared = !m_folder.path().empty() && isPlainSocket(path);
    const auto sharing = isShared ? SshSharing{path, !first} : SshSharing();
    auto joined = std::make_shared<Joined>();
    joined->through = first;
    SANDBENCH_TRY(
        joined->tunnel,
        SshTunnel::run(m_endpoint, dialCommand(m_endpoint, sharing), std::move(socket)));
    std::shared_ptr<SshTunnel> tunnel(joined, &joined->tunnel);
    if (sharing.isFirst)
        m_first = tunnel;
    return tunnel;
}

} // namespace sandbench::net
