// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/input_line.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace sandbench::ui {

InputLine::InputLine(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLineEdit(this))
{
    auto* label = new QLabel(tr("&Input:"), this);
    label->setBuddy(m_text);
    m_text->setAccessibleName(tr("Standard input of the program"));
    m_text->setPlaceholderText(tr("The program can read what you type here"));
    auto* sendButton = new QPushButton(tr("Send"), this);
    auto* endButton = new QPushButton(tr("End input"), this);
    endButton->setToolTip(tr("Tell the program that nothing more will come (Ctrl+D)"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(6, 2, 6, 4);
    row->addWidget(label);
    row->addWidget(m_text, 1);
    row->addWidget(sendButton);
    row->addWidget(endButton);
    setFocusProxy(m_text);
    connect(m_text, &QLineEdit::returnPressed, this, &InputLine::send);
    connect(sendButton, &QPushButton::clicked, this, &InputLine::send);
    connect(endButton, &QPushButton::clicked, this, &InputLine::end);
    m_text->installEventFilter(this);
}

// Not a shortcut: line edits take Ctrl+D for themselves on some platforms.
bool InputLine::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_text && event->type() == QEvent::KeyPress) {
        const auto* key = static_cast<QKeyEvent*>(event);
        const bool endOfInput = key->key() == Qt::Key_D && key->modifiers() == Qt::ControlModifier;
        if (endOfInput && m_text->text().isEmpty()) {
            end();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void InputLine::send()
{
    if (!isEnabled())
        return;
    const QByteArray line = m_text->text().toUtf8() + '\n';
    m_text->clear();
    emit entered(line);
}

void InputLine::end()
{
    setEnded(true);
    emit closed();
}

void InputLine::setEnded(bool ended)
{
    setEnabled(!ended);
}

} // namespace sandbench::ui
