// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace sandbench::guest {

/// The first process of a sandbox that outlives its host: agents come and go in it. Ends after
/// @p lifetime, or when the engine asks it to; ends what an agent left that could not do so itself.
/// Returns an exit status.
int keepSandbox(std::chrono::seconds lifetime);

} // namespace sandbench::guest
