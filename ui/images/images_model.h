// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/images/image_places.h"

#include <QAbstractTableModel>
#include <QLocale>
#include <QSortFilterProxyModel>

#include <optional>

namespace sandbench::ui {

/// The images of all engines, a row for each name of one. Texts are safe to show. Thread: GUI.
class ImagesModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { NameColumn, PlaceColumn, SizeColumn, CreatedColumn, PlatformColumn, UsersColumn };
    static constexpr int kColumns = 6;
    enum Role {
        OrderRole = Qt::UserRole, ///< To sort by.
    };

    struct Row
    {
        std::size_t place = 0; ///< As long as the places stay.
        ImageStore* store = nullptr;
        std::string name; ///< Foreign; empty = the image has none.
        ImageInfo image;
        std::vector<std::string> users; ///< Foreign names of containers.

        /// How the engine is asked for it.
        const std::string& reference() const { return name.empty() ? image.id : name; }
    };

    explicit ImagesModel(QObject* parent = nullptr);

    void setPlaces(std::vector<ImagePlace> places);
    const std::vector<ImagePlace>& places() const { return m_places; }
    /// What a place has instead of what it had.
    void setImages(std::size_t place, const PlaceImages& images);
    /// What became known of them.
    void describe(std::size_t place, const std::vector<ImageInfo>& images);
    const Row* row(int row) const;
    /// Where @p store is; nothing = it is no place any more.
    std::optional<std::size_t> placeOf(const ImageStore* store) const;
    /// The row of an image; see isSameImage(). -1 = there is none.
    int find(std::size_t place, const std::string& reference) const;
    /// Of one place, each image once.
    std::vector<ImageInfo> images(std::size_t place) const;
    /// Units: bytes. Of every image once.
    quint64 bytes() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString text(const Row& row, int column) const;
    static QVariant order(const Row& row, int column);

    std::vector<ImagePlace> m_places;
    std::vector<Row> m_rows;
};

/// Images of one place, or of all, whose texts have some words. Thread: GUI.
class ShownImages : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit ShownImages(ImagesModel& images);
    /// Nothing = all places.
    void setPlace(std::optional<std::size_t> place);
    std::optional<std::size_t> place() const { return m_place; }

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    std::optional<std::size_t> m_place;
};

/// "sha256:0123…" as people compare it: its first twelve digits.
QString shortImageId(const std::string& id);
/// When an image was made; empty = it does not say. Units: seconds since 1970.
QString imageTime(std::int64_t createdAt, QLocale::FormatType format);

} // namespace sandbench::ui
