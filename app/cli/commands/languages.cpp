// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/options.h"
#include "app/cli/text.h"
#include "app/common/catalog_json.h"
#include "core/base/json.h"
#include "core/language/host_tools.h"
#include "core/workspace/composition.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

namespace sandbench::cli {

namespace {

constexpr const char* kLanguagesFooter
    = R"(FOUND tells what the embedded engine's sandboxes find on this machine; other engines have what
their image holds. A file of your own in the folder languages beside the settings adds a language, or
replaces the one of its id.

Examples:
  sandbenchctl languages
  sandbenchctl languages --json | jq -r '.languages[] | select(.found | not) | .install_hint')";

Json withTools(const Language& language)
{
    auto json = languageJson(language);
    json["default_file_name"] = language.defaultFileName;
    json["missing"] = missingTools(language);
    json["tools"] = Json::array();
    for (const auto& tool : language.probe)
        json["tools"].push_back({{"name", tool}, {"path", findHostTool(tool)}});
    return json;
}

std::string languagesText(const std::vector<Language>& languages)
{
    std::vector<std::vector<std::string>> rows
        = {{"ID", "NAME", "FILES", "CONTEXTS", "PACKAGES", "IMAGE", "FOUND"}};
    for (const auto& language : languages) {
        const auto missing = missingTools(language);
        rows.push_back(
            {language.id, language.name, joined(language.extensions, " "),
             language.contexts ? "yes" : "", language.packages, defaultImage(&language),
             missing.empty() ? findHostTool(language.probe.front())
                             : "no " + joined(missing, ", ") + "; " + language.installHint});
    }
    return tableText(rows);
}

Result<int> languagesCommand(const Program&, const JsonOption& options)
{
    SANDBENCH_TRY(const auto composition, Composition::create());
    const auto& languages = composition->languages().all();
    if (!options.json)
        return print(languagesText(languages)) ? 0 : 1;
    Json report = {{"schema", "sandbench.languages/1"}, {"languages", Json::array()}};
    for (const auto& language : languages)
        report["languages"].push_back(withTools(language));
    return print(writeJson(report) + "\n") ? 0 : 1;
}

} // namespace

void addLanguagesCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<JsonOption>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "languages", "List the languages and what runs them here",
        languagesCommand);
    addJson(*command, options->json);
    command->footer(kLanguagesFooter);
}

} // namespace sandbench::cli
