// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/net/http_body.h"
#include "core/net/http_head.h"

#include <algorithm>
#include <cstdlib>

using namespace sandbench::net;

namespace {

constexpr std::size_t kBodyLimit = 1000;

/// Head and body of one answer in one text, when its bytes come in pieces of @p step.
std::string parseAll(std::string_view bytes, std::size_t step)
{
    HttpHeadParser head;
    while (!head.head()) {
        if (bytes.empty())
            return "?";
        const auto taken = head.feed(bytes.substr(0, step));
        if (!taken)
            return "!";
        bytes.remove_prefix(*taken);
    }
    if (head.head()->status < 100 || head.head()->status > 599 || head.head()->headers.size() > 256)
        std::abort();
    auto text = std::to_string(head.head()->status);
    for (const auto& [name, value] : head.head()->headers)
        text += name + value;
    HttpBodyParser body(*head.head(), kBodyLimit);
    while (!bytes.empty() && !body.isDone()) {
        const auto piece = bytes.substr(0, step);
        if (!body.feed(piece))
            return text + "!";
        bytes.remove_prefix(piece.size());
    }
    if (body.body().size() > kBodyLimit)
        std::abort();
    return text + body.body() + (body.isDone() ? "." : "");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    // However the bytes are cut, the answer is the same, but that what is whole may break off
    // later.
    const std::size_t step = size == 0 ? 1 : 1 + data[size - 1] % 13;
    if (parseAll(bytes, step) != parseAll(bytes, 1))
        std::abort();
    return 0;
}
