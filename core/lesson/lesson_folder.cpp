// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_folder.h"

#include "core/archive/zip_writer.h"
#include "core/base/embedded.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/project/host_folder.h"

#include <algorithm>
#include <filesystem>

namespace sandbench::lesson {

namespace {

constexpr std::string_view kBundledFolder = "lessons/";

/// Who names a folder may name it by a link; nothing in it is one.
Result<HostFolder> openLessonFolder(const std::string& folder)
{
    std::error_code failed;
    const auto real = std::filesystem::canonical(folder, failed).string();
    if (failed)
        return Error::fromErrno(failed.value(), "cannot open the folder " + folder);
    return HostFolder::open(real);
}

Result<std::string> readEmbedded(std::string_view lesson, const std::string& path)
{
    const auto bytes = embeddedFile(std::string(kBundledFolder) + std::string(lesson) + "/" + path);
    if (!bytes)
        return Error(ErrorCode::NotFound, "it is not there");
    return std::string(*bytes);
}

} // namespace

Result<FoundLesson> readLessonFolder(
    const std::string& folder, const LanguageCatalog& languages, const std::stop_token& stop)
{
    SANDBENCH_TRY(const auto files, openLessonFolder(folder));
    FoundLesson found;
    SANDBENCH_TRY(
        found.text, files.read(std::string(kLessonFile)).within("the lesson in " + folder));
    if (found.text.size() > kMostLessonBytes)
        return Error(
            ErrorCode::ResourceExhausted,
            "the lesson in " + folder + " is larger than " + formatSize(kMostLessonBytes));
    found.lesson = readLesson(found.text, languages);
    bringFiles(found.lesson, [&files, &stop](const std::string& path) -> Result<std::string> {
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped");
        return files.read(path);
    });
    if (stop.stop_requested())
        return Error(ErrorCode::Cancelled, "stopped while the lesson was read");
    return found;
}

Lesson
readLessonText(std::string_view text, const std::string& folder, const LanguageCatalog& languages)
{
    auto lesson = readLesson(text, languages);
    const auto files = folder.empty()
        ? Error(ErrorCode::NotFound, "the lesson has no folder yet: save it first")
        : openLessonFolder(folder);
    bringFiles(lesson, [&files](const std::string& path) -> Result<std::string> {
        if (!files)
            return files.error();
        return files->read(path);
    });
    return lesson;
}

std::vector<std::string> bundledLessons()
{
    std::vector<std::string> names;
    for (auto path : embeddedNames(kBundledFolder)) {
        path.remove_prefix(kBundledFolder.size());
        const std::string name(takeUpTo(path, '/'));
        if (std::find(names.begin(), names.end(), name) == names.end())
            names.push_back(name);
    }
    return names;
}

Result<FoundLesson> readBundledLesson(std::string_view name, const LanguageCatalog& languages)
{
    const auto text = readEmbedded(name, std::string(kLessonFile));
    if (!text)
        return Error(
            ErrorCode::NotFound,
            "there is no lesson " + inQuotes(name) + "; known: " + listed(bundledLessons()));
    FoundLesson found = {readLesson(*text, languages), *text};
    bringFiles(found.lesson, [name](const std::string& path) { return readEmbedded(name, path); });
    return found;
}

std::vector<WrittenFile> filesToWrite(const FoundLesson& found)
{
    std::vector<WrittenFile> files = {{std::string(kLessonFile), found.text}};
    const auto add = [&files](const LessonFile& file) {
        const auto isSame = [&file](const WrittenFile& one) { return one.path == file.path; };
        if (file.isInFolder && std::none_of(files.begin(), files.end(), isSame))
            files.push_back({file.path, file.text});
    };
    for (const auto& step : found.lesson.steps) {
        if (step.program)
            add(*step.program);
        for (const auto& file : step.files)
            add(file);
        for (const auto& check : step.checks)
            if (check.test)
                add(*check.test);
    }
    return files;
}

Result<void> writeLessonFolder(const std::string& folder, const std::vector<WrittenFile>& files)
{
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed)
        return Error::fromErrno(failed.value(), "cannot make the folder " + folder);
    SANDBENCH_TRY(const auto into, openLessonFolder(folder));
    for (const auto& file : files) {
        SANDBENCH_TRY(const auto there, into.look(file.path).within(folder));
        if (there)
            return Error(
                ErrorCode::AlreadyExists,
                "there is a file " + inQuotes(file.path) + " in " + folder + " already");
    }
    for (const auto& file : files)
        SANDBENCH_TRY_VOID(into.put(file.path, {}, file.bytes, false).within(folder));
    return {};
}

Result<std::string> lessonZip(std::string_view name, const std::vector<WrittenFile>& files)
{
    std::string bytes;
    ZipWriter zip([&bytes](std::string_view piece) {
        bytes += piece;
        return true;
    });
    const std::string folder(isLessonPath(name) ? name : "lesson");
    for (const auto& file : files)
        SANDBENCH_TRY_VOID(zip.add(folder + "/" + file.path, file.bytes));
    SANDBENCH_TRY_VOID(zip.finish());
    return bytes;
}

} // namespace sandbench::lesson
