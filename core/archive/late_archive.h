// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/late_library.h"

#include <archive.h>
#include <archive_entry.h>
#include <memory>

namespace sandbench {

inline constinit LateLibrary archiveLibrary("libarchive.so.13");

SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_copy_pathname);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_copy_symlink);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_filetype);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_free);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_hardlink);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_new);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_pathname);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_pathname_utf8);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_perm);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_set_filetype);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_set_mode);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_set_mtime);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_set_pathname);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_set_pathname_utf8);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_set_perm);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_set_size);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_set_symlink);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_entry_size);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_error_string);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_file_count);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_free);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_read_data);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_read_new);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_read_next_header);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_read_open_fd);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_read_open_memory);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_read_support_filter_bzip2);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_read_support_filter_gzip);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_read_support_filter_xz);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_read_support_filter_zstd);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_read_support_format_tar);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_read_support_format_zip);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_write_close);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_write_data);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_write_header);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_write_new);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_write_open);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_write_set_bytes_per_block);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_write_set_format_gnutar);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_write_set_format_zip);
SANDBENCH_LATE_FUNCTION(archiveLibrary, archive_write_set_options);

struct ArchiveDeleter
{
    void operator()(archive* it) const { archive_free(it); }
};

using Archive = std::unique_ptr<archive, ArchiveDeleter>;

struct EntryDeleter
{
    void operator()(archive_entry* it) const { archive_entry_free(it); }
};
using ArchiveEntry = std::unique_ptr<archive_entry, EntryDeleter>;

} // namespace sandbench
