// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with the files in their panel.
#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/files/file_names.h"
#include "ui/files/file_preview.h"
#include "ui/files/file_tree_view.h"
#include "ui/files/files_panel.h"

#include <QDragEnterEvent>
#include <QFileDialog>
#include <QInputDialog>
#include <QLineEdit>
#include <QMimeData>
#include <QSplitter>
#include <QUrl>

namespace sandbench::ui {

void FilesPanel::buildCommands()
{
    m_up = keyAction(
        *this, "filesUp", tr("Folder Above"), {QKeySequence(Qt::ALT | Qt::Key_Up)},
        [this] { openFolder(folderOf(m_model.root())); });
    m_up->setIcon(glyphIcon(Glyph::Up));
    m_refresh = keyAction(
        *this, "panelRefresh", tr("Refresh"), {QKeySequence(Qt::CTRL | Qt::Key_R)},
        [this] { m_model.refresh(); }, tr("List again what is shown"));
    m_bringFiles = keyAction(
        *this, "filesBringFiles", tr("Bring In Files…"), {}, [this] { bringIn(false); },
        tr("Copy files of this machine into the chosen folder of the sandbox; or drop them there"));
    m_bringFolder = keyAction(
        *this, "filesBringFolder", tr("Bring In Folder…"), {}, [this] { bringIn(true); },
        tr("Copy a folder of this machine into the chosen folder of the sandbox"));
    m_save = keyAction(
        *this, "filesSave", tr("Save To…"), {}, [this] { save(); },
        tr("Copy what is selected into a folder of this machine"));
    m_edit = keyAction(
        *this, "filesEdit", tr("Edit"), {QKeySequence(Qt::Key_F4)}, [this] { edit(); },
        tr("Open the file as a document, which is saved back into the sandbox"));
    m_delete = keyAction(
        *this, "filesDelete", tr("Delete"), {QKeySequence::Delete},
        [this] { m_moves.deleteFiles(selectedPaths()); },
        tr("Delete what is selected in the sandbox"));
    m_delete->setShortcutContext(Qt::WidgetShortcut); // not in a field
    keyAction(*this, "filesFind", tr("Find Files"), {QKeySequence::Find}, [this] {
        m_filter->setFocus(Qt::ShortcutFocusReason);
    });
}

// Those whose keys mean something else outside of the tree.
void FilesPanel::buildFileCommands()
{
    m_open
        = keyAction(*m_tree, "filesOpen", tr("Open"), {}, [this] { open(m_tree->currentIndex()); });
    m_rename = keyAction(*m_tree, "filesRename", tr("Rename"), {QKeySequence(Qt::Key_F2)}, [this] {
        m_tree->edit(m_tree->currentIndex().siblingAtColumn(FileTreeModel::NameColumn));
    });
    m_newFolder
        = keyAction(*m_tree, "filesNewFolder", tr("New Folder…"), {}, [this] { makeFolder(); });
    m_undo = keyAction(*m_tree, "filesUndoDelete", tr("Undo Delete"), {QKeySequence::Undo}, [this] {
        undoDelete();
    });
    m_tree->addActions(
        {m_open, m_edit, m_save, m_rename, m_delete, m_undo, m_newFolder, m_bringFiles,
         m_bringFolder, m_refresh});
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void FilesPanel::setTasks(TaskList* tasks)
{
    m_moves.setTasks(tasks);
    m_dragOut.setTasks(tasks);
}

void FilesPanel::connectMoves()
{
    connect(m_tree, &FileTreeView::dragWanted, this, [this] { m_dragOut.bring(selectedPaths()); });
    connect(&m_dragOut, &DragOut::said, this, &FilesPanel::showMessage);
    // Later: a drag takes as long as the person wants, in the loop of Qt that it has.
    connect(&m_dragOut, &DragOut::ready, this, &FilesPanel::dragOutReady, Qt::QueuedConnection);
    connect(&m_moves, &FileMoves::changed, &m_dragOut, &DragOut::forget);
    connect(&m_model, &FileTreeModel::renameWanted, &m_moves, &FileMoves::rename);
    connect(&m_model, &FileTreeModel::dropped, &m_moves, &FileMoves::bringIn);
    connect(&m_moves, &FileMoves::said, this, &FilesPanel::showMessage);
    connect(&m_moves, &FileMoves::changed, &m_model, &FileTreeModel::refresh);
    connect(&m_moves, &FileMoves::deleted, this, [this](const QString& sentence) {
        updateCommands();
        m_messages->showMessage(
            MessageBar::Tone::Info, sentence,
            {{"filesUndo", tr("Undo"), [this] { undoDelete(); }}});
    });
    connect(
        &m_moves, &FileMoves::asked, this,
        [this](const QString& question, const QString& yes, const std::function<void()>& go) {
            m_messages->showMessage(
                MessageBar::Tone::Warning, question,
                {{"filesYes", yes, go}, {"filesNo", tr("Cancel"), [] {}}});
        });
}

void FilesPanel::dragOutReady()
{
    auto files = m_dragOut.data();
    if (!files)
        return;
    const QString leftOut = m_dragOut.leftOut();
    const QString isHere
        = m_tree->isHeld() ? QString() : tr("What you dragged is here now: drag it again.");
    if (!leftOut.isEmpty() || !isHere.isEmpty())
        showMessage((isHere + u' ' + leftOut).trimmed(), !leftOut.isEmpty());
    if (!isHere.isEmpty())
        return;
    const QPointer<FilesPanel> self = this;
    m_dragOut.setDragged(true);
    const bool isTaken = m_tree->drag(std::move(files));
    if (!self)
        return;
    if (isTaken)
        m_dragOut.setTaken();
    m_dragOut.setDragged(false);
}

void FilesPanel::undoDelete()
{
    m_messages->hide();
    m_moves.undoDelete();
    updateCommands();
}

void FilesPanel::showMessage(const QString& sentence, bool isProblem)
{
    m_messages->showMessage(
        isProblem ? MessageBar::Tone::Warning : MessageBar::Tone::Info, sentence);
}

QModelIndex FilesPanel::current() const
{
    const QModelIndex index = m_shown.mapToSource(m_tree->currentIndex());
    return index.siblingAtColumn(FileTreeModel::NameColumn);
}

std::vector<std::string> FilesPanel::selectedPaths() const
{
    std::vector<std::string> paths;
    for (const QModelIndex& shown : m_tree->selectionModel()->selectedRows()) {
        const QModelIndex index = m_shown.mapToSource(shown);
        const FileEntry* entry = m_model.entryAt(index);
        // What is in a folder that is selected goes with it.
        bool isBelow = false;
        for (QModelIndex above = shown.parent(); above.isValid(); above = above.parent())
            isBelow = isBelow || m_tree->selectionModel()->isSelected(above);
        if (entry && !entry->hasOddName && !isBelow)
            paths.push_back(m_model.pathOf(index));
    }
    return paths;
}

std::string FilesPanel::targetFolder() const
{
    const QModelIndex index = current();
    return m_model.pathOf(!index.isValid() || m_model.isFolder(index) ? index : index.parent());
}

void FilesPanel::updateCommands()
{
    const QString noSession = m_session ? QString() : tr("no session is open");
    for (QAction* action : {m_up, m_refresh, m_bringFiles, m_bringFolder, m_newFolder})
        explainCommand(*action, noSession);
    const QString noFile = !m_session ? noSession
        : selectedPaths().empty()     ? tr("no file is selected that has a usable name")
                                      : QString();
    for (QAction* action : {m_save, m_delete, m_rename, m_open})
        explainCommand(*action, noFile);
    const FileEntry* entry = current().isValid() ? m_model.entryAt(current()) : nullptr;
    explainCommand(
        *m_undo, m_moves.canUndo() ? QString() : tr("nothing was deleted since the last run"));
    explainCommand(
        *m_edit,
        !noFile.isEmpty() || (entry && entry->type == "file")
            ? noFile
            : tr("only plain files can be edited"));
}

void FilesPanel::open(const QModelIndex& shown)
{
    if (!shown.isValid())
        return;
    const QModelIndex index = m_shown.mapToSource(shown.siblingAtColumn(FileTreeModel::NameColumn));
    const FileEntry* entry = m_model.entryAt(index);
    if (!entry || entry->hasOddName)
        return;
    if (m_model.isFolder(index)) {
        const QModelIndex folder = m_shown.mapFromSource(index);
        return m_tree->setExpanded(folder, !m_tree->isExpanded(folder));
    }
    showPreview(m_model.pathOf(index));
}

void FilesPanel::showPreview(const std::string& path)
{
    if (!m_session || path.empty())
        return;
    if (m_preview->isHidden()) {
        m_preview->show();
        arrange();
        constexpr int kAlike = 10'000; // more than there is: each gets half
        m_split->setSizes({kAlike, kAlike});
    }
    m_preview->present(m_session, path);
}

void FilesPanel::edit()
{
    const FileEntry* entry = current().isValid() ? m_model.entryAt(current()) : nullptr;
    if (entry && entry->type == "file" && !entry->hasOddName)
        emit editWanted(m_session, m_model.pathOf(current()));
}

void FilesPanel::bringIn(bool isFolder)
{
    auto* dialog = new QFileDialog(this, isFolder ? tr("Bring In Folder") : tr("Bring In Files"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(isFolder ? QFileDialog::Directory : QFileDialog::ExistingFiles);
    connect(
        dialog, &QFileDialog::filesSelected, this,
        [this, folder = targetFolder(), session = m_session](const QStringList& paths) {
            if (session == m_session)
                m_moves.bringIn(paths, folder);
        });
    dialog->open();
}

void FilesPanel::save()
{
    auto paths = selectedPaths();
    if (paths.empty())
        return;
    auto* dialog = new QFileDialog(this, tr("Save To"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(
        dialog, &QFileDialog::fileSelected, this,
        [this, paths = std::move(paths), session = m_session](const QString& folder) {
            if (session == m_session)
                m_moves.saveTo(paths, folder);
        });
    dialog->open();
}

static QStringList localFiles(const QMimeData& data)
{
    QStringList paths;
    for (const QUrl& url : data.urls())
        if (url.isLocalFile())
            paths << url.toLocalFile();
    return paths;
}

// Where the folder is empty there is no row to drop on.
void FilesPanel::dragEnterEvent(QDragEnterEvent* event)
{
    if (m_session && !localFiles(*event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void FilesPanel::dropEvent(QDropEvent* event)
{
    event->acceptProposedAction();
    m_moves.bringIn(localFiles(*event->mimeData()), m_model.root());
}

void FilesPanel::makeFolder()
{
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("New Folder"));
    dialog->setLabelText(tr("Name of the new folder"));
    connect(
        dialog, &QInputDialog::textValueSelected, this,
        [this, folder = targetFolder(), session = m_session](const QString& name) {
            if (session == m_session)
                m_moves.makeFolder(folder, name);
        });
    dialog->open();
}

} // namespace sandbench::ui
