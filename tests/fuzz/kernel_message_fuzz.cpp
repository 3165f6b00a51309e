// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/kernel_message.h"

#include <cstdlib>

using namespace sandbench::agent;

/// What is taken says exactly what came, and its numbers stay where the agent expects them.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view packet(reinterpret_cast<const char*>(data), size);
    const auto message = decodeKernelMessage(packet);
    if (!message)
        return 0;
    const auto again = encodeKernelMessage(*message);
    if (!again || *again != packet)
        std::abort();
    for (const auto& [key, value] : message->fields) {
        const auto values = message->values(key);
        if (values.empty() || values.front() != message->value(key))
            std::abort();
        const double seconds = message->seconds(key);
        if (!(seconds >= 0 && seconds < 1e9))
            std::abort();
        message->number(key);
    }
    return 0;
}
