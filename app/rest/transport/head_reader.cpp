// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/transport/head_reader.h"

#include "app/rest/wire/request_head.h"

#include <algorithm>

namespace sandbench::rest {

namespace {

constexpr std::chrono::milliseconds kNextRequest(5);

HeadProgress waiting(Connection::Progress progress)
{
    return progress == Connection::Progress::WantsRead ? HeadProgress::WantsRead
        : progress == Connection::Progress::WantsWrite ? HeadProgress::WantsWrite
                                                       : HeadProgress::Gone;
}

/// WantsRead = no head ends in what was received.
HeadProgress lookForEnd(Client& client, const ListenerOptions& options)
{
    auto& received = client.connection.received();
    // Empty lines before a request are nobody's. Source: RFC 9112, 2.2.
    if (client.state == Client::State::Idle)
        received.erase(0, std::min(received.find_first_not_of("\r\n"), received.size()));
    if (received.empty())
        return HeadProgress::WantsRead;
    if (client.state == Client::State::Idle) {
        client.state = Client::State::Head;
        client.deadline = Clock::now() + options.headPatience;
        client.searched = 0;
    }
    if (headEnd(received, client.searched))
        return HeadProgress::Whole;
    // Else who speaks something else would wait for the end of our patience.
    if (!canBecomeHead(received, client.searched))
        return HeadProgress::Foreign;
    client.searched = received.size();
    return received.size() > HeadLimits::kHead ? HeadProgress::TooLong : HeadProgress::WantsRead;
}

} // namespace

void awaitRequest(Client& client, const ListenerOptions& options)
{
    client.state = Client::State::Idle;
    client.deadline = Clock::now() + options.idlePatience;
    client.connection.received().shrink_to_fit();
}

HeadProgress readHead(Client& client, const ListenerOptions& options)
{
    if (client.state == Client::State::Handshake) {
        const auto progress = client.connection.handshake();
        if (progress != Connection::Progress::Done)
            return waiting(progress);
        awaitRequest(client, options);
    }
    // The next request may have come with the last one, and TLS may hold it where epoll looks not.
    const auto there = lookForEnd(client, options);
    if (there != HeadProgress::WantsRead)
        return there;
    const auto progress = client.connection.receive();
    return progress == Connection::Progress::Done ? lookForEnd(client, options) : waiting(progress);
}

bool asksAgain(Connection& connection)
{
    auto& received = connection.received();
    if (received.empty()) {
        Patience patience(kNextRequest);
        const auto some = connection.receiveSome(patience, {});
        if (!some || !*some)
            return false;
    }
    // Anything but a whole head the loop can wait for.
    return !received.starts_with('\r') && !received.starts_with('\n') && headEnd(received);
}

} // namespace sandbench::rest
