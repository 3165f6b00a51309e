// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How BatchPanel runs a batch.
#include "core/base/units.h"
#include "ui/batch/batch_details.h"
#include "ui/batch/batch_fields.h"
#include "ui/batch/batch_panel.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/tasks/run_task.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QProgressBar>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace sandbench::ui {

static constexpr int kProgressSteps = 1000;

BatchPanel::~BatchPanel()
{
    m_stopping.request_stop();
}

static batch::BatchAsked
askedOf(const BatchWish& wish, const BatchPlace& place, batch::BatchAsked::Begin begin)
{
    return {
        .file = toStd(wish.file),
        .folder = toStd(wish.results()),
        .filesFolder = toStd(wish.filesFolder),
        .language = toStd(wish.language),
        .policy = place.policy,
        .reuse = wish.sharesSandboxes ? batch::Reuse::Fork : batch::Reuse::Never,
        .begin = begin};
}

void BatchPanel::begin(batch::BatchAsked::Begin how)
{
    if (isRunning() || !m_place)
        return;
    const BatchWish wish = m_fields->wish();
    if (wish.file.isEmpty())
        return say(tr("Name the file of programs."));
    const auto place = m_place();
    if (!place)
        return say(SafeText::display(place.error().text()));
    auto spots = readBatchPlaces(wish, m_engines, place->said);
    if (!spots)
        return say(SafeText::display(spots.error().text()));
    m_fields->remember();
    m_details->showNothing();
    m_model.clear();
    m_job = std::make_shared<BatchJob>(
        askedOf(wish, *place, how), *std::move(spots), wish.atOnce, place->open);
    m_isRunning = true;
    m_stopping = runTask(
        m_tasks, tr("Batch"), m_jobs, this,
        [job = m_job, workspace = &m_workspace](const std::stop_token& stop) {
            return job->run(*workspace, stop);
        },
        [this](const Result<void>& result) { finish(result); });
    m_clock.start();
    takeNews();
    refresh();
}

QString BatchPanel::progressText(const BatchState& state)
{
    if (!state.isRead)
        return tr("Reading…");
    QString text = tr("%1 of %2 lines").arg(state.done).arg(state.lines);
    if (const auto notPassed = state.done - state.passed; notPassed > 0)
        text = tr("%1, %2 did not pass").arg(text).arg(notPassed);
    if (state.rate > 0)
        text = tr("%1, %2/s").arg(text, QString::number(state.rate, 'f', state.rate < 10 ? 1 : 0));
    if (state.secondsLeft)
        text = tr("%1, about %2 left")
                   .arg(text, toQString(formatSeconds(std::max(1.0, *state.secondsLeft))));
    return state.note.isEmpty() ? text : text + QStringLiteral(" – ") + state.note;
}

void BatchPanel::takeNews()
{
    const BatchState state = m_job->state();
    const double share = !state.isRead ? state.read
        : state.lines > 0              ? double(state.done) / double(state.lines)
                                       : 1;
    m_progress->setRange(0, kProgressSteps);
    m_progress->setValue(static_cast<int>(share * kProgressSteps));
    m_model.add(m_job->takeRows());
    if (!m_table->currentIndex().isValid() && m_shown.rowCount() > 0)
        m_table->setCurrentIndex(m_shown.index(0, 0));
    say(progressText(state));
}

QString BatchPanel::endText(const BatchState& state) const
{
    QString text = tr("%1 of %2 lines passed.").arg(state.passed).arg(state.lines);
    if (state.done < state.lines)
        text = tr("Stopped, %1 still to run: Run Batch goes on. %2")
                   .arg(state.lines - state.done)
                   .arg(text);
    if (m_model.left() > 0)
        text = tr("%1 The first %2 that did not pass are shown; results.jsonl has all.")
                   .arg(text)
                   .arg(m_model.rowCount());
    return text;
}

void BatchPanel::finish(const Result<void>& result)
{
    m_clock.stop();
    takeNews();
    m_isRunning = false;
    const BatchState state = m_job->state();
    if (!result && !result.failedAs(ErrorCode::Cancelled))
        say(SafeText::display(result.error().text()));
    else if (!state.isRead)
        say(tr("Stopped."));
    else
        say(endText(state));
    refresh();
}

void BatchPanel::stop()
{
    m_stopping.request_stop();
}

void BatchPanel::copyFolder()
{
    if (m_job)
        QGuiApplication::clipboard()->setText(toQString(m_job->asked().folder));
}

} // namespace sandbench::ui
