// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/net/websocket_codec.h"
#include "tests/fuzz/require.h"

#include <string>

using namespace sandbench;
using namespace sandbench::net;

namespace {

/// Messages and the end in one text, when the bytes come in pieces of @p step.
std::string parseAll(std::string_view bytes, std::size_t step)
{
    WebSocketParser parser;
    std::string text;
    bool isFine = true;
    while (!bytes.empty() && isFine) {
        isFine = parser.feed(bytes.substr(0, step)).has_value();
        bytes.remove_prefix(std::min(step, bytes.size()));
        while (const auto message = parser.next()) {
            require(message->payload.size() <= WebSocketParser::kMaxMessage);
            require(!message->isText || isValidUtf8(message->payload));
            text += (message->isText ? "t" : "b") + message->payload + "|";
        }
        if (const auto ping = parser.takePing())
            require(ping->size() <= 125);
    }
    if (parser.closed()) {
        require(isFine && isValidUtf8(parser.closed()->reason));
        text += "c" + std::to_string(parser.closed()->code) + parser.closed()->reason;
    }
    require(parser.farewell() >= 1000 && parser.farewell() < 5000);
    return text + (isFine ? "." : "!") + std::to_string(parser.farewell());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    // However the bytes are cut, they say the same.
    const std::size_t step = size == 0 ? 1 : 1 + data[size - 1] % 13;
    const auto whole = parseAll(bytes, size + 1);
    require(whole == parseAll(bytes, 1));
    require(whole == parseAll(bytes, step));
    return 0;
}
