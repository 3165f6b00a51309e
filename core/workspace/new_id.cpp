// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/new_id.h"

#include "core/base/random.h"

namespace sandbench::workspace {

std::string newId(const char* prefix)
{
    return prefix + ("-" + randomHex(8));
}

} // namespace sandbench::workspace
