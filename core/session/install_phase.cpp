// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/install_phase.h"

#include "core/base/text.h"
#include "core/session/install_step.h"

namespace sandbench {

namespace {

/// Those whose names people type at a shell: what such a command installs goes where programs find
/// it.
constexpr const char* kShellManagers[] = {"pip", "npm"};

/// An image without that manager is none the worse for it; the command says what it lacks.
Result<void> prepareForShell(Session& session, const std::stop_token& stop)
{
    for (const auto* id : kShellManagers) {
        InstallRequest nothing;
        nothing.manager = id;
        const auto prepared = session.install(nothing, stop);
        if (!prepared && prepared.error().code() != ErrorCode::Unavailable)
            return prepared.error();
    }
    return {};
}

Result<void> install(
    Session& session, const std::string& command, const InstallPhase& phase,
    const std::stop_token& stop)
{
    RunRequest run;
    run.command = {"sh", "-c", command};
    const auto outcome = runInstallStep(session, std::move(run), phase.onOutput, stop);
    if (outcome.failedAs(ErrorCode::NotFound))
        return Error(
            ErrorCode::Unavailable,
            "installing needs an image with a shell; build one with what is wanted");
    if (!outcome)
        return outcome.error();
    if (outcome->succeeded())
        return {};
    return Error(
        ErrorCode::Unavailable, "'" + oneLine(command, 200) + "': " + outcome->problem({}));
}

} // namespace

Result<std::unique_ptr<Session>> openForInstalls(
    Engine& engine, SessionSpec spec, const InstallPhase& phase, const LanguageCatalog& languages,
    ArtifactStore& artifacts, std::stop_token stop)
{
    spec.installsFirst = !phase.isEmpty();
    return Session::open(engine, std::move(spec), languages, artifacts, std::move(stop));
}

Result<void> runInstalls(Session& session, const InstallPhase& phase, const std::stop_token& stop)
{
    if (!phase.commands.empty())
        SANDBENCH_TRY_VOID(prepareForShell(session, stop));
    for (const auto& command : phase.commands)
        SANDBENCH_TRY_VOID(install(session, command, phase, stop));
    for (auto request : phase.packages) {
        if (!request.onOutput)
            request.onOutput = phase.onOutput;
        SANDBENCH_TRY_VOID(session.install(request, stop));
    }
    if (phase.dropsNetwork)
        SANDBENCH_TRY_VOID(session.dropNetwork(stop).within("taking the network away"));
    session.wrapPrograms(phase.wrapper);
    return session.startInterpreters();
}

} // namespace sandbench
