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

static constexpr qsizetype kLongestShown = 200;

/// On one line, as a cell has it.
static QString shownText(const std::string& text)
{
    auto shown = toQString(cutAtCharacter(text, 4 * kLongestShown)).trimmed();
    shown.replace(u'\n', QChar(0x21b5)); // ↵
    shown = SafeText::display(shown);
    return shown.size() > kLongestShown ? shown.left(kLongestShown) + QChar(0x2026) : shown;
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
    return checkData(m_matrix.checks[static_cast<std::size_t>(index.row())], index.column(), role);
}

QVariant ChecksModel::checkData(const check::Check& check, int column, int role) const
{
    const bool isShown = role == Qt::DisplayRole;
    if (!isShown && role != Qt::EditRole) {
        if (role != Qt::ToolTipRole || column != NameColumn)
            return {};
        QStringList more;
        if (!check.arguments.empty())
            more << tr("arguments: %1").arg(shownText(listed(check.arguments)));
        if (check.exitCode != 0)
            more << tr("exit status: %1").arg(check.exitCode);
        if (check.timeout)
            more << tr("time limit: %1 s").arg(*check.timeout);
        return plainToolTip(more.join(u'\n'));
    }
    const auto textOf = [isShown](const std::string& text) {
        return isShown ? shownText(text) : toQString(text);
    };
    switch (column) {
    case NameColumn:
        return textOf(check.name);
    case InputColumn:
        return textOf(check.input);
    case ExpectedColumn:
        if (!check.expected)
            return isShown ? tr("(anything)") : QString();
        return textOf(*check.expected);
    default:
        return toQString(matchName(check.match));
    }
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

bool ChecksModel::isTaken(const std::string& name, int exceptRow) const
{
    for (int row = 0; row < rowCount(); ++row)
        if (row != exceptRow && m_matrix.checks[static_cast<std::size_t>(row)].name == name)
            return true;
    return false;
}

bool ChecksModel::change(check::Check& check, int row, int column, const QString& text) const
{
    if (column == NameColumn) {
        const auto name = oneLine(toStd(text), check::kMostNameBytes);
        if (name.empty() || name.size() > check::kMostNameBytes || isTaken(name, row))
            return false;
        check.name = name;
    } else if (column == InputColumn) {
        check.input = toStd(text);
        // What is typed as lines is read as lines.
        if (!check.input.empty() && !check.input.ends_with('\n'))
            check.input += '\n';
    } else if (column == ExpectedColumn) {
        check.expected = text.isEmpty() ? std::nullopt : std::optional(toStd(text));
    } else {
        const auto* const at
            = std::find(std::begin(check::kMatchNames), std::end(check::kMatchNames), toStd(text));
        if (at == std::end(check::kMatchNames))
            return false;
        check.match = static_cast<check::Match>(at - std::begin(check::kMatchNames));
    }
    return true;
}

bool ChecksModel::setData(const QModelIndex& index, const QVariant& value, int role)
{
    if (role != Qt::EditRole || !index.isValid() || index.column() >= FirstAnswerColumn
        || data(index, Qt::EditRole) == value)
        return false;
    const auto row = static_cast<std::size_t>(index.row());
    if (!change(m_matrix.checks[row], index.row(), index.column(), value.toString()))
        return false;
    // What was found out about it is about another check now.
    if (index.column() != NameColumn)
        for (auto& answer : m_matrix.cells)
            answer[row] = {};
    emit dataChanged(this->index(index.row(), 0), this->index(index.row(), columnCount() - 1));
    emit edited();
    return true;
}

QVariant ChecksModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return QAbstractTableModel::headerData(section, orientation, role);
    switch (section) {
    case NameColumn:
        return tr("Check");
    case InputColumn:
        return tr("Input");
    case ExpectedColumn:
        return tr("Expected");
    case MatchColumn:
        return tr("Compare");
    default:
        return SafeText::elidedName(answerName(section), 40);
    }
}

Qt::ItemFlags ChecksModel::flags(const QModelIndex& index) const
{
    auto flags = QAbstractTableModel::flags(index);
    flags.setFlag(Qt::ItemIsEditable, index.isValid() && index.column() < FirstAnswerColumn);
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
        if (const QString name = tr("check %1").arg(number); !isTaken(toStd(name), -1))
            return name;
}

int ChecksModel::addCheck()
{
    const int row = rowCount();
    check::Check check;
    check.name = toStd(freeName());
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
