// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_panel.h"

#include "core/base/units.h"
#include "ui/common/text.h"
#include "ui/session/sparkline.h"

#include <QDateTime>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace sandbench::ui {

static QLabel* plainLabel(QWidget* parent)
{
    auto* label = new QLabel(parent);
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    return label;
}

SessionPanel::SessionPanel(SessionController& controller, QWidget* parent)
    : QWidget(parent)
    , m_controller(controller)
    , m_pages(new QStackedLayout(this))
{
    auto* empty = plainLabel(this);
    empty->setText(tr("No session. Run code and one is opened for you."));
    empty->setAlignment(Qt::AlignCenter);
    empty->setMargin(16);
    m_pages->addWidget(empty);
    m_pages->addWidget(buildDetails());
    connect(&m_controller, &SessionController::stateChanged, this, &SessionPanel::refresh);
    connect(&m_controller, &SessionController::metricsChanged, this, &SessionPanel::showMetrics);
    connect(&m_clock, &QTimer::timeout, this, &SessionPanel::refresh);
    m_clock.start(1000);
    refresh();
}

QWidget* SessionPanel::buildDetails()
{
    auto* scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    auto* page = new QWidget(scroll);
    auto* form = new QFormLayout(page);
    form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    form->addRow(tr("State"), m_state = plainLabel(page));
    form->addRow(tr("Engine"), m_engine = plainLabel(page));
    form->addRow(tr("Uptime"), m_uptime = plainLabel(page));
    form->addRow(tr("CPU"), m_cpuText = plainLabel(page));
    form->addRow(m_cpu = new Sparkline(tr("CPU of the session"), page));
    form->addRow(tr("Memory"), m_memoryText = plainLabel(page));
    form->addRow(m_memory = new Sparkline(tr("Memory of the session"), page));
    form->addRow(tr("Processes"), m_processes = plainLabel(page));
    form->addRow(tr("Network"), plainLabel(page));
    qobject_cast<QLabel*>(form->itemAt(form->rowCount() - 1, QFormLayout::FieldRole)->widget())
        ->setText(tr("none"));
    form->addRow(new QLabel(tr("Isolated by"), page));
    form->addRow(m_layers = plainLabel(page));
    form->addRow(tr("Missing"), m_missing = plainLabel(page));
    m_destroy = new QPushButton(tr("Destroy session"), page);
    m_destroy->setObjectName(QStringLiteral("destroySession"));
    m_destroy->setToolTip(
        tr("Ends the sandbox with everything in it; the next run opens a new one"));
    connect(m_destroy, &QPushButton::clicked, &m_controller, &SessionController::destroySession);
    form->addRow(m_destroy);
    for (QLabel* label : page->findChildren<QLabel*>())
        label->setTextFormat(Qt::PlainText);
    scroll->setWidget(page);
    return scroll;
}

QString SessionPanel::stateText() const
{
    return m_state->text();
}

QString SessionPanel::isolationText() const
{
    return m_layers->text();
}

void SessionPanel::refresh()
{
    const auto& session = m_controller.session();
    m_pages->setCurrentIndex(session || m_controller.isBusy() ? 1 : 0);
    m_state->setText(sessionStateWord(m_controller.state()));
    m_destroy->setEnabled(session != nullptr);
    if (!session) {
        m_lastCpuSeconds = -1;
        return;
    }
    m_engine->setText(toQString(session->engineName() + " · " + session->description()));
    m_uptime->setText(toQString(formatSeconds(static_cast<double>(m_controller.uptimeSeconds()))));
    QStringList layers, missing;
    for (const std::string& layer : session->isolation().layers)
        layers << QStringLiteral("✓ ") + toQString(layer);
    for (const MissingLayer& layer : session->isolation().missing)
        missing << toQString(
            layer.layer + ": " + layer.reason + (layer.remedy.empty() ? "" : "; " + layer.remedy));
    m_layers->setText(layers.join(QLatin1Char('\n')));
    m_missing->setText(missing.isEmpty() ? tr("nothing") : missing.join(QLatin1Char('\n')));
}

void SessionPanel::showMetrics(const Session::Metrics& metrics)
{
    const qint64 now = QDateTime::currentMSecsSinceEpoch();
    if (m_lastCpuSeconds >= 0 && now > m_lastSampleAt) {
        const double share = (metrics.cpuSeconds - m_lastCpuSeconds)
            / (static_cast<double>(now - m_lastSampleAt) / 1000);
        const QString words = tr("%1 %").arg(qRound(std::max(share, 0.0) * 100));
        m_cpuText->setText(words);
        m_cpu->add(share, words);
    }
    m_lastCpuSeconds = metrics.cpuSeconds;
    m_lastSampleAt = now;
    const bool limited = metrics.memoryLimitBytes > 0;
    const QString words = limited ? tr("%1 of %2")
                                        .arg(
                                            toQString(formatSize(metrics.memoryBytes)),
                                            toQString(formatSize(metrics.memoryLimitBytes)))
                                  : toQString(formatSize(metrics.memoryBytes));
    m_memoryText->setText(words);
    m_memory->add(
        limited ? static_cast<double>(metrics.memoryBytes)
                / static_cast<double>(metrics.memoryLimitBytes)
                : 0,
        words);
    m_processes->setText(QString::number(metrics.processes));
}

} // namespace sandbench::ui
