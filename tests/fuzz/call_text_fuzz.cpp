// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/call_text.h"
#include "tests/fuzz/require.h"

using namespace sandbench;
using namespace sandbench::guest;

/// Input: bytes of a program's memory, as an address and as a query.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    if (const auto address = parseSocketAddress(bytes))
        require(!address->text.empty() && address->text.size() <= bytes.size() + 46);
    if (const auto name = parseAskedName(bytes))
        require(!name->empty() && name->size() <= 255);
    return 0;
}
