// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/line_splitter.h"
#include "core/batch/batch_item.h"
#include "core/batch/line_set.h"

#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>

namespace sandbench::batch {

/// What a file of lines is, before any of it runs.
struct Overview
{
    std::string digest; ///< SHA-256 of all of it, hexadecimal.
    std::uint64_t bytes = 0;
    std::uint64_t lines = 0; ///< That say anything: those with nothing but blanks count not.
    std::uint64_t unreadable = 0;
    LineSet duplicates; ///< Whose id an earlier line has.
    std::map<std::string, std::uint64_t> unused; ///< Members that say nothing here, and how often.
};

/// What @p line is. Errors: those of readItem(); InvalidArgument for one that is too long.
Result<Item> itemOf(const TextLine& line, const ItemRules& rules);

/// Of Overview::unused; there may be more.
inline constexpr std::size_t kMostUnused = 20;

/// A file of lines, read twice: never is more than a line of it in memory. Thread: one.
class Input
{
public:
    /// Errors: NotFound, PermissionDenied, InvalidArgument (no regular file).
    static Result<Input> open(const std::string& path);

    /// @p onProgress: told how much of the file was read. Memory: 24 bytes a line while it lasts.
    /// Errors: Io, Cancelled.
    Result<Overview> scan(
        const ItemRules& rules, const std::function<void(std::uint64_t bytes)>& onProgress,
        const std::stop_token& stop);
    /// The lines once more, those with nothing but blanks left out; nothing = that was the last.
    /// After scan(). Errors: Io; InvalidArgument where the file is not what it was then.
    Result<std::optional<TextLine>> next();

    std::uint64_t size() const { return static_cast<std::uint64_t>(m_info.st_size); }

private:
    Input(UniqueFd fd, const struct stat& info)
        : m_fd(std::move(fd))
        , m_info(info)
    {
    }
    Result<bool> readMore(const std::function<void(std::string_view)>& onBytes);
    Result<std::optional<TextLine>> take(const std::function<void(std::string_view)>& onBytes);
    Result<void> checkSame() const;

    UniqueFd m_fd;
    struct stat m_info; ///< As it was when it was opened.
    LineSplitter m_splitter{kLongestLine};
};

} // namespace sandbench::batch
