// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/verdict/verdict_panel.h"

#include "core/policy/gate/rule.h"
#include "core/session/activity_words.h"
#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/glyphs.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/output/log_palette.h"
#include "ui/runs/review_bar.h"
#include "ui/runs/run_reader.h"

#include <QGridLayout>
#include <QLocale>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace sandbench::ui {

static constexpr int kMargin = 8;
static constexpr int kMostDone = 4; // sentences on what it did
static constexpr int kLongestSentence = 160; // characters

static QString findingsText(const Json& record)
{
    const auto& gate = jsonField(record, "gate");
    if (!gate.is_object())
        return VerdictPanel::tr("No policy looked at it.");
    const auto& findings = jsonList(gate, "findings");
    const auto count = findings.size() + jsonCount(gate, "omitted");
    if (count == 0)
        return VerdictPanel::tr("Nothing was found.");
    std::optional<Severity> worst;
    for (const Json& finding : findings)
        worst = std::max(worst, severityByName(jsonString(finding, "severity")));
    const QString text = count == 1
        ? VerdictPanel::tr("1 finding")
        : VerdictPanel::tr("%1 findings").arg(QLocale().toString(count));
    return worst ? VerdictPanel::tr("%1, the worst: %2").arg(text, toQString(severityName(*worst)))
                 : text;
}

static QString activityText(const Json& record)
{
    QStringList did;
    int more = 0;
    for (const auto& entry : activityEntries(record)) {
        if (entry.kind == ActivityKind::NotSeen || entry.kind == ActivityKind::Resources)
            continue;
        if (did.size() < kMostDone)
            did << SafeText::display(toQString(entry.sentence).left(kLongestSentence));
        else
            ++more;
    }
    if (did.isEmpty())
        return jsonField(record, "activity").is_object()
            ? VerdictPanel::tr("Nothing but compute and print.")
            : VerdictPanel::tr("Not known.");
    if (more > 0)
        did << VerdictPanel::tr("and %1 more").arg(more);
    return did.join(u'\n');
}

static QString adviceText(const Json& record)
{
    QStringList sentences;
    for (const char* name : {"hints", "warnings"})
        for (const auto& text : jsonTexts(record, name))
            sentences << SafeText::display(text);
    return sentences.mid(0, kMostDone).join(u'\n');
}

VerdictPanel::VerdictPanel(QWidget* parent)
    : QWidget(parent)
    , m_pages(new QStackedWidget(this))
{
    columnOf(this, 0)->addWidget(m_pages);
    auto* empty = emptyLabel(m_pages);
    empty->setText(tr("Run a program (F5). How it ended, what it did and what you think of it will "
                      "stand here."));
    m_pages->addWidget(empty);
    auto* scroll = new QScrollArea(m_pages);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setWidget(buildCard());
    m_pages->addWidget(scroll);
    showNothing();
}

QWidget* VerdictPanel::buildCard()
{
    auto* card = new QWidget(this);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    column->setSpacing(4);
    column->addWidget(m_title = new ElidedLabel(card));
    m_title->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_sentence = wrappedLabel(card));
    m_sentence->setObjectName(QStringLiteral("verdictSentence"));
    m_sentence->setAccessibleName(tr("How the run ended"));
    auto font = m_sentence->font();
    font.setBold(true);
    font.setPointSizeF(font.pointSizeF() * 1.2);
    m_sentence->setFont(font);
    m_grid = new QGridLayout;
    m_grid->setContentsMargins(0, 4, 0, 4);
    m_grid->setVerticalSpacing(4);
    m_grid->setColumnStretch(1, 1);
    addLine("advice", tr("Next step"), "dockOutput");
    addLine("findings", tr("Findings"), "dockFindings");
    addLine("activity", tr("What it did"), "dockActivity");
    addLine("results", tr("Results"), "dockPlots");
    addLine("checks", tr("Checks"), "dockChecks");
    column->addLayout(m_grid);
    column->addWidget(m_review = new ReviewBar(card));
    m_review->layout()->setContentsMargins(0, 4, 0, 4);
    connect(m_review, &ReviewBar::changed, this, [this] {
        emit reviewChanged(m_run, m_review->review());
    });
    auto* row = new QHBoxLayout;
    row->setSpacing(4);
    const auto add = [&](const char* name, Glyph glyph, const QString& text, const QString& tip,
                         void (VerdictPanel::*wanted)(const QString&)) {
        auto* button = new QToolButton(card);
        button->setObjectName(QLatin1String(name));
        button->setIcon(glyphIcon(glyph));
        button->setText(text);
        button->setToolTip(plainToolTip(tip));
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setFocusPolicy(Qt::StrongFocus);
        button->setAutoRaise(true);
        connect(
            button, &QToolButton::clicked, this, [this, wanted] { emit(this->*wanted)(m_run); });
        row->addWidget(button);
        m_needEnd << button;
    };
    add("verdictCopy", Glyph::Copy, tr("Copy for a Model"),
        tr("Copy program, error, output, findings and activity as text for a language model"),
        &VerdictPanel::copyWanted);
    add("verdictReport", Glyph::Save, tr("Save Report…"),
        tr("Save all that is kept of this run as a page, a notebook, text or JSON"),
        &VerdictPanel::reportWanted);
    add("verdictCompare", Glyph::Table, tr("Compare with Last"),
        tr("Show what differs from the run of this program before it"),
        &VerdictPanel::comparisonWanted);
    add("verdictAgain", Glyph::Again, tr("Run Again"),
        tr("Run it once more in a sandbox like the one it had, and show what differs"),
        &VerdictPanel::againWanted);
    row->addStretch(1);
    column->addLayout(row);
    column->addStretch(1);
    return card;
}

void VerdictPanel::addLine(const char* name, const QString& title, const char* dock)
{
    auto* button = new QToolButton(this);
    button->setText(title);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setToolTip(tr("Go to %1").arg(title));
    connect(button, &QToolButton::clicked, this, [this, dock] {
        emit panelWanted(QLatin1String(dock));
    });
    QLabel* value = wrappedLabel(this);
    value->setContentsMargins(0, 4, 0, 0);
    value->setAccessibleName(title);
    const auto row = static_cast<int>(m_lines.size());
    m_grid->addWidget(button, row, 0, Qt::AlignTop | Qt::AlignLeft);
    m_grid->addWidget(value, row, 1, Qt::AlignTop);
    m_lines.insert(QLatin1String(name), {button, value});
}

void VerdictPanel::setLine(const QString& name, const QString& value)
{
    const Line line = m_lines.value(name);
    line.value->setText(value);
    line.value->setVisible(!value.isEmpty());
    line.title->setVisible(!value.isEmpty());
}

void VerdictPanel::setTone(const Json& record)
{
    const auto verdict = jsonString(record, "verdict");
    const auto tone = toneOf(verdict, jsonBool(record, "success"));
    auto colours = palette();
    colours.setColor(QPalette::WindowText, LogPalette(colours).of(tone));
    m_sentence->setPalette(colours);
}

void VerdictPanel::showRun(const QString& run, const QString& title, const Json& record)
{
    const bool hasEnded = !jsonString(record, "verdict").empty();
    m_run = run;
    m_title->setText(title);
    m_sentence->setText(
        hasEnded ? SafeText::display(jsonString(record, "sentence")) : tr("It is running…"));
    setTone(record);
    setLine(QStringLiteral("advice"), adviceText(record));
    setLine(QStringLiteral("findings"), hasEnded ? findingsText(record) : QString());
    setLine(QStringLiteral("activity"), hasEnded ? activityText(record) : QString());
    const auto results = jsonList(record, "artifacts").size();
    setLine(
        QStringLiteral("results"),
        results == 0       ? QString()
            : results == 1 ? tr("1 result")
                           : tr("%1 results").arg(results));
    for (QToolButton* button : std::as_const(m_needEnd))
        button->setEnabled(hasEnded);
    m_review->setEnabled(hasEnded);
    m_review->show(report::reviewOf(record));
    m_pages->setCurrentIndex(1);
}

void VerdictPanel::showNothing()
{
    m_run.clear();
    m_pages->setCurrentIndex(0);
}

void VerdictPanel::setChecks(const QString& sentence)
{
    setLine(QStringLiteral("checks"), sentence);
}

void VerdictPanel::setReview(const report::Review& review)
{
    m_review->show(review);
}

QString VerdictPanel::sentence() const
{
    return m_pages->currentIndex() == 0 ? QString() : m_sentence->text();
}

QString VerdictPanel::line(const QString& name) const
{
    return m_lines.value(name).value->text();
}

} // namespace sandbench::ui
