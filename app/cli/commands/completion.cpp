// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/completion_script.h"
#include "app/cli/failure.h"
#include "app/cli/program.h"
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

int completionCommand(const Program& program, const std::string& shell)
{
    const auto languages = LanguageCatalog::load(userLanguageFolder());
    if (!languages)
        return fail(languages.error(), false);
    CompletionValues values = {{"SHELL", {"bash", "zsh", "fish"}}};
    for (const auto& language : languages->all())
        values["LANGUAGE"].push_back(language.id);
    values["PULL"] = {"missing", "always", "never"};
    values["NETWORK"] = {"none", "bridge", "pod"};
    const auto settings = loadSettings(settingsPath());
    if (!settings)
        return fail(settings.error(), false);
    for (const auto& profile : settings->connections)
        for (const auto* type : {"NAME|ADDRESS", "CONNECTION"})
            values[type].push_back(profile.name);
    if (const auto contexts
        = kubernetes::findContexts(kubernetes::KubeSurroundings::ofThisProcess()))
        for (const auto& context : *contexts)
            values["CONTEXT"].push_back(context.context);
    const auto sizes = SizeCatalog::load(settings->sizes);
    if (!sizes)
        return fail(sizes.error(), false);
    for (const auto& size : sizes->all())
        values["SIZE_NAME"].push_back(size.name);
    const auto profiles = ProfileCatalog::load();
    if (!profiles)
        return fail(profiles.error(), false);
    for (const auto& profile : profiles->all())
        values["PROFILE"].push_back(profile.name);
    values["ROOT"] = {"read-only", "writable"};
    const auto policies = PolicyCatalog::load(userPolicyFolder());
    if (!policies)
        return fail(policies.error(), false);
    for (const auto& policy : policies->all())
        values["POLICY"].push_back(policy->id);
    const auto engines = makeDefaultEngines();
    for (const Engine* engine : engines.all())
        values["ENGINE"].push_back(engine->name());
    const auto script = completionScript(program.tree, shell, values);
    if (!script)
        return fail(script.error(), false);
    return print(*script) ? 0 : 1;
}

} // namespace

void addCompletionCommand(CLI::App& root, Action& chosen)
{
    const auto shell = std::make_shared<std::string>();
    CLI::App* command = root.add_subcommand("completion", "Print a completion script for a shell");
    command->add_option("shell", *shell, "bash, zsh or fish")->type_name("SHELL")->required();
    command->footer(kCompletionFooter);
    command->callback([&chosen, shell] {
        chosen = [shell](const Program& program) { return completionCommand(program, *shell); };
    });
}

} // namespace sandbench::cli
