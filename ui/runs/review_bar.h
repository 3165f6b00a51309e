// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/report/review.h"

#include <QWidget>

#include <array>

class QLineEdit;
class QToolButton;

namespace sandbench::ui {

/// What a person thinks of a run: accepted, needs work or rejected, and a note. A button that is
/// pressed again takes the verdict back. Thread: GUI.
class ReviewBar : public QWidget
{
    Q_OBJECT

public:
    explicit ReviewBar(QWidget* parent = nullptr);

    /// Tells nobody. A note that is being typed stays.
    void show(const report::Review& review);
    report::Review review() const;

signals:
    /// A verdict was chosen, or the note is written.
    void changed();

private:
    void choose(std::size_t verdict);
    void finishNote();

    std::array<QToolButton*, report::kReviewVerdicts.size()> m_verdicts{};
    QLineEdit* m_note = nullptr;
    QString m_toldNote;
};

} // namespace sandbench::ui
