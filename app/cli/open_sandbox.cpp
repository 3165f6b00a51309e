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
    SandboxOpener(Composition& parts, Signals& signals, SandboxRequest request)
        : m_parts(parts)
        , m_signals(signals)
        , m_request(std::move(request))
        , m_stop(signals.stopToken())
        , m_waiting(m_request.verbose)
    {
    }

    Result<std::unique_ptr<Session>> open()
    {
        SANDBENCH_TRY(m_engine, m_parts.engines().find(m_request.engine));
        warnOfConnection();
        showDifferences();
        auto opened = sandbench::openSandbox(m_parts, *m_engine, opening(), m_stop);
        m_waiting.end();
        return opened;
    }

private:
    SandboxOpening opening()
    {
        auto& plan = m_request.plan;
        SandboxOpening opening;
        opening.session.policy = m_request.policy;
        opening.session.sandbox = plan.spec;
        opening.session.sandbox.onWaiting = m_waiting.callback();
        opening.session.warm = m_request.warm;
        opening.session.profile = m_request.profile;
        opening.installs
            = {plan.installs, plan.spec.network.installPhaseOnly, {}, plan.packages, plan.wrapper};
        if (m_request.verbose)
            opening.installs.onOutput
                = [](std::string_view bytes) { (void)writeAll(STDERR_FILENO, bytes); };
        for (auto& request : opening.installs.packages)
            request.gateConfirmed = m_request.gateConfirmed;
        opening.pull = plan.pull;
        opening.buildFolder = plan.buildFolder;
        opening.limitNames = plan.limitOptions;
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
        auto spec = m_request.plan.spec;
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
    SandboxRequest m_request;
    const std::stop_token m_stop;
    WaitingLine m_waiting;
    Engine* m_engine = nullptr;
};

} // namespace

Result<std::unique_ptr<Session>>
openSandbox(Composition& parts, Signals& signals, SandboxRequest request)
{
    return SandboxOpener(parts, signals, std::move(request)).open();
}

} // namespace sandbench::cli
