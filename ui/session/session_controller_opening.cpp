// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How SessionController comes to its sandbox.
#include "core/base/fd.h"
#include "core/engine/image_store.h"
#include "core/engine/kubernetes/kube_engine.h"
#include "core/engine/kubernetes/manifest.h"
#include "core/engine/kubernetes/pod_options.h"
#include "core/workspace/session_snapshot.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/session/engine_probe.h"
#include "ui/session/pod_preview.h"
#include "ui/session/session_controller.h"

#include <QDateTime>

#include <algorithm>

namespace sandbench::ui {

bool SessionController::opensContainers() const
{
    const auto engine = m_parts.engines.find(m_choice.text("engine"), m_choice.text("connection"));
    return engine && usesImages(**engine);
}

SessionChoice SessionController::preparedChoice(std::vector<InstallRequest> packages) const
{
    SessionChoice choice = m_choice;
    const bool isNew = choice.text("pod").empty();
    choice.isStandardImage = isNew && opensContainers() && choice.text("image").empty();
    if (choice.isStandardImage)
        choice.set("image", m_parts.standardImage());
    // A pod or container that runs already keeps its network.
    choice.fetchesPackages
        = isNew && std::any_of(packages.begin(), packages.end(), [](const InstallRequest& request) {
              return request.sources.offlineFolder.empty();
          });
    choice.packages = std::move(packages);
    return choice;
}

void SessionController::warmUp(std::vector<InstallRequest> packages)
{
    if (m_session || isBusy())
        return;
    m_stopPresses = 0;
    m_openChoice = preparedChoice(std::move(packages));
    m_openRequest = {};
    m_openConnection.clear();
    m_openNamespace.clear();
    m_openWarnings.clear();
    m_lostReason.clear();
    ++m_openingRound;
    connectTo();
    setState(SessionState::Opening);
}

void SessionController::warmUpFrom(const std::string& snapshot)
{
    if (m_session || isBusy())
        return;
    m_snapshot = snapshot;
    warmUp();
}

Result<RunLimits> SessionController::runLimits() const
{
    SANDBENCH_TRY(
        const auto request, requestOf(m_session ? m_openChoice : m_choice, m_parts.engines));
    return request.runLimits;
}

void SessionController::setOpeningText(const QString& text)
{
    m_openingText = text;
    emit openingTextChanged(text);
}

namespace {

struct Reached
{
    Engine* engine = nullptr;
    std::string connection;
    std::string namespaceName; ///< Of a cluster.
    QStringList warnings; ///< Of the connection.
    std::string manifest; ///< The text of the choice's.
    bool namesImage = false; ///< The manifest.
};

// An engine that is down or lacks the image says so here, before anything is made.
Result<Reached> reach(EngineSource& engines, const SessionChoice& choice, std::stop_token stop)
{
    Reached reached;
    SANDBENCH_TRY(reached.engine, engines.find(choice.text("engine"), choice.text("connection")));
    if (!usesImages(*reached.engine))
        return reached;
    if (!choice.manifestFile.empty()) {
        SANDBENCH_TRY(reached.manifest, readFile(choice.manifestFile, kMostManifestBytes));
        reached.namesImage = kubernetes::namesImage(reached.manifest, choice.text("container"));
    }
    if (!choice.text("image").empty() && reached.engine->images())
        SANDBENCH_TRY_VOID(reached.engine->images()->inspect(choice.text("image"), stop));
    if (auto* cluster = dynamic_cast<KubernetesEngine*>(reached.engine)) {
        SANDBENCH_TRY(const auto api, cluster->api(std::move(stop)));
        const auto& way = api->connection();
        reached.connection = way.text();
        reached.namespaceName = jsonString(choice.said, "namespace", way.namespaceName);
        for (const std::string& warning : way.warnings)
            reached.warnings << toQString(warning);
        return reached;
    }
    reached.connection = choice.text("connection");
    const auto known = engines.connections(choice.text("engine"));
    for (std::size_t i = 0; known && i < known->size(); ++i)
        if (connectionKey(*known, i) == choice.text("connection"))
            reached.connection = (*known)[i].text();
    return reached;
}

QString creatingText(Engine& engine, const SessionChoice& choice)
{
    if (!usesImages(engine))
        return SessionController::tr("Opening a sandbox…");
    if (!choice.text("pod").empty())
        return SessionController::tr("Entering the pod…");
    return isCluster(engine.name()) ? SessionController::tr("Creating the pod…")
                                    : SessionController::tr("Creating the container…");
}

// What is half restored is no session.
Result<std::shared_ptr<workspace::HostedSandbox>> openWith(
    workspace::SandboxTable& sandboxes, workspace::SandboxOpening opening,
    const std::string& snapshot, const std::function<void(const QString&)>& tell,
    std::stop_token stop)
{
    if (!snapshot.empty()) {
        SANDBENCH_TRY(const auto facts, workspace::readSnapshot(snapshot));
        opening.request.session.memory = facts.memory;
    }
    SANDBENCH_TRY(auto opened, sandboxes.open(workspace::userCaller(), std::move(opening), stop));
    if (snapshot.empty())
        return opened;
    const auto progress = [&tell](std::uint64_t done, std::uint64_t all) {
        const auto percent = all == 0 ? 100 : done * 100 / all;
        tell(SessionController::tr("Bringing its files back: %1 %").arg(percent));
    };
    const auto restored
        = workspace::restoreSnapshot(opened->session(), snapshot, progress, std::move(stop));
    if (restored)
        return opened;
    (void)sandboxes.close(workspace::userCaller(), opened->id()).has_value();
    return restored.error();
}

QString installsText(const InstallPhase& installs)
{
    QStringList what;
    for (const std::string& command : installs.commands)
        what << toQString(command);
    for (const InstallRequest& request : installs.packages)
        what << requestText(request);
    return SessionController::tr("Installing packages: %1").arg(what.join(QStringLiteral(", ")));
}

} // namespace

void SessionController::connectTo()
{
    setOpeningText(
        m_openChoice.text("engine").empty()
            ? tr("Opening a sandbox…")
            : tr("Connecting to the engine %1…").arg(engineTitle(m_openChoice.text("engine"))));
    m_runStop = m_jobs.run(
        this,
        [engines = &m_parts.engines, choice = m_openChoice](std::stop_token stop) {
            return reach(*engines, choice, stop);
        },
        [this, round = m_openingRound](const Result<Reached>& reached) {
            if (round != m_openingRound)
                return;
            if (!reached)
                return finishOpening(reached.error());
            m_openConnection = toQString(reached->connection);
            m_openNamespace = toQString(reached->namespaceName);
            m_openWarnings = reached->warnings.join(u'\n');
            if (m_openChoice.isStandardImage && reached->namesImage)
                m_openChoice.set("image", {});
            create(*reached->engine, reached->manifest);
        });
}

void SessionController::create(Engine& engine, const std::string& manifest)
{
    auto request = requestOf(m_openChoice, m_parts.engines);
    if (!request)
        return finishOpening(request.error());
    m_openRequest = *std::move(request);
    m_openEngine = manifest.empty() ? &engine : nullptr;
    workspace::SandboxOpening opening;
    opening.request = m_openRequest;
    opening.request.session.warm = Warm::Now;
    opening.engine = &engine;
    opening.installName = "installing";
    if (!manifest.empty())
        podOf(opening.request.session.sandbox).manifest = manifest;
    // From the thread that opens.
    const auto tell = [this, round = m_openingRound](const QString& text) {
        QMetaObject::invokeMethod(
            this, [this, round, text] { showStep(round, text); }, Qt::QueuedConnection);
    };
    opening.request.session.sandbox.onWaiting = [tell](std::string_view reason) {
        tell(tr("Waiting: %1")
                 .arg(SafeText::display(toQString(std::string(reason.substr(0, 500))))));
    };
    opening.onInstalling
        = [tell, text = installsText(m_openRequest.installs)](Session&) { tell(text); };
    setOpeningText(creatingText(engine, m_openChoice));
    m_runStop = m_jobs.run(
        this,
        [sandboxes = &m_parts.workspace.sandboxes(), opening = std::move(opening),
         snapshot = std::exchange(m_snapshot, {}), tell](std::stop_token stop) mutable {
            return openWith(*sandboxes, std::move(opening), snapshot, tell, std::move(stop));
        },
        [this, round = m_openingRound](const Result<Sandbox>& opened) {
            if (round == m_openingRound)
                finishOpening(opened);
            else if (opened) // cancelled when it was all but there
                closeInBackground((*opened)->id());
        });
}

void SessionController::showStep(int round, const QString& text)
{
    if (round == m_openingRound && m_state == SessionState::Opening)
        setOpeningText(text);
}

// The engine is told, and nobody waits for its answer.
void SessionController::cancelOpening()
{
    m_runStop.request_stop();
    ++m_openingRound;
    finishOpening(Error(ErrorCode::Cancelled, "opening the sandbox was cancelled"));
}

/// The window's one pool has sandboxes like this session's from now on.
void SessionController::keepReady()
{
    if (!m_parts.keptReady || !m_openEngine)
        return;
    workspace::PoolRules rules;
    rules.least = static_cast<std::size_t>(std::max(m_parts.keptReady(), 0));
    rules.most = std::max(rules.most, 2 * rules.least);
    m_jobs.run(
        this,
        [sandboxes = &m_parts.workspace.sandboxes(), engine = m_openEngine, request = m_openRequest,
         rules](std::stop_token) mutable {
            const std::string name = "window";
            const auto same = sandboxes->pools().forRequest(*engine, request);
            if (same && rules.least > 0 && (same->name() != name || same->rules() == rules))
                return true;
            (void)sandboxes->pools().remove(name).has_value();
            // What no pool can have is opened when it is asked for.
            return rules.least > 0
                && sandboxes
                       ->addPool(workspace::userCaller(), name, std::move(request), rules, engine)
                       .has_value();
        },
        [](bool) {});
}

void SessionController::finishOpening(const Result<Sandbox>& opened)
{
    const auto queued = std::exchange(m_queued, std::nullopt);
    setOpeningText({});
    if (!opened) {
        setState(SessionState::None);
        emit openFailed(opened.error(), queued);
        return;
    }
    m_sandbox = *opened;
    m_session = {m_sandbox, &m_sandbox->session()};
    m_openedAt = QDateTime::currentMSecsSinceEpoch();
    m_use.begin(m_openedAt, m_sandbox->asked().session.sandbox.limits);
    m_metricsTimer.start();
    setState(SessionState::Idle);
    keepReady();
    if (queued)
        start(*queued);
}

} // namespace sandbench::ui
