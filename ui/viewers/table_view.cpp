// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/table_view.h"

#include "core/table/delimited_text.h"
#include "ui/common/column.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/viewers/caption.h"
#include "ui/viewers/table_pane.h"

namespace sandbench::ui {

TableView::TableView(const PlotItem& item, QWidget* parent)
    : ResultView(parent)
    , m_pane(new TablePane(this))
{
    columnOf(this, 0)->addWidget(m_pane);
    setFocusProxy(m_pane);
    connect(m_pane, &TablePane::notice, this, &ResultView::notice);
    const bool isTabbed = item.mime.startsWith(QLatin1String("text/tab"));
    const auto last = item.name.section(QLatin1Char('/'), -1).section(QLatin1Char('.'), 0, 0);
    m_jobs.run(
        this,
        [bytes = item.bytes, isTabbed](const std::stop_token& stop) {
            auto text = bytes.toStdString();
            const char separator = isTabbed ? '\t' : table::separatorOf(text);
            return table::readDelimited(std::move(text), separator, stop);
        },
        [this, name = SafeText::saveName(last, QStringLiteral("table"))](
            const Result<std::shared_ptr<const table::TableSource>>& table) { show(table, name); });
}

void TableView::show(
    const Result<std::shared_ptr<const table::TableSource>>& table, const QString& name)
{
    if (!table)
        return emit failed(toQString(table.error().text()));
    const auto& source = **table;
    auto caption = counted(source.rowCount(), tr("row")) + QStringLiteral(", ")
        + counted(source.header().size(), tr("column"));
    if (const auto missing = source.missing(); !missing.empty())
        caption += QStringLiteral(". ") + toQString(missing);
    m_pane->setTable(*table, caption, name);
    emit settled();
}

QString TableView::selectedText() const
{
    return m_pane->selectedText();
}

} // namespace sandbench::ui
