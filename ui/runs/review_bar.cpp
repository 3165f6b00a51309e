// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/review_bar.h"

#include "ui/common/text.h"
#include "ui/common/text_field.h"
#include "ui/common/wrapped_label.h"
#include "ui/runs/runs_model.h"

#include <QBoxLayout>
#include <QToolButton>

namespace sandbench::ui {

static constexpr int kReviewMargin = 8;
static constexpr int kLongestNote = 2000;

ReviewBar::ReviewBar(QWidget* parent)
    : QWidget(parent)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(kReviewMargin, 4, kReviewMargin, 4);
    row->setSpacing(4);
    const QStringList tips = {
        tr("The program is right"), tr("The program is not right yet"), tr("The program is wrong")};
    for (std::size_t i = 0; i < m_verdicts.size(); ++i) {
        auto* button = new QToolButton(this);
        button->setObjectName(toQString("review_" + std::string(report::kReviewVerdicts[i])));
        button->setText(reviewText(toQString(report::kReviewVerdicts[i])));
        button->setToolTip(plainToolTip(tips.at(static_cast<qsizetype>(i))));
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
        connect(button, &QToolButton::clicked, this, [this, i] { choose(i); });
        row->addWidget(button);
        m_verdicts[i] = button;
    }
    m_note = textField(
        this, "reviewNote", tr("Note on this run"), tr("Note: what is right or wrong, and why"),
        kLongestNote);
    connect(m_note, &QLineEdit::editingFinished, this, &ReviewBar::finishNote);
    row->addWidget(m_note, 1);
}

void ReviewBar::show(const report::Review& review)
{
    for (std::size_t i = 0; i < m_verdicts.size(); ++i)
        m_verdicts[i]->setChecked(review.verdict == report::kReviewVerdicts[i]);
    m_toldNote = toQString(review.note);
    if (!m_note->hasFocus() || !m_note->isModified())
        m_note->setText(m_toldNote);
}

report::Review ReviewBar::review() const
{
    report::Review review;
    for (std::size_t i = 0; i < m_verdicts.size(); ++i)
        if (m_verdicts[i]->isChecked())
            review.verdict = report::kReviewVerdicts[i];
    review.note = toStd(m_note->text().trimmed());
    return review;
}

void ReviewBar::choose(std::size_t verdict)
{
    for (std::size_t i = 0; i < m_verdicts.size(); ++i)
        if (i != verdict)
            m_verdicts[i]->setChecked(false);
    m_toldNote = m_note->text();
    emit changed();
}

void ReviewBar::finishNote()
{
    m_note->setModified(false);
    if (std::exchange(m_toldNote, m_note->text()) != m_note->text())
        emit changed();
}

} // namespace sandbench::ui
