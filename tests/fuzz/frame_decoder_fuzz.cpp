// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/protocol.h"

#include <algorithm>
#include <cstdlib>

using namespace sandbench::agent;

namespace {

std::string decodeAll(std::string_view bytes, std::size_t step)
{
    FrameDecoder decoder;
    std::string again;
    while (!bytes.empty()) {
        const std::size_t count = std::min(step, bytes.size());
        decoder.feed(bytes.substr(0, count));
        bytes.remove_prefix(count);
        while (auto frame = decoder.next()) {
            // What the accessors promise for every frame that comes out.
            if (frame->type == FrameType::Credit
                && static_cast<std::size_t>(frame->channel()) < kChannelCount)
                again += std::to_string(frame->credit());
            if (frame->type == FrameType::Data && frame->data().size() + 1 != frame->payload.size())
                std::abort();
            appendFrame(again, frame->type, frame->stream, frame->payload);
        }
    }
    return again + (decoder.error().empty() ? "" : "!");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    // However the bytes are cut, the frames are the same.
    const std::size_t step = size == 0 ? 1 : 1 + data[0] % 13;
    if (decodeAll(bytes, size + 1) != decodeAll(bytes, step))
        std::abort();
    return 0;
}
