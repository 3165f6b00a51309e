// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/prediction_box.h"

#include "ui/common/column.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"

#include <QButtonGroup>
#include <QEvent>
#include <QLineEdit>
#include <QRadioButton>

#include <utility>

namespace sandbench::ui {

static constexpr int kLongestLine = 1000;

PredictionBox::PredictionBox(QWidget* parent)
    : QGroupBox(parent)
{
    setObjectName(QStringLiteral("lessonPrediction"));
    setTitle(tr("Your prediction"));
    m_column = new QVBoxLayout(this);
    m_column->addWidget(m_question = wrappedLabel(this));
    m_line = new QLineEdit(this);
    m_line->setObjectName(QStringLiteral("lessonPredictionLine"));
    m_line->setAccessibleName(tr("Your prediction"));
    m_line->setMaxLength(kLongestLine);
    connect(m_line, &QLineEdit::textEdited, this, &PredictionBox::predicted);
    m_column->addWidget(m_line);
    m_column->addWidget(m_answer = wrappedLabel(this));
    m_answer->setObjectName(QStringLiteral("lessonAnswer"));
    m_answer->setAccessibleName(tr("What happens"));
}

// A choice may be longer than its column is wide, and a radio button breaks no lines: its text is a
// label beside it, which the button is called by.
void PredictionBox::addChoices(const QString& given)
{
    m_choices = new QWidget(this);
    m_buttons = new QButtonGroup(m_choices);
    auto* column = columnOf(m_choices, 4);
    int number = 0;
    for (const auto& choice : m_prediction.choices) {
        const QString text = SafeText::display(toQString(choice.text));
        auto* row = new QHBoxLayout;
        auto* button = new QRadioButton(m_choices);
        button->setObjectName(QStringLiteral("lessonChoice%1").arg(number));
        button->setAccessibleName(text);
        button->setChecked(text == given);
        m_buttons->addButton(button, number++);
        auto* label = wrappedLabel(m_choices, text);
        label->setTextInteractionFlags(Qt::NoTextInteraction);
        label->setBuddy(button);
        label->installEventFilter(this);
        row->addWidget(button, 0, Qt::AlignTop);
        row->addWidget(label, 1);
        column->addLayout(row);
    }
    connect(m_buttons, &QButtonGroup::idClicked, this, [this] { emit predicted(this->given()); });
    m_column->insertWidget(1, m_choices);
}

bool PredictionBox::eventFilter(QObject* watched, QEvent* event)
{
    auto* label = qobject_cast<QLabel*>(watched);
    if (label && label->buddy() && event->type() == QEvent::MouseButtonRelease)
        qobject_cast<QRadioButton*>(label->buddy())->click();
    return QGroupBox::eventFilter(watched, event);
}

void PredictionBox::ask(const lesson::Prediction& prediction, const QString& given)
{
    m_prediction = prediction;
    m_isRevealed = false;
    delete std::exchange(m_choices, nullptr);
    m_buttons = nullptr;
    m_question->setText(SafeText::display(toQString(prediction.question)));
    m_answer->clear();
    m_answer->hide();
    m_line->setVisible(prediction.choices.empty());
    m_line->setText(prediction.choices.empty() ? given : QString());
    if (!prediction.choices.empty())
        addChoices(given);
}

QString PredictionBox::given() const
{
    if (!m_buttons)
        return m_line->text().trimmed();
    const auto* button = m_buttons->checkedButton();
    return button ? button->accessibleName() : QString();
}

QString PredictionBox::answer() const
{
    return m_answer->text();
}

void PredictionBox::reveal()
{
    m_isRevealed = true;
    QStringList right;
    for (const auto& choice : m_prediction.choices)
        if (choice.isRight)
            right << SafeText::display(toQString(choice.text));
    if (!m_prediction.answer.empty())
        right << SafeText::display(toQString(m_prediction.answer));
    QStringList lines;
    const QString predicted = given();
    if (!right.isEmpty() && !predicted.isEmpty())
        lines
            << (right.contains(predicted, Qt::CaseInsensitive)
                    ? tr("✓ You predicted it: %1").arg(predicted)
                    : tr("✗ You predicted: %1").arg(predicted));
    if (!right.isEmpty() && !right.contains(predicted, Qt::CaseInsensitive))
        lines << tr("What happens: %1").arg(right.join(QStringLiteral("; ")));
    if (!m_prediction.explanation.empty())
        lines << SafeText::display(toQString(m_prediction.explanation));
    m_answer->setText(lines.join(u'\n'));
    m_answer->setVisible(!lines.isEmpty());
}

} // namespace sandbench::ui
