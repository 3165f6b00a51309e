// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/empty_page.h"

#include "ui/common/wrapped_label.h"

#include <QAction>
#include <QHBoxLayout>
#include <QMenu>
#include <QPushButton>
#include <QVBoxLayout>

namespace sandbench::ui {

static constexpr int kWidestColumn = 520;
static constexpr int kButtonWidth = 264;
static constexpr int kMargin = 24;
static constexpr double kTitleSize = 1.6; // of the usual text

static QString plainText(QString text)
{
    return text.remove(QLatin1Char('&'));
}

static void addTitle(QWidget* column, const QString& text, double size)
{
    auto* title = new QLabel(text, column);
    title->setTextFormat(Qt::PlainText);
    QFont font = title->font();
    font.setPointSizeF(font.pointSizeF() * size);
    font.setBold(true);
    title->setFont(font);
    column->layout()->addWidget(title);
}

static void addText(QWidget* column, const QString& text)
{
    auto* label = wrappedLabel(column, text);
    label->setForegroundRole(QPalette::PlaceholderText);
    column->layout()->addWidget(label);
}

EmptyPage::EmptyPage(const Parts& parts, QWidget* parent)
    : QScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* page = new QWidget(this);
    page->setAutoFillBackground(true);
    page->setBackgroundRole(QPalette::Base);
    auto* column = new QWidget(page);
    column->setMaximumWidth(kWidestColumn);
    auto* rows = new QVBoxLayout(column);
    rows->setContentsMargins(kMargin, kMargin / 2, kMargin, kMargin / 2);
    rows->setSpacing(8);
    if (parts.engines) {
        addTitle(column, tr("From an answer to a verdict"), kTitleSize);
        addText(
            column,
            tr("Bring code that nobody should trust yet: an answer of a language model, a "
               "notebook, "
               "a program from anywhere. Here it is read, run in a sandbox, watched and checked."));
        rows->addSpacing(8);
    } else {
        addText(column, tr("No document is open."));
    }
    addActions(column, parts);
    if (parts.engines)
        addEngines(column, parts);
    auto* middle = new QHBoxLayout;
    middle->addStretch(1);
    middle->addWidget(column, 100);
    middle->addStretch(1);
    auto* whole = new QVBoxLayout(page);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->addStretch(2);
    whole->addLayout(middle);
    whole->addStretch(3);
    setWidget(page);
    setFocusProxy(column->findChild<QPushButton*>());
}

QPushButton* EmptyPage::addButton(QWidget* column, const QString& text)
{
    auto* button = new QPushButton(text, column);
    button->setMinimumWidth(kButtonWidth);
    column->layout()->addWidget(button);
    column->layout()->setAlignment(button, Qt::AlignLeft);
    return button;
}

void EmptyPage::addActions(QWidget* column, const Parts& parts)
{
    for (QAction* action : parts.actions) {
        QPushButton* button = addButton(column, {});
        button->setObjectName(QStringLiteral("start-") + action->objectName());
        const auto refresh = [button, action] {
            const QString keys = action->shortcut().toString(QKeySequence::NativeText);
            button->setText(tr("%1   %2").arg(plainText(action->text()), keys).trimmed());
        };
        connect(action, &QAction::changed, button, refresh); // keys can be
        refresh();
        connect(button, &QPushButton::clicked, action, &QAction::trigger);
    }
    QPushButton* examples = addButton(column, plainText(parts.examples->title()));
    examples->setObjectName(QStringLiteral("start-examples"));
    examples->setMenu(parts.examples);
}

void EmptyPage::addEngines(QWidget* column, const Parts& parts)
{
    column->layout()->addItem(new QSpacerItem(0, 16));
    addTitle(column, tr("Where it runs"), 1);
    addText(
        column,
        tr("In a sandbox: without a network, without your files, without rights, and with limits "
           "on time, memory and output. What this machine cannot provide of that is named, never "
           "left out silently. For code that nobody has read there is the profile strict."));
    parts.engines->setParent(column);
    column->layout()->addWidget(parts.engines);
    QPushButton* choose = addButton(column, tr("Choose Engine and Profile…"));
    choose->setObjectName(QStringLiteral("start-engine"));
    connect(choose, &QPushButton::clicked, parts.chooseEngine, &QAction::trigger);
}

} // namespace sandbench::ui
