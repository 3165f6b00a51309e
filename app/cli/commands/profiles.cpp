// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/profiles.h"
#include "app/cli/failure.h"
#include "app/cli/program.h"
#include "app/cli/text.h"
#include "core/base/json.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace sandbench::cli {
namespace {

constexpr const char* kProfilesFooter
    = R"(A profile is one word for limits, network, root file system and user: run --profile strict. Any
other option beats it. The embedded engine has no network and a root file system and user of its
own; there a profile sets the limits.

Exit status: 0, or 2 for wrong usage.)";

std::string profileText(const RuntimeProfile& profile)
{
    auto text = profile.name + "\n  " + profile.description + "\n";
    for (const auto& difference : differencesFromDefault(profile))
        text += "    " + difference + "\n";
    return text;
}

int profilesCommand(bool json)
{
    const auto profiles = ProfileCatalog::load();
    if (!profiles)
        return fail(profiles.error(), json);
    std::string text;
    auto list = Json::array();
    for (const auto& profile : profiles->all()) {
        text += profileText(profile);
        list.push_back(
            {{"name", profile.name},
             {"description", profile.description},
             {"differences", differencesFromDefault(profile)}});
    }
    const Json report = {{"schema", "sandbench.profiles/1"}, {"profiles", std::move(list)}};
    return print(json ? writeJson(report) + "\n" : text) ? 0 : 1;
}

} // namespace

void addProfilesCommand(CLI::App& root, Action& chosen)
{
    const auto json = std::make_shared<bool>(false);
    CLI::App* command
        = root.add_subcommand("profiles", "Show the runtime profiles and what each changes");
    command->add_flag("--json", *json, "Print one JSON object instead");
    command->footer(kProfilesFooter);
    command->callback(
        [&chosen, json] { chosen = [json](const Program&) { return profilesCommand(*json); }; });
}

} // namespace sandbench::cli
