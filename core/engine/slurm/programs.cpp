// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/slurm/programs.h"

#include "core/base/cgroup_text.h"
#include "core/base/clock.h"
#include "core/base/stoppable_condition.h"
#include "core/base/text.h"
#include "core/engine/slurm/job_end.h"
#include "core/process/run_program.h"

#include <cstdlib>
#include <unistd.h>

namespace sandbench::slurm {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostOutput = 4U << 20;
constexpr auto kUsualPlaces = "/usr/local/bin:/usr/bin:/bin:/opt/slurm/bin:/usr/local/slurm/bin";
constexpr auto kVersionPatience = 10s;
constexpr auto kPause = 1s;
/// The first that knows --overlap.
constexpr unsigned kFirstMajor = 20, kFirstMinor = 11;

std::string variable(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

} // namespace

SlurmSurroundings SlurmSurroundings::ofThisProcess()
{
    return {variable("PATH"), variable("HOME"), variable("USER"), variable("SLURM_CONF")};
}

Result<Programs> Programs::find(SlurmSurroundings surroundings, const std::string& configuration)
{
    Programs programs;
    if (!configuration.empty() && !configuration.starts_with('/'))
        return Error(
            ErrorCode::InvalidArgument,
            inQuotes(configuration)
                + " is no configuration of Slurm's; name slurm.conf by its absolute path");
    if (!configuration.empty())
        surroundings.configuration = configuration;
    if (!surroundings.configuration.empty()
        && ::access(surroundings.configuration.c_str(), R_OK) != 0)
        return Error(
            ErrorCode::Unavailable,
            "cannot read " + inQuotes(surroundings.configuration)
                + "; set SLURM_CONF, or name the path of slurm.conf as the connection");
    const auto sbatch = programInPath("sbatch", surroundings.path + ":" + kUsualPlaces);
    if (sbatch.empty())
        return Error(
            ErrorCode::Unavailable,
            "Slurm's commands are not on this machine; run Sandbench on a login node of the "
            "cluster, or load the module that it has for Slurm");
    programs.m_folder = sbatch.substr(0, sbatch.rfind('/'));
    programs.m_surroundings = std::move(surroundings);
    return programs;
}

bool Programs::has(const std::string& name) const
{
    return ::access((m_folder + "/" + name).c_str(), X_OK) == 0;
}

SpawnSpec Programs::spawnSpec(const std::string& name, std::vector<std::string> words) const
{
    SpawnSpec spec;
    spec.program = m_folder + "/" + name;
    spec.arguments = std::move(words);
    spec.arguments.insert(spec.arguments.begin(), name);
    spec.environment
        = {"PATH=" + m_folder + ":" + kUsualPlaces + ":/usr/sbin:/sbin", "LANG=C",
           "SLURM_TIME_FORMAT=%s"};
    for (const auto& [variable, value] :
         {std::pair<const char*, const std::string&>{"HOME=", m_surroundings.home},
          {"USER=", m_surroundings.user},
          {"SLURM_CONF=", m_surroundings.configuration}})
        if (!value.empty())
            spec.environment.push_back(variable + value);
    return spec;
}

Result<std::string> Programs::runOnce(
    const std::string& name, std::vector<std::string> words, std::string_view input,
    std::chrono::milliseconds patience, std::stop_token stop) const
{
    auto answer = runProgram(spawnSpec(name, std::move(words)), input, kMostOutput, patience, stop);
    if (answer.failedAs(ErrorCode::Cancelled))
        return Error(ErrorCode::Cancelled, "stopped while Slurm was asked");
    if (answer.failedAs(ErrorCode::Timeout))
        return Error(
            ErrorCode::ConnectionLost,
            "Slurm's controller does not answer in time; see what 'scontrol ping' says");
    if (!answer)
        return std::move(answer.error()).within("asking " + name);
    if (answer->end.exitCode != 0)
        return slurmProblem(answer->complaint);
    return std::move(answer->output);
}

/// A command whose connection was refused has changed nothing. One that waits for its answer in
/// vain may have: whoever makes things looks for them first.
Result<std::string> Programs::run(
    const std::string& name, std::vector<std::string> words, std::string_view input,
    std::chrono::seconds patience, std::stop_token stop) const
{
    const auto until = Clock::now() + patience;
    for (;;) {
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now());
        auto answer
            = runOnce(name, words, input, std::max<std::chrono::milliseconds>(left, 1ms), stop);
        if (!answer.failedAs(ErrorCode::ConnectionLost) || Clock::now() + kPause >= until)
            return answer;
        restUntil(Clock::now() + kPause, stop);
    }
}

Result<std::string> Programs::version(std::stop_token stop) const
{
    SANDBENCH_TRY(
        const auto output, runOnce("sbatch", {"--version"}, "", kVersionPatience, std::move(stop)));
    return readSlurmVersion(output);
}

Result<std::string> readSlurmVersion(std::string_view output)
{
    const auto line = output.substr(0, output.find('\n'));
    auto rest = line;
    const auto name = takeUpTo(rest, ' ');
    auto numbers = rest.substr(0, rest.find_first_of(" -+~"));
    const auto text = "Slurm " + oneLine(numbers, 20);
    const auto major = cgroup_text::number<unsigned>(takeUpTo(numbers, '.'));
    const auto minor = cgroup_text::number<unsigned>(takeUpTo(numbers, '.'));
    if ((name != "slurm" && name != "slurm-wlm") || !major || !minor)
        return Error(
            ErrorCode::Unsupported,
            "the program does not say that it is Slurm's, but " + inQuotes(line)
                + "; install Slurm 20.11 or newer");
    if (*major < kFirstMajor || (*major == kFirstMajor && *minor < kFirstMinor))
        return Error(
            ErrorCode::Unsupported, text + " is too old; Sandbench needs Slurm 20.11 or newer");
    return text;
}

} // namespace sandbench::slurm
