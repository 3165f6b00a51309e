// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

namespace sandbench {

/// Of the kernel's generator, good for secrets. Thread: any.
std::string randomBytes(std::size_t count);

/// As lower-case hexadecimal digits, two for each byte.
std::string randomHex(std::size_t bytes);

} // namespace sandbench
