// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/lesson/lesson.h"

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

/// A lesson as it lies in a folder, in the program, or in an archive. The folder is never left, and
/// no link in it is followed. Thread: any. Source: openat2(2).
namespace sandbench::lesson {

/// A lesson with the text that it was read from.
struct FoundLesson
{
    Lesson lesson;
    std::string text;
};

/// Reads lesson.md of @p folder, and the files that it names. Errors: NotFound, PermissionDenied,
/// InvalidArgument (a link), ResourceExhausted, Cancelled; what one file is wrong about is a
/// problem of the lesson.
Result<FoundLesson> readLessonFolder(
    const std::string& folder, const LanguageCatalog& languages, const std::stop_token& stop);
/// The same for a text of lesson.md that is not in the folder yet; an empty folder has no files.
Lesson
readLessonText(std::string_view text, const std::string& folder, const LanguageCatalog& languages);

/// "plots", "what-a-sandbox-stops", "bug-hunt": in the order in which they are read.
std::vector<std::string> bundledLessons();
/// Errors: NotFound with the known ones.
Result<FoundLesson> readBundledLesson(std::string_view name, const LanguageCatalog& languages);

/// A file that is written.
struct WrittenFile
{
    std::string path; ///< Below the folder.
    std::string bytes;
};
/// lesson.md and the files that it names.
std::vector<WrittenFile> filesToWrite(const FoundLesson& found);

/// Writes into @p folder, which is made where it is not there. Nothing is replaced. Errors:
/// AlreadyExists where a file is there already, before anything was written; PermissionDenied, Io.
Result<void> writeLessonFolder(const std::string& folder, const std::vector<WrittenFile>& files);
/// A zip archive with them in the folder @p name, or "lesson" where that is none. Errors: Io,
/// ResourceExhausted.
Result<std::string> lessonZip(std::string_view name, const std::vector<WrittenFile>& files);

} // namespace sandbench::lesson
