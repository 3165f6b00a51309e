// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/run_fields.h"

#include <QDoubleSpinBox>
#include <QSpinBox>

namespace sandbench::ui {

QDoubleSpinBox* RunFields::seconds(QWidget* parent, const char* name)
{
    constexpr double kDay = 86400;
    auto* field = new QDoubleSpinBox(parent);
    field->setObjectName(QLatin1String(name));
    field->setAccessibleName(tr("Time limit"));
    field->setRange(0, kDay);
    field->setDecimals(1);
    field->setSuffix(tr(" s"));
    field->setSpecialValueText(tr("as usual"));
    return field;
}

QSpinBox* RunFields::atOnce(QWidget* parent, const char* name, const QString& title, int most)
{
    auto* field = new QSpinBox(parent);
    field->setObjectName(QLatin1String(name));
    field->setAccessibleName(title);
    field->setRange(0, most);
    field->setSpecialValueText(tr("one for each processor"));
    return field;
}

} // namespace sandbench::ui
