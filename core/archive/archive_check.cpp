// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/archive_check.h"

#include "core/archive/late_archive.h"
#include "core/base/fd.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>

namespace sandbench {

Result<void> checkIsArchive(const std::string& path)
{
    UniqueFd file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    struct stat info = {};
    if (!file || ::fstat(file.get(), &info) != 0)
        return Error::fromErrno(errno, "cannot read " + path);
    if (!S_ISREG(info.st_mode))
        return Error(ErrorCode::InvalidArgument, path + " is not a file");
    const Archive reader(archive_read_new());
    archive_read_support_format_tar(reader.get());
    archive_read_support_filter_gzip(reader.get());
    archive_read_support_filter_bzip2(reader.get());
    archive_read_support_filter_xz(reader.get());
    archive_read_support_filter_zstd(reader.get());
    archive_entry* entry = nullptr;
    if (archive_read_open_fd(reader.get(), file.get(), 64U << 10) == ARCHIVE_OK
        && archive_read_next_header(reader.get(), &entry) >= ARCHIVE_WARN
        && archive_file_count(reader.get()) > 0)
        return {};
    return Error(
        ErrorCode::InvalidArgument,
        path + " is no tar archive; pack a root file system with: tar -C ROOT -cf FILE .");
}

} // namespace sandbench
