// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/install_phase.h"

#include "core/base/text.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>

namespace sandbench {

namespace {

constexpr const char* kShell = "install shell";
constexpr double kInstallSeconds = 1800;
constexpr std::size_t kTailBytes = 16U << 10;
constexpr const char* kPackages = "/work/.packages";

/// Every image with a shell has this one. Not in the catalog of the user: it is no language to
/// choose.
Language installShell()
{
    Language shell;
    shell.id = kShell;
    shell.name = "The shell";
    shell.defaultFileName = "install.sh";
    shell.run = {"sh", "{file}"};
    shell.installHint = "installing needs an image with a shell; build one with what is wanted";
    return shell;
}

/// Packages go where the program's user may write and where its interpreter looks.
std::map<std::string, std::string> packageEnvironment()
{
    const std::string folder = kPackages;
    return {
        {"PIP_TARGET", folder},
        {"PIP_BREAK_SYSTEM_PACKAGES", "1"},
        {"PIP_DISABLE_PIP_VERSION_CHECK", "1"},
        {"PIP_NO_CACHE_DIR", "1"},
        {"PYTHONPATH", folder},
        {"npm_config_prefix", folder},
        {"npm_config_cache", "/tmp/npm"},
        {"NODE_PATH", folder + "/lib/node_modules"}};
}

/// Keeps the end of what a command prints.
class InstallSink : public RunSink
{
public:
    explicit InstallSink(const InstallPhase& phase)
        : m_phase(phase)
    {
    }

    void onOutput(StreamKind, std::string_view bytes) override
    {
        if (m_phase.onOutput)
            m_phase.onOutput(bytes);
        m_tail += bytes;
        if (m_tail.size() > 2 * kTailBytes)
            m_tail.erase(0, m_tail.size() - kTailBytes);
    }

    const std::string& tail() const { return m_tail; }

private:
    const InstallPhase& m_phase;
    std::string m_tail;
};

Result<void> install(
    Session& session, const std::string& command, const InstallPhase& phase,
    const std::stop_token& stop)
{
    RunRequest run;
    run.language = kShell;
    run.code = command + "\n";
    run.limits.wallSeconds = kInstallSeconds;
    run.limits.outputBytes = 0;
    run.keepBytes = 0;
    InstallSink sink(phase);
    SANDBENCH_TRY(const auto record, session.run(run, sink, stop));
    if (record.verdict == Verdict::Cancelled)
        return Error(ErrorCode::Cancelled, "stopped while packages were installed");
    if (record.verdict == Verdict::Exited && record.exitCode == 0)
        return {};
    const auto line = tellingLine(sink.tail());
    return Error(
        ErrorCode::Unavailable,
        "'" + oneLine(command, 200) + "': " + (line.empty() ? "" : line + " (")
            + verdictSentence(record) + (line.empty() ? "" : ")"));
}

} // namespace

Result<std::unique_ptr<Session>> openForInstalls(
    Engine& engine, SessionSpec spec, const LanguageCatalog& languages, ArtifactStore& artifacts,
    std::stop_token stop)
{
    spec.env.merge(packageEnvironment());
    return Session::open(
        engine, std::move(spec), languages.with(installShell()), artifacts, std::move(stop));
}

Result<void> runInstalls(Session& session, const InstallPhase& phase, const std::stop_token& stop)
{
    for (const auto& command : phase.commands)
        SANDBENCH_TRY_VOID(install(session, command, phase, stop));
    if (!phase.dropsNetwork)
        return {};
    auto dropped = session.dropNetwork(stop);
    if (!dropped)
        return std::move(dropped.error()).within("taking the network away");
    return {};
}

std::string tellingLine(const std::string& output)
{
    constexpr std::size_t kLongest = 300;
    std::string last;
    std::string complaint;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        // A progress bar's earlier states are in the same line.
        line.erase(0, line.rfind('\r', line.size() < 2 ? 0 : line.size() - 2) + 1);
        line = oneLine(line, kLongest);
        if (line.empty())
            continue;
        std::string lower = line;
        std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) {
            return static_cast<char>(std::tolower(c));
        });
        if (lower.find("error") != std::string::npos || lower.starts_with("e: ")
            || lower.find("fatal") != std::string::npos)
            complaint = line;
        last = line;
    }
    return complaint.empty() ? last : complaint;
}

} // namespace sandbench
