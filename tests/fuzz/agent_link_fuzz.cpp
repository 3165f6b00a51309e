// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/link.h"

#include <algorithm>
#include <cstdlib>

using namespace sandbench::agent;

namespace {

/// What one end makes of the bytes: what it received, what it says, whether it refused.
std::string outcome(std::string_view bytes, std::size_t step)
{
    Link::Token token = {};
    Link link(token);
    link.begin();
    (void)link.takeOutput();
    link.send("0123456789");
    std::string received;
    bool isRefused = false;
    while (!bytes.empty() && !isRefused) {
        const auto count = std::min(step, bytes.size());
        isRefused = !link.feed(bytes.substr(0, count), received);
        bytes.remove_prefix(count);
        if (link.room() > Link::kWindow)
            std::abort();
    }
    return received + "|" + link.takeOutput() + (isRefused ? "!" : link.hasEnded() ? "." : "");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    // A greeting with the right token in front lets the fuzzer in.
    std::string bytes = {1, 40, 0, 0, 0};
    bytes.append(40, '\0');
    if (size > 0 && data[0] % 4 == 0)
        bytes.clear();
    bytes.append(reinterpret_cast<const char*>(data), size);
    // However the bytes are cut, the outcome is the same.
    if (outcome(bytes, bytes.size() + 1) != outcome(bytes, size == 0 ? 1 : 1 + data[0] % 13))
        std::abort();
    Link::Token token = {};
    (void)readToken({reinterpret_cast<const char*>(data), size}, token).has_value();
    return 0;
}
