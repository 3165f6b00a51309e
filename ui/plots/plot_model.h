// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewers/artifact_kind.h"
#include "ui/viewers/plot_item.h"

#include <QAbstractListModel>
#include <QHash>
#include <QPixmap>

#include <functional>
#include <vector>

namespace sandbench::ui {

/// One artifact in the strip.
struct PlotEntry
{
    quint64 id = 0;
    int ordinal = 0; ///< Of the session, from 1; never given twice.
    PlotItem item;
    std::vector<PlotItem> forms; ///< The same in other forms, to be saved beside it.
    int run = 0; ///< Which one of the session made it, from 1; 0 = not known.
    ArtifactKind kind = ArtifactKind::Other;
    QPixmap thumbnail; ///< Not larger than kThumbnailSize.
};

/// The artifacts of a session, oldest first, within limits. Removing all can be undone once.
/// Thread: GUI.
class PlotModel : public QAbstractListModel
{
    Q_OBJECT

public:
    static constexpr int kMaxArtifacts = 200;
    static constexpr qint64 kMaxBytes = qint64{512} << 20; ///< Units: bytes of all artifacts.
    static constexpr QSize kThumbnailSize{112, 80};

    enum Role {
        ThumbnailRole = Qt::UserRole,
        BadgeRole,
        OrdinalRole,
        RunRole,
        BeginsRunRole,
        IsCurrentRunRole
    };

    using QAbstractListModel::QAbstractListModel;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    QStringList mimeTypes() const override;
    /// A file for each of them, and the picture of a single one. Blocks for kMostDragged bytes.
    QMimeData* mimeData(const QModelIndexList& indexes) const override;
    /// Who knows the pixels of an artifact that is shown.
    void setPixelsOf(std::function<QImage(quint64 id)> pixelsOf)
    {
        m_pixelsOf = std::move(pixelsOf);
    }

    /// Appends, dropping the oldest past a limit; returns the id. Another form of a result that is
    /// here goes to that one, whose id it is.
    quint64 add(const PlotItem& item);
    void beginRun(const QString& runId);
    void remove(int row);
    void removeAll();
    bool canRestore() const { return !m_removed.empty(); }
    void restore();
    void forgetRemoved() { m_removed.clear(); }
    void setThumbnail(quint64 id, const QImage& thumbnail);

    /// Null when there is no such row.
    const PlotEntry* entry(int row) const;
    /// -1 when it is gone.
    int rowOf(quint64 id) const;

signals:
    /// The oldest were dropped, for the first time.
    void limitReached();
    /// There is no file to drag. @p reason: a sentence.
    void dragFailed(const QString& reason) const;

private:
    PlotEntry* shownBy(const PlotItem& item);
    void enforceLimits();
    bool beginsRun(int row) const;
    QList<QUrl> dragFiles(const std::vector<const PlotEntry*>& entries) const;

    std::vector<PlotEntry> m_entries;
    std::vector<PlotEntry> m_removed;
    std::function<QImage(quint64)> m_pixelsOf;
    mutable QHash<quint64, QString> m_dragged; ///< The files that were written for a drag.
    QString m_runId;
    int m_run = 0;
    quint64 m_lastId = 0;
    qint64 m_bytes = 0;
    bool m_limitReported = false;
};

} // namespace sandbench::ui
