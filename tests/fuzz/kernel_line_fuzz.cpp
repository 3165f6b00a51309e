// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/kernel_line.h"

#include <cstdlib>

using namespace sandbench::guest;

/// However the bytes are cut, the same answers come out, and each is one that can be acted upon.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    KernelAnswerReader whole;
    const auto answers = whole.read(bytes);
    KernelAnswerReader dripped;
    std::vector<KernelAnswer> some;
    bool isBroken = false;
    for (std::size_t at = 0; at < size && !isBroken; ++at) {
        const auto next = dripped.read(bytes.substr(at, 1));
        isBroken = !next;
        if (next)
            some.insert(some.end(), next->begin(), next->end());
    }
    if (isBroken == answers.has_value() || (answers && *answers != some))
        std::abort();
    for (const auto& answer : some) {
        const bool hasToken = answer.kind != KernelAnswer::Kind::Ready;
        if (answer.code < 0 || answer.code > 255 || answer.token.empty() == hasToken)
            std::abort();
    }
    return 0;
}
