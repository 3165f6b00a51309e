// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/variables.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QTabWidget;

namespace sandbench::ui {

class ElidedLabel;
class NumberChart;
class TablePane;

/// All about one variable: its text, its first cells as a table, its numbers as a chart.
/// Untrusted. Thread: GUI.
class VariableView : public QWidget
{
    Q_OBJECT

public:
    explicit VariableView(QWidget* parent = nullptr);

    void setDetails(const VariableDetails& details);
    /// Instead of it, as while it is read. @p name: of the variable.
    void say(const QString& name, const QString& sentence);
    /// What it says of itself, for the clipboard.
    QString text() const;

signals:
    void closeWanted();
    void notice(const QString& text);

private:
    QWidget* buildHead();
    QWidget* buildChart();

    ElidedLabel* m_title = nullptr;
    QTabWidget* m_tabs = nullptr;
    QPlainTextEdit* m_text = nullptr;
    TablePane* m_table = nullptr;
    QWidget* m_chartPage = nullptr;
    NumberChart* m_chart = nullptr;
    QLabel* m_about = nullptr; ///< Of the chart.
};

} // namespace sandbench::ui
