// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/shortcuts_page.h"

#include "ui/common/column.h"
#include "ui/common/key_action.h"
#include "ui/common/wrapped_label.h"
#include "ui/settings/key_field.h"
#include "ui/settings/settings_store.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTreeWidget>

#include <algorithm>

namespace sandbench::ui {

static constexpr int kLeading = 8; // above and below a line together

enum ShortcutColumn { kTitleColumn, kGroupColumn, kKeysColumn };

static QString shownKeys(const QList<QKeySequence>& keys)
{
    QStringList texts;
    for (const QKeySequence& key : keys)
        texts << key.toString(QKeySequence::NativeText);
    return texts.join(QStringLiteral(", "));
}

ShortcutsPage::ShortcutsPage(CommandBook& book, SettingsStore& store, QWidget* parent)
    : QWidget(parent)
    , m_book(book)
    , m_store(store)
    , m_commands(book.commands())
{
    auto* column = columnOf(this, 8);
    makeTree();
    column->addWidget(m_tree, 1);
    column->addWidget(makeConflict());
    column->addWidget(makeFoot());
    connect(&store, &SettingsStore::keysChanged, this, &ShortcutsPage::refreshKeys);
    refreshKeys();
}

void ShortcutsPage::makeTree()
{
    m_tree = new QTreeWidget(this);
    m_tree->setObjectName(QStringLiteral("shortcuts"));
    m_tree->setAccessibleName(tr("Commands and their keys"));
    m_tree->setHeaderLabels({tr("Command"), tr("Where"), tr("Keys")});
    m_tree->setRootIsDecorated(false);
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    for (const Command& command : std::as_const(m_commands)) {
        auto* item = new QTreeWidgetItem(m_tree, {command.title, command.group, QString()});
        item->setData(kTitleColumn, Qt::UserRole, command.name);
        item->setSizeHint(kTitleColumn, {0, fontMetrics().height() + kLeading});
        item->setToolTip(0, plainToolTip(tr("In settings.json: %1").arg(command.name)));
    }
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->resizeSection(kTitleColumn, fontMetrics().averageCharWidth() * 38);
    m_tree->header()->resizeSection(kGroupColumn, fontMetrics().averageCharWidth() * 12);
    connect(m_tree, &QTreeWidget::currentItemChanged, this, [this] {
        endAsking();
        refreshButtons();
    });
    connect(m_tree, &QTreeWidget::itemActivated, this, &ShortcutsPage::askForKeys);
}

QWidget* ShortcutsPage::makeFoot()
{
    auto* foot = new QWidget(this);
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(0, 0, 0, 0);
    const auto add = [foot, row](const char* name, const QString& text) {
        auto* button = new QPushButton(text, foot);
        button->setObjectName(QLatin1String(name));
        button->setAutoDefault(false);
        row->addWidget(button);
        return button;
    };
    m_change = add("changeKeys", tr("&Change…"));
    m_field = new KeyField(foot);
    m_field->setObjectName(QStringLiteral("keys"));
    m_field->setAccessibleName(tr("Press the new keys"));
    m_field->hide();
    row->addWidget(m_field);
    m_remove = add("removeKeys", tr("Re&move"));
    m_reset = add("resetKeys", tr("&Reset"));
    row->addStretch(1);
    m_resetAll = add("resetAllKeys", tr("Reset &All"));
    connect(m_change, &QPushButton::clicked, this, &ShortcutsPage::askForKeys);
    connect(m_field, &KeyField::pressed, this, &ShortcutsPage::takeKeys);
    connect(m_remove, &QPushButton::clicked, this, [this] {
        endAsking();
        m_store.setKeys(currentCommand().name, {});
    });
    connect(m_reset, &QPushButton::clicked, this, [this] {
        endAsking();
        m_store.resetKeys({currentCommand().name});
    });
    connect(m_resetAll, &QPushButton::clicked, this, [this] {
        endAsking();
        m_store.resetKeys(m_store.keys().keys());
    });
    return foot;
}

QWidget* ShortcutsPage::makeConflict()
{
    m_conflict = new QWidget(this);
    auto* row = new QHBoxLayout(m_conflict);
    row->setContentsMargins(0, 0, 0, 0);
    m_conflictText = wrappedLabel(m_conflict);
    m_conflictText->setObjectName(QStringLiteral("conflict"));
    row->addWidget(m_conflictText, 1);
    auto* take = new QPushButton(tr("Re&place"), m_conflict);
    take->setObjectName(QStringLiteral("replaceKeys"));
    take->setAutoDefault(false);
    auto* leave = new QPushButton(tr("Ca&ncel"), m_conflict);
    leave->setAutoDefault(false);
    row->addWidget(take);
    row->addWidget(leave);
    connect(take, &QPushButton::clicked, this, &ShortcutsPage::replace);
    connect(leave, &QPushButton::clicked, this, &ShortcutsPage::endAsking);
    m_conflict->hide();
    return m_conflict;
}

QTreeWidgetItem* ShortcutsPage::current() const
{
    QTreeWidgetItem* item = m_tree->currentItem();
    return item && !item->isHidden() ? item : nullptr;
}

Command ShortcutsPage::currentCommand() const
{
    if (!current())
        return {};
    const QString name = current()->data(kTitleColumn, Qt::UserRole).toString();
    const auto found = std::ranges::find(m_commands, name, &Command::name);
    return found == m_commands.end() ? Command() : *found;
}

void ShortcutsPage::refreshKeys()
{
    m_commands = m_book.commands();
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = m_tree->topLevelItem(i);
        const QString name = item->data(kTitleColumn, Qt::UserRole).toString();
        const auto command = std::ranges::find(std::as_const(m_commands), name, &Command::name);
        if (command == m_commands.cend()) // its panel is gone
            continue;
        item->setText(kKeysColumn, shownKeys(command->action->shortcuts()));
        QFont font = m_tree->font();
        font.setBold(m_store.keys().contains(name));
        item->setFont(kKeysColumn, font);
    }
    refreshButtons();
}

void ShortcutsPage::refreshButtons()
{
    const Command command = currentCommand();
    m_change->setEnabled(command.action);
    m_remove->setEnabled(command.action && !command.action->shortcuts().isEmpty());
    m_reset->setEnabled(m_store.keys().contains(command.name));
    m_resetAll->setEnabled(!m_store.keys().isEmpty());
}

int ShortcutsPage::filter(const QString& text)
{
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    int shown = 0;
    for (int i = 0; i < m_tree->topLevelItemCount(); ++i) {
        QTreeWidgetItem* item = m_tree->topLevelItem(i);
        const QString all = QStringList{item->text(kTitleColumn), item->text(kGroupColumn),
                                        item->text(kKeysColumn),
                                        item->data(kTitleColumn, Qt::UserRole).toString()}
                                .join(u' ');
        const bool isShown = std::ranges::all_of(
            words, [&all](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
        item->setHidden(!isShown);
        shown += isShown ? 1 : 0;
    }
    endAsking();
    refreshButtons();
    return shown;
}

void ShortcutsPage::askForKeys()
{
    if (!current())
        return;
    endAsking();
    m_change->hide();
    m_field->show();
    m_field->setFocus(Qt::OtherFocusReason);
}

// Whatever is pressed ends it, so that nobody is caught in a field that takes every key.
void ShortcutsPage::takeKeys(const QKeySequence& key)
{
    const Command command = currentCommand();
    endAsking();
    m_tree->setFocus(Qt::OtherFocusReason);
    const QList<Command> others = m_book.othersWith(key, command);
    if (others.isEmpty())
        return m_store.setKeys(command.name, {key});
    QStringList names;
    for (const Command& other : others)
        names << tr("%1 (%2)").arg(other.title, other.group);
    m_wanted = key;
    m_conflictText->setText(
        tr("⚠ %1 is the key of %2.")
            .arg(key.toString(QKeySequence::NativeText), names.join(QStringLiteral(", "))));
    m_conflict->show();
    m_conflict->findChild<QPushButton*>(QStringLiteral("replaceKeys"))->setFocus();
}

void ShortcutsPage::replace()
{
    const Command command = currentCommand();
    const QKeySequence key = m_wanted;
    for (const Command& other : m_book.othersWith(key, command)) {
        QList<QKeySequence> left = other.action->shortcuts();
        left.removeAll(key);
        m_store.setKeys(other.name, left);
    }
    m_store.setKeys(command.name, {key});
    endAsking();
    m_tree->setFocus(Qt::OtherFocusReason);
}

void ShortcutsPage::endAsking()
{
    if (!m_field)
        return; // nothing was asked yet
    m_conflict->hide();
    m_field->hide();
    m_change->show();
}

} // namespace sandbench::ui
