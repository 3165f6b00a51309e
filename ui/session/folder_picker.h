// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/container_options.h"

#include <QWidget>

#include <string>
#include <vector>

class QPushButton;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace sandbench::ui {

/// Folders of the engine's machine that a sandbox sees: read-only unless ticked. Folded away while
/// there are none. Thread: GUI.
class FolderPicker : public QWidget
{
    Q_OBJECT

public:
    explicit FolderPicker(QWidget* parent = nullptr);

    void setMounts(const std::vector<Mount>& mounts);
    std::vector<Mount> mounts() const;

signals:
    void changed();

private:
    void buildButtons();
    QTreeWidgetItem* addRow(const Mount& mount);
    void askForFolder();
    void removeRow();
    void fold(bool open);
    void refresh();

    QToolButton* m_head = nullptr;
    QWidget* m_body = nullptr;
    QTreeWidget* m_list = nullptr;
    QPushButton* m_remove = nullptr;
};

} // namespace sandbench::ui
