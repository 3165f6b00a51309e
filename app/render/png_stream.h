// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::render {

/// A PNG as libpng is to read it. zlib takes longer than anything else of a large picture, so its
/// data is decompressed here, by libdeflate, and passed on as blocks that are stored. Where that
/// cannot be (interlaced, very large, damaged), it is passed on as it is, and libpng says what is
/// wrong. No I/O. Source: PNG (third edition), 10.1; RFC 1950, 2.2; RFC 1951, 3.2.4.
class PngStream
{
public:
    /// @p png: outlives it, and begins as checkPngHeader() wants it.
    explicit PngStream(std::string_view png);

    /// All check sums were right, and those that read() gives are not.
    bool isChecked() const { return m_isChecked; }
    /// False where less is left. Units: bytes.
    bool read(std::uint8_t* to, std::size_t size);

private:
    bool inflate(std::string_view png);
    void store(std::string_view head, std::size_t size);

    bool m_isChecked = false;
    std::unique_ptr<char, decltype(&std::free)> m_data{nullptr, &std::free};
    std::string m_frames; ///< What stands between the stored data.
    std::vector<std::string_view> m_pieces; ///< Not read yet, last one first.
};

} // namespace sandbench::render
