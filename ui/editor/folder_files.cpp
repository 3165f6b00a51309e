// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/folder_files.h"

#include "core/answer/program_choice.h"
#include "core/archive/project_folder.h"
#include "ui/common/text.h"

#include <algorithm>
#include <filesystem>

namespace sandbench::ui {

static constexpr qsizetype kMostFiles = 20;

/// What package managers put into a project, which it needs and nobody reads.
static bool isInstalled(const std::string& path)
{
    static constexpr const char* kFolders[]
        = {"/node_modules/", "/site-packages/", "/.venv/", "/venv/", "/vendor/"};
    return std::ranges::any_of(kFolders, [slashed = "/" + path](const char* folder) {
        return slashed.find(folder) != std::string::npos;
    });
}

std::optional<FolderFiles>
filesOfFolder(const std::string& path, const LanguageCatalog& languages, std::stop_token stop)
{
    std::error_code problem;
    if (!std::filesystem::is_directory(path, problem))
        return std::nullopt;
    FolderFiles found;
    const auto folder = ProjectFolder::open(path, 0, stop);
    if (!folder) {
        found.problem = toQString(folder.error().text());
        return found;
    }
    answer::Answer programs;
    for (const auto& file : folder->files()) {
        const auto language = languages.findByFileName(file.path);
        if (!language || isInstalled(file.path) || stop.stop_requested())
            continue;
        if (found.paths.size() >= kMostFiles) {
            ++found.left;
            continue;
        }
        answer::AnswerPart part;
        part.name = file.path;
        part.language = language->id;
        part.text = folder->readFile(file.path, answer::kMostPartBytes).value_or("");
        programs.parts.push_back(std::move(part));
        found.paths << toQString(path + "/" + file.path);
    }
    if (const auto choice = answer::chooseProgram(programs, languages))
        found.program = found.paths.at(static_cast<qsizetype>(choice->part));
    return found;
}

} // namespace sandbench::ui
