// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson.h"

#include <QGroupBox>

class QButtonGroup;
class QLabel;
class QLineEdit;
class QVBoxLayout;

namespace sandbench::ui {

/// What a reader thinks will happen, and, after the run, whether it did. Thread: GUI.
class PredictionBox : public QGroupBox
{
    Q_OBJECT

public:
    explicit PredictionBox(QWidget* parent = nullptr);

    /// @p given: what was predicted before.
    void ask(const lesson::Prediction& prediction, const QString& given);
    /// The answer and why, beside what was predicted.
    void reveal();
    bool isRevealed() const { return m_isRevealed; }
    QString given() const;
    /// What reveal() says; empty before.
    QString answer() const;

signals:
    void predicted(const QString& prediction);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void addChoices(const QString& given);

    lesson::Prediction m_prediction;
    QVBoxLayout* m_column = nullptr;
    QLabel* m_question = nullptr;
    QWidget* m_choices = nullptr;
    QButtonGroup* m_buttons = nullptr;
    QLineEdit* m_line = nullptr;
    QLabel* m_answer = nullptr;
    bool m_isRevealed = false;
};

} // namespace sandbench::ui
