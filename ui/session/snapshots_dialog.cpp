// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/snapshots_dialog.h"

#include "core/base/timestamp.h"
#include "core/base/units.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/session/engine_probe.h"
#include "ui/session/session_facts.h"
#include "ui/session/snapshot_desk.h"

#include <QDateTime>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLocale>
#include <QMessageBox>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

namespace sandbench::ui {

SnapshotsDialog::SnapshotsDialog(SnapshotDesk& desk, QWidget* parent)
    : QDialog(parent)
    , m_desk(desk)
    , m_list(new QTreeWidget(this))
    , m_empty(wrappedLabel(this))
{
    setObjectName(QStringLiteral("snapshots"));
    setWindowTitle(tr("Snapshots"));
    setAttribute(Qt::WA_DeleteOnClose);
    m_list->setAccessibleName(tr("Snapshots"));
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setHeaderLabels({tr("Session"), tr("Taken"), tr("Made from"), tr("Files"), tr("Size")});
    m_list->header()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_empty->setText(
        tr("No snapshot was taken yet. Session > Take Snapshot keeps the files of a session's "
           "working folder, with the packages that are installed there."));
    auto* column = new QVBoxLayout(this);
    column->addWidget(m_empty);
    column->addWidget(m_list, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    m_open = buttons->addButton(tr("&Open in New Session"), QDialogButtonBox::ActionRole);
    m_open->setObjectName(QStringLiteral("snapshotOpen"));
    m_delete = buttons->addButton(tr("&Delete…"), QDialogButtonBox::ActionRole);
    m_delete->setObjectName(QStringLiteral("snapshotDelete"));
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_open, &QPushButton::clicked, this, &SnapshotsDialog::open);
    connect(m_delete, &QPushButton::clicked, this, &SnapshotsDialog::remove);
    connect(m_list, &QTreeWidget::itemActivated, this, &SnapshotsDialog::open);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &SnapshotsDialog::refresh);
    connect(&desk, &SnapshotDesk::listed, this, &SnapshotsDialog::fill);
    connect(&desk, &SnapshotDesk::taken, &desk, &SnapshotDesk::list);
    resize(720, 360);
    refresh();
    desk.list();
}

static QString timeText(const std::string& takenAt)
{
    const auto seconds = parseTimestamp(takenAt);
    return seconds
        ? QLocale().toString(QDateTime::fromSecsSinceEpoch(*seconds), QLocale::ShortFormat)
        : SafeText::display(toQString(takenAt));
}

void SnapshotsDialog::fill(const std::vector<workspace::Snapshot>& snapshots)
{
    m_snapshots = snapshots;
    m_list->clear();
    for (const workspace::Snapshot& snapshot : snapshots) {
        const QString image = shortImageName(SafeText::display(toQString(snapshot.image)));
        const QString engine = engineTitle(snapshot.engine);
        auto* item = new QTreeWidgetItem(
            {SafeText::display(toQString(snapshot.name)), timeText(snapshot.takenAt),
             image.isEmpty() ? engine : tr("%1 · %2").arg(engine, image),
             QLocale().toString(qulonglong{snapshot.files}),
             toQString(formatSize(snapshot.bytes))});
        if (snapshot.leftOut > 0)
            item->setToolTip(
                3,
                plainToolTip(tr("Left out, as no plain file or folder: %1")
                                 .arg(QLocale().toString(qulonglong{snapshot.leftOut}))));
        m_list->addTopLevelItem(item);
    }
    m_list->setCurrentItem(m_list->topLevelItem(0));
    refresh();
}

const workspace::Snapshot* SnapshotsDialog::current() const
{
    const int row = m_list->indexOfTopLevelItem(m_list->currentItem());
    return row < 0 ? nullptr : &m_snapshots.at(static_cast<std::size_t>(row));
}

void SnapshotsDialog::refresh()
{
    const bool isAny = m_list->topLevelItemCount() > 0;
    m_empty->setVisible(!isAny);
    m_list->setVisible(isAny);
    m_open->setEnabled(current() != nullptr);
    m_delete->setEnabled(current() != nullptr);
}

void SnapshotsDialog::open()
{
    if (const auto* snapshot = current())
        emit openWanted(*snapshot);
}

void SnapshotsDialog::remove()
{
    const auto* snapshot = current();
    if (!snapshot)
        return;
    auto* box = new QMessageBox(
        QMessageBox::Question, tr("Delete Snapshot"),
        tr("Delete the snapshot of %1? Its files are gone then.")
            .arg(SafeText::display(toQString(snapshot->name))),
        QMessageBox::Cancel, this);
    box->setTextFormat(Qt::PlainText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton* yes = box->addButton(tr("Delete"), QMessageBox::AcceptRole);
    connect(box, &QMessageBox::finished, this, [this, box, yes, asked = *snapshot] {
        if (box->clickedButton() == yes)
            m_desk.remove(asked);
    });
    box->open();
}

} // namespace sandbench::ui
