// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/this_machine.h"

#include <thread>
#include <unistd.h>

namespace sandbench {

HostCapacity capacityOfThisMachine()
{
    HostCapacity machine;
    const auto pages = ::sysconf(_SC_PHYS_PAGES);
    const auto pageBytes = ::sysconf(_SC_PAGESIZE);
    if (pages > 0 && pageBytes > 0)
        machine.memoryBytes
            = static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(pageBytes);
    machine.cpus = std::thread::hardware_concurrency();
    return machine;
}

} // namespace sandbench
