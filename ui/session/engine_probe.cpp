// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/engine_probe.h"

#include "ui/async/job_runner.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"

namespace sandbench::ui {

static constexpr qsizetype kLongestSentence = 400; // a server may say anything

static QString sentence(const std::string& foreign)
{
    const QString text = SafeText::display(foreign);
    return text.size() > kLongestSentence ? text.left(kLongestSentence) + QStringLiteral("…")
                                          : text;
}

QString engineTitle(const std::string& engine)
{
    if (engine == "local")
        return EngineProbe::tr("Embedded");
    if (engine == "ssh")
        return QStringLiteral("SSH");
    QString title = toQString(engine);
    if (!title.isEmpty())
        title[0] = title[0].toUpper();
    return title;
}

EngineProbe::EngineProbe(EngineSource& source, JobRunner& jobs, std::string engine, QObject* parent)
    : QObject(parent)
    , m_source(source)
    , m_jobs(jobs)
    , m_engine(std::move(engine))
{
}

EngineProbe::~EngineProbe()
{
    m_stop.request_stop();
}

void EngineProbe::start(const std::string& connection)
{
    m_stop.request_stop();
    m_connection = connection;
    m_status.reset();
    m_handle = nullptr;
    m_probing = true;
    const int round = ++m_round;
    emit changed();
    m_stop = m_jobs.run(
        this,
        [source = &m_source, engine = m_engine](std::stop_token) {
            return source->connections(engine);
        },
        [this, round](Result<std::vector<docker::Connection>> found) {
            if (round != m_round)
                return;
            if (!found && m_connection.empty()) {
                Answer answer;
                answer.status.problem = found.error().text();
                return finish(std::move(answer));
            }
            m_connections = std::move(found).value_or(std::vector<docker::Connection>());
            emit connectionsFound();
            probe();
        });
}

void EngineProbe::probe()
{
    m_stop = m_jobs.run(
        this,
        [source = &m_source, engine = m_engine, connection = m_connection](std::stop_token stop) {
            Answer answer;
            auto found = source->find(engine, connection);
            if (found) {
                answer.engine = *found;
                answer.status = (*found)->look(stop);
            } else {
                answer.status.problem = found.error().text();
            }
            return answer;
        },
        [this, round = m_round](Answer answer) {
            if (round == m_round)
                finish(std::move(answer));
        });
}

void EngineProbe::finish(Answer answer)
{
    m_probing = false;
    m_handle = answer.engine;
    m_status = std::move(answer.status);
    emit changed();
}

QString EngineProbe::title() const
{
    return engineTitle(m_engine);
}

QString EngineProbe::statusText() const
{
    if (!m_status)
        return tr("Checking…");
    QStringList parts;
    if (m_status->usable) {
        parts << tr("Usable");
        if (!m_status->version.empty())
            parts << sentence(m_status->version);
        if (!m_status->connection.empty())
            parts << sentence(m_status->connection);
        return parts.join(QStringLiteral(" · "));
    }
    parts << tr("Not usable: %1")
                 .arg(
                     m_status->problem.empty() ? tr("no reason is known")
                                               : sentence(m_status->problem));
    if (!m_status->remedy.empty())
        parts << tr("What helps: %1").arg(sentence(m_status->remedy));
    return parts.join(u'\n');
}

} // namespace sandbench::ui
