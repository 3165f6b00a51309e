// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_panel.h"

#include "core/base/units.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/session/session_facts.h"
#include "ui/session/sparkline.h"
#include "ui/session/trust_report.h"

#include <QDateTime>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedLayout>
#include <QStyle>
#include <QVBoxLayout>

namespace sandbench::ui {

static constexpr int kMargin = 10;

static QLabel* plainLabel(QWidget* parent, const QString& text = {})
{
    auto* label = new QLabel(text, parent);
    label->setTextFormat(Qt::PlainText);
    return label;
}

static QLabel* heading(QWidget* parent, const QString& text)
{
    QLabel* label = plainLabel(parent, text);
    QFont font = label->font();
    font.setBold(true);
    label->setFont(font);
    return label;
}

// How long it has been open is told to the second at first, and later on now and then.
static constexpr qint64 kYoung = 20; // seconds
static constexpr qint64 kIdleShown = 10; // seconds
static constexpr int kClockMilliseconds = 1000;
static constexpr int kOldClockMilliseconds = 10'000;

SessionPanel::SessionPanel(SessionController& controller, QWidget* parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_pages(new QStackedLayout(this))
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Session"));
    // A long report brings a scroll bar, which must not lie on it.
    // Nothing in it is cut.
    setMinimumWidth(
        fontMetrics().horizontalAdvance(tr("Memory") + QStringLiteral(" 999.9 MiB of 999 GiB "))
        + 3 * kMargin + style()->pixelMetric(QStyle::PM_ScrollBarExtent));
    m_pages->addWidget(buildEmpty());
    m_pages->addWidget(buildDetails());
    connect(&m_controller, &SessionController::stateChanged, this, &SessionPanel::refresh);
    connect(&m_controller, &SessionController::readyChanged, this, [this] {
        if (m_controller.session())
            m_facts->showReady(m_controller);
    });
    connect(&m_controller.use(), &SessionUse::changed, this, &SessionPanel::showUse);
    connect(&m_controller, &SessionController::openingTextChanged, this, &SessionPanel::refresh);
    connect(&m_clock, &QTimer::timeout, this, &SessionPanel::refresh);
    refresh();
}

// Nobody sees it grow older, nor does anything wake up.
void SessionPanel::hideEvent(QHideEvent* event)
{
    m_clock.stop();
    QWidget::hideEvent(event);
}

void SessionPanel::showEvent(QShowEvent* event)
{
    m_clock.start(kClockMilliseconds);
    refresh();
    QWidget::showEvent(event);
}

QWidget* SessionPanel::buildEmpty()
{
    auto* page = new QWidget(this);
    auto* column = new QVBoxLayout(page);
    column->addStretch(1);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    column->addWidget(m_empty = wrappedLabel(page));
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(m_opening = new QProgressBar(page));
    m_opening->setRange(0, 0);
    m_opening->setTextVisible(false);
    m_opening->setAccessibleName(tr("Opening the session"));
    const auto addButton = [&](const char* name, const QString& text, const QString& tip) {
        auto* button = new QPushButton(text, page);
        button->setObjectName(QLatin1String(name));
        button->setToolTip(tip);
        column->addWidget(button, 0, Qt::AlignHCenter);
        return button;
    };
    m_cancel = addButton("cancelOpening", tr("&Cancel"), tr("Gives up opening the sandbox"));
    m_new = addButton(
        "newSession", tr("&New Session…"), tr("Chooses engine, image and size, and opens one"));
    connect(m_cancel, &QPushButton::clicked, &m_controller, &SessionController::stop);
    connect(m_new, &QPushButton::clicked, this, &SessionPanel::newSessionWanted);
    column->addStretch(1);
    return page;
}

QWidget* SessionPanel::buildDetails()
{
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* page = new QWidget(scroll);
    auto* column = new QVBoxLayout(page);
    column->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    column->setSpacing(4);
    addHead(column, page);
    addFigures(column, page);
    column->addWidget(m_trust = new TrustReport(page));
    column->addSpacing(kMargin);
    auto* close = new QPushButton(tr("&Close session"), page);
    close->setObjectName(QStringLiteral("closeSession"));
    close->setToolTip(
        tr("Ends the sandbox with everything in it, and drops the session's output and plots"));
    connect(close, &QPushButton::clicked, this, &SessionPanel::closeWanted);
    column->addWidget(close);
    column->addStretch(1);
    scroll->setWidget(page);
    return scroll;
}

void SessionPanel::addHead(QVBoxLayout* column, QWidget* page)
{
    auto* row = new QHBoxLayout;
    row->addWidget(m_state = heading(page, {}));
    row->addStretch(1);
    row->addWidget(m_uptime = plainLabel(page));
    m_uptime->setToolTip(tr("How long this sandbox has been open"));
    column->addLayout(row);
    column->addSpacing(4);
    column->addWidget(m_life = wrappedLabel(page));
    m_life->setForegroundRole(QPalette::PlaceholderText);
    m_life->setObjectName(QStringLiteral("sessionLife"));
    column->addSpacing(4);
    column->addWidget(m_facts = new SessionFacts(page));
    m_uptime->setForegroundRole(QPalette::PlaceholderText);
    column->addSpacing(kMargin);
}

// A name on the left, its value on the right.
static QLabel* addFigure(QVBoxLayout* column, QWidget* page, const QString& name)
{
    auto* row = new QHBoxLayout;
    row->addWidget(plainLabel(page, name));
    row->addStretch(1);
    QLabel* value = plainLabel(page);
    value->setAccessibleName(name);
    row->addWidget(value);
    column->addLayout(row);
    return value;
}

void SessionPanel::addFigures(QVBoxLayout* column, QWidget* page)
{
    for (const Used what : kAllUsed) {
        m_used[static_cast<std::size_t>(what)] = addFigure(column, page, usedName(what));
        auto* line = new Sparkline(m_controller.use(), what, page);
        connect(line, &Sparkline::activated, this, &SessionPanel::useWanted);
        column->addWidget(line);
        column->addSpacing(4);
    }
    column->addSpacing(kMargin - 4);
}

QString SessionPanel::stateText() const
{
    return m_state->text();
}

QString SessionPanel::isolationText() const
{
    return m_controller.session() ? m_trust->text() : QString();
}

QString SessionPanel::factsText() const
{
    return m_controller.session() ? m_facts->text() : QString();
}

QString SessionPanel::emptyText() const
{
    return m_controller.session() ? QString() : m_empty->text();
}

void SessionPanel::refresh()
{
    const auto& session = m_controller.session();
    const SessionState state = m_controller.state();
    m_pages->setCurrentIndex(session ? 1 : 0);
    setFocusProxy(session ? m_pages->currentWidget() : nullptr);
    m_state->setText(sessionStateWord(state));
    if (!session)
        return showEmpty(state);
    const auto uptime = m_controller.uptimeSeconds();
    m_uptime->setText(toQString(formatSeconds(static_cast<double>(uptime))));
    m_clock.setInterval(uptime < kYoung ? kClockMilliseconds : kOldClockMilliseconds);
    showLife();
    if (m_shown.lock() == session)
        return;
    m_shown = session;
    m_facts->showSession(m_controller);
    m_trust->showReport(session->isolation());
}

void SessionPanel::showEmpty(SessionState state)
{
    m_shown.reset();
    const bool opening = state == SessionState::Opening;
    m_opening->setVisible(opening);
    m_cancel->setVisible(opening);
    m_new->setVisible(!opening);
    const QString reason = SafeText::display(m_controller.lostReason());
    m_empty->setText(
        opening ? SafeText::display(m_controller.openingText())
            : state != SessionState::Lost
            ? tr("No session. Run code and one is opened for you.")
            : tr("The sandbox went away: %1. The next run opens a new one.")
                  .arg(reason.isEmpty() ? tr("no reason is known") : reason));
}

// The lease is the agent's: it ends the sandbox when it has not heard of the window for so long.
void SessionPanel::showLife()
{
    const qint64 idle = m_controller.isBusy()
        ? 0
        : m_controller.use().idleSeconds(QDateTime::currentMSecsSinceEpoch());
    const auto lease = m_controller.openRequest().session.sandbox.ttl.count();
    const QString ends = tr("Ends with the window; %1 after it falls silent.")
                             .arg(toQString(formatSeconds(static_cast<double>(lease))));
    m_life->setText(
        idle < kIdleShown
            ? ends
            : tr("Idle for %1. %2").arg(toQString(formatSeconds(static_cast<double>(idle))), ends));
}

void SessionPanel::showUse()
{
    for (const Used what : kAllUsed)
        m_used[static_cast<std::size_t>(what)]->setText(m_controller.use().words(what));
}

} // namespace sandbench::ui
