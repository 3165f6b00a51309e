// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace sandbench {

/// For headers that only name it: the whole of it is the slowest thing to compile in this program.
using Json = nlohmann::json;

} // namespace sandbench
