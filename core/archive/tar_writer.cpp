// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/tar_writer.h"

#include "core/archive/late_archive.h"

namespace sandbench {

static la_ssize_t append(archive*, void* text, const void* bytes, std::size_t length)
{
    static_cast<std::string*>(text)->append(static_cast<const char*>(bytes), length);
    return static_cast<la_ssize_t>(length);
}

Result<std::string> makeTar(std::span<const TarEntry> entries)
{
    std::string tar;
    const Archive writer(archive_write_new());
    const auto fail = [&writer] {
        const char* why = archive_error_string(writer.get());
        return Error(
            ErrorCode::Io, std::string("cannot make an archive: ") + (why != nullptr ? why : ""));
    };
    archive_write_set_format_gnutar(writer.get());
    // Nothing behind the end of the archive: Podman stops reading there and takes the rest for a
    // broken pipe.
    archive_write_set_bytes_per_block(writer.get(), 0);
    if (archive_write_open(writer.get(), &tar, nullptr, append, nullptr) != ARCHIVE_OK)
        return fail();
    for (const auto& entry : entries) {
        const ArchiveEntry head(archive_entry_new());
        archive_entry_set_pathname(head.get(), entry.path.c_str());
        archive_entry_set_filetype(head.get(), entry.isFolder ? AE_IFDIR : AE_IFREG);
        if (!entry.link.empty()) {
            archive_entry_set_filetype(head.get(), AE_IFLNK);
            archive_entry_set_symlink(head.get(), entry.link.c_str());
        }
        archive_entry_set_perm(head.get(), entry.mode);
        archive_entry_set_size(head.get(), static_cast<la_int64_t>(entry.bytes.size()));
        const auto length = static_cast<la_ssize_t>(entry.bytes.size());
        if (archive_write_header(writer.get(), head.get()) != ARCHIVE_OK
            || archive_write_data(writer.get(), entry.bytes.data(), entry.bytes.size()) != length)
            return fail();
    }
    if (archive_write_close(writer.get()) != ARCHIVE_OK)
        return fail();
    return tar;
}

} // namespace sandbench
