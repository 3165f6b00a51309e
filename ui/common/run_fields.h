// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>

class QDoubleSpinBox;
class QSpinBox;
class QWidget;

namespace sandbench::ui {

/// Fields of panels that run many programs; 0 stands for what is usual. @p name: for tests.
/// Thread: GUI.
class RunFields
{
    Q_DECLARE_TR_FUNCTIONS(sandbench::ui::RunFields)

public:
    /// A time limit. Units: seconds.
    static QDoubleSpinBox* seconds(QWidget* parent, const char* name);
    /// How many at once. @p title: for screen readers.
    static QSpinBox* atOnce(QWidget* parent, const char* name, const QString& title, int most);
};

} // namespace sandbench::ui
