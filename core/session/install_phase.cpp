// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/install_phase.h"

#include "core/base/text.h"
#include "core/package/telling_line.h"

#include <map>

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

/// Where the program's user may write: for a shell that calls pip or npm by itself.
std::map<std::string, std::string> shellEnvironment()
{
    const std::string folder = kPackages;
    return {
        {"PIP_TARGET", folder},
        {"PIP_BREAK_SYSTEM_PACKAGES", "1"},
        {"PIP_DISABLE_PIP_VERSION_CHECK", "1"},
        {"PIP_NO_CACHE_DIR", "1"},
        {"npm_config_prefix", folder},
        {"npm_config_cache", "/tmp/npm"}};
}

/// Where interpreters look then.
std::map<std::string, std::string> programEnvironment()
{
    const std::string folder = kPackages;
    return {{"PYTHONPATH", folder}, {"NODE_PATH", folder + "/lib/node_modules"}};
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
    run.env = shellEnvironment();
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
    Engine& engine, SessionSpec spec, const InstallPhase& phase, const LanguageCatalog& languages,
    ArtifactStore& artifacts, std::stop_token stop)
{
    if (!phase.commands.empty())
        spec.env.merge(programEnvironment());
    spec.installsFirst = true;
    return Session::open(
        engine, std::move(spec), languages.with(installShell()), artifacts, std::move(stop));
}

Result<void> runInstalls(Session& session, const InstallPhase& phase, const std::stop_token& stop)
{
    for (const auto& command : phase.commands)
        SANDBENCH_TRY_VOID(install(session, command, phase, stop));
    for (auto request : phase.packages) {
        if (!request.onOutput)
            request.onOutput = phase.onOutput;
        SANDBENCH_TRY_VOID(session.install(request, stop));
    }
    if (phase.dropsNetwork)
        if (auto dropped = session.dropNetwork(stop); !dropped)
            return std::move(dropped.error()).within("taking the network away");
    session.wrapPrograms(phase.wrapper);
    return session.startInterpreters();
}

} // namespace sandbench
