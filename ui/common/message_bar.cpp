// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/message_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QToolButton>

#include <algorithm>

namespace sandbench::ui {

MessageBar::MessageBar(QWidget* parent)
    : QFrame(parent)
    , m_icon(new QLabel(this))
    , m_text(new QLabel(this))
    , m_choices(new QHBoxLayout)
{
    m_text->setTextFormat(Qt::PlainText);
    m_text->setWordWrap(true);
    m_text->setMinimumWidth(1); // one long word must not widen the window
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    auto* close = new QToolButton(this);
    close->setIcon(style()->standardIcon(QStyle::SP_TitleBarCloseButton));
    close->setAutoRaise(true);
    close->setToolTip(tr("Dismiss"));
    close->setAccessibleName(tr("Dismiss message"));
    connect(close, &QToolButton::clicked, this, &QWidget::hide);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(12, 4, 4, 4);
    row->addWidget(m_icon);
    row->addWidget(m_text, 1);
    row->addLayout(m_choices);
    row->addWidget(close);
    hide();
}

void MessageBar::showMessage(Tone tone, const QString& text, const QList<Choice>& choices)
{
    setMessage(tone, text, choices);
    reveal();
}

void MessageBar::ask(Tone tone, const QString& question, const QList<Choice>& choices)
{
    setMessage(tone, question, choices);
    m_isWaiting = false;
    show();
}

void MessageBar::setMessage(Tone tone, const QString& text, const QList<Choice>& choices)
{
    setChoices(choices);
    m_tone = tone;
    const auto icon = tone == Tone::Info ? QStyle::SP_MessageBoxInformation
        : tone == Tone::Warning          ? QStyle::SP_MessageBoxWarning
                                         : QStyle::SP_MessageBoxCritical;
    m_icon->setPixmap(style()->standardIcon(icon).pixmap(16, 16));
    m_text->setText(text);
    setAccessibleName(text);
    m_tint = tone == Tone::Info ? QColor(0x2a, 0x6f, 0xbb)
        : tone == Tone::Warning ? QColor(0xd0, 0x8a, 0x00)
                                : QColor(0xc6, 0x28, 0x28);
}

void MessageBar::reveal()
{
    m_isWaiting = m_isMuted;
    setHidden(m_isMuted);
}

void MessageBar::setMuted(bool muted)
{
    if (muted == m_isMuted)
        return;
    m_isWaiting |= muted && !isHidden();
    m_isMuted = muted;
    if (m_isWaiting)
        reveal();
}

void MessageBar::setChoices(const QList<Choice>& choices)
{
    while (QLayoutItem* old = m_choices->takeAt(0)) {
        // It may be the very button whose click brought us here.
        old->widget()->hide();
        old->widget()->setObjectName({});
        old->widget()->deleteLater();
        delete old;
    }
    for (const Choice& choice : choices) {
        auto* button = new QPushButton(choice.text, this);
        button->setObjectName(QLatin1String(choice.name));
        connect(button, &QPushButton::clicked, this, [this, choice] {
            if (choice.isAnswer)
                hide();
            choice.take();
        });
        m_choices->addWidget(button);
    }
}

void MessageBar::addMessage(Tone tone, const QString& text)
{
    constexpr qsizetype kMostLines = 5;
    QStringList lines;
    if (!isHidden() && m_tone == tone && m_choices->isEmpty())
        lines = m_text->text().split(QLatin1Char('\n'));
    lines << text;
    showMessage(
        tone, lines.mid(std::max<qsizetype>(0, lines.size() - kMostLines)).join(QLatin1Char('\n')));
}

// Tinted at painting: the theme may change while it is shown.
void MessageBar::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.fillRect(rect(), palette().base());
    QColor tint = m_tint;
    tint.setAlphaF(0.14F);
    painter.fillRect(rect(), tint);
    painter.fillRect(QRect(0, 0, 3, height()), m_tint);
}

QString MessageBar::text() const
{
    return isHidden() ? QString() : m_text->text();
}

} // namespace sandbench::ui
