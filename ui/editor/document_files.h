// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <functional>
#include <string>
#include <string_view>

namespace sandbench::ui {

/// Reads a document of at most 64 MiB. Errors: those of readFile().
Result<std::string> readDocument(const std::string& path);

/// Makes @p bytes the content of @p path: whole or not at all, through a temporary file beside it
/// that takes over mode and owner and is on the disk before it gets the name. A link is followed.
/// Where a new file would lose what the old one is (other hard links, an access list, an owner that
/// we may not give, a folder that takes no new file), the old file is written in place.
/// Errors: PermissionDenied, NotFound (folder), InvalidArgument (not a regular file),
/// ResourceExhausted, Io; the message names the next step.
Result<void> replaceDocument(const std::string& path, std::string_view bytes);

/// What the file is now, for comparison alone: another text is another stamp. Empty = there is
/// none, or nobody may know.
std::string stampOf(const std::string& path);

/// How documents reach the disk. All functions block for as long as the file system likes.
/// Tests put a slow or failing file system here. Thread: any.
struct DocumentFiles
{
    std::function<Result<std::string>(const std::string& path)> read = readDocument;
    std::function<Result<void>(const std::string& path, std::string_view bytes)> write
        = replaceDocument;
    std::function<std::string(const std::string& path)> stamp = stampOf;
};

} // namespace sandbench::ui
