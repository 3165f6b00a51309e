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
#include <chrono>

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
    Command command = {fillIn(std::span<const std::string>(words), values), false, false};
    command.argv.front() = findHostTool(command.argv.front());
    if (command.argv.front().empty())
        return Error(ErrorCode::Unavailable, language.installHint);
    return command;
}

Result<double> timeProgram(Session& session, const LanguageStep& step, std::stop_token stop)
{
    RunRequest request;
    request.language = step.language;
    request.code = step.code;
    RunSink quiet;
    const auto begin = Clock::now();
    SANDBENCH_TRY(const RunRecord record, session.run(request, quiet, std::move(stop)));
    const auto took = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    if (record.verdict != Verdict::Exited || record.exitCode != 0
        || record.stdoutBytes != "hello\n")
        return Error(ErrorCode::Unavailable, verdictSentence(record));
    return took;
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
        const auto file = folder.file(language ? language->defaultFileName.c_str() : "none");
        auto session = open(Warm::Never);
        const auto written = writeFile(file, step.code);
        const auto host = language ? hostCommand(*language, file, folder.path())
                                   : Result<Command>(language.error());
        if (!session || !written || !host) {
            m_measured[step.id].problem = !session ? session.error().text()
                : !written                         ? written.error().text()
                                                   : host.error().text();
            continue;
        }
        // The first round only warms the page cache.
        for (int i = -1; i < times(step.repetitions) && !stopped(); ++i) {
            const auto took = timeProgram(**session, step, m_stop);
            const auto baseline = timeCommand(*host);
            if (i < 0 && took)
                continue;
            attempt(step.id, took);
            if (!took)
                break;
            attempt(std::string("baseline_host_") + step.language, baseline);
        }
        (void)(*session)->close();
    }
}

} // namespace sandbench::cli
