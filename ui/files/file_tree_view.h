// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeView>

#include <memory>

namespace sandbench::ui {

/// A tree whose rows may be dragged although what they stand for is not there yet: whoever hears
/// dragWanted() gets it and calls drag(). Takes what is dragged from elsewhere, not its own rows.
/// Thread: GUI.
class FileTreeView : public QTreeView
{
    Q_OBJECT

public:
    using QTreeView::QTreeView;

    /// The button that has begun to drag is still down.
    bool isHeld() const { return m_isHeld; }
    /// Until the person lets @p files go. Returns whether somebody took it. The view and its window
    /// may be gone then.
    bool drag(std::unique_ptr<QMimeData> files);

signals:
    /// The selected rows.
    void dragWanted();

protected:
    void startDrag(Qt::DropActions actions) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragMoveEvent(QDragMoveEvent* event) override;

private:
    bool m_isHeld = false;
};

} // namespace sandbench::ui
