// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/container_calls.h"
#include "core/engine/docker/stream_demux.h"

#include <algorithm>
#include <cstdlib>
#include <optional>

using namespace sandbench::docker;

namespace {

/// Nothing where the bytes are no framed stream.
std::optional<std::string> stripAll(std::string bytes, std::size_t step)
{
    FrameStripper stripper;
    std::string out;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
        const auto part = std::span(bytes).subspan(at, std::min(step, bytes.size() - at));
        const auto kept = stripper.strip(part);
        if (!kept)
            return std::nullopt;
        if (*kept > part.size() || stripper.message().size() > FrameStripper::kMessageBytes)
            std::abort();
        out.append(part.data(), *kept);
    }
    return out + "|" + stripper.message();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    // However the bytes are cut, what the container wrote is the same.
    const std::size_t step = size == 0 ? 1 : 1 + data[0] % 13;
    if (stripAll(bytes, size + 1) != stripAll(bytes, step))
        std::abort();
    EndEvents events;
    for (std::size_t at = 0; at < bytes.size();) {
        const auto end = std::min(bytes.find('\n', at), bytes.size());
        events.feed(std::string_view(bytes).substr(at, end - at));
        at = end + 1;
    }
    (void)events.cause();
    return 0;
}
