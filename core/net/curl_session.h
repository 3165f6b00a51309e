// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/private_folder.h"
#include "core/base/result.h"
#include "core/net/curl_options.h"
#include "core/net/endpoint.h"
#include "core/net/engine_tunnels.h"
#include "core/net/late_curl.h"

#include <chrono>
#include <map>
#include <memory>
#include <stop_token>
#include <string>

namespace sandbench::net {

/// One transfer at a time to one server, over a connection that is kept for the next.
/// Thread: one at a time; only inside of core/net.
class CurlSession
{
public:
    /// @p tunnels: to an endpoint behind ssh; null for others.
    explicit CurlSession(Endpoint endpoint, std::shared_ptr<EngineTunnels> tunnels = nullptr);
    ~CurlSession();
    CurlSession(const CurlSession&) = delete;
    CurlSession& operator=(const CurlSession&) = delete;

    const Endpoint& endpoint() const { return m_endpoint; }
    CURL* easy() const { return m_easy; }
    /// Forgets the last transfer and sets what every one to this server needs.
    /// Errors: ResourceExhausted, Io; InvalidArgument for an endpoint that names no server.
    Result<void> prepare(const std::string& target);
    /// Does the transfer, or only the connection under CURLOPT_CONNECT_ONLY; the handle stays
    /// usable until the next prepare(). Calls of libcurl's back run in here.
    /// Errors: see HttpClient; where the transfer's own callback ended it, Internal.
    Result<void> perform(std::stop_token stop, std::chrono::milliseconds patience);
    /// Whether the request that is being performed was stopped.
    bool isStopped() const { return m_stop.stop_requested(); }
    /// The other side is alive: its patience starts anew.
    void sawLife() { m_lastSign = std::chrono::steady_clock::now(); }

private:
    Result<void> drive(std::stop_token stop, std::chrono::milliseconds patience);
    Result<void> resultOf(CURLcode code);
    void finish();
    /// libcurl 7.88 connects even what a callback calls connected, so it gets a socket of ours to
    /// connect to, and a tunnel takes over the other end.
    Result<void> listenForTunnels();
    Result<void> startTunnel();
    std::string socketPath() const { return m_folder.path() + "/s"; }
    static curl_socket_t openSocket(void* self, curlsocktype purpose, curl_sockaddr* address);
    static int closeSocket(void* self, curl_socket_t socket);
    static int onProgress(
        void* self, curl_off_t downTotal, curl_off_t down, curl_off_t upTotal, curl_off_t up);

    Endpoint m_endpoint;
    CURL* m_easy = nullptr;
    CURLM* m_multi = nullptr;
    bool m_isAdded = false;
    Slist m_way; ///< Where to connect to instead of what the URL names.
    const std::shared_ptr<EngineTunnels> m_engineTunnels;
    std::map<curl_socket_t, std::shared_ptr<SshTunnel>> m_tunnels;
    PrivateFolder m_folder; ///< Of the listener's socket.
    UniqueFd m_listener;
    curl_socket_t m_awaited = CURL_SOCKET_BAD; ///< Whose tunnel is still to be started.
    std::string m_complaint; ///< Of the ssh whose connection ended last.
    char m_errorText[CURL_ERROR_SIZE] = {};
    std::stop_token m_stop;
    curl_off_t m_moved = 0;
    std::chrono::steady_clock::time_point m_lastSign;
};

} // namespace sandbench::net
