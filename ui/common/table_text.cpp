// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/common/table_text.h"

#include "ui/common/safe_text.h"

#include <QAbstractItemModel>
#include <QClipboard>
#include <QGuiApplication>

namespace sandbench::ui {

void copyTable(const QAbstractItemModel& model)
{
    QStringList lines;
    for (int row = -1; row < model.rowCount(); ++row) {
        QStringList cells;
        for (int column = 0; column < model.columnCount(); ++column)
            cells << (row < 0 ? model.headerData(column, Qt::Horizontal, Qt::DisplayRole)
                              : model.index(row, column).data())
                         .toString();
        lines << cells.join(u'\t');
    }
    QGuiApplication::clipboard()->setText(SafeText::withoutControls(lines.join(u'\n')));
}

} // namespace sandbench::ui
