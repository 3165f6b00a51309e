// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/settings_dialog.h"

#include "ui/common/text_field.h"
#include "ui/settings/setting_row.h"
#include "ui/settings/settings_store.h"
#include "ui/settings/shortcuts_page.h"

#include <QDialogButtonBox>
#include <QListWidget>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <cstring>

namespace sandbench::ui {

static constexpr int kGroupsWidth = 168;
static constexpr int kLongestSearch = 200;
static constexpr QSize kUsualSize(760, 560);
static constexpr QSize kBesideItsWindow(32, 64); // so that it stays within a small screen

SettingsDialog::SettingsDialog(SettingsStore& store, CommandBook& book, QWidget* parent)
    : QDialog(parent)
{
    setWindowTitle(tr("Settings"));
    setObjectName(QStringLiteral("settings"));
    auto* column = new QVBoxLayout(this);
    m_search = textField(
        this, "settingsSearch", tr("Find a setting or a shortcut"),
        tr("Find a setting or a shortcut"), kLongestSearch);
    m_search->setClearButtonEnabled(true);
    column->addWidget(m_search);
    auto* row = new QHBoxLayout;
    m_groups = new QListWidget(this);
    m_groups->setObjectName(QStringLiteral("settingsGroups"));
    m_groups->setAccessibleName(tr("Groups of settings"));
    m_groups->setFixedWidth(kGroupsWidth);
    m_groups->setSpacing(2);
    m_pages = new QStackedWidget(this);
    row->addWidget(m_groups);
    row->addWidget(m_pages, 1);
    column->addLayout(row, 1);
    makePages(store);
    m_shortcuts = new ShortcutsPage(book, store, m_pages);
    addPage(tr("Shortcuts"), m_shortcuts);
    column->addWidget(makeFoot(store));
    connect(m_groups, &QListWidget::currentRowChanged, m_pages, &QStackedWidget::setCurrentIndex);
    connect(m_search, &QLineEdit::textChanged, this, &SettingsDialog::filter);
    m_groups->setCurrentRow(0);
    resize(parent ? kUsualSize.boundedTo(parent->size() - kBesideItsWindow) : kUsualSize);
    m_search->setFocus();
}

void SettingsDialog::makePages(SettingsStore& store)
{
    QVBoxLayout* column = nullptr;
    const char* group = "";
    for (const Setting& setting : settingTable()) {
        if (std::strcmp(group, setting.group) != 0) {
            group = setting.group;
            auto* page = new QScrollArea(m_pages);
            page->setWidgetResizable(true);
            page->setFrameShape(QFrame::NoFrame);
            page->setFocusPolicy(Qt::NoFocus);
            auto* content = new QWidget(page);
            column = new QVBoxLayout(content);
            column->setContentsMargins(0, 0, 0, 0);
            column->setSpacing(0);
            column->addStretch(1);
            page->setWidget(content);
            addPage(settingText(group), page);
            m_rows << QList<SettingRow*>();
        }
        auto* row = new SettingRow(setting, store, this);
        column->insertWidget(column->count() - 1, row);
        m_rows.last() << row;
    }
}

void SettingsDialog::addPage(const QString& title, QWidget* page)
{
    auto* item = new QListWidgetItem(title, m_groups);
    item->setData(Qt::UserRole, title);
    m_pages->addWidget(page);
}

QWidget* SettingsDialog::makeFoot(const SettingsStore& store)
{
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    auto* file = buttons->addButton(tr("&Open settings.json"), QDialogButtonBox::ActionRole);
    file->setObjectName(QStringLiteral("openSettingsFile"));
    file->setEnabled(!store.path().empty());
    for (QAbstractButton* button : buttons->buttons())
        qobject_cast<QPushButton*>(button)->setAutoDefault(false); // Enter belongs to the fields
    connect(file, &QPushButton::clicked, this, [this] {
        close();
        emit fileWanted();
    });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    return buttons;
}

void SettingsDialog::find(const QString& text)
{
    m_search->setText(text);
}

void SettingsDialog::showCount(int page, int count)
{
    QListWidgetItem* item = m_groups->item(page);
    const QString title = item->data(Qt::UserRole).toString();
    item->setText(m_search->text().isEmpty() ? title : tr("%1 (%2)").arg(title).arg(count));
    item->setFlags(count > 0 ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags);
}

void SettingsDialog::filter(const QString& text)
{
    int first = -1;
    bool isCurrentFound = false;
    for (int page = 0; page < m_groups->count(); ++page) {
        int count = 0;
        if (page < m_rows.size()) {
            for (SettingRow* row : std::as_const(m_rows[page])) {
                row->setVisible(row->matches(text));
                count += row->isHidden() ? 0 : 1;
            }
        } else {
            count = m_shortcuts->filter(text);
        }
        showCount(page, count);
        if (count > 0 && first < 0)
            first = page;
        isCurrentFound = isCurrentFound || (count > 0 && page == m_groups->currentRow());
    }
    if (!isCurrentFound && first >= 0)
        m_groups->setCurrentRow(first);
}

} // namespace sandbench::ui
