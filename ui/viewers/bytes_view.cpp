// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/bytes_view.h"

#include "ui/common/column.h"
#include "ui/viewers/byte_rows.h"
#include "ui/viewers/caption.h"
#include "ui/viewers/own_keys.h"

#include <QLocale>

namespace sandbench::ui {

BytesView::BytesView(const QByteArray& bytes, const QString& sentence, QWidget* parent)
    : ResultView(parent)
    , m_rows(new ByteRows(bytes, this))
{
    const auto size = QLocale().formattedDataSize(bytes.size());
    auto* layout = columnOf(this, 0);
    layout->addWidget(
        captionLabel(this, sentence.isEmpty() ? size : tr("%1. %2").arg(size, sentence)));
    layout->addWidget(m_rows, 1);
    keepMovingKeys(m_rows);
    setFocusProxy(m_rows);
    QMetaObject::invokeMethod(this, &ResultView::settled, Qt::QueuedConnection);
}

QString BytesView::selectedText() const
{
    return m_rows->selectedText();
}

} // namespace sandbench::ui
