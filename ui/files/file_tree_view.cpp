// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/file_tree_view.h"

#include <QDrag>
#include <QDragMoveEvent>
#include <QMimeData>
#include <QMouseEvent>
#include <QStyle>

namespace sandbench::ui {

void FileTreeView::startDrag(Qt::DropActions)
{
    m_isHeld = true;
    emit dragWanted();
}

bool FileTreeView::drag(std::unique_ptr<QMimeData> files)
{
    m_isHeld = false;
    auto* drag = new QDrag(this); // Qt deletes it
    drag->setPixmap(style()->standardIcon(QStyle::SP_FileIcon).pixmap(32));
    drag->setMimeData(files.release());
    return drag->exec(Qt::CopyAction) != Qt::IgnoreAction;
}

void FileTreeView::mousePressEvent(QMouseEvent* event)
{
    m_isHeld = false;
    QTreeView::mousePressEvent(event);
}

// While what is dragged is awaited, moving must not select rows.
void FileTreeView::mouseMoveEvent(QMouseEvent* event)
{
    m_isHeld = m_isHeld && event->buttons() & Qt::LeftButton;
    if (!m_isHeld)
        QTreeView::mouseMoveEvent(event);
}

void FileTreeView::mouseReleaseEvent(QMouseEvent* event)
{
    m_isHeld = false;
    QTreeView::mouseReleaseEvent(event);
}

void FileTreeView::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->source() == this)
        event->ignore();
    else
        QTreeView::dragEnterEvent(event);
}

void FileTreeView::dragMoveEvent(QDragMoveEvent* event)
{
    if (event->source() == this)
        event->ignore();
    else
        QTreeView::dragMoveEvent(event);
}

} // namespace sandbench::ui
