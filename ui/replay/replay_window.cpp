// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/replay/replay_window.h"

#include "ui/common/column.h"
#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/editor/code_editor.h"
#include "ui/output/log_view.h"
#include "ui/replay/replay_stage.h"

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSlider>
#include <QSplitter>
#include <QToolButton>

#include <algorithm>
#include <limits>

namespace sandbench::ui {

static constexpr int kFrameMilliseconds = 33;
static constexpr int kStepMilliseconds = 1000;
static constexpr int kPageMilliseconds = 5000;
static constexpr int kReplayMargin = 8;

ReplayWindow::ReplayWindow(QWidget* parent)
    : QWidget(parent, Qt::Window)
{
    setObjectName(QStringLiteral("replay"));
    setProperty("group", tr("Replay")); // of its commands
    resize(1000, 680);
    auto* column = columnOf(this, 0);
    column->addWidget(m_message = new MessageBar(this));
    column->addWidget(buildParts(), 1);
    column->addWidget(m_notes = wrappedLabel(this));
    m_notes->setObjectName(QStringLiteral("replayNotes"));
    m_notes->setContentsMargins(kReplayMargin, 4, kReplayMargin, 0);
    column->addWidget(buildControls());
    column->addWidget(buildChoices());
    m_message->hide();
    m_clock.setInterval(kFrameMilliseconds);
    connect(&m_clock, &QTimer::timeout, this, &ReplayWindow::tick);
    orderTabs();
    connect(m_stage, &ReplayStage::plotsMade, this, &ReplayWindow::orderTabs);
    connect(m_stage, &ReplayStage::notice, this, &ReplayWindow::tell);
    keyAction(*this, "replayClose", tr("Close"), {Qt::Key_Escape}, [this] { close(); });
    setFocusProxy(m_slider);
}

QWidget* ReplayWindow::buildParts()
{
    m_split = new QSplitter(this);
    m_split->setChildrenCollapsible(false);
    m_program = new CodeEditor(m_repository, m_split);
    m_program->setObjectName(QStringLiteral("replayProgram"));
    m_program->setAccessibleName(tr("Program of the run"));
    m_program->setFrameShape(QFrame::NoFrame);
    m_stage = new ReplayStage(m_split);
    m_split->setStretchFactor(0, 2);
    m_split->setStretchFactor(1, 3);
    return m_split;
}

QWidget* ReplayWindow::buildControls()
{
    auto* controls = new QWidget(this);
    auto* row = new QHBoxLayout(controls);
    row->setContentsMargins(kReplayMargin, 4, kReplayMargin, 4);
    m_slider = new QSlider(Qt::Horizontal, controls);
    m_slider->setObjectName(QStringLiteral("replayPosition"));
    m_slider->setAccessibleName(tr("Position in the run"));
    m_slider->setToolTip(tr("Left and Right go by one second, Page Up and Page Down by five"));
    m_slider->setSingleStep(kStepMilliseconds);
    m_slider->setPageStep(kPageMilliseconds);
    connect(m_slider, &QSlider::valueChanged, this, [this](int value) {
        seek(static_cast<std::uint64_t>(value));
    });
    m_play = keyAction(
        *m_slider, "replayPlay", tr("Play"), {Qt::Key_Space}, [this] { togglePlaying(); },
        tr("Play, or pause"));
    // Not of the whole window: Space also presses buttons.
    m_program->addAction(m_play);
    m_stage->output().addAction(m_play);
    auto* again = keyAction(
        *m_slider, "replayRestart", tr("Restart"), {Qt::Key_Home}, [this] { restart(); },
        tr("Play from the beginning"));
    again->setIcon(glyphIcon(Glyph::Again));
    m_controls << addButton(*row, *m_play) << addButton(*row, *again) << m_slider;
    row->addWidget(m_slider, 1);
    row->addWidget(m_time = new QLabel(controls));
    m_time->setObjectName(QStringLiteral("replayTime"));
    m_time->setTextFormat(Qt::PlainText);
    return controls;
}

QWidget* ReplayWindow::buildChoices()
{
    auto* choices = new QWidget(this);
    auto* row = new QHBoxLayout(choices);
    row->setContentsMargins(kReplayMargin, 0, kReplayMargin, 4);
    addSpeeds(*row);
    m_skip = new QCheckBox(tr("S&kip pauses"), choices);
    m_skip->setObjectName(QStringLiteral("replaySkip"));
    m_skip->setToolTip(tr("Of a pause of more than two seconds, play two"));
    connect(m_skip, &QCheckBox::toggled, this, [this](bool skips) {
        m_player.setSkipsPauses(skips, Clock::now());
    });
    row->addWidget(m_skip);
    row->addStretch(1);
    m_saveGif = keyAction(
        *this, "replaySaveGif", tr("Save as &GIF…"), {}, [this] { chooseGif(); },
        tr("Save the replay as an animated picture, at this speed"));
    auto* saveCast = keyAction(
        *this, "replaySaveCast", tr("Save as &Cast…"), {}, [this] { chooseCast(); },
        tr("Save what it printed for asciinema, at this speed"));
    m_controls << m_speed << m_skip << addButton(*row, *m_saveGif) << addButton(*row, *saveCast);
    return choices;
}

QToolButton* ReplayWindow::addButton(QHBoxLayout& row, QAction& action)
{
    auto* button = new QToolButton(row.parentWidget());
    button->setDefaultAction(&action);
    button->setAutoRaise(true);
    row.addWidget(button);
    return button;
}

// Behind what is above them, in whichever order it was made.
void ReplayWindow::orderTabs()
{
    for (QWidget* control : std::as_const(m_controls)) {
        QWidget* last = previousInFocusChain();
        while (last->focusPolicy() == Qt::NoFocus && last != this) // Qt puts nothing behind those
            last = last->previousInFocusChain();
        setTabOrder(last, control);
    }
}

void ReplayWindow::addSpeeds(QHBoxLayout& row)
{
    m_speed = new QComboBox(row.parentWidget());
    m_speed->setObjectName(QStringLiteral("replaySpeed"));
    m_speed->setAccessibleName(tr("Speed"));
    m_speed->setToolTip(tr("How fast it plays"));
    for (double speed = ReplayPlayer::kSlowest; speed <= ReplayPlayer::kFastest; speed *= 2)
        m_speed->addItem(tr("%1×").arg(QLocale().toString(speed)), speed);
    m_speed->setCurrentIndex(m_speed->findData(1.0));
    connect(m_speed, &QComboBox::currentIndexChanged, this, [this] {
        m_player.setSpeed(m_speed->currentData().toDouble(), Clock::now());
    });
    row.addWidget(m_speed);
}

void ReplayWindow::open(const ReplayedRun& run, const QString& name)
{
    m_run = run;
    m_name = name;
    setWindowTitle(tr("Replay of %1").arg(name));
    const Json& program = jsonField(run.stored.record, "program");
    const QByteArray code = toBytes(jsonString(program, "code"));
    m_program->setFallbackName(SafeText::display(jsonString(program, "file", "program")));
    m_program->setReadOnly(false); // or it would take no text
    m_program->setBytes(code);
    m_program->setReadOnly(true);
    m_program->setVisible(!code.isEmpty());
    QStringList notes;
    for (const auto& note : run.replay.notes)
        notes << SafeText::display(note);
    m_notes->setText(notes.join(u'\n'));
    m_notes->setVisible(!notes.isEmpty());
    m_message->hide();
    m_player = ReplayPlayer(run.replay.moments());
    m_player.setSpeed(m_speed->currentData().toDouble(), Clock::now());
    m_player.setSkipsPauses(m_skip->isChecked(), Clock::now());
    {
        const QSignalBlocker quiet(m_slider);
        m_slider->setRange(
            0,
            static_cast<int>(
                std::min<std::uint64_t>(m_player.endMs(), std::numeric_limits<int>::max())));
    }
    m_stage->setRun(run, name);
    show();
    raise();
    activateWindow();
    m_slider->setFocus();
    restart();
}

void ReplayWindow::togglePlaying()
{
    if (m_player.isPlaying())
        m_player.pause(Clock::now());
    else
        m_player.play(Clock::now());
    tick();
}

void ReplayWindow::restart()
{
    m_player.seek(0, Clock::now());
    m_player.play(Clock::now());
    tick();
}

void ReplayWindow::seek(std::uint64_t position)
{
    m_player.seek(position, Clock::now());
    tick();
}

void ReplayWindow::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_player.pause(Clock::now());
    m_clock.stop();
}

void ReplayWindow::tick()
{
    m_position = m_player.positionAt(Clock::now());
    if (m_player.isPlaying())
        m_clock.start();
    else
        m_clock.stop();
    m_stage->showAt(m_position);
    follow();
}

void ReplayWindow::follow()
{
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(
        static_cast<int>(std::min<std::uint64_t>(m_position, std::numeric_limits<int>::max())));
    m_time->setText(timeText());
    const bool plays = m_player.isPlaying();
    m_play->setText(plays ? tr("Pause") : tr("Play"));
    m_play->setIcon(glyphIcon(plays ? Glyph::Pause : Glyph::Run));
}

/// "1:02.3"
static QString clockText(std::uint64_t ms)
{
    return QStringLiteral("%1:%2.%3")
        .arg(ms / 60'000)
        .arg(ms / 1000 % 60, 2, 10, QLatin1Char('0'))
        .arg(ms / 100 % 10);
}

QString ReplayWindow::timeText() const
{
    return tr("%1 of %2").arg(clockText(m_position), clockText(m_player.endMs()));
}

} // namespace sandbench::ui
