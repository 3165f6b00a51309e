// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/json.h"
#include "core/report/review.h"

#include <QHash>
#include <QObject>

namespace sandbench::ui {

class SessionController;
class SessionList;
class SessionViews;
class VerdictPanel;

/// Has the panel show the last run of the chosen session. Thread: GUI.
class SessionVerdicts : public QObject
{
    Q_OBJECT

public:
    /// They outlive it.
    SessionVerdicts(
        SessionList& sessions, const SessionViews& views, VerdictPanel& panel, QObject* parent);

    /// What ChecksPanel tells.
    void noteChecks(const QString& program, int passed, int checks);
    /// Somebody reviewed @p run.
    void noteReview(const QString& run, const report::Review& review);

private:
    struct Shown
    {
        QString run, title, program;
        Json record = Json::object(); ///< Empty = it goes on.
    };
    void begin(const SessionController& session, const QString& run);
    void show();

    SessionList& m_sessions;
    const SessionViews& m_views;
    VerdictPanel& m_panel;
    QHash<const SessionController*, Shown> m_last;
    QHash<QString, QString> m_checks; ///< Sentences, by the program's file.
};

} // namespace sandbench::ui
