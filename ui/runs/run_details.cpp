// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/run_details.h"

#include "core/base/units.h"
#include "ui/activity/activity_panel.h"
#include "ui/changes/changes_panel.h"
#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/glyphs.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/output/output_panel.h"
#include "ui/plots/plot_panel.h"
#include "ui/runs/review_bar.h"

#include <QApplication>
#include <QBoxLayout>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QTabWidget>
#include <QToolButton>

namespace sandbench::ui {

namespace {

QString member(const Json& record, const char* name)
{
    return SafeText::display(jsonString(record, name));
}

QString joined(const Json& record, const char* name, const QString& between)
{
    QStringList texts;
    for (const auto& text : jsonTexts(record, name))
        texts << SafeText::display(text);
    return texts.join(between);
}

RunSummary summaryOf(const Json& record)
{
    RunSummary summary;
    const auto verdict = jsonString(record, "verdict");
    summary.statusWord
        = verdict.empty() ? RunDetails::tr("Running") : toQString(jsonString(record, "sentence"));
    summary.tone = toneOf(verdict, jsonBool(record, "success"));
    summary.wallSeconds = jsonNumber(record, "wall_seconds");
    summary.peakMemoryBytes = jsonCount(record, "peak_memory_bytes");
    summary.detail = joined(record, "warnings", QStringLiteral("; "));
    return summary;
}

// The two streams are kept apart: which came first is not known any more.
void addOutput(OutputPanel& output, const Json& record)
{
    const auto note = [&output](const QString& text) {
        output.append(OutputStream::Notice, text.toUtf8() + '\n');
    };
    const auto out = jsonString(record, "stdout"), errors = jsonString(record, "stderr");
    const auto result = jsonString(record, "result");
    output.append(OutputStream::Stdout, out);
    if (!errors.empty() && !out.empty())
        note(RunDetails::tr("What it wrote to standard error is kept apart:"));
    output.append(OutputStream::Stderr, errors);
    if (!result.empty())
        output.append(OutputStream::Stdout, result + '\n');
    if (jsonBool(record, "truncated"))
        note(RunDetails::tr("It printed more; the beginning is kept."));
    else if (out.empty() && errors.empty() && result.empty())
        note(RunDetails::tr("It printed nothing."));
    if (jsonString(record, "verdict").empty())
        note(RunDetails::tr("It goes on: this is what it has printed so far."));
}

} // namespace

RunDetails::RunDetails(const QString& stateFolder, QWidget* parent)
    : QWidget(parent)
    , m_stateFolder(stateFolder)
    , m_title(new ElidedLabel(this))
    , m_tabs(new QTabWidget(this))
{
    auto* head = new QHBoxLayout;
    head->setContentsMargins(8, 2, 2, 2);
    head->addWidget(m_title, 1);
    const auto add = [this, head](
                         const char* name, Glyph glyph, const QString& text,
                         const QString& explanation, auto wanted) {
        auto* button = new QToolButton(this);
        button->setObjectName(QLatin1String(name));
        button->setIcon(glyphIcon(glyph));
        button->setText(text);
        button->setToolTip(explanation);
        button->setAutoRaise(true);
        connect(button, &QToolButton::clicked, this, wanted);
        head->addWidget(button);
        return button;
    };
    m_needRun = {
        add("runOpenProgram", Glyph::Open, tr("Open Program"),
            tr("Open the program of this run as a new document"), &RunDetails::programWanted),
        add("runOnceMore", Glyph::Again, tr("Run Again"),
            tr("Run it once more in a sandbox like the one it had, and show what differs"),
            &RunDetails::againWanted),
        add("runReplay", Glyph::Run, tr("Replay"),
            tr("Play it again with its timing: what it printed, and results as they came"),
            &RunDetails::replayWanted),
        add("runReport", Glyph::Save, tr("Save Report"),
            tr("Save all that is kept of this run as a page, a notebook, text or JSON"),
            &RunDetails::reportWanted),
        add("runCopyForModel", Glyph::Copy, tr("Copy for a Model"),
            tr("Copy program, error, output, findings and activity as text for a language model"),
            &RunDetails::copyWanted)};
    add("runClose", Glyph::Close, tr("Close"), tr("Back to the runs (Esc)"),
        &RunDetails::closeWanted);
    auto* column = columnOf(this, 0);
    column->addLayout(head);
    column->addWidget(m_review = new ReviewBar(this));
    column->addWidget(m_tabs, 1);
    connect(
        m_review, &ReviewBar::changed, this, [this] { emit reviewChanged(m_review->review()); });
    m_tabs->setDocumentMode(true);
    m_title->setObjectName(QStringLiteral("runTitle"));
    setFocusProxy(m_tabs);
}

void RunDetails::clear()
{
    for (QToolButton* button : std::as_const(m_needRun))
        button->setEnabled(false);
    m_review->setEnabled(false);
    while (m_tabs->count() > 0)
        delete m_tabs->widget(0);
}

void RunDetails::showRun(const StoredRun& run, const QString& program, const QString& session)
{
    const bool hadFocus = isAncestorOf(QApplication::focusWidget());
    clear();
    m_title->setText(QStringList{program, session}.join(QStringLiteral(" · ")));
    auto* output = new OutputPanel(m_tabs);
    const auto started
        = QDateTime::fromString(toQString(jsonString(run.record, "started_at")), Qt::ISODateWithMs);
    output->beginRun({toQString(jsonString(run.record, "run_id")), program, session, started, {}});
    addOutput(*output, run.record);
    output->endRun(summaryOf(run.record));
    m_tabs->addTab(output, tr("&Output"));
    if (!run.artifacts.isEmpty()) {
        auto* results = new PlotPanel(m_tabs);
        connect(results, &PlotPanel::notice, this, &RunDetails::notice);
        connect(results, &PlotPanel::codeRequested, this, &RunDetails::codeRequested);
        for (const PlotItem& item : run.artifacts)
            results->add(item);
        results->select(0);
        m_tabs->addTab(results, tr("&Results (%1)").arg(run.artifacts.size()));
    }
    if (jsonField(run.record, "activity").is_object()) {
        auto* activity = new ActivityPanel(m_tabs);
        activity->show(program, run.record);
        const auto name = toQString(jsonString(jsonField(run.record, "program"), "file"));
        connect(
            activity, &ActivityPanel::mentionActivated, this,
            [this, file = name.isEmpty() ? program : name](const QString& text) {
                emit mentionActivated(file, text);
            });
        m_tabs->addTab(activity, tr("&Activity"));
    }
    addChanges(run.record, program);
    for (QToolButton* button : std::as_const(m_needRun))
        button->setEnabled(true);
    m_review->setEnabled(true);
    m_review->show(report::reviewOf(run.record));
    auto* facts = new QPlainTextEdit(factsText(run.record), m_tabs);
    facts->setReadOnly(true);
    facts->setFrameShape(QFrame::NoFrame);
    facts->setTabChangesFocus(true);
    facts->setAccessibleName(tr("Record of the run"));
    m_tabs->addTab(facts, tr("R&ecord"));
    if (hadFocus)
        setFocus();
}

void RunDetails::addChanges(const Json& record, const QString& program)
{
    const Json& changes = jsonField(record, "changes");
    if (!changes.is_object())
        return;
    auto* panel = new ChangesPanel(m_stateFolder, m_tabs);
    connect(panel, &ChangesPanel::filesChanged, this, &RunDetails::filesChanged);
    panel->showRun(toQString(jsonString(record, "run_id")), program);
    const auto count = jsonCount(changes, "created") + jsonCount(changes, "changed")
        + jsonCount(changes, "deleted");
    m_tabs->addTab(panel, tr("&Changes (%1)").arg(count));
}

void RunDetails::showProblem(const QString& sentence)
{
    clear();
    m_title->clear();
    QLabel* problem = wrappedLabel(m_tabs, SafeText::display(sentence));
    problem->setContentsMargins(8, 8, 8, 8);
    problem->setAlignment(Qt::AlignTop);
    m_tabs->addTab(problem, tr("Run"));
}

QString RunDetails::factsText(const Json& record)
{
    QStringList lines;
    const auto add = [&lines](const QString& name, const QString& value) {
        if (!value.isEmpty())
            lines << tr("%1: %2").arg(name, value);
    };
    const auto size = [&record](const char* name) {
        const auto bytes = jsonCount(record, name);
        return bytes == 0 ? QString() : toQString(formatSize(bytes));
    };
    add(tr("Run"), member(record, "run_id"));
    add(tr("End"), member(record, "sentence"));
    add(tr("Started"), member(record, "started_at"));
    add(tr("Took"), toQString(formatSeconds(jsonNumber(record, "wall_seconds"))));
    if (const double cpu = jsonNumber(record, "cpu_seconds"); cpu > 0)
        add(tr("CPU time"), toQString(formatSeconds(cpu)));
    add(tr("Peak memory"), size("peak_memory_bytes"));
    add(tr("Standard output"), size("stdout_bytes"));
    add(tr("Standard error"), size("stderr_bytes"));
    add(tr("Language"), member(record, "language"));
    add(tr("Session"), member(record, "session_id"));
    add(tr("Engine"), member(record, "engine"));
    add(tr("Image"), member(record, "image"));
    add(tr("Network"), member(record, "network"));
    add(tr("Profile"), member(record, "profile"));
    add(tr("Unlike the default"), joined(record, "differences", QStringLiteral(", ")));
    add(tr("Policy"), member(jsonField(record, "gate"), "policy"));
    for (const auto& artifact : jsonField(record, "artifacts"))
        add(tr("Result"), member(artifact, "name"));
    for (const auto& warning : jsonTexts(record, "warnings"))
        add(tr("Warning"), SafeText::display(warning));
    for (const auto& hint : jsonTexts(record, "hints"))
        add(tr("Next step"), SafeText::display(hint));
    return lines.join(u'\n');
}

void RunDetails::keyPressEvent(QKeyEvent* event)
{
    // What nothing inside wanted.
    if (event->key() == Qt::Key_Escape)
        return emit closeWanted();
    QWidget::keyPressEvent(event);
}

} // namespace sandbench::ui
