// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What StepsPanel is made of.
#include "ui/common/code_font.h"
#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/common/wrapped_label.h"
#include "ui/steps/steps_panel.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QSlider>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolBar>

namespace sandbench::ui {

static constexpr int kMargin = 8;
static constexpr int kRowMargin = 4;
static constexpr int kFastest = 20, kUsualSpeed = 2; // steps a second
static constexpr int kSpeedWidth = 90;

StepsPanel::StepsPanel(QWidget* parent)
    : QWidget(parent)
{
    auto* column = columnOf(this, 0);
    column->addWidget(m_pages = new QStackedWidget(this), 1);
    auto* page = new QWidget(m_pages);
    auto* rows = columnOf(page, 0);
    rows->addWidget(buildHead());
    rows->addWidget(buildPlace());
    auto* split = new QSplitter(page);
    split->setChildrenCollapsible(false);
    split->addWidget(buildStack());
    split->addWidget(buildTable());
    split->setStretchFactor(0, 2);
    split->setStretchFactor(1, 3);
    rows->addWidget(split, 1);
    m_pages->addWidget(page);
    m_pages->addWidget(m_empty = emptyLabel(m_pages));
    buildCommands();
    connect(&m_play, &QTimer::timeout, this, &StepsPanel::playOn);
    setFocusProxy(m_slider);
    describe();
}

QWidget* StepsPanel::buildHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(kMargin, 2, kMargin, 2);
    row->addWidget(m_bar = new QToolBar(head));
    m_bar->setObjectName(QStringLiteral("stepsBar"));
    m_bar->setIconSize({16, 16});
    auto* name = new QLabel(tr("Speed"), head);
    name->setTextFormat(Qt::PlainText);
    row->addWidget(name);
    row->addWidget(m_speed = new QSlider(Qt::Horizontal, head));
    m_speed->setObjectName(QStringLiteral("stepsSpeed"));
    m_speed->setAccessibleName(tr("Steps a second"));
    m_speed->setRange(1, kFastest);
    m_speed->setFixedWidth(kSpeedWidth);
    name->setBuddy(m_speed);
    const auto tell = [this](int speed) {
        m_speed->setToolTip(tr("Steps a second: %1").arg(speed));
        if (isPlaying())
            setPlaying(true);
    };
    connect(m_speed, &QSlider::valueChanged, this, tell);
    m_speed->setValue(kUsualSpeed);
    row->addWidget(m_slider = new QSlider(Qt::Horizontal, head), 1);
    m_slider->setObjectName(QStringLiteral("stepsSlider"));
    m_slider->setAccessibleName(tr("Step"));
    m_slider->setToolTip(tr("All steps of the program"));
    connect(m_slider, &QSlider::valueChanged, this, [this](int step) {
        m_followsNewest = false;
        goTo(static_cast<std::size_t>(step));
    });
    return head;
}

QWidget* StepsPanel::buildPlace()
{
    auto* place = new QWidget(this);
    auto* column = new QVBoxLayout(place);
    column->setContentsMargins(kMargin, 0, kMargin, kRowMargin);
    column->setSpacing(0);
    column->addWidget(m_summary = new ElidedLabel(place));
    m_summary->setObjectName(QStringLiteral("stepsSummary"));
    column->addWidget(m_state = new ElidedLabel(place));
    m_state->setObjectName(QStringLiteral("stepsState"));
    m_state->setForegroundRole(QPalette::PlaceholderText);
    return place;
}

QWidget* StepsPanel::buildStack()
{
    auto* split = new QSplitter(Qt::Vertical, this);
    split->setChildrenCollapsible(false);
    m_stack = new QListWidget(split);
    m_stack->setObjectName(QStringLiteral("stepsStack"));
    m_stack->setAccessibleName(tr("Call stack"));
    m_stack->setFrameShape(QFrame::NoFrame);
    m_stack->setMinimumSize(80, 30);
    m_stack->setUniformItemSizes(true);
    m_stack->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_stack->setTextElideMode(Qt::ElideRight);
    connect(m_stack, &QListWidget::currentRowChanged, this, [this](int row) {
        showFrame(row);
        describe();
    });
    m_output = new QPlainTextEdit(split);
    m_output->setObjectName(QStringLiteral("stepsOutput"));
    m_output->setAccessibleName(tr("Output up to this step"));
    m_output->setPlaceholderText(tr("Nothing has been printed up to this step."));
    m_output->setReadOnly(true);
    m_output->setTabChangesFocus(true);
    m_output->setFont(codeFont());
    m_output->setMinimumHeight(30);
    return split;
}

QWidget* StepsPanel::buildTable()
{
    m_table = new QTableView(this);
    m_table->setObjectName(QStringLiteral("stepsVariables"));
    m_table->setAccessibleName(tr("Variables at this step"));
    m_table->setModel(&m_variables);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setShowGrid(false);
    m_table->setWordWrap(false);
    m_table->setTabKeyNavigation(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setMinimumSize(80, 60);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kRowMargin);
    auto* header = m_table->horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setStretchLastSection(true);
    const int unit = fontMetrics().averageCharWidth();
    header->resizeSection(StepVariables::NameColumn, unit * 18);
    header->resizeSection(StepVariables::ValueColumn, unit * 46);
    return m_table;
}

QAction* StepsPanel::addWay(
    const char* name, const QString& text, const QKeySequence& key, int glyph, Way way)
{
    const QList<QKeySequence> keys
        = key.isEmpty() ? QList<QKeySequence>() : QList<QKeySequence>{key};
    auto* action = keyAction(*this, name, text, keys, [this, way] {
        if (m_trace.size() == 0)
            return;
        setPlaying(false);
        const auto step = way();
        m_followsNewest = m_isRecording && step && *step + 1 == m_trace.size();
        if (step)
            goTo(*step);
    });
    action->setIcon(glyphIcon(static_cast<Glyph>(glyph)));
    m_bar->addAction(action);
    m_commands << action;
    m_ways.emplace_back(action, std::move(way));
    return action;
}

void StepsPanel::buildCommands()
{
    const auto add = [this](const char* name, const QString& text, int key, Glyph glyph, Way way) {
        addWay(
            name, text,
            key == 0 ? QKeySequence() : QKeySequence(Qt::ALT | static_cast<Qt::Key>(key)),
            static_cast<int>(glyph), std::move(way));
    };
    const auto numbered
        = [](bool is, std::size_t step) { return is ? std::optional(step) : std::nullopt; };
    add("stepsFirst", tr("First Step"), Qt::Key_Home, Glyph::First,
        [this, numbered] { return numbered(m_step > 0, 0); });
    add("stepsPreviousBreak", tr("Back to Breakpoint"), Qt::Key_PageUp, Glyph::PreviousMark,
        [this] { return m_trace.backBreak(m_step, m_breakpoints); });
    add("stepsBackOver", tr("Step Back Over"), Qt::Key_Up, Glyph::BackOver,
        [this] { return m_trace.backOver(m_step); });
    add("stepsBack", tr("Step Back"), Qt::Key_Left, Glyph::Previous,
        [this, numbered] { return numbered(m_step > 0, m_step - 1); });
    m_playAction
        = keyAction(*this, "stepsPlay", tr("Play Steps"), {QKeySequence(Qt::Key_F12)}, [this] {
              setPlaying(!isPlaying());
              allow();
          });
    m_playAction->setCheckable(true);
    m_playAction->setIcon(glyphIcon(Glyph::Run));
    m_bar->addAction(m_playAction);
    m_commands << m_playAction;
    add("stepsNext", tr("Step"), Qt::Key_Right, Glyph::Next,
        [this, numbered] { return numbered(m_step + 1 < m_trace.size(), m_step + 1); });
    add("stepsOver", tr("Step Over"), Qt::Key_Down, Glyph::StepOver,
        [this] { return m_trace.over(m_step); });
    addWay(
        "stepsOut", tr("Step Out"), QKeySequence(Qt::SHIFT | Qt::Key_F12),
        static_cast<int>(Glyph::StepOut), [this] { return m_trace.out(m_step); });
    add("stepsNextBreak", tr("Go to Breakpoint"), Qt::Key_PageDown, Glyph::NextMark,
        [this] { return m_trace.nextBreak(m_step, m_breakpoints); });
    add("stepsLast", tr("Last Step"), Qt::Key_End, Glyph::Last,
        [this, numbered] { // While there is more to come, it also stays there.
            return numbered(
                m_trace.size() > 0 && (m_isRecording || m_step + 1 < m_trace.size()),
                m_trace.size() - 1);
        });
    m_clearAction = keyAction(*this, "stepsClear", tr("Clear Steps"), {}, [this] { clear(); });
    m_clearAction->setIcon(glyphIcon(Glyph::Clear));
    m_bar->addAction(m_clearAction);
}

} // namespace sandbench::ui
