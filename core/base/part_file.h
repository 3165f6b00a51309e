// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"

#include <string>

namespace sandbench {

/// A file of the host that stands beside its place until it is whole. Dropped before keep(), it is
/// removed, and what had its place is as it was. Thread: one at a time.
class PartFile
{
public:
    /// Only the user can read it until keep(). Errors: PermissionDenied, NotFound, Io.
    static Result<PartFile> beside(const std::string& path);
    PartFile(PartFile&& other) noexcept = default;
    PartFile& operator=(PartFile&&) = delete;
    ~PartFile();

    int fd() const { return m_fd.get(); }
    Result<void> write(std::string_view bytes) const { return writeAll(m_fd.get(), bytes); }
    /// So that a power failure leaves the old file or the new one.
    Result<void> sync() const;
    /// Gives it its place, and replaces a file of that name. Errors: Io, PermissionDenied.
    Result<void> keep(unsigned mode);

private:
    PartFile() = default;

    std::string m_path, m_part;
    UniqueFd m_fd;
};

} // namespace sandbench
