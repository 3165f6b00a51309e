// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/changes/change_desk.h"

#include "ui/common/safe_text.h"
#include "ui/tasks/run_task.h"

#include <algorithm>
#include <utility>

namespace sandbench::ui {

static constexpr int kClockMilliseconds = 100;

ChangeDesk::ChangeDesk(std::string stateFolder, QObject* parent)
    : QObject(parent)
    , m_stateFolder(std::move(stateFolder))
{
    m_clock.setInterval(kClockMilliseconds);
    connect(&m_clock, &QTimer::timeout, this, [this] {
        const std::size_t done = *m_done;
        emit progressed(done, m_all);
        if (m_tasks)
            m_tasks->report(
                m_task, {},
                static_cast<double>(done) / static_cast<double>(std::max<std::size_t>(1, m_all)));
    });
}

void ChangeDesk::setRun(const std::string& runId)
{
    if (!m_isActing) // what a person has asked for goes on
        m_stop.request_stop();
    m_waitingRead.reset();
    m_waitingLook.reset();
    m_runId = runId;
    ++m_round;
}

void ChangeDesk::start(Job job, std::optional<Job>& waiting)
{
    if (m_isBusy) {
        waiting = std::move(job);
        return;
    }
    m_isBusy = true;
    job();
}

void ChangeDesk::next()
{
    m_isBusy = false;
    for (auto* waiting : {&m_waitingAct, &m_waitingRead, &m_waitingLook})
        if (auto job = std::exchange(*waiting, std::nullopt))
            return start(*std::move(job), *waiting);
}

void ChangeDesk::read()
{
    const auto job = [this] {
        m_stop = m_jobs.run(
            this, [reader = reader()](const std::stop_token& stop) { return reader.read(stop); },
            [this, round = m_round](const Result<ChangeList>& list) {
                next();
                if (round != m_round)
                    return;
                if (list)
                    emit listed(*list);
                else
                    emit failed(SafeText::display(list.error().text()));
            });
    };
    start(job, m_waitingRead);
}

void ChangeDesk::look(const std::string& path)
{
    const auto job = [this, path] {
        m_jobs.run(
            this, [reader = reader(), path](const std::stop_token&) { return reader.look(path); },
            [this, round = m_round](const Result<FileDifference>& difference) {
                const bool isLatest = round == m_round && !m_waitingLook;
                next();
                if (!isLatest)
                    return;
                if (difference)
                    emit looked(*difference);
                else
                    emit lookFailed(SafeText::display(difference.error().text()));
            });
    };
    start(job, m_waitingLook);
}

void ChangeDesk::act(ChangeAct act, const std::vector<std::string>& paths)
{
    if (m_isActing || paths.empty())
        return;
    const auto done = std::make_shared<std::atomic<std::size_t>>(0);
    m_done = done;
    startAct(act, paths.size(), [reader = reader(), act, paths, done](const std::stop_token& stop) {
        return reader.act(act, paths, done, stop);
    });
}

void ChangeDesk::actOnPart(ChangeAct act, const std::string& path, const std::string& part)
{
    if (m_isActing)
        return;
    m_done = std::make_shared<std::atomic<std::size_t>>(0);
    startAct(act, 1, [reader = reader(), act, path, part](const std::stop_token&) {
        return reader.actOnPart(act, path, part);
    });
}

void ChangeDesk::startAct(
    ChangeAct act, std::size_t all, std::function<Result<ActResult>(std::stop_token)> work)
{
    m_isActing = true;
    m_all = all;
    m_clock.start();
    const auto job = [this, act, work = std::move(work)] {
        m_stop
            = m_jobs.run(this, work, [this, act, round = m_round](const Result<ActResult>& result) {
                  finishAct(act, round == m_round, result);
              });
    };
    if (m_tasks)
        m_task = m_tasks->begin(
            this,
            act == ChangeAct::Apply      ? tr("Applying changes")
                : act == ChangeAct::Undo ? tr("Taking changes back")
                                         : tr("Discarding changes"),
            [this] { stop(); });
    start(job, m_waitingAct);
    emit actingChanged();
}

void ChangeDesk::finishAct(ChangeAct act, bool isOfRun, const Result<ActResult>& result)
{
    m_clock.stop();
    m_isActing = false;
    const bool wasStopped = m_stop.stop_requested();
    if (m_tasks)
        m_tasks->end(m_task, wasStopped ? TaskOutcome{TaskEnd::Cancelled, {}} : outcomeOf(result));
    next();
    emit actingChanged();
    if (!isOfRun)
        return;
    if (result)
        emit acted(act, *result, wasStopped);
    else
        emit failed(SafeText::display(result.error().text()));
}

void ChangeDesk::stop()
{
    m_stop.request_stop();
}

} // namespace sandbench::ui
