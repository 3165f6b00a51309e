// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/engine_source.h"

#include <QObject>
#include <QString>

#include <optional>
#include <stop_token>

namespace sandbench::ui {

class JobRunner;

/// What is known of one engine while somebody chooses: the ways to reach it, and whether a sandbox
/// is possible there. Makes no container for that. Asks in the background; a probe that hangs is
/// given up with this object. Thread: GUI.
class EngineProbe : public QObject
{
    Q_OBJECT

public:
    /// @p source and @p jobs outlive it.
    EngineProbe(EngineSource& source, JobRunner& jobs, std::string engine, QObject* parent);
    ~EngineProbe() override;

    const std::string& engine() const { return m_engine; }
    const std::string& connection() const { return m_connection; }
    /// Looks for the ways to the engine, and probes the one with the key @p connection.
    void start(const std::string& connection);

    bool isProbing() const { return m_probing; }
    /// For an engine with images: it answers, whatever images it has.
    bool isUsable() const { return m_handle && m_status && m_status->usable; }
    /// Nothing until the probe has answered.
    const std::optional<EngineStatus>& status() const { return m_status; }
    const std::vector<docker::Connection>& connections() const { return m_connections; }
    /// Of the chosen connection; null before it was probed.
    Engine* handle() const { return m_handle; }

    /// "Docker", "Embedded".
    QString title() const;
    /// What it is, or why it cannot be used and what to do, in one or two lines.
    QString statusText() const;

signals:
    void changed();
    void connectionsFound();

private:
    struct Answer
    {
        Engine* engine = nullptr;
        EngineStatus status;
    };
    void probe();
    void finish(Answer answer);

    EngineSource& m_source;
    JobRunner& m_jobs;
    std::string m_engine, m_connection;
    std::vector<docker::Connection> m_connections;
    std::optional<EngineStatus> m_status;
    Engine* m_handle = nullptr;
    bool m_probing = false;
    int m_round = 0; ///< Answers to older questions are dropped.
    std::stop_source m_stop;
};

/// For people: "Embedded" for "local", "Docker", "Podman".
QString engineTitle(const std::string& engine);

} // namespace sandbench::ui
