// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/config/settings.h"
#include "ui/async/event_relay.h"
#include "ui/async/job_runner.h"
#include "ui/session/session_controller.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::ui {

class SessionOpener;

/// Installs packages for the window's programs, one request at a time, and remembers what the open
/// session got. Thread: GUI; core is called through the JobRunner only.
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
    PackageInstalls(SessionController& controller, SessionOpener& opener, QObject* parent);
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
    /// In the session that is open now.
    const std::vector<Installed>& installed() const { return m_installed; }

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
    void followSession();
    bool takeSources(const Result<Settings>& settings);

    SessionController& m_controller;
    SessionOpener& m_opener;
    std::function<Result<std::shared_ptr<const CodePolicy>>()> m_policy;
    PackageSettings m_sources;
    bool m_sourcesKnown = false;
    std::vector<Installed> m_installed;
    std::weak_ptr<Session> m_session; ///< That they are installed in.
    Installed m_current; ///< Being installed.
    std::optional<int> m_round; ///< Of the request under way.
    int m_rounds = 0;
    bool m_opens = false; ///< The request is part of opening a session.
    std::shared_ptr<EventRelay> m_relay; // shared with the job
    std::stop_source m_stop;
    JobRunner m_jobs; // last: its destruction waits for jobs that use what stands above
};

} // namespace sandbench::ui
