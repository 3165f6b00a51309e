// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Engines that are reached through a program: ssh, apptainer, srun. Their users' own way is to
// start that program once for each run.
#include "app/cli/commands/bench/baseline.h"
#include "app/cli/commands/bench/bench.h"
#include "core/base/fd.h"
#include "core/config/settings_file.h"
#include "core/engine/apptainer/apptainer_engine.h"
#include "core/engine/ssh/ssh_address.h"
#include "core/language/host_tools.h"
#include "core/net/ssh_tunnel.h"
#include "core/process/child_process.h"

#include <array>
#include <functional>
#include <unistd.h>

extern char** environ;

namespace sandbench::cli {
namespace {

using Words = std::vector<std::string>;

/// `cat` where the sandboxes are, which says back what it is told.
class Echo
{
public:
    static Result<Echo> start(const Words& argv);
    Result<double> ask();

private:
    ChildProcess m_child; ///< First: it ends when its pipes are closed.
    UniqueFd m_input, m_output;
};

Result<Echo> Echo::start(const Words& argv)
{
    SANDBENCH_TRY(auto input, makePipe());
    SANDBENCH_TRY(auto output, makePipe());
    SpawnSpec spec;
    spec.program = argv.front();
    spec.arguments = argv;
    for (char** one = environ; *one != nullptr; ++one)
        spec.environment.emplace_back(*one);
    spec.fds = {input.read.get(), output.write.get(), -1};
    Echo echo;
    SANDBENCH_TRY(echo.m_child, ChildProcess::spawn(spec));
    echo.m_input = std::move(input.write);
    echo.m_output = std::move(output.read);
    SANDBENCH_TRY_VOID(echo.ask()); // the way there is made with the first one
    return echo;
}

Result<double> Echo::ask()
{
    const auto begin = Clock::now();
    SANDBENCH_TRY_VOID(writeAll(m_input.get(), "hello\n"));
    std::array<char, 64> answer = {};
    for (std::size_t have = 0; have < 6;) {
        const auto count = ::read(m_output.get(), answer.data(), answer.size());
        if (count <= 0)
            return Error(ErrorCode::Unavailable, "cat over there did not answer");
        have += static_cast<std::size_t>(count);
    }
    return since(begin);
}

class FarBaselines : public Baselines
{
public:
    /// @p wayTo: argv on this machine for a command over there.
    FarBaselines(std::string prefix, std::function<Words(const Words&)> wayTo)
        : m_prefix(std::move(prefix))
        , m_wayTo(std::move(wayTo))
    {
    }

    std::string bareId() const override { return m_prefix + "python"; }
    std::string pythonPrefix() const override { return m_prefix; }
    Result<double> bare() override { return python("pass", false); }
    Result<double> python(const std::string& code, bool drain) override
    {
        return timeCommand({m_wayTo({"python3", "-c", code}), false, drain});
    }
    Result<double> roundTrip() override
    {
        if (!m_echo) {
            SANDBENCH_TRY(auto echo, Echo::start(m_wayTo({"cat"})));
            m_echo = std::make_unique<Echo>(std::move(echo));
        }
        return m_echo->ask();
    }

private:
    const std::string m_prefix;
    const std::function<Words(const Words&)> m_wayTo;
    std::unique_ptr<Echo> m_echo;
};

Words joined(Words first, const Words& rest)
{
    first.insert(first.end(), rest.begin(), rest.end());
    return first;
}

/// As people start one with the image of @p options.
Result<Words>
containerWords(Composition& parts, const BenchOptions& options, const std::stop_token& stop)
{
    SANDBENCH_TRY(auto* const found, parts.engines().find("apptainer"));
    auto* const apptainer = dynamic_cast<ApptainerEngine*>(found);
    if (apptainer == nullptr)
        return Error(ErrorCode::Unavailable, "this build has no Apptainer");
    SandboxSpec spec;
    spec.image = options.image;
    SANDBENCH_TRY(const auto made, apptainer->prepareImage(spec, false, stop));
    return Words{made.program, "-s",        "exec",         "--containall",
                 "--cleanenv", "--no-home", made.image.path};
}

} // namespace

Result<std::unique_ptr<Baselines>> sshBaselines(const BenchOptions& options)
{
    SANDBENCH_TRY(const auto settings, loadSettings(settingsPath()));
    SANDBENCH_TRY(const auto machine, ssh::chooseMachine(options.connection, settings));
    const auto program = findHostTool("ssh");
    if (program.empty())
        return Error(ErrorCode::Unavailable, "there is no ssh; install the package openssh-client");
    return std::make_unique<FarBaselines>(
        "baseline_ssh_", [machine = machine.endpoint, program](const Words& words) {
            std::string line;
            for (const auto& word : words)
                line += (line.empty() ? "" : " ") + net::shellQuoted(word);
            auto argv = net::sshCommand(machine, line);
            argv.front() = program;
            return argv;
        });
}

Result<std::unique_ptr<Baselines>>
apptainerBaselines(Composition& parts, const BenchOptions& options, std::stop_token stop)
{
    SANDBENCH_TRY(const auto container, containerWords(parts, options, stop));
    return std::make_unique<FarBaselines>("baseline_apptainer_", [container](const Words& words) {
        return joined(container, words);
    });
}

Result<std::unique_ptr<Baselines>>
slurmBaselines(Composition& parts, const BenchOptions& options, std::stop_token stop)
{
    const auto program = findHostTool("srun");
    if (program.empty())
        return Error(ErrorCode::Unavailable, "there is no srun; install the package slurm-client");
    SANDBENCH_TRY(const auto container, containerWords(parts, options, stop));
    // Beside the sandbox's own job; where there is no room for both, it ends after a minute.
    const auto job = joined(
        {program, "--quiet", "--nodes=1", "--ntasks=1", "--mem=512M", "--immediate=60"}, container);
    return std::make_unique<FarBaselines>(
        "baseline_srun_", [job](const Words& words) { return joined(job, words); });
}

} // namespace sandbench::cli
