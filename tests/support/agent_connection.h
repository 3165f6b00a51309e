// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/agent/client.h"
#include "core/base/clock.h"
#include "tests/support/fake_guest.h"

#include <chrono>
#include <memory>
#include <string>

namespace sandbench::test {

using agent::AgentClient;
using agent::AgentStream;
using agent::Channel;
using agent::FrameType;
using agent::StreamItem;

/// An AgentClient and the guest that the test plays for it.
struct AgentConnection
{
    FakeGuest guest;
    std::unique_ptr<ByteStream> stream = guest.takeStream();
    std::unique_ptr<AgentClient> client;

    bool open(std::chrono::seconds ttl = std::chrono::seconds(60))
    {
        guest.sendHello();
        AgentClient::Options options;
        options.ttl = ttl;
        auto connected = AgentClient::connect(*stream, options, {});
        if (!connected)
            return false;
        client = std::move(*connected);
        return guest.nextOf(FrameType::Hello).has_value();
    }

    AgentStream request()
    {
        auto opened = client->open({{"verb", "run"}});
        return opened ? std::move(*opened) : AgentStream();
    }
};

inline const Json kOk = {{"ok", true}};

inline ErrorCode codeOf(const std::optional<Error>& error)
{
    return error ? error->code() : ErrorCode::Internal;
}

inline double millisSince(Clock::time_point begin)
{
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

/// What one stream delivers for the frames that the test sent, up to its Reply or failure.
inline std::string drain(AgentStream& stream)
{
    std::string text;
    for (;;) {
        auto item = stream.next({}, Clock::now() + std::chrono::seconds(10));
        if (!item)
            return text + "!" + std::string(errorCodeName(item.error().code()));
        if (item->kind == StreamItem::Kind::Data)
            text += (item->channel == Channel::Stdout ? "o:" : "e:") + std::string(item->bytes())
                + " ";
        else if (item->kind == StreamItem::Kind::Event)
            text += "event ";
        else if (item->kind == StreamItem::Kind::Eof)
            text += "eof ";
        else if (item->kind == StreamItem::Kind::Reply)
            return text + "reply";
    }
}

} // namespace sandbench::test
