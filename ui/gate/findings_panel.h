// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/policy/gate/scan.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QStackedWidget;
class QTreeView;

namespace sandbench::ui {

class ElidedLabel;
class FindingsModel;
class PolicyShelf;
class WantsLine;

/// What the scan found in the current document, and the choice of the policy. Thread: GUI.
class FindingsPanel : public QWidget
{
    Q_OBJECT

public:
    /// @p policies outlives this.
    explicit FindingsPanel(PolicyShelf& policies, QWidget* parent = nullptr);

    /// @p hasDocument: else the panel says that there is none. A report of no policy = not scanned.
    void show(const GateReport& report, bool hasDocument);
    /// Whatever the policy: what the document reaches for, above what was found.
    WantsLine& wants() { return *m_wants; }
    /// Makes a row the current one. Rows are the report's findings.
    void select(int row);
    int selected() const;
    QString summary() const;
    QString emptyText() const;

signals:
    /// Enter or a double click.
    void activated(int row);

private:
    QWidget* buildHead();
    QWidget* buildList();
    void setUpList();
    void showDetail();
    void showChoices();
    void showPage(bool hasDocument, bool isScanned);

    PolicyShelf& m_policies;
    FindingsModel* m_model = nullptr;
    QComboBox* m_policy = nullptr;
    ElidedLabel* m_summary = nullptr;
    WantsLine* m_wants = nullptr;
    QStackedWidget* m_pages = nullptr;
    QTreeView* m_list = nullptr;
    QLabel* m_detail = nullptr; ///< Of the current row.
    QLabel* m_empty = nullptr;
};

} // namespace sandbench::ui
