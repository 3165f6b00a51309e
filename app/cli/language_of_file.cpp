// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/language_of_file.h"

#include <cerrno>
#include <fstream>

namespace sandbench::cli {

Result<Language> languageOfFile(const LanguageCatalog& languages, const std::string& path)
{
    if (path == "-")
        return languages.find("python");
    auto byName = languages.findByFileName(path);
    if (byName)
        return byName;
    char start[256] = {};
    std::ifstream file(path, std::ios::binary);
    if (!file)
        return Error::fromErrno(errno, "cannot read " + path);
    file.read(start, sizeof start);
    const std::string_view text(start, static_cast<std::size_t>(file.gcount()));
    auto byFirstLine = languages.findByFirstLine(text);
    return byFirstLine ? byFirstLine : byName;
}

} // namespace sandbench::cli
