// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/runs/run_reader.h"

#include <QWidget>

class QDoubleSpinBox;
class QLabel;
class QTabWidget;
class QToolButton;

namespace sandbench::ui {

class ElidedLabel;
class PlotPanel;

/// Two runs, and only what differs: facts, program, output, and pictures side by side or as their
/// difference. Thread: GUI.
class ComparisonView : public QWidget
{
    Q_OBJECT

public:
    explicit ComparisonView(QWidget* parent = nullptr);

    /// @p left, @p right: what the runs are called, for people.
    void show(const ComparedRuns& runs, const QString& left, const QString& right);
    /// Instead of them.
    void showProblem(const QString& sentence);
    /// Of numbers in the output; nothing = byte by byte.
    std::optional<double> tolerance() const;
    QString outcome() const;

signals:
    void closeWanted();
    void toleranceChanged();
    /// A sentence about results.
    void notice(const QString& text);

protected:
    void keyPressEvent(QKeyEvent* event) override;

private:
    void clear();
    void
    addFacts(const check::RunComparison& comparison, const QString& left, const QString& right);
    void addText(const QString& title, const check::TextComparison& text);
    void addResults(const ComparedRuns& runs);

    ElidedLabel* m_title = nullptr;
    QLabel* m_outcome = nullptr;
    QToolButton* m_isTolerant = nullptr;
    QDoubleSpinBox* m_digits = nullptr;
    QTabWidget* m_tabs = nullptr;
};

} // namespace sandbench::ui
