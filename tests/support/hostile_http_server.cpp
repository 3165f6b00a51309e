// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/hostile_http_server.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cstdlib>
#include <cstring>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>

namespace sandbench::test {

namespace {

/// A test without its server proves nothing.
void must(bool isDone)
{
    if (!isDone)
        std::abort();
}

std::size_t contentLength(const std::string& head)
{
    const auto at = head.find("Content-Length: ");
    return at == std::string::npos ? 0 : std::strtoul(head.c_str() + at + 16, nullptr, 10);
}

} // namespace

std::string Conversation::path() const
{
    const auto start = line.find(' ') + 1;
    return line.substr(start, line.find_first_of("? ", start) - start);
}

bool Conversation::send(std::string_view bytes) const
{
    while (!bytes.empty()) {
        const auto n = ::send(m_socket, bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (n <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(n));
    }
    return true;
}

bool Conversation::answer(int status, std::string_view text, std::string_view more) const
{
    return send(
        "HTTP/1.1 " + std::to_string(status) + " Whatever\r\n" + std::string(more)
        + "Content-Length: " + std::to_string(text.size()) + "\r\n\r\n" + std::string(text));
}

void Conversation::sendForEver(std::string_view bytes) const
{
    while (send(bytes)) { }
}

std::string Conversation::receive(std::size_t size) const
{
    std::string bytes(size, '\0');
    const auto n = ::recv(m_socket, bytes.data(), size, 0);
    bytes.resize(n > 0 ? static_cast<std::size_t>(n) : 0);
    return bytes;
}

bool Conversation::isGoneWithin(std::chrono::milliseconds patience) const
{
    pollfd polled = {m_socket, POLLRDHUP, 0};
    return ::poll(&polled, 1, static_cast<int>(patience.count())) > 0;
}

std::string Conversation::awaitEnd() const
{
    std::string all;
    for (;;) {
        const auto more = receive(65536);
        if (more.empty())
            return all;
        all += more;
    }
}

HostileHttpServer::HostileHttpServer(Handler handler, Listen listen)
    : m_handler(std::move(handler))
{
    const int family = listen == Listen::Unix ? AF_UNIX : AF_INET;
    m_listener.reset(::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (listen == Listen::Unix) {
        auto folder = PrivateFolder::create("", "sandbench-test-http");
        must(folder.has_value());
        m_folder = std::move(*folder);
        m_endpoint.path = m_folder.path() + "/s";
        sockaddr_un name = {};
        name.sun_family = AF_UNIX;
        must(m_endpoint.path.size() < sizeof name.sun_path);
        std::memcpy(name.sun_path, m_endpoint.path.c_str(), m_endpoint.path.size());
        must(::bind(m_listener.get(), reinterpret_cast<sockaddr*>(&name), sizeof name) == 0);
    } else {
        sockaddr_in name = {};
        name.sin_family = AF_INET;
        name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof name;
        must(::bind(m_listener.get(), reinterpret_cast<sockaddr*>(&name), size) == 0);
        must(::getsockname(m_listener.get(), reinterpret_cast<sockaddr*>(&name), &size) == 0);
        m_endpoint.kind = net::Endpoint::Kind::Tcp;
        m_endpoint.host = "127.0.0.1";
        m_endpoint.port = ntohs(name.sin_port);
    }
    must(::listen(m_listener.get(), 64) == 0);
    m_acceptor = std::thread([this] { acceptAll(); });
}

HostileHttpServer::~HostileHttpServer()
{
    m_end.signal();
    m_acceptor.join();
    cutAll();
    for (auto& thread : m_threads)
        thread.join();
}

void HostileHttpServer::cutAll()
{
    const std::lock_guard lock(m_mutex);
    for (const auto& socket : m_sockets)
        ::shutdown(socket.get(), SHUT_RDWR);
}

std::vector<std::string> HostileHttpServer::requests() const
{
    const std::lock_guard lock(m_mutex);
    return m_requests;
}

void HostileHttpServer::acceptAll()
{
    for (;;) {
        pollfd polled[2] = {{m_listener.get(), POLLIN, 0}, {m_end.fd(), POLLIN, 0}};
        if (::poll(polled, 2, -1) < 0)
            continue;
        if (polled[1].revents != 0)
            return;
        UniqueFd socket(::accept4(m_listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
        if (!socket)
            continue;
        ++m_connections;
        const std::lock_guard lock(m_mutex);
        m_sockets.push_back(std::move(socket));
        m_threads.emplace_back([this, raw = m_sockets.back().get()] { serve(raw); });
    }
}

void HostileHttpServer::serve(int socket)
{
    std::string rest;
    for (;;) {
        Conversation conversation(socket);
        if (!readRequest(socket, rest, conversation))
            break;
        m_handler(conversation);
        if (conversation.isCut())
            break;
    }
    // Only shut: the descriptor's number must stay ours until the server ends.
    ::shutdown(socket, SHUT_RDWR);
}

bool HostileHttpServer::readRequest(int socket, std::string& rest, Conversation& conversation)
{
    const Conversation reader(socket);
    std::size_t end = 0;
    while ((end = rest.find("\r\n\r\n")) == std::string::npos) {
        const auto more = reader.receive(65536);
        if (more.empty())
            return false;
        rest += more;
    }
    conversation.head = rest.substr(0, end + 4);
    conversation.line = rest.substr(0, rest.find("\r\n"));
    rest.erase(0, end + 4);
    {
        const std::lock_guard lock(m_mutex);
        m_requests.push_back(conversation.line);
    }
    const bool isChunked
        = conversation.head.find("Transfer-Encoding: chunked") != std::string::npos;
    const auto size = contentLength(conversation.head);
    while (isChunked ? !rest.ends_with("0\r\n\r\n") : rest.size() < size) {
        const auto more = reader.receive(65536);
        if (more.empty())
            return false;
        rest += more;
    }
    conversation.body = isChunked ? rest : rest.substr(0, size);
    rest.erase(0, conversation.body.size());
    return true;
}

HostileHttpServer::Handler
afterHello(HostileHttpServer::Handler handler, std::string newest, std::string oldest)
{
    return [=](Conversation& conversation) {
        if (conversation.path() == "/_ping")
            conversation.answer(200, "OK", "Api-Version: " + newest + "\r\n");
        else if (conversation.path() == "/version")
            conversation.answer(
                200,
                R"({"Version":"99.1","ApiVersion":")" + newest + R"(","MinAPIVersion":")" + oldest
                    + "\"}");
        else
            handler(conversation);
    };
}

} // namespace sandbench::test
