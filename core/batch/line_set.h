// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sandbench::batch {

/// Of a batch. What says that it is a higher one's number is none.
inline constexpr std::uint64_t kMostLines = 1'000'000'000;

/// Numbers of lines, a bit each: a million of them take 125 kB. Thread: as a value.
class LineSet
{
public:
    /// False = it was there already.
    bool add(std::uint64_t line)
    {
        if (line >= m_bits.size())
            m_bits.resize(static_cast<std::size_t>(line) + 1);
        if (m_bits[static_cast<std::size_t>(line)])
            return false;
        m_bits[static_cast<std::size_t>(line)] = true;
        ++m_count;
        return true;
    }
    bool has(std::uint64_t line) const
    {
        return line < m_bits.size() && m_bits[static_cast<std::size_t>(line)];
    }
    std::uint64_t count() const { return m_count; }

private:
    std::vector<bool> m_bits;
    std::uint64_t m_count = 0;
};

} // namespace sandbench::batch
