// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/palette_model.h"

#include "ui/palette/fuzzy_match.h"

#include <algorithm>
#include <tuple>

namespace sandbench::ui {

static constexpr int kInTitle = 24;

void PaletteModel::setItems(QList<PaletteItem> items, const QStringList& recent)
{
    m_items = std::move(items);
    m_recency.clear();
    for (const PaletteItem& item : std::as_const(m_items)) {
        const qsizetype place = recent.indexOf(item.id);
        m_recency << (place < 0 ? recent.size() : place);
    }
    setQuery({});
}

void PaletteModel::setQuery(const QString& text)
{
    beginResetModel();
    sortRows(text);
    endResetModel();
}

void PaletteModel::sortRows(const QString& text)
{
    m_rows.clear();
    for (qsizetype i = 0; i < m_items.size(); ++i) {
        const PaletteItem& item = m_items[i];
        const QString before = item.group + u' ';
        auto match = fuzzyMatch(text, QString(before + item.title));
        if (!match)
            continue;
        // "run" means Run File rather than what else is in the menu Run.
        if (auto inTitle = fuzzyMatch(text, item.title); inTitle && !inTitle->places.isEmpty()) {
            for (int& place : inTitle->places)
                place += static_cast<int>(before.size());
            inTitle->score += kInTitle;
            if (inTitle->score > match->score)
                match = std::move(inTitle);
        }
        m_rows << Row{i, match->score, match->places};
    }
    std::stable_sort(m_rows.begin(), m_rows.end(), [this](const Row& one, const Row& other) {
        return std::tuple(-one.score, m_recency[one.item])
            < std::tuple(-other.score, m_recency[other.item]);
    });
}

const PaletteItem& PaletteModel::item(int row) const
{
    return m_items[m_rows[row].item];
}

int PaletteModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant PaletteModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const PaletteItem& item = this->item(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return item.title;
    case GroupRole:
        return item.group;
    case KeysRole:
        return item.keys;
    case WhyNotRole:
        return item.whyNot;
    case UsableRole:
        return item.isEnabled;
    case PlacesRole:
        return QVariant::fromValue(m_rows[index.row()].places);
    case Qt::AccessibleTextRole: {
        QStringList parts{item.group, item.title, item.keys};
        if (!item.isEnabled)
            parts << (item.whyNot.isEmpty() ? tr("not available now") : item.whyNot);
        parts.removeAll(QString());
        return parts.join(QStringLiteral(", "));
    }
    default:
        return {};
    }
}

} // namespace sandbench::ui
