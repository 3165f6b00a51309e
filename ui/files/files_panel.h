// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"
#include "ui/async/job_runner.h"
#include "ui/files/drag_out.h"
#include "ui/files/file_moves.h"
#include "ui/files/file_tree_model.h"

#include <QWidget>

class QAction;
class QLabel;
class QLineEdit;
class QSplitter;
class QStackedWidget;

namespace sandbench::ui {

class ElidedLabel;
class FilePreview;
class FileTreeView;
class MessageBar;

/// The files of a session: their tree below a folder, one of them beside it, and what can be done
/// with them. Asks nothing before somebody sees it. Thread: GUI.
class FilesPanel : public QWidget
{
    Q_OBJECT

public:
    explicit FilesPanel(QWidget* parent = nullptr);

    void setTasks(TaskList* tasks);
    /// Of which session the files are; null = of none that is open. @p beganAt: when it was opened.
    /// Units: milliseconds since 1970. @p isBusy: something runs in it, and may change them until
    /// the next call.
    void follow(std::shared_ptr<Session> session, qint64 beganAt, bool isBusy);
    /// Somebody may see it now: asks for what is new if so, but not before this returns.
    void look();
    /// Shows what is in @p folder, absolute.
    void openFolder(const std::string& folder);

    FileTreeModel& model() { return m_model; }
    FileMoves& moves() { return m_moves; }
    DragOut& dragOut() { return m_dragOut; }
    FileTreeView& tree() { return *m_tree; }
    FilePreview& preview() { return *m_preview; }
    MessageBar& messages() { return *m_messages; }
    /// Of the model, as it is shown.
    QModelIndex shownIndex(const QModelIndex& index) const { return m_shown.mapFromSource(index); }
    QString summary() const;
    QString emptyText() const;

signals:
    /// A file is to be edited in place.
    void editWanted(const std::shared_ptr<Session>& session, const std::string& path);

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QWidget* buildHead();
    void buildTree();
    void buildCommands();
    void buildFileCommands();
    void connectMoves();
    void refreshIfSeen();
    void findStart();
    void describe();
    void updateCommands();
    QString sentenceForNothing() const;
    void open(const QModelIndex& shown);
    void showPreview(const std::string& path);
    void closePreview();
    void arrange();
    void edit();
    void bringIn(bool isFolder);
    void save();
    void makeFolder();
    void undoDelete();
    void dragOutReady();
    void showMessage(const QString& sentence, bool isProblem);
    std::string targetFolder() const;
    std::vector<std::string> selectedPaths() const;
    QModelIndex current() const;
    bool isSeen() const { return !visibleRegion().isEmpty(); }

    std::shared_ptr<Session> m_session;
    qint64 m_beganAt = 0;
    bool m_isBusy = false;
    bool m_isStale = false; ///< What is shown is from before the last change.
    QString m_problem; ///< Why nothing is shown.
    FileTreeModel m_model;
    FileFilter m_shown{m_model};
    FileMoves m_moves;
    DragOut m_dragOut;
    MessageBar* m_messages = nullptr;
    QLineEdit *m_path = nullptr, *m_filter = nullptr;
    ElidedLabel* m_summary = nullptr;
    QStackedWidget* m_pages = nullptr;
    QSplitter* m_split = nullptr;
    FileTreeView* m_tree = nullptr;
    QLabel* m_empty = nullptr;
    FilePreview* m_preview = nullptr;
    QAction *m_up = nullptr, *m_refresh = nullptr, *m_bringFiles = nullptr,
            *m_bringFolder = nullptr;
    QAction *m_newFolder = nullptr, *m_open = nullptr, *m_edit = nullptr, *m_save = nullptr;
    QAction *m_rename = nullptr, *m_delete = nullptr, *m_undo = nullptr;
    JobRunner m_jobs; ///< Last: its destruction waits for jobs.
};

} // namespace sandbench::ui
