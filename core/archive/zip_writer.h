// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/result.h"

#include <functional>
#include <memory>
#include <string>
#include <string_view>

struct archive;

namespace sandbench {

/// A zip archive that goes out piece by piece, with no more in memory than the file that is being
/// added. Thread: one. Errors: Io; ConnectionLost where nobody takes it any more.
/// Source: libarchive 3, archive_write(3); PKWARE APPNOTE 6.3.
class ZipWriter
{
public:
    /// False = nobody takes it any more.
    using Sink = std::function<bool(std::string_view bytes)>;

    explicit ZipWriter(Sink sink);
    ~ZipWriter();
    ZipWriter(const ZipWriter&) = delete;
    ZipWriter& operator=(const ZipWriter&) = delete;

    /// @p path: relative, valid UTF-8, one that was not added before.
    Result<void> add(const std::string& path, std::string_view bytes);
    /// Once, at the end; without it what went out is no archive.
    Result<void> finish();

private:
    Result<void> begin();
    Error failure() const;

    Sink m_sink;
    archive* m_archive;
    bool m_isOpen = false, m_isLost = false;
};

} // namespace sandbench
