// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/language/language.h"

#include "core/base/embedded.h"
#include "core/base/fd.h"
#include "core/base/text.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

namespace sandbench {
namespace {

constexpr std::size_t kMaxFileBytes = 64U << 10;

Result<Language> parseNamed(std::string_view json, const std::string& fileName)
{
    auto language = parseLanguage(json);
    if (!language)
        return Error(ErrorCode::InvalidArgument, fileName + ": " + language.error().text());
    if (!language->hookSource.empty() && !embeddedFile(language->hookSource))
        return Error(
            ErrorCode::InvalidArgument,
            fileName + ": field 'hook.source' names '" + language->hookSource
                + "', which is not part of this program");
    if (!language->kernelSource.empty() && !embeddedFile(language->kernelSource))
        return Error(
            ErrorCode::InvalidArgument,
            fileName + ": field 'kernel.source' names '" + language->kernelSource
                + "', which is no kernel of this program");
    return language;
}

// The user's files in the order of their names, so that the catalog does not depend on the disk.
Result<std::vector<std::string>> jsonFilesIn(const std::string& folder)
{
    std::vector<std::string> paths;
    std::error_code failure;
    std::filesystem::directory_iterator entries(folder, failure);
    if (failure == std::errc::no_such_file_or_directory)
        return paths;
    for (; !failure && entries != std::filesystem::directory_iterator();
         entries.increment(failure)) {
        if (entries->path().extension() == ".json")
            paths.push_back(entries->path().string());
    }
    if (failure)
        return Error(
            ErrorCode::InvalidArgument,
            "cannot read the folder of your languages, " + folder + ": " + failure.message());
    std::sort(paths.begin(), paths.end());
    return paths;
}

void put(std::vector<Language>& languages, Language language)
{
    const auto same = std::find_if(languages.begin(), languages.end(), [&](const Language& other) {
        return other.id == language.id;
    });
    if (same == languages.end())
        languages.push_back(std::move(language));
    else
        *same = std::move(language);
}

/// @p name: in small letters.
std::string usualName(std::string name)
{
    static constexpr std::pair<std::string_view, std::string_view> kOthers[]
        = {{"python3", "python"},
           {"c++", "cpp"},
           {"node", "javascript"},
           {"nodejs", "javascript"},
           {"node-javascript", "javascript"},
           {"golang", "go"},
           {"shell", "bash"},
           {"rlang", "r"},
           {"rscript", "r"}};
    for (const auto& [other, usual] : kOthers)
        if (name == other)
            return std::string(usual);
    return name;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// @p name: in small letters; of a file's ending without the dot.
bool isCalled(const Language& language, const std::string& name)
{
    const auto& endings = language.extensions;
    return lowerCase(language.id) == name || lowerCase(language.name) == name
        || std::any_of(endings.begin(), endings.end(), [&](const auto& ending) {
               return lowerCase(ending) == "." + name;
           });
}

} // namespace

Result<LanguageCatalog> LanguageCatalog::load(const std::string& userFolder)
{
    LanguageCatalog catalog;
    for (const auto name : embeddedNames("languages/")) {
        SANDBENCH_TRY(auto language, parseNamed(*embeddedFile(name), std::string(name)));
        put(catalog.m_languages, std::move(language));
    }
    if (userFolder.empty())
        return catalog;
    SANDBENCH_TRY(const auto paths, jsonFilesIn(userFolder));
    for (const auto& path : paths) {
        auto text = readFile(path, kMaxFileBytes);
        if (!text)
            return Error(ErrorCode::InvalidArgument, text.error().message());
        SANDBENCH_TRY(auto language, parseNamed(*text, path));
        put(catalog.m_languages, std::move(language));
    }
    return catalog;
}

LanguageCatalog LanguageCatalog::with(Language language) const
{
    auto catalog = *this;
    put(catalog.m_languages, std::move(language));
    return catalog;
}

// As people and other programs say it; an id counts first, since users may give their own.
Result<Language> LanguageCatalog::find(std::string_view id) const
{
    const auto same = std::find_if(
        m_languages.begin(), m_languages.end(), [&](const auto& one) { return one.id == id; });
    if (same != m_languages.end())
        return *same;
    const auto name = usualName(lowerCase(id));
    for (const auto& language : m_languages)
        if (isCalled(language, name))
            return language;
    return Error(
        ErrorCode::NotFound,
        "there is no language '" + std::string(id) + "'; the known ones are "
            + listed(m_languages, &Language::id));
}

Result<Language> LanguageCatalog::findByFileName(std::string_view fileName) const
{
    const auto slash = fileName.rfind('/');
    const auto name = lowerCase(fileName.substr(slash == std::string_view::npos ? 0 : slash + 1));
    // Backwards: a language that the user added wins over ours for the same extension.
    for (auto language = m_languages.rbegin(); language != m_languages.rend(); ++language) {
        for (const auto& extension : language->extensions) {
            if (name.size() > extension.size() && name.ends_with(lowerCase(extension)))
                return *language;
        }
    }
    return Error(
        ErrorCode::NotFound,
        "cannot tell the language of '" + std::string(fileName)
            + "' from its name; name it, for example with --language python");
}

Result<Language> LanguageCatalog::findByFirstLine(std::string_view text) const
{
    auto line = takeUpTo(text, '\n');
    const bool namesProgram = line.starts_with("#!");
    line.remove_prefix(namesProgram ? 2 : line.size());
    std::string name;
    while (!line.empty() && (name.empty() || name == "env")) {
        const auto word = takeUpTo(line, ' ');
        // Of env: its options, and variables that it sets.
        if (!word.starts_with('-') && word.find('=') == std::string_view::npos)
            name = lowerCase(word.substr(word.rfind('/') + 1));
    }
    while (!name.empty() && (name.back() == '\r' || name.back() == '.' || isDigit(name.back())))
        name.pop_back();
    if (name == "sh" || name == "dash")
        name = "bash";
    if (!name.empty())
        return find(name);
    return Error(ErrorCode::NotFound, "its first line names no program");
}

} // namespace sandbench
