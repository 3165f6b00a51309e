// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// The steps in other languages than Python, each against the host's own compiler or interpreter.
#include "app/cli/commands/bench/baseline.h"
#include "app/cli/commands/bench/bench.h"
#include "app/cli/commands/bench/scratch_folder.h"
#include "core/base/fd.h"
#include "core/language/command_words.h"
#include "core/language/host_tools.h"

#include <array>

namespace sandbench::cli {
namespace {

constexpr const char* kHelloCpp = "#include <iostream>\n"
                                  "int main() { std::cout << \"hello\\n\"; }\n";

struct LanguageStep
{
    const char* id;
    const char* language;
    const char* code;
    int repetitions;
};

constexpr std::array<LanguageStep, 3> kLanguageSteps = {{
    {"run_node", "javascript", "console.log('hello')\n", 40},
    {"run_bash", "bash", "echo hello\n", 100},
    {"run_cpp", "cpp", kHelloCpp, 12},
}};

/// What @p language does first with @p file on this machine: its compiler's command, or its
/// interpreter's.
Result<Command>
hostCommand(const Language& language, const std::string& file, const std::string& build)
{
    CommandValues values;
    values.file = file;
    values.files = {file};
    values.root = file.substr(0, file.rfind('/'));
    values.build = build;
    const auto& words = language.compile.empty() ? language.run : language.compile.front();
    Command command = {fillIn(std::span<const std::string>(words), values)};
    command.argv.front() = findHostTool(command.argv.front());
    if (command.argv.front().empty())
        return Error(ErrorCode::Unavailable, language.installHint);
    return command;
}

} // namespace

void Bench::measureLanguages()
{
    for (const auto& step : kLanguageSteps) {
        if (!wants(step.id) || stopped())
            continue;
        say(step.id);
        const ScratchFolder folder;
        const auto language = m_parts.languages().find(step.language);
        if (!language) {
            attempt(step.id, language.error());
            continue;
        }
        const auto file = folder.file(language->defaultFileName.c_str());
        const auto written = writeFile(file, step.code);
        const auto host = written ? hostCommand(*language, file, folder.path())
                                  : Result<Command>(written.error());
        const auto session = open(Warm::Never);
        if (!session || !host) {
            attempt(step.id, session ? host.error() : session.error());
            continue;
        }
        const Step run = {.id = step.id, .code = step.code, .language = step.language};
        repeat(
            step.id, step.repetitions, [&] { return timeRun(**session, run); },
            std::string("baseline_host_") + step.language, [&] { return timeCommand(*host); });
        (void)(*session)->close();
    }
}

} // namespace sandbench::cli
