// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/sha256.h"

#include "core/base/base64.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace sandbench {

namespace {

constexpr std::array<std::uint32_t, 64> kRounds = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

std::uint32_t bigEndian(const unsigned char* at)
{
    return std::uint32_t(at[0]) << 24 | std::uint32_t(at[1]) << 16 | std::uint32_t(at[2]) << 8
        | std::uint32_t(at[3]);
}

std::array<std::uint32_t, 64> scheduleOf(const unsigned char* block)
{
    std::array<std::uint32_t, 64> words;
    for (std::size_t i = 0; i < 16; ++i)
        words[i] = bigEndian(block + 4 * i);
    for (std::size_t i = 16; i < 64; ++i) {
        const auto a = words[i - 15], b = words[i - 2];
        const auto small = std::rotr(a, 7) ^ std::rotr(a, 18) ^ (a >> 3);
        const auto large = std::rotr(b, 17) ^ std::rotr(b, 19) ^ (b >> 10);
        words[i] = words[i - 16] + small + words[i - 7] + large;
    }
    return words;
}

} // namespace

void Sha256::mix(const unsigned char* block)
{
    const auto words = scheduleOf(block);
    auto [a, b, c, d, e, f, g, h] = m_state;
    for (std::size_t i = 0; i < 64; ++i) {
        const auto first = h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25))
            + ((e & f) ^ (~e & g)) + kRounds[i] + words[i];
        const auto second = (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22))
            + ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + first;
        d = c;
        c = b;
        b = a;
        a = first + second;
    }
    const std::array<std::uint32_t, 8> mixed = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < mixed.size(); ++i)
        m_state[i] += mixed[i];
}

void Sha256::add(std::string_view bytes)
{
    m_bytes += bytes.size();
    while (!bytes.empty()) {
        const auto* at = reinterpret_cast<const unsigned char*>(bytes.data());
        if (m_filled == 0 && bytes.size() >= m_block.size()) {
            mix(at);
            bytes.remove_prefix(m_block.size());
            continue;
        }
        const auto count = std::min(bytes.size(), m_block.size() - m_filled);
        std::memcpy(m_block.data() + m_filled, at, count);
        bytes.remove_prefix(count);
        m_filled = (m_filled + count) % m_block.size();
        if (m_filled == 0)
            mix(m_block.data());
    }
}

std::string Sha256::digest()
{
    const auto bits = m_bytes * 8;
    std::string end(1, '\x80');
    end.append((119 - m_filled) % 64, '\0');
    for (int shift = 56; shift >= 0; shift -= 8)
        end.push_back(static_cast<char>(bits >> shift));
    add(end);
    std::string bytes;
    for (const auto word : m_state)
        for (int shift = 24; shift >= 0; shift -= 8)
            bytes.push_back(static_cast<char>(word >> shift));
    return bytes;
}

std::string Sha256::finish()
{
    return toHex(digest());
}

std::string sha256Of(std::string_view bytes)
{
    Sha256 hash;
    hash.add(bytes);
    return hash.finish();
}

std::string sha256(std::string_view bytes)
{
    Sha256 hash;
    hash.add(bytes);
    return hash.digest();
}

} // namespace sandbench
