// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewers/artifact_kind.h"
#include "ui/viewers/plot_item.h"

#include <QAbstractListModel>
#include <QImage>

#include <vector>

namespace sandbench::ui {

/// One artifact in the strip.
struct PlotEntry
{
    quint64 id = 0;
    int ordinal = 0; ///< Of the session, from 1; never given twice.
    PlotItem item;
    std::vector<PlotItem> forms; ///< The same in other forms, to be saved beside it.
    ArtifactKind kind = ArtifactKind::Other;
    QImage thumbnail;
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

    enum Role { ThumbnailRole = Qt::UserRole, BadgeRole, OrdinalRole, IsCurrentRunRole };

    using QAbstractListModel::QAbstractListModel;
    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

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

private:
    PlotEntry* shownBy(const PlotItem& item);
    void enforceLimits();

    std::vector<PlotEntry> m_entries;
    std::vector<PlotEntry> m_removed;
    QString m_runId;
    quint64 m_lastId = 0;
    qint64 m_bytes = 0;
    bool m_limitReported = false;
};

} // namespace sandbench::ui
