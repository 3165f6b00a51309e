// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/listener.h"

#include "app/rest/transport/event_loop.h"
#include "app/rest/transport/listen_socket.h"

#include <algorithm>
#include <sys/resource.h>

namespace sandbench::rest {

namespace {

// The rest is for the engines, files and whoever waits.
std::size_t mostConnections(std::size_t wanted)
{
    rlimit files = {};
    if (::getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur == RLIM_INFINITY)
        return wanted;
    const auto all = static_cast<std::size_t>(files.rlim_cur);
    const auto reserve = std::max<std::size_t>(128, all / 8);
    return std::clamp<std::size_t>(
        all > reserve ? all - reserve : 1, 1, std::max<std::size_t>(wanted, 1));
}

std::vector<std::string> addressesOf(const ListenerOptions& options)
{
    const std::string scheme = options.certificateFile.empty() ? "http://" : "https://";
    std::vector<std::string> addresses;
    for (const auto& socket : options.sockets) {
        const auto address = localAddress(socket.get());
        addresses.push_back(address.starts_with("unix:") ? address : scheme + address);
    }
    return addresses;
}

bool isAllLocal(const ListenerOptions& options)
{
    return std::all_of(options.sockets.begin(), options.sockets.end(), [](const UniqueFd& socket) {
        return isLoopback(socket.get());
    });
}

} // namespace

Result<std::unique_ptr<Listener>> Listener::open(ListenerOptions options, Handlers handlers)
{
    TlsContext tls;
    if (options.certificateFile.empty() != options.keyFile.empty())
        return Error(ErrorCode::InvalidArgument, "TLS needs both a certificate and its key");
    if (!options.certificateFile.empty()) {
        SANDBENCH_TRY(tls, makeTlsContext(options.certificateFile, options.keyFile));
    }
    // Those of systemd are open there as well: it keeps who comes for the next server.
    const bool hasOwnSockets = options.sockets.empty();
    if (hasOwnSockets) {
        SANDBENCH_TRY(auto socket, listenOn(options.address, options.port));
        options.sockets.push_back(std::move(socket));
    }
    auto listener = std::unique_ptr<Listener>(new Listener(options, std::move(handlers)));
    const auto most = mostConnections(options.connections);
    listener->m_loop = std::make_unique<EventLoop>(
        std::move(options), std::move(tls), listener->m_handlers, most, hasOwnSockets);
    return listener;
}

Listener::Listener(const ListenerOptions& options, Handlers handlers)
    : m_handlers(std::move(handlers))
    , m_addresses(addressesOf(options))
    , m_isLocal(isAllLocal(options))
{
}

Listener::~Listener() = default;

void Listener::serve(
    const std::stop_token& stop, const WindDownRules& rules, const std::stop_token& hurry)
{
    m_loop->run(stop, rules, hurry);
}

Listener::Counters Listener::counters() const
{
    return m_loop->counters();
}

} // namespace sandbench::rest
