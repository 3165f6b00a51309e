// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/late_library.h"

#include <md4c.h>

namespace sandbench::answer {

inline constinit LateLibrary md4cLibrary("libmd4c.so.0");

SANDBENCH_LATE_FUNCTION(md4cLibrary, md_parse);

} // namespace sandbench::answer
