// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/slurm/keeper_script.h"

#include "core/base/sha256.h"

#include <algorithm>
#include <cmath>

namespace sandbench::slurm {

namespace {

constexpr std::uint64_t kMiB = 1ULL << 20;
/// For what starts a sandbox and stays beside it.
constexpr std::uint64_t kOwnBytes = 128ULL << 20;
constexpr std::chrono::seconds kLeastIdle{30};
constexpr double kMostCpus = 100'000;

void addOption(std::vector<std::string>& words, const char* option, const std::string& value)
{
    if (!value.empty())
        words.push_back(std::string(option) + "=" + value);
}

/// What decides on which nodes it may run, and for how long.
std::vector<std::string> resourceArguments(const KeeperPlan& plan)
{
    std::vector<std::string> words = {"--nodes=1", "--ntasks=1"};
    const auto& limits = plan.limits;
    const auto cpus = std::ceil(std::clamp(limits.cpus, 1.0, kMostCpus));
    words.push_back("--cpus-per-task=" + std::to_string(static_cast<unsigned>(cpus)));
    if (limits.memoryBytes != 0)
        words.push_back(
            "--mem=" + std::to_string((limits.memoryBytes + kOwnBytes + kMiB - 1) / kMiB) + "M");
    addOption(words, "--partition", plan.options.partition);
    addOption(words, "--account", plan.options.account);
    addOption(words, "--qos", plan.options.qos);
    addOption(words, "--time", plan.options.time);
    addOption(words, "--gres", plan.options.gres);
    return words;
}

} // namespace

std::vector<std::string> submitArguments(const KeeperPlan& plan)
{
    std::vector<std::string> words = {"--parsable",        "--job-name=" + plan.name,
                                      "--no-requeue",      "--chdir=/",
                                      "--input=/dev/null", "--output=/dev/null",
                                      "--error=/dev/null", "--comment=" + writeStamp(plan.stamp)};
    if (plan.count > 1)
        words.push_back("--array=0-" + std::to_string(plan.count - 1));
    const auto resources = resourceArguments(plan);
    words.insert(words.end(), resources.begin(), resources.end());
    return words;
}

std::string keeperScript(const KeeperPlan& plan)
{
    const auto idle = std::to_string(std::max(plan.idle, kLeastIdle).count());
    return "#!/bin/sh\n"
           "# Keeps this node for sandboxes of Sandbench, and ends when there are none.\n"
           "umask 077\n"
           "d="
        + plan.stamp.folder
        + "${SLURM_ARRAY_TASK_ID-}\n"
          "mkdir \"$d\" || exit 1\n"
          "trap 'rm -rf \"$d\"' EXIT\n"
          "trap 'exit 0' TERM INT HUP\n"
          "idle=0\n"
          "while [ \"$idle\" -lt "
        + idle
        + " ]; do\n"
          "  sleep 5 &\n"
          "  wait $!\n"
          "  idle=$((idle + 5))\n"
          "  for f in \"$d\"/live.*; do\n"
          "    if kill -0 \"${f##*.}\" 2>/dev/null; then idle=0; else rm -f \"$f\"; fi\n"
          "  done\n"
          "done\n";
}

std::string keeperFolder(const std::string& token)
{
    return std::string(kFolderPrefix) + token;
}

std::string keeperFolderOf(const JobStamp& stamp, const JobId& id)
{
    return stamp.folder + id.element();
}

std::vector<std::string> stepArguments(std::uint64_t id, const std::string& script)
{
    return {
        "--jobid=" + std::to_string(id),
        "--overlap",
        "--nodes=1",
        "--ntasks=1",
        "--mem=0",
        "--unbuffered",
        "--kill-on-bad-exit=1",
        "--chdir=/",
        "--job-name=sandbench",
        "/bin/sh",
        "-c",
        script};
}

std::string placeScript(const std::string& folder, const std::vector<NodeProgram>& programs)
{
    std::string cases;
    for (const auto& program : programs)
        cases += program.machine + ") f=" + program.name + "; s=" + std::to_string(program.bytes)
            + ";;\n";
    return "umask 077\n"
           "d="
        + folder
        + "\n"
          "n=0; while [ ! -d \"$d\" ] && [ $n -lt 100 ]; do n=$((n + 1)); sleep 0.1; done\n"
          "[ -d \"$d\" ] && [ -O \"$d\" ] || { echo 'the job has no folder on its node' >&2; exit "
          "1; }\n"
          "m=$(uname -m)\n"
          "case $m in\n"
        + cases
        + "*) echo \"none $m\"; exit 1;;\n"
          "esac\n"
          "p=$d/$f\n"
          ": >\"$d/live.$$\" || exit 1\n"
          "if [ -x \"$p\" ]; then echo \"have $m\"; else echo \"need $m\"\n"
          "  head -c $s >\"$p.$$\" && chmod 700 \"$p.$$\" && [ \"$(wc -c <\"$p.$$\")\" -eq $s ] || "
          "exit 1\n"
          "  mv \"$p.$$\" \"$p\" || exit 1\n"
          "fi\n"
          "exec \"$p\" outpost step\n";
}

std::string askedFor(const KeeperPlan& plan)
{
    std::string text;
    for (const auto& word : resourceArguments(plan))
        text += word + "\n";
    return sha256Of(text + std::to_string(plan.idle.count())).substr(0, 16);
}

} // namespace sandbench::slurm
