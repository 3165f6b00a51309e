// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/ownership.h"

#include <string>

/// Owners of sandboxes that are not this process, and are like it but for one thing.
namespace sandbench::test {

inline std::string ownerWith(void (*change)(Owner&))
{
    auto owner = parseOwner(ownerOfThisProcess()).value();
    change(owner);
    return owner.text();
}

inline std::string deadOwner()
{
    return ownerWith([](Owner& owner) { owner.startTicks += 1; });
}

inline std::string ownerElsewhere()
{
    return ownerWith([](Owner& owner) { owner.host = "another-host"; });
}

} // namespace sandbench::test
