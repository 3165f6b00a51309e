// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/engine_list.h"

#include "ui/common/column.h"
#include "ui/common/wrapped_label.h"
#include "ui/session/engine_probe.h"

#include <QButtonGroup>
#include <QRadioButton>
#include <QStyle>

namespace sandbench::ui {

EngineList::EngineList(
    EngineSource& source, JobRunner& jobs, const std::string& chosen, const std::string& connection,
    QWidget* parent)
    : QWidget(parent)
    , m_buttons(new QButtonGroup(this))
{
    columnOf(this, 2);
    for (const std::string& engine : source.names())
        addRow(source, jobs, engine);
    m_rows.front().button->setChecked(true);
    for (const Row& row : m_rows) {
        const bool isChosen = row.probe->engine() == chosen;
        if (isChosen)
            row.button->setChecked(true);
        row.probe->start(isChosen ? connection : std::string());
    }
    setFocusProxy(chosenButton());
    connect(m_buttons, &QButtonGroup::idToggled, this, [this](int, bool on) {
        if (!on)
            return;
        setFocusProxy(chosenButton());
        emit chosenChanged();
    });
}

void EngineList::addRow(EngineSource& source, JobRunner& jobs, const std::string& engine)
{
    Row row;
    row.probe = new EngineProbe(source, jobs, engine, this);
    row.button = new QRadioButton(row.probe->title(), this);
    row.button->setObjectName(QStringLiteral("engine-") + QString::fromStdString(engine));
    row.status = wrappedLabel(this);
    row.status->setIndent(
        style()->pixelMetric(QStyle::PM_ExclusiveIndicatorWidth)
        + style()->pixelMetric(QStyle::PM_RadioButtonLabelSpacing));
    row.status->setForegroundRole(QPalette::PlaceholderText);
    m_buttons->addButton(row.button, static_cast<int>(m_rows.size()));
    layout()->addWidget(row.button);
    layout()->addWidget(row.status);
    m_rows.push_back(row);
    connect(row.probe, &EngineProbe::changed, this, [this, row] {
        showRow(row);
        if (row.button->isChecked())
            emit changed();
    });
    connect(row.probe, &EngineProbe::connectionsFound, this, [this, row] {
        if (row.button->isChecked())
            emit connectionsFound();
    });
}

void EngineList::showRow(const Row& row)
{
    const bool bad = row.probe->status() && !row.probe->isUsable();
    const QString text = row.probe->statusText();
    row.status->setText(bad ? QStringLiteral("⚠ ") + text : text);
    row.status->setToolTip(plainToolTip(text));
    row.button->setAccessibleDescription(text);
}

EngineProbe& EngineList::current() const
{
    return *m_rows[static_cast<std::size_t>(m_buttons->checkedId())].probe;
}

QRadioButton* EngineList::chosenButton() const
{
    return m_rows[static_cast<std::size_t>(m_buttons->checkedId())].button;
}

void EngineList::checkAgain()
{
    for (const Row& row : m_rows)
        row.probe->start(row.probe->connection());
}

} // namespace sandbench::ui
