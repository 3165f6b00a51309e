// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checks/checks_model.h"

#include "core/base/text.h"
#include "ui/checks/check_cell.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/output/log_palette.h"

#include <QGuiApplication>

#include <algorithm>

namespace sandbench::ui {

static CheckField fieldOf(int column)
{
    return static_cast<CheckField>(column);
}

int ChecksModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_matrix.checks.size());
}

int ChecksModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : FirstAnswerColumn + static_cast<int>(m_matrix.answers.size());
}

QVariant ChecksModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    if (const auto* outcome = outcomeAt(index))
        return cellData(*outcome, role);
    return checkData(checkAt(index), fieldOf(index.column()), role);
}

bool ChecksModel::isUsed(CheckField field) const
{
    return std::ranges::any_of(
        m_matrix.checks, [field](const auto& check) { return !isUsual(check, field); });
}

bool ChecksModel::hasTests() const
{
    return std::ranges::any_of(
        m_matrix.checks, [](const auto& check) { return check.test.has_value(); });
}

QVariant ChecksModel::checkData(const check::Check& check, CheckField field, int role)
{
    if (role == Qt::DisplayRole)
        return shownField(check, field);
    return role == Qt::EditRole ? QVariant(editedField(check, field)) : QVariant();
}

QVariant ChecksModel::cellData(const check::Outcome& outcome, int role) const
{
    using check::CheckState;
    if (role == Qt::DisplayRole)
        return cellText(outcome);
    if (role == Qt::ToolTipRole)
        return plainToolTip(SafeText::display(toQString(oneLine(outcome.why, 500))));
    if (role != Qt::ForegroundRole)
        return {};
    const LogPalette palette(QGuiApplication::palette());
    switch (outcome.state) {
    case CheckState::Passed:
        return palette.good;
    case CheckState::Failed:
    case CheckState::Ended:
        return palette.bad;
    case CheckState::Running:
        return palette.running;
    case CheckState::NotRun:
        return palette.muted;
    case CheckState::Waiting:
        break;
    }
    return {};
}

const check::Check& ChecksModel::checkAt(const QModelIndex& index) const
{
    return m_matrix.checks[static_cast<std::size_t>(index.row())];
}

bool ChecksModel::isTaken(const std::string& name, int exceptRow) const
{
    for (int row = 0; row < rowCount(); ++row)
        if (row != exceptRow && m_matrix.checks[static_cast<std::size_t>(row)].name == name)
            return true;
    return false;
}

bool ChecksModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !flags(index).testFlag(Qt::ItemIsEditable)
        || data(index, Qt::EditRole) == value)
        return false;
    const auto row = static_cast<std::size_t>(index.row());
    const auto field = fieldOf(index.column());
    check::Check changed = m_matrix.checks[row];
    if (!setField(changed, field, value.toString())
        || (field == CheckField::Name && isTaken(changed.name, index.row())))
        return false;
    m_matrix.checks[row] = std::move(changed);
    // What was found out about it is about another check now.
    if (field != CheckField::Name)
        for (auto& answer : m_matrix.cells)
            answer[row] = {};
    emit dataChanged(this->index(index.row(), 0), this->index(index.row(), columnCount() - 1));
    emit edited();
    return true;
}

QString ChecksModel::fieldTitle(CheckField field)
{
    switch (field) {
    case CheckField::Name:
        return tr("Check");
    case CheckField::Arguments:
        return tr("Arguments");
    case CheckField::Input:
        return tr("Input");
    case CheckField::Expected:
        return tr("Expected");
    case CheckField::Match:
        return tr("Compare");
    case CheckField::Tolerance:
        return tr("Tolerance");
    case CheckField::Exit:
        return tr("Exit");
    case CheckField::Timeout:
        return tr("Time limit");
    }
    return {};
}

QVariant ChecksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    return section < FirstAnswerColumn ? fieldTitle(fieldOf(section))
                                       : SafeText::elidedName(answerName(section), 40);
}

Qt::ItemFlags ChecksModel::flags(const QModelIndex& index) const
{
    auto flags = QAbstractTableModel::flags(index);
    flags.setFlag(
        Qt::ItemIsEditable,
        index.isValid() && index.column() < FirstAnswerColumn
            && isEditable(checkAt(index), fieldOf(index.column())));
    return flags;
}

void ChecksModel::setChecks(std::vector<check::Check> checks)
{
    beginResetModel();
    m_matrix = check::Matrix({}, std::move(checks));
    endResetModel();
    emit edited();
}

QString ChecksModel::freeName() const
{
    for (int number = rowCount() + 1;; ++number)
        if (const QString name = tr("check %1").arg(number); !isTaken(toStd(name)))
            return name;
}

int ChecksModel::addCheck()
{
    check::Check check;
    check.name = toStd(freeName());
    return addCheck(std::move(check));
}

int ChecksModel::addCheck(check::Check check)
{
    const int row = rowCount();
    beginInsertRows({}, row, row);
    m_matrix.checks.push_back(std::move(check));
    for (auto& answer : m_matrix.cells)
        answer.emplace_back();
    endInsertRows();
    emit edited();
    return row;
}

void ChecksModel::removeCheck(int row)
{
    if (row < 0 || row >= rowCount())
        return;
    beginRemoveRows({}, row, row);
    m_matrix.checks.erase(m_matrix.checks.begin() + row);
    for (auto& answer : m_matrix.cells)
        answer.erase(answer.begin() + row);
    endRemoveRows();
    emit edited();
}

void ChecksModel::beginRun(std::vector<std::string> answers)
{
    beginResetModel();
    m_matrix = check::Matrix(std::move(answers), std::move(m_matrix.checks));
    endResetModel();
}

void ChecksModel::setOutcome(std::size_t answer, std::size_t check, check::Outcome outcome)
{
    m_matrix.cells[answer][check] = std::move(outcome);
    const auto cell = index(static_cast<int>(check), FirstAnswerColumn + static_cast<int>(answer));
    emit dataChanged(cell, cell);
}

const check::Outcome* ChecksModel::outcomeAt(const QModelIndex& index) const
{
    if (!index.isValid() || index.column() < FirstAnswerColumn)
        return nullptr;
    const auto answer = static_cast<std::size_t>(index.column() - FirstAnswerColumn);
    return &m_matrix.cells[answer][static_cast<std::size_t>(index.row())];
}

QString ChecksModel::answerName(int column) const
{
    return toQString(m_matrix.answers[static_cast<std::size_t>(column - FirstAnswerColumn)]);
}

} // namespace sandbench::ui
