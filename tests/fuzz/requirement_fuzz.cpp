// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/package/imports.h"
#include "core/package/requirements.h"
#include "core/package/telling_line.h"
#include "tests/fuzz/require.h"

#include <string>

using namespace sandbench;

/// What is taken holds nothing but names, and is read the same again.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    if (const auto read = parseRequirements(text)) {
        const auto again = parseRequirements(read->text());
        require(again.has_value() && again->text() == read->text());
        for (const auto& requirement : read->list)
            require(parsePackageName(NameGrammar::Pip, requirement.package.text).has_value());
    }
    for (const auto* id : {"pip", "npm", "gem", "go", "cargo", "cran", "composer", "apt", "conda"})
        if (const auto package = parsePackageName(*nameGrammar(id), text))
            require(
                package->text.find_first_of(";&|$`\\'\"(){}\n ") == std::string::npos
                || std::string_view(id) == "composer");
    (void)readManifest(NameGrammar::Npm, "package-lock.json", text).has_value();
    (void)readManifest(NameGrammar::Cargo, "Cargo.toml", text).has_value();
    (void)readManifest(NameGrammar::Gem, "Gemfile", text).has_value();
    for (const auto* language : {"python", "javascript"})
        for (const auto& module : importedPackages(language, text))
            require(!module.empty() && module.size() <= 200);
    require(tellingLine(text).size() <= 310);
    return 0;
}
