// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/folder_picker.h"

#include "ui/common/column.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QToolButton>
#include <QTreeWidget>

#include <algorithm>

namespace sandbench::ui {

static constexpr int kListHeight = 96;
enum Column { Source, Target, Writable };

FolderPicker::FolderPicker(QWidget* parent)
    : QWidget(parent)
    , m_head(new QToolButton(this))
    , m_body(new QWidget(this))
    , m_list(new QTreeWidget(m_body))
    , m_remove(new QPushButton(tr("&Remove"), m_body))
{
    m_head->setObjectName(QStringLiteral("folders"));
    m_head->setAutoRaise(true);
    m_head->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_head->setFocusPolicy(Qt::StrongFocus);
    m_head->setAccessibleName(tr("Folders that the sandbox sees"));
    m_head->setToolTip(tr("Shows or hides the folders that the sandbox sees"));
    m_list->setObjectName(QStringLiteral("folderList"));
    m_list->setAccessibleName(tr("Folders that the sandbox sees"));
    m_list->setHeaderLabels(
        {tr("Folder of the engine's machine"), tr("In the sandbox"), tr("May write")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setTabKeyNavigation(false);
    m_list->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_list->setFixedHeight(kListHeight);
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->header()->setStretchLastSection(false);
    m_list->header()->setSectionResizeMode(QHeaderView::Stretch);
    m_list->header()->setSectionResizeMode(Writable, QHeaderView::ResizeToContents);
    auto* column = columnOf(this);
    column->addWidget(m_head, 0, Qt::AlignLeft);
    column->addWidget(m_body);
    buildButtons();
    setFocusProxy(m_head);
    connect(m_head, &QToolButton::clicked, this, [this] { fold(m_body->isHidden()); });
    connect(m_list, &QTreeWidget::itemChanged, this, &FolderPicker::refresh);
    connect(m_list, &QTreeWidget::itemSelectionChanged, this, &FolderPicker::refresh);
    fold(false);
    refresh();
}

void FolderPicker::buildButtons()
{
    auto* add = new QPushButton(tr("Add &Folder…"), m_body);
    add->setObjectName(QStringLiteral("addFolder"));
    m_remove->setObjectName(QStringLiteral("removeFolder"));
    for (QPushButton* button : {add, m_remove})
        button->setAutoDefault(false);
    auto* row = new QHBoxLayout;
    row->addWidget(add);
    row->addWidget(m_remove);
    row->addStretch(1);
    auto* column = columnOf(m_body);
    column->addWidget(m_list);
    column->addLayout(row);
    column->addWidget(wrappedLabel(
        m_body,
        tr("Programs can read what is in these folders, and change it only where that is ticked. "
           "F2 changes a path.")));
    connect(add, &QPushButton::clicked, this, &FolderPicker::askForFolder);
    connect(m_remove, &QPushButton::clicked, this, &FolderPicker::removeRow);
}

QTreeWidgetItem* FolderPicker::addRow(const Mount& mount)
{
    const QSignalBlocker quiet(m_list);
    auto* item = new QTreeWidgetItem(m_list);
    item->setFlags(
        Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsEditable | Qt::ItemIsUserCheckable
        | Qt::ItemNeverHasChildren);
    item->setText(Source, toQString(mount.source));
    item->setText(Target, toQString(mount.target));
    item->setCheckState(Writable, mount.writable ? Qt::Checked : Qt::Unchecked);
    return item;
}

void FolderPicker::setMounts(const std::vector<Mount>& mounts)
{
    m_list->clear();
    for (const Mount& mount : mounts)
        addRow(mount);
    fold(!mounts.empty()); // a relaxation is seen without looking for it
    refresh();
}

std::vector<Mount> FolderPicker::mounts() const
{
    std::vector<Mount> mounts;
    for (int i = 0; i < m_list->topLevelItemCount(); ++i) {
        const QTreeWidgetItem* item = m_list->topLevelItem(i);
        mounts.push_back(
            {toStd(item->text(Source)), toStd(item->text(Target)),
             item->checkState(Writable) == Qt::Checked});
    }
    return mounts;
}

void FolderPicker::askForFolder()
{
    auto* dialog = new QFileDialog(this, tr("Folder for the Sandbox"));
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        const QString name = QFileInfo(path).fileName();
        addRow(
            {toStd(path), "/data/" + toStd(name.isEmpty() ? QStringLiteral("files") : name), false})
            ->setSelected(true);
        refresh();
    });
    dialog->open();
}

void FolderPicker::removeRow()
{
    qDeleteAll(m_list->selectedItems());
    refresh();
}

void FolderPicker::fold(bool open)
{
    m_body->setVisible(open);
    m_head->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_head->setAccessibleDescription(open ? tr("expanded") : tr("collapsed"));
}

void FolderPicker::refresh()
{
    const auto all = mounts();
    const auto writable
        = std::count_if(all.begin(), all.end(), [](const Mount& mount) { return mount.writable; });
    m_head->setText(
        all.empty() ? tr("None")
            : writable > 0
            ? tr("⚠ %1, of which programs may write: %2").arg(all.size()).arg(writable)
            : tr("%1, read-only").arg(all.size()));
    m_remove->setEnabled(!m_list->selectedItems().isEmpty());
    emit changed();
}

} // namespace sandbench::ui
