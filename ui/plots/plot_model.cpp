// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_model.h"

#include "ui/common/safe_text.h"
#include "ui/plots/plot_export.h"

#include <QDir>
#include <QFile>
#include <QLocale>
#include <QMimeData>
#include <QUrl>

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
        return (found->run > 0 ? tr("Plot %1, run %2").arg(found->ordinal).arg(found->run)
                               : tr("Plot %1").arg(found->ordinal))
            + tr(", %1, %2")
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
        return found->run == m_run;
    case RunRole:
        return found->run;
    case BeginsRunRole:
        return beginsRun(index.row());
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

bool PlotModel::beginsRun(int row) const
{
    const PlotEntry* before = entry(row - 1);
    return entry(row)->run > 0 && (!before || before->run != entry(row)->run);
}

Qt::ItemFlags PlotModel::flags(const QModelIndex& index) const
{
    const Qt::ItemFlags flags = QAbstractListModel::flags(index);
    return index.isValid() ? flags | Qt::ItemIsDragEnabled : flags;
}

QStringList PlotModel::mimeTypes() const
{
    return {QStringLiteral("text/uri-list")};
}

QMimeData* PlotModel::mimeData(const QModelIndexList& indexes) const
{
    std::vector<const PlotEntry*> entries;
    for (const QModelIndex& index : indexes)
        if (const PlotEntry* found = entry(index.row()))
            entries.push_back(found);
    std::sort(entries.begin(), entries.end(), [](const auto* one, const auto* other) {
        return one->id < other->id;
    });
    const bool isOne = entries.size() == 1;
    auto* data = isOne
        ? clipboardData(*entries[0], m_pixelsOf ? m_pixelsOf(entries[0]->id) : QImage())
        : new QMimeData;
    if (const auto urls = dragFiles(entries); !urls.isEmpty())
        data->setUrls(urls);
    return data;
}

QList<QUrl> PlotModel::dragFiles(const std::vector<const PlotEntry*>& entries) const
{
    qint64 bytes = 0;
    for (const PlotEntry* each : entries)
        bytes += each->item.bytes.size();
    if (bytes > kMostDragged) {
        emit dragFailed(tr("More than %1 cannot be dragged; save it instead.")
                            .arg(QLocale().formattedDataSize(kMostDragged)));
        return {};
    }
    QList<QUrl> urls;
    for (const PlotEntry* each : entries) {
        QString& path = m_dragged[each->id];
        if (!QFile::exists(path))
            path = savePlotInto(*each, dragFolder());
        if (path.isEmpty()) {
            emit dragFailed(tr("No file can be dragged: nothing can be written into %1.")
                                .arg(SafeText::display(QDir::tempPath())));
            return {};
        }
        urls << QUrl::fromLocalFile(path);
    }
    return urls;
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
    added.run = item.runId == m_runId ? m_run : 0;
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
    ++m_run;
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
    // Once here, not once per paint.
    const QSize most = kThumbnailSize * thumbnail.devicePixelRatio();
    const bool fits = thumbnail.size().boundedTo(most) == thumbnail.size();
    m_entries[static_cast<std::size_t>(row)].thumbnail = QPixmap::fromImage(
        fits ? thumbnail : thumbnail.scaled(most, Qt::KeepAspectRatio, Qt::SmoothTransformation));
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
