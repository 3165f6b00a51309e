// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/matrix/matrix_model.h"

#include "core/base/units.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"

#include <QFont>

#include <algorithm>
#include <utility>

namespace sandbench::ui {

int MatrixModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_matrix.cases.size());
}

int MatrixModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_matrix.places.size());
}

bool MatrixModel::differs(const QModelIndex& index) const
{
    const auto outcomes = check::outcomesOf(m_matrix, static_cast<std::size_t>(index.row()));
    if (outcomes.size() < 2)
        return false;
    const auto& usual = outcomes.front().places;
    const auto place = static_cast<std::size_t>(index.column());
    const auto& cell = m_matrix.cells[static_cast<std::size_t>(index.row())][place];
    return cell.hasEnded() && std::find(usual.begin(), usual.end(), place) == usual.end();
}

QVariant MatrixModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto& cell = m_matrix.cells[static_cast<std::size_t>(index.row())]
                                     [static_cast<std::size_t>(index.column())];
    if (role == Qt::FontRole && differs(index)) {
        QFont font;
        font.setBold(true);
        return font;
    }
    if (role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    if (cell.state == check::CheckState::Waiting)
        return tr("waiting");
    if (cell.state == check::CheckState::Running)
        return tr("running…");
    QString text = toQString(check::endText(cell));
    text = (cell.state == check::CheckState::Passed ? tr("✓ %1") : tr("✗ %1")).arg(text);
    if (cell.hasEnded())
        text = tr("%1 · %2").arg(text, toQString(formatSeconds(cell.seconds)));
    return differs(index) ? tr("≠ %1").arg(text) : text;
}

QVariant MatrixModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (role != Qt::DisplayRole)
        return {};
    const auto number = static_cast<std::size_t>(section);
    return SafeText::display(
        orientation == Qt::Horizontal ? m_matrix.places[number].name()
                                      : m_matrix.cases[number].name());
}

void MatrixModel::setMatrix(check::RunMatrix matrix)
{
    beginResetModel();
    m_matrix = std::move(matrix);
    endResetModel();
}

// Another outcome may have become the usual one: the whole row is painted anew.
void MatrixModel::setCell(std::size_t oneCase, std::size_t place, check::MatrixCell cell)
{
    m_matrix.set(oneCase, place, std::move(cell));
    const int row = static_cast<int>(oneCase);
    emit dataChanged(index(row, 0), index(row, columnCount() - 1));
}

} // namespace sandbench::ui
