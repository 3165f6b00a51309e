// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/reach.h"

#include "core/base/clock.h"
#include "core/base/fd.h"

#include <algorithm>
#include <arpa/inet.h>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

namespace sandbench::guest {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostAddresses = 16;
/// In one cluster's network a packet needs a few milliseconds.
constexpr auto kPatience = 160ms;

struct Address
{
    sockaddr_storage storage = {};
    socklen_t size = 0; ///< 0 = not an address.
};

Address parseAddress(std::string text)
{
    Address address;
    const auto colon = text.rfind(':');
    if (colon == std::string::npos)
        return address;
    std::uint16_t port = 0;
    const auto* const end = text.data() + text.size();
    if (std::from_chars(text.data() + colon + 1, end, port).ptr != end || port == 0)
        return address;
    text.resize(colon);
    if (text.size() > 2 && text.front() == '[' && text.back() == ']')
        text = text.substr(1, text.size() - 2);
    auto& v4 = reinterpret_cast<sockaddr_in&>(address.storage);
    auto& v6 = reinterpret_cast<sockaddr_in6&>(address.storage);
    if (::inet_pton(AF_INET, text.c_str(), &v4.sin_addr) == 1) {
        v4.sin_family = AF_INET;
        v4.sin_port = htons(port);
        address.size = sizeof v4;
    } else if (::inet_pton(AF_INET6, text.c_str(), &v6.sin6_addr) == 1) {
        v6.sin6_family = AF_INET6;
        v6.sin6_port = htons(port);
        address.size = sizeof v6;
    }
    return address;
}

struct Attempt
{
    std::string name;
    UniqueFd fd;
    bool hasAnswer = false;
};

Attempt begin(const std::string& name)
{
    Attempt attempt{name, UniqueFd(), false};
    const auto address = parseAddress(name);
    if (address.size == 0)
        return attempt;
    attempt.fd.reset(
        ::socket(address.storage.ss_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
    const auto* const raw = reinterpret_cast<const sockaddr*>(&address.storage);
    if (!attempt.fd)
        return attempt;
    const int result = ::connect(attempt.fd.get(), raw, address.size);
    attempt.hasAnswer = result == 0 || errno == ECONNREFUSED;
    if (attempt.hasAnswer || errno != EINPROGRESS)
        attempt.fd.reset();
    return attempt;
}

void finish(Attempt& attempt)
{
    int error = 0;
    socklen_t size = sizeof error;
    ::getsockopt(attempt.fd.get(), SOL_SOCKET, SO_ERROR, &error, &size);
    attempt.hasAnswer = error == 0 || error == ECONNREFUSED;
    attempt.fd.reset();
}

} // namespace

std::string expandAddress(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        if (text.front() != '$') {
            out += text.front();
            text.remove_prefix(1);
            continue;
        }
        const auto end = std::min(text.find_first_of(":]", 1), text.size());
        const char* const value = std::getenv(std::string(text.substr(1, end - 1)).c_str());
        if (value == nullptr || *value == '\0')
            return {};
        out += value;
        text.remove_prefix(end);
    }
    return out;
}

std::vector<std::string> reachAny(const std::vector<std::string>& addresses)
{
    std::vector<Attempt> attempts;
    for (const auto& address : addresses)
        if (attempts.size() < kMostAddresses)
            attempts.push_back(begin(expandAddress(address)));
    for (const auto until = Clock::now() + kPatience;;) {
        std::vector<pollfd> polled;
        for (const auto& attempt : attempts)
            polled.push_back({attempt.fd.get(), POLLOUT, 0}); // -1 is passed over
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
        const bool isWaiting = std::any_of(
            attempts.begin(), attempts.end(), [](const Attempt& attempt) { return !!attempt.fd; });
        // One answer says all that there is to know.
        const bool isAnswered = std::any_of(
            attempts.begin(), attempts.end(), [](const Attempt& one) { return one.hasAnswer; });
        if (!isWaiting || isAnswered || left <= 0ms
            || ::poll(polled.data(), polled.size(), static_cast<int>(left.count())) <= 0)
            break;
        for (std::size_t i = 0; i < attempts.size(); ++i)
            if (polled[i].revents != 0)
                finish(attempts[i]);
    }
    std::vector<std::string> reached;
    for (auto& attempt : attempts)
        if (attempt.hasAnswer)
            reached.push_back(std::move(attempt.name));
    return reached;
}

} // namespace sandbench::guest
