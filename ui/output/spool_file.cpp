// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/spool_file.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace sandbench::ui {

namespace {

UniqueFd openNameless(const std::string& folder)
{
    UniqueFd fd(::open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
    if (fd)
        return fd;
    // Some file systems have no O_TMPFILE.
    std::string name = folder + "/output-XXXXXX";
    fd.reset(::mkostemp(name.data(), O_CLOEXEC));
    if (fd)
        ::unlink(name.c_str());
    return fd;
}

Result<UniqueFd> openSpool(const std::vector<std::string>& folders)
{
    for (const auto& folder : folders)
        if (UniqueFd fd = openNameless(folder))
            return fd;
    UniqueFd fd(::memfd_create("sandbench-output", MFD_CLOEXEC));
    if (!fd)
        return Error::fromErrno(errno, "making a file for program output");
    return fd;
}

std::size_t writeSome(int fd, std::string_view bytes, std::uint64_t offset)
{
    std::size_t done = 0;
    while (done < bytes.size()) {
        const auto n = ::pwrite(
            fd, bytes.data() + done, bytes.size() - done, static_cast<off_t>(offset + done));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        done += static_cast<std::size_t>(n);
    }
    return done;
}

} // namespace

SpoolFile::SpoolFile(UniqueFd bytes, UniqueFd stretches, std::uint64_t limit)
    : m_bytes(std::move(bytes))
    , m_stretches(std::move(stretches))
    , m_limit(limit)
{
}

Result<std::shared_ptr<SpoolFile>>
SpoolFile::create(const std::vector<std::string>& folders, std::uint64_t limit)
{
    SANDBENCH_TRY(auto bytes, openSpool(folders));
    SANDBENCH_TRY(auto stretches, openSpool(folders));
    return std::shared_ptr<SpoolFile>(new SpoolFile(std::move(bytes), std::move(stretches), limit));
}

void SpoolFile::append(OutputStream stream, std::string_view bytes)
{
    if (bytes.empty())
        return;
    const bool changed = m_stretchCount == 0 || stream != m_last;
    // The list of stretches counts too: one-byte writes to alternating streams must not grow it
    // freely.
    const std::uint64_t used = m_size + (m_stretchCount + (changed ? 1 : 0)) * sizeof(Stretch);
    const auto room = used < m_limit ? m_limit - used : 0;
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(room, bytes.size()));
    if (changed && wanted > 0) {
        const Stretch stretch{m_size, static_cast<std::uint64_t>(stream)};
        const std::string_view raw(reinterpret_cast<const char*>(&stretch), sizeof stretch);
        if (writeSome(m_stretches.get(), raw, m_stretchCount * sizeof stretch) < sizeof stretch) {
            m_dropped += bytes.size();
            return;
        }
        ++m_stretchCount;
        m_last = stream;
    }
    const auto kept = writeSome(m_bytes.get(), bytes.substr(0, wanted), m_size);
    m_size += kept;
    m_dropped += bytes.size() - kept;
}

SpoolReader::SpoolReader(std::shared_ptr<const SpoolFile> spool, std::uint64_t offset)
    : m_spool(std::move(spool))
    , m_offset(offset)
{
    refresh();
}

void SpoolReader::refresh()
{
    m_end = m_spool->m_size;
    m_count = m_spool->m_stretchCount;
    m_stretchEnd = std::min(m_stretchEnd, m_offset); // the last stretch may have grown
}

void SpoolReader::seek(std::uint64_t offset)
{
    m_offset = offset;
    m_stretchEnd = 0;
}

Result<SpoolFile::Stretch> SpoolReader::stretchAt(std::uint64_t index) const
{
    SpoolFile::Stretch stretch{};
    const auto at = static_cast<off_t>(index * sizeof stretch);
    if (::pread(m_spool->m_stretches.get(), &stretch, sizeof stretch, at) != sizeof stretch)
        return Error(ErrorCode::Io, "the list of output stretches cannot be read back");
    return stretch;
}

Result<void> SpoolReader::locate()
{
    if (m_offset >= m_stretchBegin && m_offset < m_stretchEnd)
        return {};
    std::uint64_t low = 0;
    std::uint64_t high = m_count;
    // Reading goes forward almost always, so the next stretch is tried before a search.
    if (m_index < m_count) {
        SANDBENCH_TRY(auto now, stretchAt(m_index));
        if (now.begin <= m_offset)
            low = m_index;
        if (low == m_index && m_index + 2 < m_count) {
            SANDBENCH_TRY(auto later, stretchAt(m_index + 2));
            if (later.begin > m_offset)
                high = m_index + 2;
        }
    }
    while (low + 1 < high) {
        const auto middle = low + (high - low) / 2;
        SANDBENCH_TRY(auto stretch, stretchAt(middle));
        (stretch.begin <= m_offset ? low : high) = middle;
    }
    m_index = low;
    SANDBENCH_TRY(auto stretch, stretchAt(low));
    m_stretchBegin = stretch.begin;
    m_stream = static_cast<OutputStream>(stretch.stream);
    m_stretchEnd = m_end;
    if (low + 1 < m_count) {
        SANDBENCH_TRY(auto next, stretchAt(low + 1));
        m_stretchEnd = next.begin;
    }
    return {};
}

Result<SpoolReader::Piece> SpoolReader::read(std::span<char> buffer)
{
    if (m_offset >= m_end)
        return Piece{m_stream, 0, m_offset};
    SANDBENCH_TRY_VOID(locate());
    const auto wanted = std::min<std::uint64_t>(buffer.size(), m_stretchEnd - m_offset);
    const auto n = ::pread(
        m_spool->m_bytes.get(), buffer.data(), static_cast<std::size_t>(wanted),
        static_cast<off_t>(m_offset));
    if (n <= 0)
        return Error::fromErrno(n < 0 ? errno : EIO, "reading program output back");
    const Piece piece{m_stream, static_cast<std::size_t>(n), m_offset};
    m_offset += static_cast<std::uint64_t>(n);
    return piece;
}

} // namespace sandbench::ui
