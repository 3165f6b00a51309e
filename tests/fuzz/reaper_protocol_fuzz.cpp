// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/reaper/reaper_protocol.h"

#include <algorithm>
#include <cstdlib>

using namespace sandbench::reaper;

namespace {

std::string whatIsLeft(std::string_view bytes, std::size_t step)
{
    ReaperBook book;
    for (; !bytes.empty(); bytes.remove_prefix(std::min(step, bytes.size())))
        book.feed(bytes.substr(0, step));
    std::string text;
    for (const auto& [number, engine] : book.engines()) {
        ReaperMessage message;
        message.engine = number;
        message.connection = engine.connection;
        text += encodeReaperMessage(message);
        message.verb = ReaperMessage::Verb::Made;
        for (const auto& [thing, lease] : engine.left) {
            message.thing = thing;
            message.lease = lease;
            text += encodeReaperMessage(message);
        }
    }
    return text;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const std::size_t step = size == 0 ? 1 : 1 + data[0] % 13;
    const auto whole = whatIsLeft(bytes, size + 1);
    // However the bytes are cut the book is the same, and it reads what it says itself.
    if (whole != whatIsLeft(bytes, step) || whole != whatIsLeft(whole, whole.size() + 1))
        std::abort();
    return 0;
}
