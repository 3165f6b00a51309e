// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"
#include "ui/async/job_runner.h"
#include "ui/variables/variables_model.h"

#include <QSortFilterProxyModel>
#include <QWidget>

class QAction;
class QLabel;
class QLineEdit;
class QSplitter;
class QStackedWidget;
class QTableView;

namespace sandbench::ui {

class ElidedLabel;
class VariableView;

/// What the cells of a session have defined, and beside it all about the one that was opened. Asks
/// nothing before somebody sees it. Thread: GUI.
class VariablesPanel : public QWidget
{
    Q_OBJECT

public:
    /// @p context: the one that cells run in.
    explicit VariablesPanel(std::string context, QWidget* parent = nullptr);

    /// How cells are run; its keys stand where there is nothing to show.
    void setRunAction(const QAction* run);
    /// Of which session the variables are; null = of none that is open. @p isBusy: something runs
    /// in it, and may change them until the next call.
    void follow(std::shared_ptr<Session> session, bool isBusy);
    /// They have changed by something else than a run.
    void noteChange();
    /// Somebody may see it now: asks for what is new if so, but not before this returns.
    void look();

    VariablesModel& model() { return m_model; }
    /// As it is shown: sorted and filtered.
    QAbstractItemModel& shown() { return m_shown; }
    QTableView& list() { return *m_list; }
    QString summary() const;
    QString emptyText() const;

signals:
    /// A sentence for the user.
    void notice(const QString& text);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QWidget* buildHead();
    void buildList();
    void buildCommands();
    void refreshIfSeen();
    void take(Result<VariableList> told);
    void describe();
    QString sentenceForNothing() const;
    void open(const QModelIndex& shown);
    void readOpened();
    void takeDetails(const Result<VariableDetails>& told);
    void closeDetails();
    void arrange();
    const Variable* current() const;
    bool isSeen() const { return !visibleRegion().isEmpty(); }

    std::string m_context;
    const QAction* m_run = nullptr;
    std::shared_ptr<Session> m_session;
    bool m_isBusy = false;
    bool m_isStale = false; ///< What is shown is from before the last change.
    bool m_hasCellEnded = false; ///< Since it was read: what it changed is to be marked.
    bool m_isKnown = false; ///< It has told once.
    std::optional<Error> m_error; ///< Why nothing is known.
    std::int64_t m_total = 0;
    VariablesModel m_model;
    QSortFilterProxyModel m_shown;
    QLineEdit* m_filter = nullptr;
    ElidedLabel* m_summary = nullptr;
    QStackedWidget* m_pages = nullptr;
    QSplitter* m_split = nullptr;
    QTableView* m_list = nullptr;
    QLabel* m_empty = nullptr;
    VariableView* m_details = nullptr;
    std::string m_opened; ///< The variable in the details; empty = none.
    std::stop_source m_listing, m_showing;
    JobRunner m_jobs; ///< Last: its destruction waits for jobs.
};

} // namespace sandbench::ui
