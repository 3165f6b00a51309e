// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/empty_page.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandbench::ui {

static constexpr int kButtonWidth = 220;

static QString plainText(QString text)
{
    return text.remove(QLatin1Char('&'));
}

EmptyPage::EmptyPage(const QList<QAction*>& actions, QMenu* examples, QWidget* parent)
    : QWidget(parent)
{
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    auto* column = new QVBoxLayout(this);
    column->setSpacing(8);
    column->addStretch(2);
    auto* text = new QLabel(tr("No document is open."), this);
    text->setTextFormat(Qt::PlainText);
    text->setAlignment(Qt::AlignCenter);
    text->setForegroundRole(QPalette::PlaceholderText);
    column->addWidget(text);
    const auto addButton = [this, column](const QString& label) {
        auto* button = new QPushButton(label, this);
        button->setFixedWidth(kButtonWidth);
        column->addWidget(button, 0, Qt::AlignHCenter);
        return button;
    };
    for (QAction* action : actions) {
        QPushButton* button = addButton({});
        button->setIcon(action->icon());
        const auto refresh = [button, action] {
            const QString keys = action->shortcut().toString(QKeySequence::NativeText);
            button->setText(tr("%1   %2").arg(plainText(action->text()), keys).trimmed());
        };
        connect(action, &QAction::changed, button, refresh); // keys can be
        refresh();
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
    }
    addButton(plainText(examples->title()))->setMenu(examples);
    column->addStretch(3);
}

} // namespace sandbench::ui
