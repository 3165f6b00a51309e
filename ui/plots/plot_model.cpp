// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_model.h"

#include "ui/common/safe_text.h"

#include <QLocale>

#include <algorithm>
#include <iterator>

namespace sandbench::ui {

int PlotModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_entries.size());
}

QVariant PlotModel::data(const QModelIndex& index, int role) const
{
    const PlotEntry* found = entry(index.row());
    if (!found)
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return tr("Plot %1, %2, %3")
            .arg(found->ordinal)
            .arg(badgeText(found->kind), SafeText::elidedName(found->item.name, 60));
    case Qt::ToolTipRole:
        // Tool tips guess at rich text; escaped text cannot become any.
        return tr("%1\n%2, %3")
            .arg(
                SafeText::elidedName(found->item.name, 80), badgeText(found->kind),
                QLocale().formattedDataSize(found->item.bytes.size()))
            .toHtmlEscaped();
    case ThumbnailRole:
        return found->thumbnail;
    case BadgeRole:
        return badgeText(found->kind);
    case OrdinalRole:
        return found->ordinal;
    case IsCurrentRunRole:
        return found->item.runId == m_runId;
    default:
        return {};
    }
}

/// The entry that @p item is another form of; null = none.
PlotEntry* PlotModel::shownBy(const PlotItem& item)
{
    if (item.formOf.isEmpty())
        return nullptr;
    const auto found = std::find_if(m_entries.rbegin(), m_entries.rend(), [&](const auto& each) {
        return each.item.runId == item.runId && each.item.name == item.formOf;
    });
    return found == m_entries.rend() ? nullptr : &*found;
}

static qint64 bytesOf(const PlotEntry& entry)
{
    qint64 bytes = entry.item.bytes.size();
    for (const PlotItem& form : entry.forms)
        bytes += form.bytes.size();
    return bytes;
}

quint64 PlotModel::add(const PlotItem& item)
{
    if (PlotEntry* shown = shownBy(item)) {
        shown->forms.push_back(item);
        m_bytes += item.bytes.size();
        const auto id = shown->id;
        enforceLimits();
        return id;
    }
    PlotEntry added;
    added.id = ++m_lastId;
    added.ordinal = static_cast<int>(m_lastId);
    added.item = item;
    added.kind = artifactKind(item.mime, item.bytes);
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_bytes += item.bytes.size();
    m_entries.push_back(std::move(added));
    endInsertRows();
    enforceLimits();
    return m_lastId;
}

void PlotModel::enforceLimits()
{
    bool dropped = false;
    while (m_entries.size() > 1 && (rowCount() > kMaxArtifacts || m_bytes > kMaxBytes)) {
        remove(0);
        dropped = true;
    }
    if (dropped && !m_limitReported) {
        m_limitReported = true;
        emit limitReached();
    }
}

void PlotModel::beginRun(const QString& runId)
{
    m_runId = runId;
    if (!m_entries.empty())
        emit dataChanged(index(0), index(rowCount() - 1), {IsCurrentRunRole});
}

void PlotModel::remove(int row)
{
    if (!entry(row))
        return;
    beginRemoveRows({}, row, row);
    m_bytes -= bytesOf(m_entries[static_cast<std::size_t>(row)]);
    m_entries.erase(m_entries.begin() + row);
    endRemoveRows();
}

void PlotModel::removeAll()
{
    beginResetModel();
    m_removed = std::exchange(m_entries, {});
    m_bytes = 0;
    endResetModel();
}

void PlotModel::restore()
{
    beginResetModel();
    for (const PlotEntry& restored : m_removed)
        m_bytes += bytesOf(restored);
    m_entries.insert(
        m_entries.begin(), std::make_move_iterator(m_removed.begin()),
        std::make_move_iterator(m_removed.end()));
    m_removed.clear();
    endResetModel();
    enforceLimits();
}

void PlotModel::setThumbnail(quint64 id, const QImage& thumbnail)
{
    const int row = rowOf(id);
    if (row < 0)
        return;
    m_entries[static_cast<std::size_t>(row)].thumbnail = thumbnail;
    emit dataChanged(index(row), index(row), {ThumbnailRole});
}

const PlotEntry* PlotModel::entry(int row) const
{
    return row >= 0 && row < rowCount() ? &m_entries[static_cast<std::size_t>(row)] : nullptr;
}

int PlotModel::rowOf(quint64 id) const
{
    const auto found = std::find_if(
        m_entries.begin(), m_entries.end(), [id](const PlotEntry& each) { return each.id == id; });
    return found == m_entries.end() ? -1 : static_cast<int>(found - m_entries.begin());
}

} // namespace sandbench::ui
