// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractScrollArea>

namespace sandbench::ui {

/// Rows of sixteen bytes, drawn only where they are seen; some of them can be selected by mouse and
/// keys. Thread: GUI.
class ByteRows : public QAbstractScrollArea
{
    Q_OBJECT

public:
    ByteRows(QByteArray bytes, QWidget* parent);

    /// "00000010  89 50 4e 47 …  .PNG": row @p row, from 0, without an end of line.
    QString textOf(qsizetype row) const;
    /// The selected rows, a line each.
    QString selectedText() const;
    qsizetype rowCount() const;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    int rowHeight() const;
    qsizetype rowsOnPage() const;
    qsizetype rowAt(int y) const;
    void goTo(qsizetype row, bool isExtending);

    QByteArray m_bytes;
    qsizetype m_current = 0, m_anchor = 0; ///< The selection's ends.
};

} // namespace sandbench::ui
