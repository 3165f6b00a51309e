// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/tar_stream.h"

#include "core/archive/late_archive.h"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace sandbench {

static constexpr std::size_t kTarPiece = 256U << 10;

TarFileWriter::TarFileWriter(int fd)
    : m_archive(archive_write_new())
    , m_fd(fd)
{
}

TarFileWriter::~TarFileWriter()
{
    archive_free(m_archive);
}

Error TarFileWriter::failure() const
{
    const char* why = archive_error_string(m_archive);
    const auto code = errno == ENOSPC ? ErrorCode::ResourceExhausted : ErrorCode::Io;
    return Error(code, std::string("cannot write an archive: ") + (why != nullptr ? why : ""));
}

Result<void>
TarFileWriter::addEntry(const std::string& path, unsigned mode, unsigned type, std::uint64_t bytes)
{
    errno = 0;
    if (!std::exchange(m_isOpen, true)) {
        const auto write = [](archive*, void* self, const void* data, std::size_t length) {
            const auto written = writeAll(
                static_cast<TarFileWriter*>(self)->m_fd, {static_cast<const char*>(data), length});
            return written ? static_cast<la_ssize_t>(length) : la_ssize_t(-1);
        };
        if (archive_write_set_format_gnutar(m_archive) != ARCHIVE_OK
            || archive_write_open(m_archive, this, nullptr, write, nullptr) != ARCHIVE_OK)
            return failure();
    }
    const ArchiveEntry head(archive_entry_new());
    archive_entry_set_pathname(head.get(), path.c_str());
    archive_entry_set_filetype(head.get(), type);
    archive_entry_set_perm(head.get(), static_cast<__LA_MODE_T>(mode & 0777U));
    archive_entry_set_size(head.get(), static_cast<la_int64_t>(bytes));
    return archive_write_header(m_archive, head.get()) == ARCHIVE_OK ? Result<void>() : failure();
}

Result<void> TarFileWriter::addFolder(const std::string& path, unsigned mode)
{
    return addEntry(path, mode, AE_IFDIR, 0);
}

Result<void> TarFileWriter::addFile(const std::string& path, unsigned mode, std::uint64_t bytes)
{
    return addEntry(path, mode, AE_IFREG, bytes);
}

Result<void> TarFileWriter::write(std::string_view bytes)
{
    errno = 0;
    const auto written = archive_write_data(m_archive, bytes.data(), bytes.size());
    return written == static_cast<la_ssize_t>(bytes.size()) ? Result<void>() : failure();
}

Result<void> TarFileWriter::finish()
{
    errno = 0;
    if (!m_isOpen)
        SANDBENCH_TRY_VOID(addFolder(".", 0755));
    return archive_write_close(m_archive) == ARCHIVE_OK ? Result<void>() : failure();
}

bool staysBelow(std::string_view path)
{
    if (path.empty() || path.front() == '/' || path.find('\0') != std::string_view::npos)
        return false;
    while (!path.empty()) {
        const auto end = path.find('/');
        const auto part = path.substr(0, end);
        if (part.empty() || part == "." || part == "..")
            return false;
        path = end == std::string_view::npos ? std::string_view() : path.substr(end + 1);
    }
    return true;
}

namespace {

Result<void> readContents(
    archive* reader, std::uint64_t bytes,
    const std::function<Result<void>(std::string_view)>& onBytes)
{
    std::string piece(kTarPiece, '\0');
    while (bytes > 0) {
        const auto count = archive_read_data(reader, piece.data(), piece.size());
        if (count <= 0)
            return Error(ErrorCode::InvalidArgument, "the archive is cut short");
        SANDBENCH_TRY_VOID(onBytes({piece.data(), static_cast<std::size_t>(count)}));
        bytes -= std::min(bytes, static_cast<std::uint64_t>(count));
    }
    return {};
}

TarMember memberOf(archive_entry* entry)
{
    TarMember member;
    const char* path = archive_entry_pathname(entry);
    member.path = path != nullptr ? path : "";
    member.isFolder = archive_entry_filetype(entry) == AE_IFDIR;
    while (member.isFolder && member.path.size() > 1 && member.path.back() == '/')
        member.path.pop_back();
    member.mode = static_cast<unsigned>(archive_entry_perm(entry)) & 0777U;
    member.bytes = static_cast<std::uint64_t>(std::max<la_int64_t>(archive_entry_size(entry), 0));
    return member;
}

} // namespace

Result<void> readTarFile(
    int fd, const std::function<Result<void>(const TarMember&)>& onMember,
    const std::function<Result<void>(std::string_view)>& onBytes)
{
    const Archive reader(archive_read_new());
    archive_read_support_format_tar(reader.get());
    if (archive_read_open_fd(reader.get(), fd, kTarPiece) != ARCHIVE_OK)
        return Error(ErrorCode::InvalidArgument, "this is no tar archive");
    archive_entry* entry = nullptr;
    for (;;) {
        const int status = archive_read_next_header(reader.get(), &entry);
        if (status == ARCHIVE_EOF)
            return {};
        if (status < ARCHIVE_WARN)
            return Error(ErrorCode::InvalidArgument, "this is no tar archive, or a damaged one");
        const auto type = archive_entry_filetype(entry);
        if ((type != AE_IFDIR && type != AE_IFREG) || archive_entry_hardlink(entry) != nullptr)
            continue;
        const TarMember member = memberOf(entry);
        SANDBENCH_TRY_VOID(onMember(member));
        if (!member.isFolder)
            SANDBENCH_TRY_VOID(readContents(reader.get(), member.bytes, onBytes));
    }
}

} // namespace sandbench
