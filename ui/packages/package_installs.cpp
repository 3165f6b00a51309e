// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/packages/package_installs.h"

#include "core/config/settings_file.h"
#include "core/engine/install_network.h"
#include "core/session/gate_check.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/packages/package_words.h"
#include "ui/session/session_opener.h"

namespace sandbench::ui {

PackageInstalls::PackageInstalls(SessionList& sessions, SessionOpener& opener, QObject* parent)
    : QObject(parent)
    , m_sessions(sessions)
    , m_opener(opener)
{
    sessions.connectChosen(&SessionController::stateChanged, this, &PackageInstalls::changed);
    connect(&sessions, &SessionList::chosenChanged, this, &PackageInstalls::changed);
    connect(&opener, &SessionOpener::choiceChanged, this, &PackageInstalls::changed);
    sessions.forEach(this, [this](SessionController* session) {
        connect(session, &SessionController::stateChanged, this, [this, session] {
            if (session != m_opens || session->state() != SessionState::Idle)
                return;
            m_session = session->session();
            end(std::nullopt);
        });
        connect(session, &SessionController::openFailed, this, [this, session](const Error& error) {
            if (session == m_opens)
                end(error);
        });
    });
    connect(&sessions, &SessionList::removed, this, [this](const SessionController* session) {
        if (session == m_opens)
            end(Error(ErrorCode::Cancelled, "the session was closed"));
    });
    reloadSources();
}

PackageInstalls::~PackageInstalls()
{
    if (m_relay)
        m_relay->close(); // a worker may be waiting for room in it
}

static bool hasNetwork(const Session& session)
{
    const std::string network = session.network();
    return network != "none" && !network.ends_with("(dropped)");
}

PackageInstalls::Way PackageInstalls::way() const
{
    const auto& session = m_sessions.chosen().session();
    if (!session)
        return Way::NewSession;
    const bool isEnough = !m_sources.offlineFolder.empty() || hasNetwork(*session);
    return isEnough ? Way::OpenSession : Way::NewSession;
}

QString PackageInstalls::networkText() const
{
    const SessionController& chosen = m_sessions.chosen();
    const auto& session = chosen.session();
    const std::string engine = chosen.choice().text("engine");
    if (!m_sources.offlineFolder.empty())
        return tr("Packages come from the folder %1: no network is used.")
            .arg(SafeText::display(m_sources.offlineFolder));
    if (session && hasNetwork(*session))
        return tr("⚠ The open session keeps its network %1: packages come over it, and programs "
                  "reach it, too.")
            .arg(SafeText::display(session->network()));
    const std::string named = chosen.choice().text("network");
    if (!named.empty())
        return tr("⚠ A session is opened with the network %1, and keeps it.")
            .arg(SafeText::display(named));
    const QString phase
        = tr("A session is opened with the network %1 for the install alone: it is taken away "
             "permanently before the first program runs.")
              .arg(toQString(std::string(usualInstallNetwork(engine))));
    return session ? phase + tr(" ⚠ What the open session holds is lost.") : phase;
}

QString PackageInstalls::problem() const
{
    if (isRunning())
        return tr("packages are being installed");
    if (!m_sourcesKnown)
        return tr("the settings are being read");
    if (m_sessions.chosen().state() == SessionState::Opening)
        return tr("the session is being opened");
    if (m_sessions.chosen().isRunning() && way() == Way::NewSession)
        return tr("a program is running, stop it first");
    return {};
}

void PackageInstalls::reloadSources()
{
    m_jobs.run(
        this, [](std::stop_token) { return loadSettings(settingsPath()); },
        [this](const Result<Settings>& settings) { takeSources(settings); });
}

void PackageInstalls::saveSources(const PackageSettings& sources)
{
    m_jobs.run(
        this,
        [sources](std::stop_token) -> Result<Settings> {
            const auto path = settingsPath();
            SANDBENCH_TRY_VOID(setPackageSettings(path, sources));
            return loadSettings(path);
        },
        [this](const Result<Settings>& settings) {
            if (takeSources(settings))
                emit sourcesSaved();
        });
}

bool PackageInstalls::takeSources(const Result<Settings>& settings)
{
    m_sourcesKnown = true;
    if (settings)
        m_sources = settings->packages;
    else
        emit sourcesFailed(settings.error());
    emit changed();
    return settings.has_value();
}

void PackageInstalls::installFile(const QString& path)
{
    if (!problem().isEmpty())
        return;
    m_jobs.run(
        this, [path = toStd(path)](std::stop_token) { return readRequirementsFile(path); },
        [this](const Result<InstallRequest>& request) {
            if (request)
                install(*request);
            else
                emit ended(request.error());
        });
}

// Nobody answers here: what the policy asks about stays out as well.
static PackageRefusal refusalOf(const std::shared_ptr<const CodePolicy>& policy)
{
    if (!policy)
        return {};
    return
        [id = policy->id, refuses = packageRule(policy, true), asks = packageRule(policy, false)](
            const std::string& manager, const std::string& key) -> std::optional<std::string> {
            if (auto why = refuses(manager, key))
                return why;
            if (asks(manager, key))
                return "the policy " + id + " asks about it; choose another policy to install it";
            return std::nullopt;
        };
}

void PackageInstalls::install(InstallRequest request)
{
    if (!problem().isEmpty())
        return;
    const auto policy = m_policy ? m_policy() : std::shared_ptr<const CodePolicy>();
    if (!policy) {
        emit ended(policy.error());
        return;
    }
    request.sources = m_sources;
    request.refuses = refusalOf(*policy);
    begin(request);
    request.onOutput
        = [relay = m_relay](std::string_view bytes) { relay->onOutput(StreamKind::Stdout, bytes); };
    if (way() == Way::OpenSession)
        return installHere(std::move(request));
    m_opens = &m_sessions.chosen();
    m_opener.openWithPackages({std::move(request)});
}

void PackageInstalls::begin(const InstallRequest& request)
{
    m_round = ++m_rounds;
    m_current = {request.manager, SafeText::display(requestText(request))};
    m_relay = std::make_shared<EventRelay>([this](const EventRelay::Event& event) {
        if (const auto* text = std::get_if<EventRelay::Output>(&event))
            emit output(toBytes(text->bytes));
    });
    emit started(m_current.what);
    emit changed();
}

void PackageInstalls::installHere(InstallRequest request)
{
    m_session = m_sessions.chosen().session();
    m_stop = m_jobs.run(
        this,
        [session = m_session.lock(), request = std::move(request)](std::stop_token stop) {
            return session->install(request, stop);
        },
        // The relay belongs to this thread, so it is kept until the job has let go of it.
        [this, round = *m_round, relay = m_relay](const Result<void>& done) {
            if (m_round != round)
                return;
            end(done ? std::optional<Error>() : std::optional<Error>(done.error()));
        });
}

void PackageInstalls::cancel()
{
    if (!isRunning())
        return;
    m_relay->close();
    if (m_opens)
        return m_opens->stop(); // tells openFailed()
    m_stop.request_stop();
    end(Error(ErrorCode::Cancelled, "the install was cancelled"));
}

void PackageInstalls::end(const std::optional<Error>& problem)
{
    m_relay->flush();
    m_relay.reset();
    m_round.reset();
    m_opens = nullptr;
    if (!problem)
        m_installed[m_session].push_back(m_current);
    emit ended(problem);
    emit changed();
}

const std::vector<PackageInstalls::Installed>& PackageInstalls::installed() const
{
    static const std::vector<Installed> none;
    const auto found = m_installed.find(m_sessions.chosen().session());
    return found == m_installed.end() ? none : found->second;
}

} // namespace sandbench::ui
