// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitset>
#include <cstddef>
#include <string_view>

namespace sandbench::gate {

/// Tells most words that nobody asked about from the others, without a look at any table.
class WordFilter
{
public:
    void add(std::string_view word) { m_bits.set(keyOf(word)); }
    /// False = was never added.
    bool mayHold(std::string_view word) const { return m_bits.test(keyOf(word)); }

private:
    static constexpr std::size_t kBits = std::size_t(1) << 14;

    static std::size_t keyOf(std::string_view word)
    {
        if (word.empty())
            return 0;
        const auto byte
            = [](char c) { return static_cast<std::size_t>(static_cast<unsigned char>(c)); };
        const auto middle = byte(word[word.size() / 2]);
        return (byte(word.front()) * 961 + byte(word.back()) * 31 + middle * 7 + word.size())
            % kBits;
    }

    std::bitset<kBits> m_bits;
};

} // namespace sandbench::gate
