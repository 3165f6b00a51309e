// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/profiles.h"
#include "app/cli/options.h"
#include "app/cli/text.h"
#include "core/base/json.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace sandbench::cli {
namespace {

constexpr const char* kProfilesFooter
    = R"(A profile is one word for limits, network, root file system and user: run --profile strict. Any
other option beats it. The embedded engine gives programs no network, and has a root file system and
user of its own; there a profile sets the limits.

Exit status: 0, or 2 for wrong usage.)";

std::string profileText(const RuntimeProfile& profile)
{
    auto text = profile.name + "\n  " + profile.description + "\n";
    for (const auto& difference : differencesFromDefault(profile))
        text += "    " + difference + "\n";
    return text;
}

Result<int> profilesCommand(const Program&, const JsonOption& options)
{
    SANDBENCH_TRY(const auto profiles, ProfileCatalog::load());
    std::string text;
    auto list = Json::array();
    for (const auto& profile : profiles.all()) {
        text += profileText(profile);
        list.push_back(
            {{"name", profile.name},
             {"description", profile.description},
             {"differences", differencesFromDefault(profile)}});
    }
    const Json report = {{"schema", "sandbench.profiles/1"}, {"profiles", std::move(list)}};
    return printed(options.json, report, text);
}

} // namespace

void addProfilesCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<JsonOption>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "profiles", "Show the runtime profiles and what each changes",
        profilesCommand);
    addJson(*command, options->json);
    command->footer(kProfilesFooter);
}

} // namespace sandbench::cli
