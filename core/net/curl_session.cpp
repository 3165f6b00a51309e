// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/curl_session.h"

#include "core/net/curl_options.h"
#include "core/net/transport_error.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
#include <utility>

namespace sandbench::net {

namespace {

constexpr long kConnectPatience = 30'000; // ms
constexpr long kBufferSize = 128L << 10;

} // namespace

CurlSession::CurlSession(Endpoint endpoint, std::shared_ptr<EngineTunnels> tunnels)
    : m_endpoint(std::move(endpoint))
    , m_engineTunnels(std::move(tunnels))
{
    static const CURLcode isInitialised = curl_global_init(CURL_GLOBAL_DEFAULT);
    if (isInitialised != CURLE_OK)
        return;
    m_easy = curl_easy_init();
    m_multi = curl_multi_init();
    if (m_multi != nullptr)
        curl_multi_setopt(m_multi, CURLMOPT_MAXCONNECTS, 1L);
}

CurlSession::~CurlSession()
{
    finish();
    curl_easy_cleanup(m_easy);
    // Closes the kept connection, and so its tunnel.
    curl_multi_cleanup(m_multi);
}

void CurlSession::finish()
{
    if (m_isAdded)
        curl_multi_remove_handle(m_multi, m_easy);
    m_isAdded = false;
}

Result<void> CurlSession::prepare(const std::string& target)
{
    finish();
    if (m_easy == nullptr || m_multi == nullptr)
        return Error(ErrorCode::ResourceExhausted, "libcurl could not start");
    SANDBENCH_TRY_VOID(checkServer(m_endpoint));
    if (m_endpoint.kind == Endpoint::Kind::Ssh)
        SANDBENCH_TRY_VOID(listenForTunnels());
    curl_easy_reset(m_easy);
    const auto set = [this](auto option, auto value) { curl_easy_setopt(m_easy, option, value); };
    set(CURLOPT_URL, (urlOf(m_endpoint) + target).c_str());
    set(CURLOPT_PROTOCOLS_STR, "http,https");
    set(CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
    set(CURLOPT_PATH_AS_IS, 1L);
    set(CURLOPT_USERAGENT, "sandbench");

    set(CURLOPT_NOSIGNAL, 1L);
    // A name that is still being looked up does not hold back who cancelled.
    set(CURLOPT_QUICK_EXIT, 1L);
    set(CURLOPT_CONNECTTIMEOUT_MS, kConnectPatience);
    set(CURLOPT_TCP_KEEPALIVE, 1L);
    set(CURLOPT_BUFFERSIZE, kBufferSize);
    set(CURLOPT_ERRORBUFFER, m_errorText);
    set(CURLOPT_NOPROGRESS, 0L);
    set(CURLOPT_XFERINFOFUNCTION, &CurlSession::onProgress);
    set(CURLOPT_XFERINFODATA, this);
    set(CURLOPT_OPENSOCKETFUNCTION, &CurlSession::openSocket);
    set(CURLOPT_OPENSOCKETDATA, this);
    set(CURLOPT_CLOSESOCKETFUNCTION, &CurlSession::closeSocket);
    set(CURLOPT_CLOSESOCKETDATA, this);
    if (m_endpoint.kind == Endpoint::Kind::Ssh)
        set(CURLOPT_UNIX_SOCKET_PATH, socketPath().c_str());
    m_way = setWay(m_easy, m_endpoint);
    setTls(m_easy, m_endpoint);
    return {};
}

curl_socket_t CurlSession::openSocket(void* self, curlsocktype, curl_sockaddr* address)
{
    auto& session = *static_cast<CurlSession*>(self);
    const int socket
        = ::socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
    if (session.m_endpoint.kind == Endpoint::Kind::Ssh)
        session.m_awaited = socket;
    return socket;
}

Result<void> CurlSession::listenForTunnels()
{
    if (m_listener)
        return {};
    SANDBENCH_TRY(m_folder, PrivateFolder::create("", "sandbench-ssh"));
    sockaddr_un name = {};
    name.sun_family = AF_UNIX;
    const auto path = socketPath();
    if (path.size() >= sizeof name.sun_path)
        return Error(
            ErrorCode::InvalidArgument,
            "the temporary folder's path is too long for a socket; set TMPDIR to a short one");
    std::memcpy(name.sun_path, path.c_str(), path.size());
    UniqueFd listener(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    if (::bind(listener.get(), reinterpret_cast<const sockaddr*>(&name), sizeof name) != 0
        || ::listen(listener.get(), 4) != 0)
        return Error::fromErrno(errno, "cannot prepare a connection over ssh");
    m_listener = std::move(listener);
    return {};
}

Result<void> CurlSession::startTunnel()
{
    if (m_awaited == CURL_SOCKET_BAD)
        return {};
    UniqueFd accepted(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!accepted)
        return {}; // not connected yet
    SANDBENCH_TRY(auto tunnel, m_engineTunnels->open(std::move(accepted)));
    m_tunnels.insert_or_assign(std::exchange(m_awaited, CURL_SOCKET_BAD), std::move(tunnel));
    return {};
}

int CurlSession::closeSocket(void* self, curl_socket_t socket)
{
    auto& session = *static_cast<CurlSession*>(self);
    if (session.m_awaited == socket)
        session.m_awaited = CURL_SOCKET_BAD;
    if (const auto found = session.m_tunnels.find(socket); found != session.m_tunnels.end()) {
        session.m_complaint = found->second->complaint();
        session.m_tunnels.erase(found);
    }
    return ::close(socket);
}

int CurlSession::onProgress(void* self, curl_off_t, curl_off_t down, curl_off_t, curl_off_t up)
{
    auto& session = *static_cast<CurlSession*>(self);
    if (down + up != session.m_moved)
        session.sawLife();
    session.m_moved = down + up;
    return session.m_stop.stop_requested() ? 1 : 0;
}

Result<void> CurlSession::perform(std::stop_token stop, std::chrono::milliseconds patience)
{
    m_stop = stop;
    m_complaint.clear();
    m_errorText[0] = 0;
    m_moved = 0;
    sawLife();
    const std::stop_callback wake(stop, [this] { curl_multi_wakeup(m_multi); });
    m_isAdded = curl_multi_add_handle(m_multi, m_easy) == CURLM_OK;
    auto driven = drive(stop, patience);
    m_stop = {};
    return driven;
}

Result<void> CurlSession::drive(std::stop_token stop, std::chrono::milliseconds patience)
{
    using namespace std::chrono;
    constexpr auto kForEver = hours(1);
    for (;;) {
        int running = 0;
        if (curl_multi_perform(m_multi, &running) != CURLM_OK)
            return Error(ErrorCode::Internal, "libcurl could not go on");
        SANDBENCH_TRY_VOID(startTunnel());
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "the request was stopped");
        if (running == 0)
            break;
        const auto left = patience == milliseconds(0)
            ? milliseconds(kForEver)
            : ceil<milliseconds>(m_lastSign + patience - steady_clock::now());
        if (left <= milliseconds(0))
            return silenceError(m_endpoint, patience);
        curl_multi_poll(m_multi, nullptr, 0, static_cast<int>(left.count()), nullptr);
    }
    int waiting = 0;
    while (const CURLMsg* message = curl_multi_info_read(m_multi, &waiting)) {
        if (message->msg == CURLMSG_DONE)
            return resultOf(message->data.result);
    }
    return Error(ErrorCode::Internal, "libcurl lost the request");
}

Result<void> CurlSession::resultOf(CURLcode code)
{
    if (code == CURLE_OK)
        return {};
    long systemError = 0, headBytes = 0, connections = 0;
    curl_easy_getinfo(m_easy, CURLINFO_OS_ERRNO, &systemError);
    curl_easy_getinfo(m_easy, CURLINFO_HEADER_SIZE, &headBytes);
    curl_easy_getinfo(m_easy, CURLINFO_NUM_CONNECTS, &connections);
    return transportError(
        m_endpoint,
        {code, static_cast<int>(systemError), m_errorText, m_complaint,
         headBytes == 0 && connections > 0});
}

} // namespace sandbench::net
