// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace sandbench::test {

/// What a test of very much divides it by: under a sanitizer everything is several times slower,
/// and the rest is still far more than is kept or shown.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr int kShare = 5;
#else
inline constexpr int kShare = 1;
#endif

} // namespace sandbench::test
