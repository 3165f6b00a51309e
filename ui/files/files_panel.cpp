// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/files_panel.h"

#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/text_field.h"
#include "ui/common/tool_buttons.h"
#include "ui/common/wrapped_label.h"
#include "ui/files/file_names.h"
#include "ui/files/file_preview.h"
#include "ui/files/file_tree_view.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>
#include <QSplitter>
#include <QStackedWidget>
#include <QTimer>
#include <QToolButton>

#include <utility>

namespace sandbench::ui {

static constexpr int kMargin = 8;
static constexpr int kLongestFilter = 200;
static constexpr int kLongestPath = 4096;

FilesPanel::FilesPanel(QWidget* parent)
    : QWidget(parent)
{
    setAccessibleName(tr("Files"));
    buildCommands();
    auto* column = columnOf(this, 0);
    column->addWidget(buildHead());
    column->addWidget(m_messages = new MessageBar(this));
    m_messages->setObjectName(QStringLiteral("filesMessages"));
    column->addWidget(m_split = new QSplitter(this), 1);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(m_pages = new QStackedWidget(m_split));
    m_split->addWidget(m_preview = new FilePreview(m_split));
    m_split->setStretchFactor(0, 1);
    m_split->setStretchFactor(1, 1);
    m_preview->hide();
    buildTree();
    buildFileCommands();
    m_pages->addWidget(m_empty = emptyLabel(m_pages));
    connect(m_preview, &FilePreview::closeWanted, this, &FilesPanel::closePreview);
    connect(m_preview, &FilePreview::saveWanted, this, &FilesPanel::save);
    connect(m_preview, &FilePreview::notice, this, [this](const QString& text) {
        showMessage(text, false);
    });
    connect(&m_model, &FileTreeModel::listed, this, &FilesPanel::describe);
    connectMoves();
    describe();
}

QWidget* FilesPanel::buildHead()
{
    auto* head = new QWidget(this);
    auto* lines = columnOf(head, 0);
    auto* first = new QHBoxLayout;
    first->setContentsMargins(kMargin, 4, kMargin, 2);
    auto* up = new QToolButton(head);
    up->setDefaultAction(m_up);
    up->setAutoRaise(true);
    first->addWidget(up);
    m_path = textField(
        head, "filesPath", tr("Folder of the sandbox"), tr("Folder, from /"), kLongestPath);
    connect(m_path, &QLineEdit::returnPressed, this, [this] { openFolder(toStd(m_path->text())); });
    first->addWidget(m_path, 2);
    m_filter
        = textField(head, "filesFilter", tr("Filter files"), tr("Filter: name"), kLongestFilter);
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_shown.setText(text);
        describe();
    });
    connect(m_filter, &QLineEdit::returnPressed, this, [this] {
        m_tree->setFocus(Qt::OtherFocusReason);
    });
    first->addWidget(m_filter, 1);
    lines->addLayout(first);
    auto* second = new QHBoxLayout;
    second->setContentsMargins(kMargin, 0, kMargin, 2);
    second->addWidget(m_summary = new ElidedLabel(head), 1);
    m_summary->setObjectName(QStringLiteral("filesSummary"));
    addToolButtons(
        *second, head, {m_bringFiles, m_bringFolder, m_save, m_edit, m_delete, m_refresh});
    lines->addLayout(second);
    return head;
}

void FilesPanel::buildTree()
{
    m_pages->addWidget(m_tree = new FileTreeView(m_pages));
    m_tree->setObjectName(QStringLiteral("files"));
    m_tree->setAccessibleName(tr("Files of the sandbox"));
    m_tree->setModel(&m_shown);
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setMinimumSize(80, 60);
    m_tree->setExpandsOnDoubleClick(false); // open() does it, also for Enter
    m_tree->setDragDropMode(QAbstractItemView::DragDrop);
    m_tree->setDropIndicatorShown(true);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(FileTreeModel::NameColumn, QHeaderView::Stretch);
    const int unit = fontMetrics().averageCharWidth();
    m_tree->header()->resizeSection(FileTreeModel::SizeColumn, unit * 14);
    m_tree->header()->resizeSection(FileTreeModel::ModifiedColumn, unit * 28);
    m_tree->setSortingEnabled(true);
    m_tree->sortByColumn(FileTreeModel::NameColumn, Qt::AscendingOrder);
    connect(m_tree, &FileTreeView::activated, this, &FilesPanel::open);
    const auto* selection = m_tree->selectionModel();
    connect(selection, &QItemSelectionModel::selectionChanged, this, &FilesPanel::updateCommands);
    connect(
        selection, &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
            const QModelIndex index = m_shown.mapToSource(now);
            const FileEntry* entry = now.isValid() ? m_model.entryAt(index) : nullptr;
            if (entry && !m_preview->isHidden() && entry->type == "file" && !entry->hasOddName)
                showPreview(m_model.pathOf(index));
        });
}

void FilesPanel::follow(std::shared_ptr<Session> session, qint64 beganAt, bool isBusy)
{
    const bool isOther = session != m_session;
    const bool hasEnded = std::exchange(m_isBusy, isBusy) && !isBusy;
    m_session = std::move(session);
    m_beganAt = beganAt;
    if (isOther) {
        m_moves.setSession(m_session);
        m_dragOut.setSession(m_session);
        m_messages->hide();
        m_problem.clear();
        m_path->clear();
        closePreview();
        m_model.show(nullptr, {}, 0);
    }
    if (isBusy) // what runs shall not find what was deleted
        m_moves.forgetDeleted();
    if (hasEnded)
        m_dragOut.forget();
    m_isStale = m_isStale || isOther || hasEnded;
    describe();
    refreshIfSeen();
}

void FilesPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    look();
}

// A tab behind another one counts as shown; where it is, is known when the window is laid out.
void FilesPanel::look()
{
    QTimer::singleShot(0, this, &FilesPanel::refreshIfSeen);
}

void FilesPanel::refreshIfSeen()
{
    if (!m_isStale || !m_session || !isSeen())
        return;
    m_isStale = false;
    if (m_model.root().empty())
        return findStart();
    m_model.refresh();
    if (!m_preview->isHidden())
        showPreview(m_preview->path());
}

// Only the sandbox knows where its programs start.
void FilesPanel::findStart()
{
    m_jobs.run(
        this,
        [session = m_session](const std::stop_token& stop) { return session->fileInfo(".", stop); },
        [this, asked = m_session.get()](const Result<FileEntry>& told) {
            if (asked != m_session.get() || !m_model.root().empty())
                return;
            if (told)
                return openFolder(told->path);
            m_problem = SafeText::display(told.error().text());
            describe();
        });
}

void FilesPanel::openFolder(const std::string& folder)
{
    if (!m_session)
        return;
    std::string path = folder;
    while (path.size() > 1 && path.ends_with('/'))
        path.pop_back();
    if (!path.starts_with('/'))
        path.insert(0, 1, '/');
    m_path->setText(SafeText::withoutControls(toQString(path)));
    m_filter->clear();
    m_model.show(m_session, path, m_beganAt * 1'000'000);
    describe();
}

QString FilesPanel::sentenceForNothing() const
{
    if (!m_session)
        return tr("The files of the chosen session are shown here. Run a program, or open a "
                  "session, to have one.");
    if (!m_problem.isEmpty())
        return tr("The files cannot be read: %1").arg(m_problem);
    if (m_model.rowCount() > 0)
        return tr("No file that is listed has “%1” in its name.").arg(m_filter->text());
    if (m_model.isListing() || m_model.root().empty())
        return tr("Reading the folder…");
    return tr("This folder is empty. Drop files here, or use Bring In Files.");
}

void FilesPanel::describe()
{
    const int count = m_model.rowCount(), shown = m_shown.rowCount();
    const QLocale locale;
    QString text;
    if (shown != count)
        text = tr("%1 of %2").arg(locale.toString(shown), locale.toString(count));
    else if (count > 0)
        text = count == 1 ? tr("1 entry") : tr("%1 entries").arg(locale.toString(count));
    if (m_isBusy && count > 0)
        text += tr(" · as they were before what runs now");
    m_summary->setText(text);
    const bool hadFocus = m_tree->hasFocus();
    m_pages->setCurrentIndex(shown > 0 ? 0 : 1);
    setFocusProxy(shown > 0 ? static_cast<QWidget*>(m_tree) : m_path);
    if (hadFocus && shown == 0)
        m_path->setFocus();
    if (shown == 0)
        m_empty->setText(sentenceForNothing());
    setAcceptDrops(m_session && shown == 0);
    updateCommands();
}

void FilesPanel::closePreview()
{
    const bool hadFocus = m_preview->isAncestorOf(QApplication::focusWidget());
    m_preview->hide();
    m_preview->clear();
    if (hadFocus)
        setFocus();
}

void FilesPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !m_preview->isHidden())
        return closePreview();
    QWidget::keyPressEvent(event);
}

void FilesPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void FilesPanel::arrange()
{
    m_split->setOrientation(width() > 2 * height() ? Qt::Horizontal : Qt::Vertical);
}

QString FilesPanel::summary() const
{
    return m_summary->text();
}

QString FilesPanel::emptyText() const
{
    return m_pages->currentIndex() == 1 ? m_empty->text() : QString();
}

} // namespace sandbench::ui
