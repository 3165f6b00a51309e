// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/verdict/session_verdicts.h"

#include "core/workspace/requests.h"
#include "ui/run_presenter.h"
#include "ui/session/session_list.h"
#include "ui/session_views.h"
#include "ui/verdict/verdict_panel.h"

#include <QLocale>
#include <QTime>

namespace sandbench::ui {

SessionVerdicts::SessionVerdicts(
    SessionList& sessions, const SessionViews& views, VerdictPanel& panel, QObject* parent)
    : QObject(parent)
    , m_sessions(sessions)
    , m_views(views)
    , m_panel(panel)
{
    m_sessions.forEach(this, [this](SessionController* session) {
        connect(session, &SessionController::runStarted, this, [this, session](const QString& run) {
            begin(*session, run);
        });
        connect(session, &SessionController::runEnded, this, [this, session](const RunRecord& end) {
            // A flood made into JSON would hold the window up for as long as it takes.
            RunRecord brief = end;
            brief.stdoutBytes.clear();
            brief.stderrBytes.clear();
            m_last[session].record = workspace::runView(brief, {});
            show();
        });
    });
    connect(&m_sessions, &SessionList::removed, this, [this](const SessionController* session) {
        m_last.remove(session);
    });
    connect(&m_sessions, &SessionList::chosenChanged, this, &SessionVerdicts::show);
}

void SessionVerdicts::begin(const SessionController& session, const QString& run)
{
    const auto& presenter = m_views.presenterOf(session);
    m_last[&session] = {run, presenter.title(), presenter.fileName()};
    show();
}

void SessionVerdicts::noteChecks(const QString& program, int passed, int checks)
{
    // The time, since the program may have been edited afterwards.
    m_checks.insert(
        program,
        (passed == checks ? tr("✓ %1 of %2 passed at %3") : tr("✗ %1 of %2 passed at %3"))
            .arg(passed)
            .arg(checks)
            .arg(QLocale().toString(QTime::currentTime(), QLocale::ShortFormat)));
    show();
}

void SessionVerdicts::noteReview(const QString& run, const report::Review& review)
{
    for (Shown& last : m_last)
        if (last.run == run)
            last.record["review"] = toJson(review);
    if (m_panel.run() == run)
        m_panel.setReview(review);
}

void SessionVerdicts::show()
{
    const auto last = m_last.constFind(&m_sessions.chosen());
    if (last == m_last.constEnd())
        return m_panel.showNothing();
    m_panel.showRun(last->run, last->title, last->record);
    m_panel.setChecks(m_checks.value(last->program));
}

} // namespace sandbench::ui
