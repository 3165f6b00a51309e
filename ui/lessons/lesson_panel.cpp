// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_panel.h"

#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/flow_layout.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/lessons/lesson_text_view.h"
#include "ui/lessons/prediction_box.h"
#include "ui/output/log_palette.h"

#include <QAction>
#include <QComboBox>
#include <QListWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace sandbench::ui {

static constexpr int kPageMargin = 8;
static constexpr int kLongestTitle = 80; // characters
static constexpr int kLongestWhy = 400;
static constexpr int kMostProblemRows = 4;

LessonPanel::LessonPanel(QWidget* parent)
    : QWidget(parent)
    , m_pages(new QStackedWidget(this))
{
    columnOf(this, 0)->addWidget(m_pages);
    m_pages->addWidget(buildEmpty());
    m_pages->addWidget(buildPage());
}

QWidget* LessonPanel::buildEmpty()
{
    auto* page = new QWidget(this);
    m_emptyColumn = new QVBoxLayout(page);
    m_emptyColumn->setContentsMargins(kPageMargin, kPageMargin, kPageMargin, kPageMargin);
    auto* text = emptyLabel(page);
    text->setObjectName(QStringLiteral("lessonEmpty"));
    text->setText(tr("A lesson is read here step by step, with a program to run in each. Begin "
                     "with one of these, or open a folder with a lesson.md."));
    m_emptyColumn->addStretch(1);
    m_emptyColumn->addWidget(text);
    m_emptyColumn->addStretch(1);
    return page;
}

QWidget* LessonPanel::buildPage()
{
    auto* page = new QWidget(this);
    auto* column = columnOf(page, 0);
    auto* head = new QVBoxLayout;
    head->setContentsMargins(kPageMargin, 4, kPageMargin, 4);
    head->setSpacing(4);
    head->addWidget(m_title = new ElidedLabel(page));
    m_title->setForegroundRole(QPalette::PlaceholderText);
    head->addWidget(m_steps = new QComboBox(page));
    m_steps->setObjectName(QStringLiteral("lessonSteps"));
    m_steps->setAccessibleName(tr("Step"));
    m_steps->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_steps->setMinimumContentsLength(10);
    connect(m_steps, &QComboBox::activated, this, &LessonPanel::stepWanted);
    column->addLayout(head);

    m_scroll = new QScrollArea(page);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    auto* card = new QWidget(m_scroll);
    card->setBackgroundRole(QPalette::Base);
    card->setAutoFillBackground(true);
    auto* text = new QVBoxLayout(card);
    text->setContentsMargins(kPageMargin, kPageMargin, kPageMargin, kPageMargin);
    text->addWidget(m_problems = new QListWidget(card));
    m_problems->setObjectName(QStringLiteral("lessonProblems"));
    m_problems->setAccessibleName(tr("Problems of the lesson"));
    m_problems->setWordWrap(true);
    connect(m_problems, &QListWidget::itemActivated, this, [this](const QListWidgetItem* item) {
        emit lineWanted(item->data(Qt::UserRole).toInt());
    });
    connect(m_problems, &QListWidget::itemClicked, m_problems, &QListWidget::itemActivated);
    text->addWidget(m_text = new LessonTextView(card));
    text->addWidget(m_limits = wrappedLabel(card));
    m_limits->setForegroundRole(QPalette::PlaceholderText);
    text->addWidget(m_prediction = new PredictionBox(card));
    connect(m_prediction, &PredictionBox::predicted, this, &LessonPanel::predicted);
    text->addWidget(m_verdict = wrappedLabel(card));
    m_verdict->setObjectName(QStringLiteral("lessonVerdict"));
    m_verdict->setForegroundRole(QPalette::WindowText); // which setTone() colours
    m_verdict->setAccessibleName(tr("What the checks say"));
    text->addStretch(1);
    m_scroll->setWidget(card);
    column->addWidget(m_scroll, 1);
    m_buttons = new QHBoxLayout;
    m_buttons->setContentsMargins(kPageMargin, 4, kPageMargin, 4);
    m_buttons->setSpacing(4);
    column->addLayout(m_buttons);
    return page;
}

void LessonPanel::setActions(const QList<QAction*>& ofStep, const QList<QAction*>& ofEmptyPage)
{
    const auto buttonOf = [this](QAction* action) {
        auto* button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setToolButtonStyle(
            action->icon().isNull() ? Qt::ToolButtonTextOnly : Qt::ToolButtonTextBesideIcon);
        button->setFocusPolicy(Qt::StrongFocus);
        return button;
    };
    for (QAction* action : ofStep) {
        auto* button = buttonOf(action);
        button->setAutoRaise(true);
        m_buttons->addWidget(button);
    }
    m_buttons->addStretch(1);
    for (QAction* action : ofEmptyPage)
        m_emptyColumn->insertWidget(
            m_emptyColumn->count() - 1, buttonOf(action), 0, Qt::AlignHCenter);
}

bool LessonPanel::isEmpty() const
{
    return m_pages->currentIndex() == 0;
}

QString LessonPanel::stepEntry(int step) const
{
    const auto at = static_cast<std::size_t>(step);
    const QString title = SafeText::elidedName(toQString(m_lesson.steps[at].title), kLongestTitle);
    return (m_passed[at] ? tr("%1. %2 ✓") : tr("%1. %2")).arg(step + 1).arg(title);
}

void LessonPanel::setLesson(const lesson::Lesson& lesson, const std::vector<bool>& passed)
{
    m_lesson = lesson;
    m_passed = passed;
    m_passed.resize(lesson.steps.size());
    m_title->setText(SafeText::display(toQString(lesson.title)));
    m_steps->clear();
    for (int i = 0; i < static_cast<int>(lesson.steps.size()); ++i)
        m_steps->addItem(stepEntry(i));
    showProblems(lesson.problems);
    m_pages->setCurrentIndex(1);
}

void LessonPanel::showProblems(const std::vector<lesson::Problem>& problems)
{
    m_problems->clear();
    for (const auto& problem : problems) {
        auto* item = new QListWidgetItem(
            tr("Line %1: %2").arg(problem.line).arg(SafeText::display(toQString(problem.text))),
            m_problems);
        item->setData(Qt::UserRole, static_cast<int>(problem.line));
    }
    m_problems->setVisible(!problems.empty());
    const int rows = std::min(m_problems->count(), kMostProblemRows);
    m_problems->setFixedHeight(rows * 2 * fontMetrics().lineSpacing() + 2 * kPageMargin);
}

static QString limitText(std::string_view name, const QString& value)
{
    if (name == "memory")
        return LessonPanel::tr("%1 of memory").arg(value);
    if (name == "disk")
        return LessonPanel::tr("%1 of disk space").arg(value);
    if (name == "output_limit")
        return LessonPanel::tr("%1 of output").arg(value);
    if (name == "pids")
        return LessonPanel::tr("%1 processes").arg(value);
    if (name == "cpus")
        return LessonPanel::tr("%1 processors").arg(value);
    if (name == "timeout")
        return LessonPanel::tr("%1 s").arg(value);
    if (name == "cpu_time")
        return LessonPanel::tr("%1 s of CPU time").arg(value);
    return LessonPanel::tr("the profile %1").arg(value);
}

static QString limitsText(const lesson::Step& step)
{
    QStringList said;
    for (const auto& [name, value] : step.limits.items())
        said << limitText(
            name,
            SafeText::display(
                toQString(value.is_string() ? value.get<std::string>() : writeJson(value))));
    return said.isEmpty()
        ? QString()
        : LessonPanel::tr("The sandbox of this step has %1.").arg(said.join(QStringLiteral(", ")));
}

/// The lesson's own text stands before its first step.
static std::vector<lesson::TextBlock> textOf(const lesson::Lesson& lesson, int step)
{
    auto blocks = step <= 0 ? lesson::readText(lesson.text) : std::vector<lesson::TextBlock>();
    if (step < 0 || step >= static_cast<int>(lesson.steps.size()))
        return blocks;
    const auto& shown = lesson.steps[static_cast<std::size_t>(step)];
    lesson::TextBlock heading;
    heading.kind = lesson::TextBlock::Kind::Heading;
    heading.level = 1;
    heading.runs.push_back({shown.title, false, false, false});
    blocks.push_back(std::move(heading));
    const auto own = lesson::readText(shown.text);
    blocks.insert(blocks.end(), own.begin(), own.end());
    return blocks;
}

void LessonPanel::showStep(int step, const QString& prediction)
{
    m_step = step;
    const bool hasStep = step >= 0 && step < static_cast<int>(m_lesson.steps.size());
    m_prediction->setVisible(false);
    m_limits->setVisible(false);
    if (hasStep) {
        const auto& shown = m_lesson.steps[static_cast<std::size_t>(step)];
        m_steps->setCurrentIndex(step);
        m_limits->setText(limitsText(shown));
        m_limits->setVisible(!m_limits->text().isEmpty());
        if (shown.prediction)
            m_prediction->ask(*shown.prediction, prediction);
        m_prediction->setVisible(shown.prediction.has_value());
    }
    m_text->present(textOf(m_lesson, step));
    showState({});
    m_scroll->verticalScrollBar()->setValue(0);
}

void LessonPanel::setPassed(int step, bool isPassed)
{
    m_passed[static_cast<std::size_t>(step)] = isPassed;
    m_steps->setItemText(step, stepEntry(step));
}

QString LessonPanel::stepTitle() const
{
    return m_step >= 0 && m_step < static_cast<int>(m_lesson.steps.size())
        ? SafeText::display(toQString(m_lesson.steps[static_cast<std::size_t>(m_step)].title))
        : QString();
}

QString LessonPanel::verdict() const
{
    return m_verdict->text();
}

void LessonPanel::setTone(bool isGood)
{
    auto colours = palette();
    const LogPalette log(colours);
    colours.setColor(QPalette::WindowText, isGood ? log.good : log.bad);
    m_verdict->setPalette(colours);
}

void LessonPanel::showState(const QString& sentence)
{
    m_verdict->setPalette(palette());
    m_verdict->setText(sentence);
    m_verdict->setVisible(!sentence.isEmpty());
}

static QString outcomeText(const QString& name, const check::Outcome& outcome)
{
    if (outcome.state == check::CheckState::Passed)
        return name.isEmpty() ? LessonPanel::tr("✓ The check holds.")
                              : LessonPanel::tr("✓ %1 holds.").arg(name);
    const QString why = SafeText::display(toQString(outcome.why).left(kLongestWhy));
    return name.isEmpty() ? LessonPanel::tr("✗ The check does not hold: %1").arg(why)
                          : LessonPanel::tr("✗ %1 does not hold: %2").arg(name, why);
}

void LessonPanel::showOutcomes(
    const std::vector<lesson::StepCheck>& checks, const std::vector<check::Outcome>& outcomes)
{
    QStringList lines;
    bool isGood = true;
    for (std::size_t i = 0; i < checks.size() && i < outcomes.size(); ++i) {
        const QString name = checks.size() == 1 && !checks[i].check.test
            ? QString()
            : SafeText::elidedName(toQString(checks[i].check.name), kLongestTitle);
        lines << outcomeText(name, outcomes[i]);
        isGood = isGood && outcomes[i].state == check::CheckState::Passed;
    }
    showState(lines.join(u'\n'));
    setTone(isGood);
    m_scroll->ensureWidgetVisible(m_verdict);
}

void LessonPanel::reveal()
{
    if (m_prediction->isVisibleTo(this))
        m_prediction->reveal();
}

} // namespace sandbench::ui
