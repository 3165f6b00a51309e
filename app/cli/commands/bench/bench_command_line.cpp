// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// The steps that start this program anew, as people and scripts do.
#include "app/cli/commands/bench/baseline.h"
#include "app/cli/commands/bench/bench.h"
#include "app/cli/commands/bench/scratch_folder.h"
#include "core/base/fd.h"

namespace sandbench::cli {
namespace {

constexpr const char* kSelf = "/proc/self/exe";
constexpr int kManyPrograms = 20;
constexpr int kAnswers = 3, kChecks = 10, kBatchLines = 1000, kClass = 30;

/// Adds what it reads.
constexpr const char* kAnswer
    = "import sys\nprint(sum(int(x) for x in sys.stdin.read().split()))\n";

std::string sumChecks()
{
    std::string text = "{\"checks\": [";
    for (int i = 0; i < kChecks; ++i)
        text += (i > 0 ? "," : "") + std::string("{\"stdin\": \"1 ") + std::to_string(i)
            + "\", \"expect\": \"" + std::to_string(i + 1) + "\"}";
    return text + "]}";
}

/// A shell that runs its arguments so many times at once, and fails where one of them does.
Command atOnce(std::vector<std::string> argv, int times)
{
    const auto script = "i=0; all=; while [ $i -lt " + std::to_string(times)
        + R"( ]; do "$@" & all="$all $!"; i=$((i + 1)); done;)"
          R"( failed=0; for one in $all; do wait $one || failed=1; done; exit $failed)";
    argv.insert(argv.begin(), {"/bin/sh", "-c", script, "sh"});
    return {std::move(argv)};
}

} // namespace

std::vector<std::string> Bench::ownRun(const std::string& program) const
{
    std::vector<std::string> argv = {kSelf, "run", "--stdin", "none", "--engine", m_options.engine};
    for (const auto& [option, value] :
         {std::pair{"--connection", m_options.connection}, {"--image", m_options.image}})
        if (!value.empty())
            argv.insert(argv.end(), {option, value});
    argv.push_back(program);
    return argv;
}

void Bench::measureStart()
{
    constexpr const char* id = "start";
    if (!wants(id))
        return;
    repeat(
        id, 60,
        [] {
            return timeCommand({{kSelf, "--version"}});
        },
        "baseline_host_true", [] { return timeCommand({{"/bin/true"}}); });
}

void Bench::measureOneShot()
{
    constexpr const char* id = "one_shot_hello";
    constexpr const char* manyId = "one_shot_20_at_once";
    const bool many = wants(manyId) && m_kind == BenchKind::Container;
    if (!wants(id) && !many)
        return;
    const ScratchFolder folder;
    const auto program = folder.file("hello.py");
    if (const auto written = writeFile(program, "print('hello')\n"); !written)
        return attempt(id, written.error());
    const Command own = {ownRun(program)};
    const int repetitions = m_kind == BenchKind::Embedded ? 40 : 12;
    if (wants(id))
        repeat(
            id, repetitions, [&] { return timeCommand(own); }, m_baselines.onceId(),
            [this] { return m_baselines.once(); });
    if (many)
        measureManyOneShot(program);
}

void Bench::measureChecks()
{
    constexpr const char* id = "check_3_by_10";
    if (!wants(id))
        return;
    const ScratchFolder folder;
    const auto checks = folder.file("checks.json");
    std::vector<std::string> argv = {kSelf, "check", "--checks", checks};
    auto written = writeFile(checks, sumChecks());
    for (int i = 0; i < kAnswers && written; ++i) {
        argv.push_back(folder.file(("answer-" + std::to_string(i) + ".py").c_str()));
        written = writeFile(argv.back(), kAnswer);
    }
    if (!written)
        return attempt(id, written.error());
    const Command own = {std::move(argv)};
    for (int i = 0; i < times(12) && !stopped(); ++i)
        attempt(id, timeCommand(own));
}

void Bench::measureGrading()
{
    constexpr const char* id = "grade_30_by_10";
    if (!wants(id))
        return;
    const ScratchFolder tests, work;
    auto written = writeFile(tests.file("checks.json"), sumChecks());
    for (int i = 0; i < kClass && written; ++i)
        written = writeFile(work.file(("student-" + std::to_string(i) + ".py").c_str()), kAnswer);
    if (!written)
        return attempt(id, written.error());
    const Command own = {{kSelf, "grade", "--tests", tests.path(), "--submissions", work.path()}};
    for (int i = 0; i < times(4) && !stopped(); ++i)
        attempt(id, timeCommand(own));
}

void Bench::measureBatch()
{
    constexpr const char* fresh = "batch_fresh_1000";
    constexpr const char* fork = "batch_fork_1000";
    std::string lines;
    for (int i = 0; i < kBatchLines; ++i)
        lines += R"json({"code": "print('hello')", "expected": "hello"})json"
                 "\n";
    for (const auto* id : {fresh, fork})
        for (int i = 0; i < times(2) && wants(id) && !stopped(); ++i) {
            const ScratchFolder folder;
            const auto file = folder.file("lines.jsonl");
            if (const auto written = writeFile(file, lines); !written)
                return attempt(id, written.error());
            const Command own
                = {{kSelf, "batch", file, "--out", folder.file("out"), "--jobs", "4", "--reuse",
                    id == fork ? "fork" : "never"}};
            attempt(id, timeCommand(own));
        }
}

void Bench::measureManyOneShot(const std::string& program)
{
    auto argv = ownRun(program);
    // In a shell the other name would be the shell's.
    std::error_code failed;
    argv.front() = std::filesystem::read_symlink(kSelf, failed).string();
    for (int i = 0; i < times(4) && !stopped(); ++i)
        attempt("one_shot_20_at_once", timeCommand(atOnce(argv, kManyPrograms)));
}

void Bench::measureCommandStdout()
{
    constexpr const char* id = "stdout_50mb";
    const ScratchFolder folder;
    const auto program = folder.file("flood.py");
    if (const auto written = writeFile(program, kFlood); !written)
        return attempt(id, written.error());
    auto argv = ownRun(program);
    argv.insert(argv.end() - 1, {"--output-limit", "64m", "--timeout", "60"});
    const Command own = {std::move(argv)};
    repeat(
        id, 8, [&] { return timeCommand(own); }, m_baselines.pythonPrefix() + id,
        [this] { return m_baselines.python(kFlood, true); });
}

} // namespace sandbench::cli
