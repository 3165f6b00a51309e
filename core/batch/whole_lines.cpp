// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/batch/whole_lines.h"

#include <cerrno>
#include <string>
#include <unistd.h>

namespace sandbench::batch {

static constexpr std::size_t kPieceBytes = 256U << 10;

Result<std::uint64_t> readWholeLines(
    int fd, std::size_t longest,
    const std::function<Result<void>(const TextLine&, std::uint64_t)>& onLine)
{
    LineSplitter splitter(longest);
    std::string piece(kPieceBytes, '\0');
    std::uint64_t bytes = 0, whole = 0, at = 0;
    for (;;) {
        const auto n = ::pread(fd, piece.data(), piece.size(), static_cast<off_t>(bytes));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return Error::fromErrno(errno, "cannot read the lines written so far");
        if (n == 0)
            return whole;
        const std::string_view read(piece.data(), static_cast<std::size_t>(n));
        if (const auto last = read.rfind('\n'); last != std::string_view::npos)
            whole = bytes + last + 1;
        bytes += read.size();
        splitter.add(read);
        while (const auto line = splitter.take()) {
            SANDBENCH_TRY_VOID(onLine(*line, at));
            at += line->text.size() + 1;
        }
    }
}

} // namespace sandbench::batch
