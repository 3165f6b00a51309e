// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace sandbench {

/// Tells contents apart also where somebody means them to look alike. Written here so that who
/// keeps a picture loads no cryptographic library. Thread: one at a time. Source: FIPS 180-4.
class Sha256
{
public:
    void add(std::string_view bytes);
    /// The 32 bytes of all that was added. Nothing can be added after it.
    std::string digest();
    /// The same as 64 lower-case hexadecimal digits.
    std::string finish();

private:
    void mix(const unsigned char* block);

    std::array<std::uint32_t, 8> m_state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                            0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    std::array<unsigned char, 64> m_block = {};
    std::size_t m_filled = 0;
    std::uint64_t m_bytes = 0;
};

/// As finish() gives it.
std::string sha256Of(std::string_view bytes);
/// As digest() gives it; see toBase64().
std::string sha256(std::string_view bytes);

} // namespace sandbench
