// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/fd.h"
#include "ui/output/output_types.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::ui {

/// The bytes that one run printed, in order of arrival, in a nameless file that only this process
/// can open; a second one says which stream each stretch came from. Both vanish with the last
/// owner. Units: bytes. Thread: append() on one thread; SpoolReaders made there may read on
/// another.
class SpoolFile
{
public:
    static constexpr std::uint64_t kDefaultLimit = 256ULL * 1024 * 1024;

    /// In the first of @p folders that takes a file, else in memory.
    /// Errors: Io, ResourceExhausted.
    static Result<std::shared_ptr<SpoolFile>>
    create(const std::vector<std::string>& folders, std::uint64_t limit = kDefaultLimit);

    /// Keeps what fits below the limit and on the disk, counts the rest as dropped.
    void append(OutputStream stream, std::string_view bytes);

    std::uint64_t size() const { return m_size; }
    std::uint64_t droppedBytes() const { return m_dropped; }
    std::uint64_t limit() const { return m_limit; }

private:
    friend class SpoolReader;
    struct Stretch
    {
        std::uint64_t begin;
        std::uint64_t stream;
    };

    SpoolFile(UniqueFd bytes, UniqueFd stretches, std::uint64_t limit);

    UniqueFd m_bytes;
    UniqueFd m_stretches;
    std::uint64_t m_limit;
    std::uint64_t m_size = 0;
    std::uint64_t m_dropped = 0;
    std::uint64_t m_stretchCount = 0;
    OutputStream m_last = OutputStream::Stdout;
};

/// A cursor over a spool as far as it had grown at the last refresh().
class SpoolReader
{
public:
    struct Piece
    {
        OutputStream stream = OutputStream::Stdout;
        std::size_t size = 0;
        std::uint64_t offset = 0;
    };

    explicit SpoolReader(std::shared_ptr<const SpoolFile> spool, std::uint64_t offset = 0);

    /// Sees what was appended meanwhile. Thread: that of SpoolFile::append().
    void refresh();
    void seek(std::uint64_t offset);
    std::uint64_t offset() const { return m_offset; }
    std::uint64_t end() const { return m_end; }

    /// The next bytes, of one stream; size 0 at the end. Errors: Io.
    Result<Piece> read(std::span<char> buffer);

private:
    Result<void> locate();
    Result<SpoolFile::Stretch> stretchAt(std::uint64_t index) const;

    std::shared_ptr<const SpoolFile> m_spool;
    std::uint64_t m_offset;
    std::uint64_t m_end = 0;
    std::uint64_t m_count = 0;
    std::uint64_t m_index = 0;
    std::uint64_t m_stretchBegin = 1; ///< Behind its end: nothing located yet.
    std::uint64_t m_stretchEnd = 0;
    OutputStream m_stream = OutputStream::Stdout;
};

} // namespace sandbench::ui
