// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/changes/change_desk.h"
#include "ui/changes/changes_model.h"

#include <QWidget>

class QAction;
class QLabel;
class QSplitter;
class QStackedWidget;
class QToolButton;
class QTreeView;

namespace sandbench::ui {

class DifferenceView;
class ElidedLabel;

/// What one run changed of its folder: the files, the difference of the current one, and what a
/// person does with them. Nothing comes into the folder by itself. Thread: GUI.
class ChangesPanel : public QWidget
{
    Q_OBJECT

public:
    /// @p stateFolder: where changes are kept.
    explicit ChangesPanel(const QString& stateFolder, QWidget* parent = nullptr);

    /// A run on a copy goes on: nothing is known of it yet.
    void beginRun(const QString& title);
    /// What @p runId changed is kept: reads it, and again whenever somebody sees it anew.
    void showRun(const QString& runId, const QString& title);
    /// Instead of that.
    void showNothing(const QString& sentence);

    /// See ChangeDesk.
    void setTasks(TaskList* tasks) { m_desk.setTasks(tasks); }
    int count() const { return m_model.rowCount(); }
    /// Nothing is read or done.
    bool isSettled() const { return m_isSettled; }
    QString summary() const;
    QString emptyText() const;
    QTreeView& list() { return *m_list; }
    DifferenceView& difference() { return *m_difference; }
    QAction* action(const char* name) const;

signals:
    void countChanged();
    void settled();
    /// Files on this machine that were written or removed; absolute.
    void filesChanged(const QStringList& paths);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    QWidget* buildHead();
    QWidget* buildList();
    void buildActions();
    QAction* addAct(
        const char* name, const QString& text, const QKeySequence& key, const QString& tip,
        std::function<void()> run);
    void connectDesk();
    void showList(const ChangeList& list);
    void showCurrent();
    void showEmpty(const QString& sentence);
    void showPage(int page);
    void showActed(ChangeAct act, const ActResult& result, bool wasStopped);
    void act(ChangeAct act);
    void actOnPart(ChangeAct act);
    void applyAll();
    void refreshActions();
    void settle();
    void arrange();
    std::vector<std::string> selected(bool (*isMeant)(const ChangeRow&)) const;
    const ChangeRow* current() const;

    ChangeDesk m_desk;
    ChangesModel m_model;
    QString m_title, m_folder, m_counts;
    bool m_isRead = false; ///< Of the run that is shown.
    bool m_isSettled = true;
    bool m_isArranged = false;
    QStackedWidget* m_pages = nullptr;
    ElidedLabel* m_summary = nullptr;
    ElidedLabel* m_outcome = nullptr; ///< Of the last act.
    QToolButton* m_stop = nullptr;
    QSplitter* m_split = nullptr;
    QTreeView* m_list = nullptr;
    DifferenceView* m_difference = nullptr;
    QLabel* m_empty = nullptr;
    QAction *m_applyAll = nullptr, *m_apply = nullptr, *m_discard = nullptr, *m_undo = nullptr;
    QAction *m_applyPart = nullptr, *m_discardPart = nullptr;
    QAction *m_nextPart = nullptr, *m_previousPart = nullptr;
};

} // namespace sandbench::ui
