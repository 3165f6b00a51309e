// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/project/project_changes.h"

namespace sandbench {

/// False where one of them was not read.
inline bool hasSameContents(const MaybeFile& a, const MaybeFile& b)
{
    return a.has_value() == b.has_value() && (!a || (!a->digest.empty() && a->digest == b->digest));
}

inline bool isSame(const MaybeFile& a, const MaybeFile& b)
{
    return hasSameContents(a, b) && (!a || a->isExecutable == b->isExecutable);
}

/// @p there: what is here, and should not be.
inline Error conflictWith(const MaybeFile& there)
{
    return Error(
        ErrorCode::AlreadyExists, there ? "was changed here since" : "is not here any more");
}

} // namespace sandbench
