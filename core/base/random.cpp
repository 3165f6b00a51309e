// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/random.h"

#include "core/base/base64.h"

#include <sys/random.h>

namespace sandbench {

std::string randomBytes(std::size_t count)
{
    std::string bytes(count, '\0');
    std::size_t done = 0;
    while (done < count) {
        // Fails for signals alone: the generator was seeded long ago.
        const auto size = ::getrandom(bytes.data() + done, count - done, 0);
        if (size > 0)
            done += static_cast<std::size_t>(size);
    }
    return bytes;
}

std::string randomHex(std::size_t bytes)
{
    return toHex(randomBytes(bytes));
}

} // namespace sandbench
