// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/zip_writer.h"

#include "core/archive/late_archive.h"

#include <ctime>
#include <utility>

namespace sandbench {

ZipWriter::ZipWriter(Sink sink)
    : m_sink([this, to = std::move(sink)](std::string_view bytes) {
        m_isLost = m_isLost || !to(bytes);
        return !m_isLost;
    })
    , m_archive(archive_write_new())
{
}

ZipWriter::~ZipWriter()
{
    m_isLost = true; // what was not finished shall not look as if it was
    archive_free(m_archive);
}

Error ZipWriter::failure() const
{
    if (m_isLost)
        return Error(ErrorCode::ConnectionLost, "nobody takes the archive any more");
    const char* why = archive_error_string(m_archive);
    return Error(
        ErrorCode::Io, std::string("cannot make an archive: ") + (why != nullptr ? why : ""));
}

Result<void> ZipWriter::begin()
{
    if (std::exchange(m_isOpen, true))
        return {};
    // It hears of no failure: after one it does not let go of all that it has.
    const auto write = [](archive*, void* self, const void* bytes, std::size_t length) {
        (void)static_cast<ZipWriter*>(self)->m_sink({static_cast<const char*>(bytes), length});
        return static_cast<la_ssize_t>(length);
    };
    // Names say that they are UTF-8, whatever this program's locale is.
    const bool isReady = archive_write_set_format_zip(m_archive) == ARCHIVE_OK
        && archive_write_set_options(m_archive, "zip:hdrcharset=UTF-8") == ARCHIVE_OK
        && archive_write_set_bytes_per_block(m_archive, 0) == ARCHIVE_OK
        && archive_write_open(m_archive, this, nullptr, write, nullptr) == ARCHIVE_OK;
    return isReady ? Result<void>() : failure();
}

Result<void> ZipWriter::add(const std::string& path, std::string_view bytes)
{
    SANDBENCH_TRY_VOID(begin());
    const ArchiveEntry head(archive_entry_new());
    archive_entry_set_pathname_utf8(head.get(), path.c_str());
    archive_entry_set_filetype(head.get(), AE_IFREG);
    archive_entry_set_perm(head.get(), 0644);
    archive_entry_set_mtime(head.get(), std::time(nullptr), 0);
    archive_entry_set_size(head.get(), static_cast<la_int64_t>(bytes.size()));
    const bool isWritten = archive_write_header(m_archive, head.get()) == ARCHIVE_OK
        && (bytes.empty()
            || archive_write_data(m_archive, bytes.data(), bytes.size())
                == static_cast<la_ssize_t>(bytes.size()));
    return isWritten && !m_isLost ? Result<void>() : failure();
}

Result<void> ZipWriter::finish()
{
    SANDBENCH_TRY_VOID(begin());
    return archive_write_close(m_archive) == ARCHIVE_OK && !m_isLost ? Result<void>() : failure();
}

} // namespace sandbench
