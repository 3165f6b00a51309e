// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/images/images_model.h"

#include "core/base/units.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"

#include <QDateTime>
#include <QLocale>

#include <algorithm>
#include <set>

namespace sandbench::ui {

static constexpr qsizetype kIdLength = 12;

QString shortImageId(const std::string& id)
{
    const auto colon = id.find(':');
    return SafeText::display(
        toQString(colon == std::string::npos ? id : id.substr(colon + 1)).left(kIdLength));
}

// Builders that tell no time say the begin of 1970, which in the west was 1969 and in short is only
// "70".
QString imageTime(std::int64_t createdAt, QLocale::FormatType format)
{
    constexpr std::int64_t kDay = 24 * 3600;
    if (createdAt < 0)
        return {};
    if (createdAt < kDay)
        return QDateTime::fromSecsSinceEpoch(createdAt, Qt::UTC).date().toString(Qt::ISODate);
    return QLocale().toString(QDateTime::fromSecsSinceEpoch(createdAt), format);
}

ImagesModel::ImagesModel(QObject* parent)
    : QAbstractTableModel(parent)
{
}

void ImagesModel::setPlaces(std::vector<ImagePlace> places)
{
    beginResetModel();
    m_places = std::move(places);
    m_rows.clear();
    endResetModel();
}

void ImagesModel::setImages(std::size_t place, const PlaceImages& images)
{
    beginResetModel();
    std::erase_if(m_rows, [place](const Row& row) { return row.place == place; });
    for (const ImageInfo& image : images.images) {
        const auto users = images.users.find(image.id);
        const auto names = image.tags.empty() ? std::vector<std::string>{""} : image.tags;
        for (const std::string& name : names)
            m_rows.push_back(
                {place, m_places[place].store, name, image,
                 users == images.users.end() ? std::vector<std::string>() : users->second});
    }
    endResetModel();
}

void ImagesModel::describe(std::size_t place, const std::vector<ImageInfo>& images)
{
    for (Row& row : m_rows) {
        const auto at = std::find_if(images.begin(), images.end(), [&row](const ImageInfo& image) {
            return image.id == row.image.id;
        });
        if (row.place == place && at != images.end())
            row.image.platform = at->platform;
    }
    if (!m_rows.empty())
        emit dataChanged(
            index(0, PlatformColumn), index(static_cast<int>(m_rows.size()) - 1, PlatformColumn));
}

const ImagesModel::Row* ImagesModel::row(int row) const
{
    return row >= 0 && row < rowCount() ? &m_rows[static_cast<std::size_t>(row)] : nullptr;
}

std::optional<std::size_t> ImagesModel::placeOf(const ImageStore* store) const
{
    for (std::size_t place = 0; place < m_places.size(); ++place)
        if (m_places[place].store == store)
            return place;
    return std::nullopt;
}

int ImagesModel::find(std::size_t place, const std::string& reference) const
{
    const auto at = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) {
        return row.place == place && isSameImage(row.reference(), reference);
    });
    return at == m_rows.end() ? -1 : static_cast<int>(at - m_rows.begin());
}

std::vector<ImageInfo> ImagesModel::images(std::size_t place) const
{
    std::vector<ImageInfo> out;
    std::set<std::string> seen;
    for (const Row& row : m_rows)
        if (row.place == place && seen.insert(row.image.id).second)
            out.push_back(row.image);
    return out;
}

quint64 ImagesModel::bytes() const
{
    quint64 all = 0;
    for (std::size_t place = 0; place < m_places.size(); ++place)
        for (const ImageInfo& image : images(place))
            all += image.bytes;
    return all;
}

int ImagesModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int ImagesModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : kColumns;
}

QString ImagesModel::text(const Row& row, int column) const
{
    switch (column) {
    case NameColumn:
        return row.name.empty() ? tr("No name (%1)").arg(shortImageId(row.image.id))
                                : SafeText::display(row.name);
    case PlaceColumn:
        return m_places[row.place].title;
    case SizeColumn:
        return toQString(formatSize(row.image.bytes));
    case CreatedColumn:
        return imageTime(row.image.createdAt, QLocale::ShortFormat);
    case PlatformColumn:
        return SafeText::display(row.image.platform);
    case UsersColumn:
        if (row.users.empty())
            return {};
        return row.users.size() == 1 ? SafeText::display(row.users.front())
                                     : tr("%1 and %2 more")
                                           .arg(SafeText::display(row.users.front()))
                                           .arg(row.users.size() - 1);
    default:
        return {};
    }
}

QVariant ImagesModel::order(const Row& row, int column)
{
    switch (column) {
    case SizeColumn:
        return static_cast<qulonglong>(row.image.bytes);
    case CreatedColumn:
        return static_cast<qlonglong>(row.image.createdAt);
    case UsersColumn:
        return static_cast<int>(row.users.size());
    default:
        return {};
    }
}

QVariant ImagesModel::data(const QModelIndex& index, int role) const
{
    const Row* found = row(index.row());
    if (!found)
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return text(*found, index.column());
    case Qt::ToolTipRole: {
        QStringList users;
        for (const std::string& user : found->users)
            users << SafeText::display(user);
        const bool isUsers = index.column() == UsersColumn && users.size() > 1;
        return plainToolTip(isUsers ? users.join(QLatin1Char('\n')) : text(*found, index.column()));
    }
    case Qt::TextAlignmentRole:
        return QVariant(
            (index.column() == SizeColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case OrderRole: {
        const QVariant value = order(*found, index.column());
        return value.isValid() ? value : QVariant(text(*found, index.column()));
    }
    default:
        return {};
    }
}

QVariant ImagesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Image");
    case PlaceColumn:
        return tr("Engine");
    case SizeColumn:
        return tr("Size");
    case CreatedColumn:
        return tr("Created");
    case PlatformColumn:
        return tr("Platform");
    case UsersColumn:
        return tr("Used by");
    default:
        return {};
    }
}

ShownImages::ShownImages(ImagesModel& images)
{
    setSourceModel(&images);
    setSortRole(ImagesModel::OrderRole);
    setFilterCaseSensitivity(Qt::CaseInsensitive);
    setFilterKeyColumn(-1); // all of them
    sort(ImagesModel::CreatedColumn, Qt::DescendingOrder);
}

void ShownImages::setPlace(std::optional<std::size_t> place)
{
    m_place = place;
    invalidateFilter();
}

bool ShownImages::filterAcceptsRow(int row, const QModelIndex& parent) const
{
    const auto* image = static_cast<const ImagesModel*>(sourceModel())->row(row);
    return image && (!m_place || image->place == *m_place)
        && QSortFilterProxyModel::filterAcceptsRow(row, parent);
}

} // namespace sandbench::ui
