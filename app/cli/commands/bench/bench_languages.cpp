// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// The steps in other languages than Python, each against the host's own compiler or interpreter,
// and a first package in a new sandbox, against the host's own pip.
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

constexpr const char* kInstallId = "install_wheel";
constexpr const char* kInstallBaseline = "baseline_host_pip";
constexpr int kInstallRepetitions = 12;

/// Its argument is the folder for the wheel.
constexpr const char* kMakeWheel = R"(
import sys, zipfile
info = 'sandbench_bench-1.0.dist-info/'
files = {'sandbench_bench/__init__.py': 'answer = 42\n',
         info + 'METADATA': 'Metadata-Version: 2.1\nName: sandbench-bench\nVersion: 1.0\n',
         info + 'WHEEL': 'Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\nTag: py3-none-any\n'}
files.update({'sandbench_bench/part%d.py' % i: 'def f(x):\n    return x + %d\n' % i for i in range(20)})
files[info + 'RECORD'] = ''.join(name + ',,\n' for name in files) + info + 'RECORD,,\n'
with zipfile.ZipFile(sys.argv[1] + '/sandbench_bench-1.0-py3-none-any.whl', 'w') as wheel:
    for name, text in files.items():
        wheel.writestr(name, text)
)";

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

Result<double> Bench::timeInstall(const std::string& wheels)
{
    SessionSpec spec;
    spec.warm = Warm::Never;
    spec.installsFirst = true;
    SANDBENCH_TRY(
        const auto session,
        Session::open(m_engine, spec, m_parts.languages(), m_parts.artifacts(), m_stop));
    InstallRequest request;
    request.manager = "pip";
    request.names = {"sandbench-bench"};
    request.sources.offlineFolder = wheels;
    const auto took = timed([&] { return session->install(request, m_stop); });
    SANDBENCH_TRY_VOID(session->close());
    return took;
}

void Bench::measureInstall()
{
    if (!wants(kInstallId) || stopped())
        return;
    say(kInstallId);
    const ScratchFolder wheels;
    const ScratchFolder installed;
    const auto python = findHostTool("python3");
    const auto made = python.empty()
        ? Result<double>(Error(ErrorCode::Unavailable, "there is no python3 on this machine"))
        : timeCommand({{python, "-c", kMakeWheel, wheels.path()}});
    if (!made)
        return attempt(kInstallId, made.error());
    int round = 0;
    const auto pip = [&] {
        const auto place = installed.file(("round" + std::to_string(++round)).c_str());
        return timeCommand(
            {{python, "-m", "pip", "--no-cache-dir", "--disable-pip-version-check", "install",
              "--quiet", "--no-index", "--find-links", wheels.path(), "--prefix", place,
              "sandbench-bench"}});
    };
    repeat(
        kInstallId, kInstallRepetitions, [&] { return timeInstall(wheels.path()); },
        kInstallBaseline, pip);
}

} // namespace sandbench::cli
