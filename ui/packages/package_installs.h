// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/settings.h"
#include "ui/async/event_relay.h"
#include "ui/async/job_runner.h"
#include "ui/session/session_list.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::ui {

class SessionOpener;

/// Installs packages for the window's programs, one request at a time, into the chosen session, and
/// remembers what each sandbox got. Thread: GUI; core is called through the JobRunner only.
class PackageInstalls : public QObject
{
    Q_OBJECT

public:
    /// Where the next request goes.
    enum class Way {
        OpenSession,
        NewSession, ///< The open one, if there is one, has no network to fetch packages with.
    };
    struct Installed
    {
        std::string manager;
        QString what; ///< Safe to show.
    };

    /// Both outlive it.
    PackageInstalls(SessionList& sessions, SessionOpener& opener, QObject* parent);
    ~PackageInstalls() override;

    /// Tells which policy keeps packages out right now; null = none does. Nothing is installed
    /// where it cannot tell.
    void setPolicy(std::function<Result<std::shared_ptr<const CodePolicy>>()> policy)
    {
        m_policy = std::move(policy);
    }
    Way way() const;
    /// Which network an install uses now, and what becomes of it: some sentences for people.
    QString networkText() const;
    /// Why nothing can be installed now; empty = it can.
    QString problem() const;
    bool isRunning() const { return m_round.has_value(); }
    /// In the chosen session.
    const std::vector<Installed>& installed() const;

    /// As the user's settings say: packages come from there.
    const PackageSettings& sources() const { return m_sources; }
    void reloadSources();
    void saveSources(const PackageSettings& sources);

    void install(InstallRequest request);
    /// Reads the file first.
    void installFile(const QString& path);
    /// At once; what is under way ends in the background.
    void cancel();

signals:
    void started(const QString& what);
    void output(const QByteArray& bytes);
    /// Nothing = all is installed.
    void ended(const std::optional<Error>& problem);
    /// What the getters tell.
    void changed();
    /// They stand in the user's settings now.
    void sourcesSaved();
    /// Sources could not be read or written.
    void sourcesFailed(const Error& error);

private:
    void begin(const InstallRequest& request);
    void installHere(InstallRequest request);
    void end(const std::optional<Error>& problem);
    bool takeSources(const Result<Settings>& settings);

    SessionList& m_sessions;
    SessionOpener& m_opener;
    std::function<Result<std::shared_ptr<const CodePolicy>>()> m_policy;
    PackageSettings m_sources;
    bool m_sourcesKnown = false;
    std::map<std::weak_ptr<Session>, std::vector<Installed>, std::owner_less<>> m_installed;
    Installed m_current; ///< Being installed.
    std::weak_ptr<Session> m_session; ///< In which one.
    std::optional<int> m_round; ///< Of the request under way.
    int m_rounds = 0;
    SessionController* m_opens = nullptr; ///< What it is part of the opening of; null = of none.
    std::shared_ptr<EventRelay> m_relay; // shared with the job
    std::stop_source m_stop;
    JobRunner m_jobs; // last: its destruction waits for jobs that use what stands above
};

} // namespace sandbench::ui
