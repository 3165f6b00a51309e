// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/check/check_matrix.h"
#include "core/lesson/lesson.h"

#include <QWidget>

#include <vector>

class QAction;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QListWidget;
class QScrollArea;
class QStackedWidget;
class QVBoxLayout;

namespace sandbench::ui {

class ElidedLabel;
class LessonTextView;
class PredictionBox;

/// A lesson as a column to read: one step at a time, what the reader predicts, and what its checks
/// say of the last run. Thread: GUI.
class LessonPanel : public QWidget
{
    Q_OBJECT

public:
    explicit LessonPanel(QWidget* parent = nullptr);

    /// The buttons below the step, in this order, and those of the page without a lesson.
    void setActions(const QList<QAction*>& ofStep, const QList<QAction*>& ofEmptyPage);

    /// @p passed: of each step, whether its checks held once.
    void setLesson(const lesson::Lesson& lesson, const std::vector<bool>& passed);
    /// A step of it; the lesson's own text stands before the first one.
    void showStep(int step, const QString& prediction);
    void setPassed(int step, bool isPassed);
    /// What became of the checks of the shown step. Their texts are foreign.
    void showOutcomes(
        const std::vector<lesson::StepCheck>& checks, const std::vector<check::Outcome>& outcomes);
    /// Instead of outcomes: a sentence of ours; empty = nothing has run.
    void showState(const QString& sentence);
    void reveal();

    int step() const { return m_step; }
    QString stepTitle() const;
    QString verdict() const;
    PredictionBox& prediction() { return *m_prediction; }
    QListWidget& problems() { return *m_problems; }
    bool isEmpty() const;

signals:
    void stepWanted(int step);
    void predicted(const QString& prediction);
    /// Of lesson.md: what a problem is about.
    void lineWanted(int line);

private:
    QWidget* buildPage();
    QWidget* buildEmpty();
    void showProblems(const std::vector<lesson::Problem>& problems);
    void setTone(bool isGood);
    QString stepEntry(int step) const;

    lesson::Lesson m_lesson;
    std::vector<bool> m_passed;
    int m_step = 0;
    QStackedWidget* m_pages = nullptr;
    QVBoxLayout* m_emptyColumn = nullptr;
    ElidedLabel* m_title = nullptr;
    QComboBox* m_steps = nullptr;
    QScrollArea* m_scroll = nullptr;
    QListWidget* m_problems = nullptr;
    LessonTextView* m_text = nullptr;
    QLabel* m_limits = nullptr;
    PredictionBox* m_prediction = nullptr;
    QLabel* m_verdict = nullptr;
    QHBoxLayout* m_buttons = nullptr;
};

} // namespace sandbench::ui
