// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/open_sandbox.h"

#include "app/cli/option_values.h"
#include "app/cli/progress_view.h"
#include "app/cli/text.h"
#include "app/cli/waiting_line.h"
#include "core/base/fd.h"
#include "core/engine/image_store.h"
#include "core/engine/kubernetes/kube_engine.h"
#include "core/engine/kubernetes/pod_plan.h"
#include "core/session/install_phase.h"

#include <unistd.h>

namespace sandbench::cli {
namespace {

/// Whether @p image is what @p platform asks for: "linux/arm64", of which "linux/arm64/v8" is one.
bool isFor(const ImageInfo& image, const std::string& platform)
{
    return platform.empty() || (image.platform + "/").starts_with(platform + "/");
}

/// "numpy, pandas"
std::string wordsOf(const InstallRequest& request)
{
    std::string words;
    const auto add
        = [&](const std::string& word) { words += (words.empty() ? "" : ", ") + printable(word); };
    for (const auto& name : request.names)
        add(name);
    for (const auto& file : request.manifests)
        add("what " + file.destination + " lists");
    return words;
}

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
        SANDBENCH_TRY_VOID(checkFits());
        SANDBENCH_TRY_VOID(prepareImage());
        warnOfConnection();
        showDifferences();
        m_request.plan.spec.onWaiting = m_waiting.callback();
        SessionSpec spec;
        spec.policy = m_request.policy;
        spec.sandbox = m_request.plan.spec;
        spec.warm = m_request.warm;
        spec.profile = m_request.profile;
        const auto& plan = m_request.plan;
        InstallPhase phase{
            plan.installs, plan.spec.network.installPhaseOnly, {}, plan.packages, plan.wrapper};
        auto opened = phase.isEmpty()
            ? Session::open(
                *m_engine, std::move(spec), m_parts.languages(), m_parts.artifacts(), m_stop)
            : openForInstalls(
                *m_engine, std::move(spec), phase, m_parts.languages(), m_parts.artifacts(),
                m_stop);
        m_waiting.end();
        if (!opened || phase.isEmpty())
            return opened;
        auto session = *std::move(opened);
        if (m_request.verbose)
            phase.onOutput = [](std::string_view bytes) { (void)writeAll(STDERR_FILENO, bytes); };
        for (auto& request : phase.packages) {
            request.gateConfirmed = m_request.gateConfirmed;
            note("installing " + wordsOf(request));
        }
        m_signals.setEmergencyHandler([&] { (void)session->close(); });
        auto installed = runInstalls(*session, phase, m_stop);
        m_signals.setEmergencyHandler({});
        if (!installed)
            return phase.commands.empty() ? std::move(installed.error())
                                          : std::move(installed.error()).within("--install");
        return session;
    }

private:
    Result<void> checkFits()
    {
        const auto& plan = m_request.plan;
        if (plan.limitOptions.empty())
            return {};
        SANDBENCH_TRY(const auto machine, m_engine->capacity(m_stop));
        auto fits = m_parts.sizes().checkFits(plan.spec.limits, machine);
        if (!fits)
            return std::move(fits.error()).within(plan.limitOptions);
        return {};
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
        if (spec.pod.manifest.empty())
            return;
        spec.sessionId = "plan";
        kubernetes::PodSettings settings;
        settings.image = spec.image;
        settings.agentImage = spec.pod.agentImage;
        if (const auto plan = kubernetes::planPod(spec, settings))
            for (const auto& difference : plan->differences)
                note("manifest: " + printable(difference));
    }

    Result<void> prepareImage()
    {
        auto& spec = m_request.plan.spec;
        ImageStore* images = m_engine->images();
        if (!images || !spec.container.existing.empty())
            return {};
        if (!m_request.plan.buildFolder.empty())
            return build(*images);
        if (spec.image.empty() || m_request.plan.pull == Pull::Never)
            return {};
        if (m_request.plan.pull == Pull::Missing) {
            const auto there = images->inspect(spec.image, m_stop);
            // No registry has our own images; the store says how to get that.
            if (!there && (there.error().code() != ErrorCode::NotFound || isOwnImage(spec.image)))
                return std::move(there.error());
            const auto& platform = spec.container.platform;
            if (there && (isOwnImage(spec.image) || isFor(*there, platform))) {
                spec.container.keepTemplate = true; // it was not fetched for this
                return {};
            }
        }
        return fetch(*images);
    }

    Result<void> fetch(ImageStore& images)
    {
        const auto& spec = m_request.plan.spec;
        note("fetching " + spec.image);
        ProgressPrinter printer(true);
        PullRequest request;
        request.image = spec.image;
        request.platform = spec.container.platform;
        SANDBENCH_TRY_VOID(images.pull(request, printer.callback(), m_stop));
        return {};
    }

    Result<void> build(ImageStore& images)
    {
        auto& plan = m_request.plan;
        BuildRequest request;
        request.contextFolder = plan.buildFolder;
        request.tag = plan.spec.image;
        request.platform = plan.spec.container.platform;
        note("building " + plan.buildFolder);
        auto built = [&] {
            ProgressPrinter printer(true);
            return images.build(request, printer.callback(), m_stop);
        }();
        if (!built)
            return std::move(built.error()).within("--build");
        if (plan.spec.image.empty())
            plan.spec.image = *std::move(built);
        return {};
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
