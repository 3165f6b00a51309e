// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/workspace/session_snapshot.h"

#include <QDialog>

#include <vector>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace sandbench::ui {

class SnapshotDesk;

/// The snapshots of sessions: opens one again, or deletes it. Thread: GUI.
class SnapshotsDialog : public QDialog
{
    Q_OBJECT

public:
    /// @p desk outlives it.
    SnapshotsDialog(SnapshotDesk& desk, QWidget* parent);

signals:
    /// In a session of its own.
    void openWanted(const sandbench::workspace::Snapshot& snapshot);

private:
    void fill(const std::vector<workspace::Snapshot>& snapshots);
    const workspace::Snapshot* current() const;
    void open();
    void remove();
    void refresh();

    SnapshotDesk& m_desk;
    std::vector<workspace::Snapshot> m_snapshots;
    QTreeWidget* m_list;
    QLabel* m_empty;
    QPushButton *m_open, *m_delete;
};

} // namespace sandbench::ui
