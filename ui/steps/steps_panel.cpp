// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/steps/steps_panel.h"

#include "ui/common/elided_label.h"
#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"

#include <QAction>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QSignalBlocker>
#include <QSlider>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace sandbench::ui {

static constexpr std::size_t kMostFrames = 200; // that are listed
static constexpr std::size_t kMostOutput = 4000; // bytes
static constexpr int kSecond = 1000;

static QString foreign(std::string_view text)
{
    return SafeText::display(std::string(text));
}

void StepsPanel::setRunAction(const QAction* run)
{
    m_run = run;
    connect(run, &QAction::changed, this, &StepsPanel::describe);
    describe();
}

void StepsPanel::begin(const QString& title)
{
    m_followsNewest = false;
    m_title = SafeText::display(title);
    m_isRecording = true;
    clear();
}

void StepsPanel::clear()
{
    setPlaying(false);
    m_trace.clear();
    m_step = 0;
    m_end.clear();
    m_note.clear();
    emit placeChanged({}, 0, false);
    describe();
}

void StepsPanel::add(const std::vector<trace::StepRecord>& steps)
{
    const bool isFirst = m_trace.size() == 0;
    for (const auto& step : steps)
        m_trace.add(step);
    if (m_trace.size() == 0)
        return;
    {
        const QSignalBlocker blocker(m_slider);
        m_slider->setMaximum(static_cast<int>(m_trace.size()) - 1);
    }
    if (isFirst) // the call of the program itself, and then its first line
        return goTo(m_trace.size() > 1 ? 1 : 0);
    if (m_followsNewest)
        return goTo(m_trace.size() - 1);
    describe();
}

static QString endText(trace::TraceEnd end)
{
    switch (end) {
    case trace::TraceEnd::Steps:
        return StepsPanel::tr("as many steps as are kept; the program went on without");
    case trace::TraceEnd::Bytes:
        return StepsPanel::tr("as much of the steps as is kept; the program went on without");
    case trace::TraceEnd::Recursion:
        return StepsPanel::tr("no more steps: calls were nested as deep as Python lets them");
    case trace::TraceEnd::Memory:
        return StepsPanel::tr("no more steps: the program had no memory left");
    case trace::TraceEnd::Interrupted:
        return StepsPanel::tr("no more steps: the program was interrupted");
    case trace::TraceEnd::Version:
        break;
    }
    return StepsPanel::tr("its Python is older than 3.6");
}

void StepsPanel::end(const StepFollower::Outcome& outcome)
{
    m_isRecording = false;
    m_followsNewest = false;
    m_end = outcome.end ? endText(*outcome.end) : QString();
    if (m_trace.size() == 0 && !outcome.end)
        m_end = outcome.python.empty()
            ? tr("the program did not start, or its Python did not load what writes down steps")
            : tr("it ended before its first line");
    else if (outcome.oddLines > 0)
        m_end += (m_end.isEmpty() ? QString() : QStringLiteral("; "))
            + tr("what is no step was skipped: the program may have written into its steps");
    describe();
}

void StepsPanel::setNote(const QString& note)
{
    m_note = note;
    describe();
}

void StepsPanel::setBreakpoints(trace::Breakpoints breakpoints)
{
    m_breakpoints = std::move(breakpoints);
    allow();
}

void StepsPanel::goTo(std::size_t step)
{
    if (step >= m_trace.size())
        return;
    m_step = step;
    m_frames = m_trace.stack(step);
    {
        const QSignalBlocker blocker(m_slider);
        m_slider->setMaximum(static_cast<int>(m_trace.size()) - 1);
        m_slider->setValue(static_cast<int>(step));
    }
    showStack();
    showFrame(0);
    showOutput();
    describe();
}

void StepsPanel::setPlaying(bool isPlaying)
{
    if (isPlaying)
        m_play.start(kSecond / m_speed->value());
    else
        m_play.stop();
    m_playAction->setIcon(glyphIcon(isPlaying ? Glyph::Pause : Glyph::Run));
    m_playAction->setText(isPlaying ? tr("Pause Steps") : tr("Play Steps"));
    m_playAction->setChecked(isPlaying);
}

void StepsPanel::playOn()
{
    if (m_step + 1 < m_trace.size())
        goTo(m_step + 1);
    const bool isAtEnd = m_step + 1 >= m_trace.size() && !m_isRecording;
    if (isAtEnd || isAtBreakpoint())
        setPlaying(false);
}

bool StepsPanel::isAtBreakpoint() const
{
    if (m_step >= m_trace.size() || m_step == 0)
        return false;
    return m_trace.nextBreak(m_step - 1, m_breakpoints) == m_step;
}

void StepsPanel::showStack()
{
    const QSignalBlocker blocker(m_stack);
    m_stack->clear();
    const auto count = std::min(m_frames.size(), kMostFrames);
    for (std::size_t frame = 0; frame < count; ++frame) {
        const auto place = m_trace.place(m_frames[frame]);
        m_stack->addItem(tr("%1 — %2, line %3")
                             .arg(foreign(place.function), foreign(place.file))
                             .arg(place.line));
    }
    if (count < m_frames.size()) {
        auto* more = new QListWidgetItem(
            tr("… and %1 more").arg(QLocale().toString(qulonglong(m_frames.size() - count))),
            m_stack);
        more->setFlags(Qt::NoItemFlags);
    }
    m_stack->setCurrentRow(0);
}

void StepsPanel::showFrame(int row)
{
    if (row < 0 || static_cast<std::size_t>(row) >= m_frames.size())
        return;
    const auto step = m_frames[static_cast<std::size_t>(row)];
    m_variables.show(m_trace.variables(step), row == 0);
    const auto place = m_trace.place(step);
    emit placeChanged(toQString(place.file), place.line, row > 0);
}

void StepsPanel::showOutput()
{
    QString text;
    for (const auto& piece : m_trace.outputUntil(m_step, kMostOutput))
        text += SafeText::withoutControls(toQString(piece.text));
    text = text.right(static_cast<int>(kMostOutput));
    if (text == m_output->toPlainText())
        return;
    m_output->setPlainText(text);
    m_output->verticalScrollBar()->setValue(m_output->verticalScrollBar()->maximum());
}

QString StepsPanel::placeText() const
{
    const auto place = m_trace.place(m_step);
    const QString function = foreign(place.function), text = foreign(place.text);
    QString said;
    switch (place.event) {
    case trace::StepEvent::Call:
        said = tr("%1 is entered").arg(function);
        break;
    case trace::StepEvent::Line:
        said = tr("line %1 of %2 comes next").arg(place.line).arg(foreign(place.file));
        break;
    case trace::StepEvent::Return:
        said = text.isEmpty() ? tr("%1 is left").arg(function)
                              : tr("%1 returns %2").arg(function, text);
        break;
    case trace::StepEvent::Exception:
        said = tr("raised: %1").arg(text);
        break;
    }
    if (place.thread > 0)
        said += tr(" · thread %1").arg(place.thread + 1);
    const auto changed = m_stack->currentRow() <= 0 ? m_variables.changedNames() : QString();
    return changed.isEmpty() ? said : said + tr(" · changed: %1").arg(changed);
}

void StepsPanel::describe()
{
    const bool hasSteps = m_trace.size() > 0;
    m_pages->setCurrentIndex(hasSteps ? 0 : 1);
    const QLocale locale;
    QStringList state;
    if (m_isRecording)
        state << tr("the program runs, and takes its input in Output");
    for (const QString& text : {m_end, m_note})
        if (!text.isEmpty())
            state << text;
    m_state->setText(state.join(QStringLiteral(" · ")));
    m_state->setVisible(!state.isEmpty());
    allow();
    if (hasSteps)
        return m_summary->setText(tr("%1: step %2 of %3 · %4")
                                      .arg(
                                          m_title, locale.toString(qulonglong(m_step + 1)),
                                          locale.toString(qulonglong(m_trace.size())),
                                          placeText()));
    const QString keys = m_run ? m_run->shortcut().toString(QKeySequence::NativeText) : QString();
    if (m_isRecording)
        m_empty->setText(tr("Waiting for the first step of %1…").arg(m_title));
    else if (!m_end.isEmpty())
        m_empty->setText(tr("%1 has left no steps: %2.").arg(m_title, m_end));
    else
        m_empty->setText(
            keys.isEmpty() ? tr("Run a Python program step by step to go through it line by line, "
                                "forwards and back.")
                           : tr("Run a Python program step by step (%1) to go through it line by "
                                "line, forwards and back.")
                                 .arg(keys));
}

void StepsPanel::allow()
{
    const QString nothing
        = m_trace.size() == 0 ? tr("no program has been run step by step") : QString();
    for (const auto& [action, way] : m_ways)
        explainCommand(
            *action,
            !nothing.isEmpty() ? nothing
                : way()        ? QString()
                               : tr("there is no such step"));
    explainCommand(*m_clearAction, m_isRecording ? tr("the program still runs") : nothing);
    const bool canPlay = m_trace.size() > 0 && (m_isRecording || m_step + 1 < m_trace.size());
    explainCommand(
        *m_playAction,
        !nothing.isEmpty()           ? nothing
            : canPlay || isPlaying() ? QString()
                                     : tr("this is the last step"));
}

QString StepsPanel::summary() const
{
    return m_summary->text();
}

QString StepsPanel::state() const
{
    return m_state->text();
}

QString StepsPanel::emptyText() const
{
    return m_trace.size() == 0 ? m_empty->text() : QString();
}

QString StepsPanel::output() const
{
    return m_output->toPlainText();
}

} // namespace sandbench::ui
