// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractListModel>
#include <QList>
#include <QString>
#include <QStringList>

#include <functional>

namespace sandbench::ui {

/// Something that the palette can do.
struct PaletteItem
{
    QString id; ///< The same from start to start.
    QString group, title;
    QString keys; ///< As people read them; may be empty.
    QString whyNot; ///< Why it cannot be done now.
    bool isEnabled = true;
    std::function<void()> run;
};

/// What of all items matches what was typed, the best first: without a text those that were used
/// last, then all in their order. Thread: GUI.
class PaletteModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role { ///< Beside the title as DisplayRole and a sentence as AccessibleTextRole.
        GroupRole = Qt::UserRole,
        KeysRole,
        WhyNotRole,
        UsableRole, ///< Whether it can be done now. The row is enabled always: it is to be read.
        PlacesRole, ///< QList<int>: which letters of "group title" were typed.
    };

    using QAbstractListModel::QAbstractListModel;
    /// @p recent: ids, the last used first.
    void setItems(QList<PaletteItem> items, const QStringList& recent);
    void setQuery(const QString& text);
    const PaletteItem& item(int row) const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role) const override;

private:
    struct Row
    {
        qsizetype item = 0;
        int score = 0;
        QList<int> places;
    };
    void sortRows(const QString& text);

    QList<PaletteItem> m_items;
    QList<qsizetype> m_recency; ///< Of each item; 0 = last used.
    QList<Row> m_rows;
};

} // namespace sandbench::ui
