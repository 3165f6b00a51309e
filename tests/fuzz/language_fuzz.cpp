// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "core/language/command_words.h"
#include "core/language/java_names.h"
#include "core/language/language.h"
#include "tests/fuzz/require.h"

#include <algorithm>

using namespace sandbench;

namespace {

/// Every command of a language that was taken can be filled in, and no placeholder is left.
void requireCommands(const Language& language, std::string_view source)
{
    CommandValues values;
    values.file = "/work/a/main.x";
    values.root = "/work";
    values.files = {values.file};
    const auto names = javaNames(source);
    require(names.publicClass.size() <= source.size());
    values.mainClass = names.mainClass;
    auto commands = language.compile;
    commands.push_back(language.run);
    for (const auto& command : commands)
        require(!fillIn(std::span<const std::string>(command), values).empty());
    require(!language.probe.empty());
}

} // namespace

/// JSON that is taken survives being written; a language that is taken can be run.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto json = parseJson(text);
    if (json) {
        const auto again = parseJson(writeJson(*json), std::size_t{16} << 20);
        require(again && *again == *json);
    }
    const auto language = parseLanguage(text);
    if (!language) {
        require(!language.error().text().empty());
        return 0;
    }
    require(json.has_value());
    require(!language->id.empty() && language->id.size() <= 40);
    const bool isCompiled = !language->compile.empty();
    require(isCompiled || std::count(language->run.begin(), language->run.end(), "{file}") == 1);
    require(usesPlaceholder(language->run, "{build}") == isCompiled);
    requireCommands(*language, text);
    require(
        !language->defaultFileName.empty()
        && language->defaultFileName.find('/') == std::string::npos);
    for (const auto& extension : language->extensions)
        require(extension.size() > 1 && extension.front() == '.');
    for (const auto& [name, value] : language->env)
        require(!name.empty() && (name + value).find('\0') == std::string::npos);
    require(language->kernelSource.empty() || !language->kernelArgv.empty());
    return 0;
}
