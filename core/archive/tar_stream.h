// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

struct archive;

namespace sandbench {

/// Writes a tar archive of any size into a file. Errors: Io, ResourceExhausted (the disk is full).
/// Source: libarchive 3, GNU tar format. Thread: one.
class TarFileWriter
{
public:
    /// @p fd stays the caller's, and open until finish().
    explicit TarFileWriter(int fd);
    ~TarFileWriter();
    TarFileWriter(const TarFileWriter&) = delete;
    TarFileWriter& operator=(const TarFileWriter&) = delete;

    Result<void> addFolder(const std::string& path, unsigned mode);
    /// @p bytes of it follow by write().
    Result<void> addFile(const std::string& path, unsigned mode, std::uint64_t bytes);
    Result<void> write(std::string_view bytes);
    Result<void> finish();

private:
    Result<void>
    addEntry(const std::string& path, unsigned mode, unsigned type, std::uint64_t bytes);
    Error failure() const;

    archive* m_archive;
    const int m_fd;
    bool m_isOpen = false;
};

/// An entry of a tar archive. Untrusted.
struct TarMember
{
    std::string path; ///< As it stands there; staysBelow() says whether it stays below a folder.
    bool isFolder = false;
    unsigned mode = 0; ///< The lower nine bits.
    std::uint64_t bytes = 0;
};

/// Relative, without "..", NUL or an empty part: below any folder it stays there.
bool staysBelow(std::string_view path);

/// Reads a tar archive in order. @p onMember is called for each file and folder, other entries are
/// passed over; its error ends the reading. @p onBytes gets a file's contents piece by piece.
/// Errors: InvalidArgument for what is no tar archive or is cut short; theirs.
Result<void> readTarFile(
    int fd, const std::function<Result<void>(const TarMember&)>& onMember,
    const std::function<Result<void>(std::string_view)>& onBytes);

} // namespace sandbench
