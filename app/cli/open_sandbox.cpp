// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/open_sandbox.h"

#include "app/cli/progress_view.h"
#include "app/cli/text.h"
#include "app/cli/waiting_line.h"
#include "core/base/fd.h"
#include "core/engine/kubernetes/kube_engine.h"
#include "core/engine/kubernetes/pod_options.h"
#include "core/engine/kubernetes/pod_plan.h"
#include "core/workspace/defaults.h"
#include "core/workspace/follow_run.h"

#include <unistd.h>

namespace sandbench::cli {
namespace {

/// Before anything secret goes over it. Whether it works at all, opening tells.
void warnOfConnection(Engine* engine, const std::stop_token& stop)
{
    auto* cluster = dynamic_cast<KubernetesEngine*>(engine);
    if (!cluster)
        return;
    if (const auto api = cluster->api(stop))
        for (const auto& warning : (*api)->connection().warnings)
            note("warning: " + printable(warning));
}

/// What a manifest says otherwise than our defaults. Whether it can be, opening tells.
void showDifferences(SandboxSpec spec)
{
    if (podOf(spec).manifest.empty())
        return;
    spec.sessionId = "plan";
    kubernetes::PodSettings settings;
    settings.image = spec.image;
    settings.agentImage = podOf(spec).agentImage;
    if (const auto plan = kubernetes::planPod(spec, settings))
        for (const auto& difference : plan->differences)
            note("manifest: " + printable(difference));
}

workspace::SandboxOpening openingOf(
    workspace::SandboxRequest request, const OpenOptions& options, Signals& signals,
    WaitingLine& waiting)
{
    workspace::SandboxOpening opening;
    opening.request = std::move(request);
    opening.request.blamesRequest = false;
    opening.engine = options.engine;
    auto& asked = opening.request.session;
    asked.policy = options.policy;
    asked.sandbox.onWaiting = waiting.callback();
    asked.warm = options.warm;
    auto& installs = opening.request.installs;
    if (options.verbose)
        installs.onOutput = [](std::string_view bytes) { (void)writeAll(STDERR_FILENO, bytes); };
    for (auto& package : installs.packages)
        package.gateConfirmed = options.gateConfirmed;
    opening.installName = "--install";
    opening.buildName = "--build";
    opening.onNote = [](std::string_view line) { note(printable(line)); };
    opening.showImage = [] {
        const auto printer = std::make_shared<ProgressPrinter>(true);
        return [printer, show = printer->callback()](const ImageProgress& progress) {
            show(progress);
        };
    };
    opening.onInstalling = [&signals, &waiting](Session& session) {
        waiting.end();
        signals.setEmergencyHandler([&session] { (void)session.close(); });
    };
    opening.onInstalled = [&signals] { signals.setEmergencyHandler({}); };
    return opening;
}

} // namespace

Result<std::unique_ptr<Composition>> compositionFor(Json& said)
{
    SANDBENCH_TRY(
        auto parts, Composition::create(workspace::connectionOf(said), jsonString(said, "engine")));
    said = workspace::withDefaults(parts->settings().defaults, said);
    return parts;
}

Result<std::unique_ptr<workspace::Workspace>> openWorkspace(Composition& parts)
{
    // A person sits here and closes what they opened.
    return workspace::Workspace::open(
        parts, {.folder = stateFolder(), .tell = note, .reaps = false});
}

Result<std::shared_ptr<workspace::HostedSandbox>> openSandbox(
    workspace::Workspace& workspace, Signals& signals, workspace::SandboxRequest request,
    OpenOptions options)
{
    const auto stop = signals.stopToken();
    auto* engine = options.engine;
    if (!engine) {
        SANDBENCH_TRY(engine, workspace.parts().engines().find(request.engine));
    }
    warnOfConnection(engine, stop);
    showDifferences(request.session.sandbox);
    WaitingLine waiting(options.verbose);
    return workspace.sandboxes().open(
        workspace::userCaller(), openingOf(std::move(request), options, signals, waiting), stop);
}

Result<void> closeSandbox(workspace::Workspace& workspace, const workspace::HostedSandbox& sandbox)
{
    return workspace.sandboxes().close(workspace::userCaller(), sandbox.id());
}

Result<RunRecord> runInSandbox(
    workspace::Workspace& workspace, Signals& signals,
    const std::shared_ptr<workspace::HostedSandbox>& sandbox, RunRequest request, RunSink& sink,
    const std::function<void(const std::shared_ptr<workspace::HostedRun>&)>& onStarting)
{
    SANDBENCH_TRY(
        auto followed,
        workspace.runs().startFollowed(workspace::userCaller(), sandbox, std::move(request)));
    const auto run = followed.run;
    onStarting(run);
    const std::stop_callback onStop(signals.stopToken(), [&run] { run->cancel(); });
    return *workspace::followRun(std::move(followed), sink);
}

} // namespace sandbench::cli
