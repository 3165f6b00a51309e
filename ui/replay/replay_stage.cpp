// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/replay/replay_stage.h"

#include "ui/common/column.h"
#include "ui/common/text.h"
#include "ui/output/log_view.h"
#include "ui/plots/plot_panel.h"

#include <QSplitter>
#include <QToolBar>

#include <algorithm>

namespace sandbench::ui {

ReplayStage::ReplayStage(QWidget* parent)
    : QWidget(parent)
    , m_split(new QSplitter(Qt::Vertical, this))
    , m_output(new LogView(m_log, m_split))
{
    columnOf(this, 0)->addWidget(m_split);
    m_split->setChildrenCollapsible(false);
    m_output->setFrameShape(QFrame::NoFrame);
    m_output->setEmptyText({});
    connect(&m_log, &LogDocument::changed, this, &ReplayStage::settled);
    setFocusProxy(m_output);
}

void ReplayStage::setRun(const ReplayedRun& run, const QString& program)
{
    m_run = run;
    m_program = program;
    m_results.clear();
    for (qsizetype i = 0; i < m_run.stored.artifacts.size(); ++i) {
        const auto& times = m_run.replay.results;
        const auto number = static_cast<std::size_t>(i);
        m_results.emplace_back(number < times.size() ? times[number] : m_run.replay.endMs, i);
    }
    std::ranges::stable_sort(m_results, {}, [](const auto& result) { return result.first; });
    begin();
}

void ReplayStage::begin()
{
    m_position = 0;
    m_shownPieces = m_shownResults = 0;
    m_hasEnded = false;
    delete std::exchange(m_plots, nullptr);
    m_log.clear();
    const Json& record = m_run.stored.record;
    m_log.beginRun(
        {toQString(jsonString(record, "run_id")),
         m_program,
         {},
         QDateTime::fromString(toQString(jsonString(record, "started_at")), Qt::ISODateWithMs),
         {}});
    // At once: the log would count the time of this replay, also while it pauses.
    m_log.endRun(
        {tr("Replay"),
         RunSummary::Tone::Neutral,
         static_cast<double>(m_run.replay.endMs) / 1000,
         0,
         {}});
}

void ReplayStage::showAt(std::uint64_t position)
{
    if (position < m_position)
        begin();
    m_position = position;
    addOutput(position);
    addResults(position);
}

void ReplayStage::addOutput(std::uint64_t position)
{
    const auto& pieces = m_run.replay.output;
    for (; m_shownPieces < pieces.size() && pieces[m_shownPieces].atMs <= position; ++m_shownPieces)
        m_log.append(
            pieces[m_shownPieces].stream == StreamKind::Stdout ? OutputStream::Stdout
                                                               : OutputStream::Stderr,
            pieces[m_shownPieces].text);
    if (position < m_run.replay.endMs || std::exchange(m_hasEnded, true))
        return;
    for (const auto& note : m_run.replay.notes)
        m_log.append(OutputStream::Notice, note + '\n');
    m_log.append(
        OutputStream::Notice, jsonString(m_run.stored.record, "sentence", "It goes on") + '\n');
}

void ReplayStage::addResults(std::uint64_t position)
{
    for (; m_shownResults < m_results.size() && m_results[m_shownResults].first <= position;
         ++m_shownResults) {
        if (!m_plots) {
            m_plots = new PlotPanel(m_split);
            connect(m_plots, &PlotPanel::settled, this, &ReplayStage::settled);
            connect(m_plots, &PlotPanel::notice, this, &ReplayStage::notice);
            m_split->setSizes({height(), height()}); // as much for each
            if (m_hidesTools)
                for (auto* bar : m_plots->findChildren<QToolBar*>())
                    bar->hide();
            m_plots->show();
            emit plotsMade();
        }
        m_plots->add(m_run.stored.artifacts[m_results[m_shownResults].second]);
    }
}

bool ReplayStage::isSettled() const
{
    return m_log.parsed() && (!m_plots || m_plots->isSettled());
}

} // namespace sandbench::ui
