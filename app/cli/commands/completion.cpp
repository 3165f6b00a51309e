// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/cli/completion_script.h"
#include "app/cli/options.h"
#include "app/cli/text.h"
#include "core/engine/kubernetes/kube_connection.h"
#include "core/policy/gate/policy_catalog.h"
#include "core/workspace/composition.h"

#include <CLI/CLI.hpp>

namespace sandbench::cli {
namespace {

constexpr const char* kCompletionFooter = R"(Examples:
  source <(sandbenchctl completion bash)
  sandbenchctl completion bash > ~/.local/share/bash-completion/completions/sandbenchctl
  sandbenchctl completion zsh > ~/.zfunc/_sandbenchctl
  sandbenchctl completion fish > ~/.config/fish/completions/sandbenchctl.fish)";

Result<int> completionCommand(const Program&, const std::string& shell)
{
    SANDBENCH_TRY(const auto languages, LanguageCatalog::load(userLanguageFolder()));
    CompletionValues values = {{"SHELL", {"bash", "zsh", "fish"}}};
    for (const auto& language : languages.all())
        values["LANGUAGE"].push_back(language.id);
    values["PULL"] = {"missing", "always", "never"};
    values["NETWORK"] = {"none", "bridge", "pod"};
    SANDBENCH_TRY(const auto settings, loadSettings(settingsPath()));
    for (const auto& profile : settings.connections)
        for (const auto* type : {"NAME|ADDRESS", "CONNECTION"})
            values[type].push_back(profile.name);
    if (const auto contexts
        = kubernetes::findContexts(kubernetes::KubeSurroundings::ofThisProcess()))
        for (const auto& context : *contexts)
            values["CONTEXT"].push_back(context.context);
    SANDBENCH_TRY(const auto sizes, SizeCatalog::load(settings.sizes));
    for (const auto& size : sizes.all())
        values["SIZE_NAME"].push_back(size.name);
    SANDBENCH_TRY(const auto profiles, ProfileCatalog::load());
    for (const auto& profile : profiles.all())
        values["PROFILE"].push_back(profile.name);
    values["ROOT"] = {"read-only", "writable"};
    SANDBENCH_TRY(const auto policies, PolicyCatalog::load(userPolicyFolder()));
    for (const auto& policy : policies.all())
        values["POLICY"].push_back(policy->id);
    const auto engines = makeDefaultEngines();
    for (const Engine* engine : engines.all())
        values["ENGINE"].push_back(engine->name());
    SANDBENCH_TRY(const auto script, completionScript(CommandLine().tree(), shell, values));
    return print(script) ? 0 : 1;
}

} // namespace

void addCompletionCommand(CLI::App& root, Action& chosen)
{
    const auto shell = std::make_shared<std::string>();
    CLI::App* command = addSubcommand(
        root, shell, chosen, "completion", "Print a completion script for a shell",
        completionCommand);
    command->add_option("shell", *shell, "bash, zsh or fish")->type_name("SHELL")->required();
    command->footer(kCompletionFooter);
}

} // namespace sandbench::cli
