// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/gate/outline.h"

#include <QWidget>

#include <vector>

class QLabel;
class QLineEdit;
class QStackedWidget;
class QTreeWidget;
class QTreeWidgetItem;

namespace sandbench::ui {

/// The outline of the current document as a tree that is filtered by a name, follows the caret and
/// leads to each line. Thread: GUI.
class OutlinePanel : public QWidget
{
    Q_OBJECT

public:
    explicit OutlinePanel(QWidget* parent = nullptr);

    /// @p hasDocument: else the panel says that there is none.
    void show(const std::vector<OutlineItem>& outline, bool hasDocument);
    /// Chooses the part that the caret's line (from 1) is in.
    void follow(int line);
    /// What is chosen, as the tree shows it; empty = nothing.
    QString current() const;
    QString emptyText() const;

signals:
    /// Enter or a double click. From 1.
    void lineWanted(int line);

private:
    void fill();
    void filter(const QString& text);
    void showPage();

    std::vector<OutlineItem> m_outline;
    std::vector<QTreeWidgetItem*> m_items; ///< One for each of them.
    bool m_hasDocument = false;
    int m_line = 1;
    QLineEdit* m_filter = nullptr;
    QStackedWidget* m_pages = nullptr;
    QTreeWidget* m_tree = nullptr;
    QLabel* m_empty = nullptr;
};

} // namespace sandbench::ui
