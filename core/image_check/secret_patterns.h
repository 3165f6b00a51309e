// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// What secrets look like. Finds what is plain, and nothing that means to hide. No I/O. Thread:
/// any.
namespace sandbench::image_check {

/// What secret @p text holds, never the secret itself: "a private key"; empty = none was found.
std::string secretIn(std::string_view text);

/// Whether a file of this path is worth reading: what programs keep their credentials in, and
/// texts of settings, but for those that came with packages.
bool mayHoldSecrets(std::string_view path, std::uint64_t bytes);

/// Whether a variable of this name has a secret as its value: "DB_PASSWORD".
bool isSecretName(std::string_view name);

/// Of a file that is looked into. Units: bytes.
inline constexpr std::uint64_t kMostSecretFile = 64U << 10;

} // namespace sandbench::image_check
