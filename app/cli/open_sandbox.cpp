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
#include "core/workspace/sandbox_opening.h"

#include <unistd.h>

namespace sandbench::cli {
namespace {

class SandboxOpener
{
public:
    SandboxOpener(
        Composition& parts, Signals& signals, workspace::SandboxRequest request, OpenChoice choice)
        : m_parts(parts)
        , m_signals(signals)
        , m_request(std::move(request))
        , m_choice(std::move(choice))
        , m_stop(signals.stopToken())
        , m_waiting(m_choice.verbose)
    {
    }

    Result<std::unique_ptr<Session>> open()
    {
        SANDBENCH_TRY(m_engine, m_parts.engines().find(m_request.engine));
        warnOfConnection();
        showDifferences();
        auto opened = workspace::openSandbox(m_parts, *m_engine, opening(), m_stop);
        m_waiting.end();
        return opened;
    }

private:
    workspace::SandboxOpening opening()
    {
        workspace::SandboxOpening opening;
        opening.request = m_request;
        auto& asked = opening.request.session;
        asked.policy = m_choice.policy;
        asked.sandbox.onWaiting = m_waiting.callback();
        asked.warm = m_choice.warm;
        auto& installs = opening.request.installs;
        if (m_choice.verbose)
            installs.onOutput
                = [](std::string_view bytes) { (void)writeAll(STDERR_FILENO, bytes); };
        for (auto& request : installs.packages)
            request.gateConfirmed = m_choice.gateConfirmed;
        opening.misfit = ErrorCode::ResourceExhausted; // an engine's refusal, as others of its
        opening.installName = "--install";
        opening.buildName = "--build";
        opening.onNote = [](std::string_view line) { note(printable(line)); };
        opening.showImage = [] {
            const auto printer = std::make_shared<ProgressPrinter>(true);
            return [printer, show = printer->callback()](const ImageProgress& progress) {
                show(progress);
            };
        };
        opening.onInstalling = [this](Session& session) {
            m_waiting.end();
            m_signals.setEmergencyHandler([&session] { (void)session.close(); });
        };
        opening.onInstalled = [this] { m_signals.setEmergencyHandler({}); };
        return opening;
    }

    /// Before anything secret goes over it. Whether it works at all, opening tells.
    void warnOfConnection()
    {
        auto* cluster = dynamic_cast<KubernetesEngine*>(m_engine);
        if (!cluster)
            return;
        if (const auto api = cluster->api(m_stop))
            for (const auto& warning : (*api)->connection().warnings)
                note("warning: " + printable(warning));
    }

    /// What a manifest says otherwise than our defaults. Whether it can be, opening tells.
    void showDifferences()
    {
        auto spec = m_request.session.sandbox;
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

    Composition& m_parts;
    Signals& m_signals;
    workspace::SandboxRequest m_request;
    OpenChoice m_choice;
    const std::stop_token m_stop;
    WaitingLine m_waiting;
    Engine* m_engine = nullptr;
};

} // namespace

Result<std::unique_ptr<Composition>> compositionFor(const Json& said)
{
    return Composition::create(
        workspace::connectionOf(said),
        jsonString(said, "engine", workspace::SandboxRequest().engine));
}

Result<std::unique_ptr<Session>> openSandbox(
    Composition& parts, Signals& signals, workspace::SandboxRequest request, OpenChoice choice)
{
    return SandboxOpener(parts, signals, std::move(request), std::move(choice)).open();
}

} // namespace sandbench::cli
