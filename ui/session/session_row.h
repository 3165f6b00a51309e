// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace sandbench::ui {

class SessionList;

/// A session in its list: its colour, name and what it does, whether it is pinned, and small graphs
/// of what it uses once that is measured. Thread: GUI.
class SessionRow : public QStyledItemDelegate
{
    Q_OBJECT

public:
    /// @p sessions outlives it.
    explicit SessionRow(const SessionList& sessions, QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index)
        const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void updateEditorGeometry(
        QWidget* editor, const QStyleOptionViewItem& option,
        const QModelIndex& index) const override;
    /// Where the graphs of a row are.
    static QRect graphsOf(const QStyleOptionViewItem& option);

signals:
    /// The graphs of a row were clicked.
    void useWanted(int row);

protected:
    bool editorEvent(
        QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
        const QModelIndex& index) override;

private:
    const SessionList& m_sessions;
};

} // namespace sandbench::ui
