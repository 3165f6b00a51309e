// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/grade/grade_model.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/output/log_palette.h"

#include <QGuiApplication>

#include <algorithm>
#include <cmath>
#include <utility>

namespace sandbench::ui {

using check::Mark;

static constexpr int kLongestTestName = 24;
static constexpr std::size_t kMostToolTip = 500;

static QString percentOf(double share)
{
    return QString::number(std::lround(share * 100));
}

int GradeModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int GradeModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : FirstTestColumn + static_cast<int>(tests().size());
}

const std::vector<check::Check>& GradeModel::tests() const
{
    static const std::vector<check::Check> none;
    return m_run ? m_run->plan().checks : none;
}

const check::Submission& GradeModel::submission(int row) const
{
    return m_run->submission(static_cast<std::size_t>(row));
}

QString GradeModel::nameOf(int row) const
{
    return SafeText::display(submission(row).name);
}

QString GradeModel::markSign(Mark mark)
{
    switch (mark) {
    case Mark::Passed:
        return QStringLiteral("✓");
    case Mark::Failed:
        return QStringLiteral("✗");
    case Mark::TimeLimit:
        return tr("✗ time");
    case Mark::OutOfMemory:
        return tr("✗ memory");
    case Mark::NotRun:
        break;
    }
    return QStringLiteral("–");
}

QString GradeModel::markWord(Mark mark)
{
    switch (mark) {
    case Mark::Passed:
        return tr("passed");
    case Mark::Failed:
        return tr("failed");
    case Mark::TimeLimit:
        return tr("time limit");
    case Mark::OutOfMemory:
        return tr("out of memory");
    case Mark::NotRun:
        break;
    }
    return tr("not run");
}

int GradeModel::passedAll() const
{
    return static_cast<int>(std::ranges::count_if(m_rows, [](const GradeRow& row) {
        return row.result && row.result->passed() == row.result->tests.size();
    }));
}

int GradeModel::over() const
{
    return static_cast<int>(
        std::ranges::count_if(m_rows, [](const GradeRow& row) { return row.result.has_value(); }));
}

QString GradeModel::alikeText(int row) const
{
    const auto& alike = this->row(row).alike;
    if (alike.empty())
        return {};
    const auto& first = alike.front();
    const QString text = tr("Similar to %1 (%2 %)")
                             .arg(nameOf(static_cast<int>(first.other)), percentOf(first.share));
    return alike.size() == 1
        ? text
        : tr("%1, and to %2 more").arg(text, QString::number(alike.size() - 1));
}

QVariant GradeModel::factData(int row, int column) const
{
    const auto& result = this->row(row).result;
    switch (column) {
    case NameColumn:
        return nameOf(row);
    case PointsColumn:
        if (isRefused(row))
            return tr("refused");
        return result ? tr("%1 of %2").arg(result->passed()).arg(result->tests.size())
                      : QStringLiteral("…");
    case AlikeColumn:
        return alikeText(row);
    case SecondsColumn:
        return result && result->seconds() > 0 ? toQString(formatSeconds(result->seconds()))
                                               : QString();
    case MemoryColumn:
        return result && result->peakMemoryBytes() > 0
            ? toQString(formatSize(result->peakMemoryBytes()))
            : QString();
    default:
        return {};
    }
}

QVariant GradeModel::sortData(int row, int column) const
{
    const auto& result = this->row(row).result;
    switch (column) {
    case NameColumn:
        return nameOf(row);
    case PointsColumn:
        return isRefused(row) ? -2 : result ? static_cast<int>(result->passed()) : -1;
    case AlikeColumn:
        return this->row(row).alike.empty() ? 0.0 : this->row(row).alike.front().share;
    case SecondsColumn:
        return result ? result->seconds() : 0.0;
    case MemoryColumn:
        return result ? static_cast<quint64>(result->peakMemoryBytes()) : quint64();
    default:
        break;
    }
    const auto test = static_cast<std::size_t>(column - FirstTestColumn);
    return result ? static_cast<int>(result->tests[test].mark) : -1;
}

QVariant GradeModel::testData(int row, std::size_t test, int role) const
{
    const auto& result = this->row(row).result;
    if (!result)
        return {};
    const auto mark = result->tests[test].mark;
    switch (role) {
    case Qt::DisplayRole:
        return markSign(mark);
    case Qt::AccessibleTextRole:
        return markWord(mark);
    case Qt::TextAlignmentRole:
        return QVariant(Qt::AlignCenter);
    case Qt::ForegroundRole: {
        const LogPalette palette(QGuiApplication::palette());
        return mark == Mark::Passed ? palette.good
            : mark == Mark::NotRun  ? palette.muted
                                    : palette.bad;
    }
    default:
        return {};
    }
}

QString GradeModel::toolTip(int row, int column) const
{
    const auto& result = this->row(row).result;
    if (isRefused(row))
        return SafeText::display(toQString(oneLine(submission(row).problem, kMostToolTip)));
    if (column == AlikeColumn) {
        QStringList lines;
        for (const auto& alike : this->row(row).alike)
            lines << tr("Similar to %1 (%2 %)")
                         .arg(nameOf(static_cast<int>(alike.other)), percentOf(alike.share));
        return lines.mid(0, 10).join(u'\n');
    }
    if (column < FirstTestColumn || !result)
        return {};
    const auto at = static_cast<std::size_t>(column - FirstTestColumn);
    const auto& test = result->tests[at];
    const QString text
        = QStringLiteral("%1: %2").arg(SafeText::display(tests()[at].name), markWord(test.mark));
    return test.why.empty()
        ? text
        : text + u'\n' + SafeText::display(toQString(oneLine(test.why, kMostToolTip)));
}

QVariant GradeModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == kSortRole)
        return sortData(index.row(), index.column());
    if (role == Qt::ToolTipRole)
        return plainToolTip(toolTip(index.row(), index.column()));
    if (index.column() >= FirstTestColumn)
        return testData(
            index.row(), static_cast<std::size_t>(index.column() - FirstTestColumn), role);
    return role == Qt::DisplayRole ? factData(index.row(), index.column()) : QVariant();
}

QVariant GradeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    if (section >= FirstTestColumn) {
        const QString name
            = SafeText::display(tests()[static_cast<std::size_t>(section - FirstTestColumn)].name);
        if (role == Qt::ToolTipRole)
            return plainToolTip(name);
        return role == Qt::DisplayRole ? SafeText::elidedName(name, kLongestTestName) : QVariant();
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Submission");
    case PointsColumn:
        return tr("Points");
    case AlikeColumn:
        return tr("Similar");
    case SecondsColumn:
        return tr("Time");
    default:
        return tr("Memory");
    }
}

void GradeModel::setRun(std::shared_ptr<const check::GradeRun> run, std::vector<GradeRow> rows)
{
    beginResetModel();
    m_run = std::move(run);
    m_rows = std::move(rows);
    endResetModel();
}

void GradeModel::setResult(
    std::size_t row, const check::GradedSubmission& result, const check::TestOutputs& outputs)
{
    m_rows[row].result = result;
    m_rows[row].outputs = outputs;
    const int at = static_cast<int>(row);
    emit dataChanged(index(at, 0), index(at, columnCount() - 1));
}

} // namespace sandbench::ui
