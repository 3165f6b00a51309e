// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/runs_model.h"

#include "core/base/units.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/output/log_palette.h"
#include "ui/session/engine_probe.h"

#include <QDateTime>
#include <QGuiApplication>

#include <algorithm>
#include <utility>

namespace sandbench::ui {

static QDateTime startOf(const RunRow& run)
{
    return QDateTime::fromString(run.startedAt, Qt::ISODateWithMs).toLocalTime();
}

static QString whenText(const QDateTime& start)
{
    const bool isToday = start.date() == QDate::currentDate();
    return start.toString(
        isToday ? QStringLiteral("HH:mm:ss") : QStringLiteral("yyyy-MM-dd HH:mm"));
}

static QString tookText(const RunRow& run)
{
    if (!run.goesOn())
        return toQString(formatSeconds(run.wallSeconds));
    const auto start = startOf(run);
    const qint64 seconds = start.isValid() ? start.secsTo(QDateTime::currentDateTime()) : 0;
    return toQString(formatSeconds(static_cast<double>(std::max(qint64{0}, seconds))));
}

static bool isNumber(int column)
{
    return column == RunsModel::TookColumn || column == RunsModel::ResultsColumn;
}

QString reviewText(const QString& verdict)
{
    if (verdict == QStringLiteral("accepted"))
        return RunsModel::tr("✓ Accepted");
    if (verdict == QStringLiteral("needs_work"))
        return RunsModel::tr("△ Needs work");
    return verdict == QStringLiteral("rejected") ? RunsModel::tr("✗ Rejected")
                                                 : SafeText::display(verdict);
}

RunsModel::RunsModel(workspace::Workspace& workspace, QObject* parent)
    : QAbstractTableModel(parent)
    , m_workspace(workspace)
{
}

int RunsModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int RunsModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

const RunRow* RunsModel::find(const QString& id) const
{
    const int row = m_rowOf.value(id, -1);
    return row < 0 ? nullptr : &at(row);
}

QString RunsModel::programOf(const RunRow& run) const
{
    const QString program = m_labels.value(run.id).program;
    if (!program.isEmpty())
        return SafeText::display(program);
    return SafeText::display(run.document.isEmpty() ? run.language : run.document);
}

QString RunsModel::sessionOf(const RunRow& run) const
{
    const QString name = m_labels.value(run.id).session;
    if (!name.isEmpty())
        return SafeText::display(name);
    if (run.engine.isEmpty())
        return SafeText::display(run.sandbox);
    return tr("%1 · %2").arg(
        SafeText::display(engineTitle(toStd(run.engine))), SafeText::display(run.sandbox));
}

QString RunsModel::text(const RunRow& run, int column) const
{
    switch (column) {
    case StartedColumn:
        return whenText(startOf(run));
    case ProgramColumn:
        return programOf(run);
    case SessionColumn:
        return sessionOf(run);
    case EndColumn:
        return run.goesOn() ? tr("Running") : SafeText::display(run.sentence);
    case TookColumn:
        return tookText(run);
    case ReviewColumn:
        return reviewText(run.review);
    default:
        return run.artifacts == 0 ? QString() : QString::number(run.artifacts);
    }
}

QVariant RunsModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const RunRow& run = at(index.row());
    switch (role) {
    case Qt::DisplayRole:
        return text(run, index.column());
    case Qt::ForegroundRole:
        if (index.column() != EndColumn)
            return {};
        return run.goesOn() ? LogPalette(QGuiApplication::palette()).running
                            : LogPalette(QGuiApplication::palette()).of(run.tone);
    case Qt::TextAlignmentRole:
        return isNumber(index.column()) ? int(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::ToolTipRole: // tool tips guess at rich text; escaped text cannot become any
        return QStringList{
            text(run, EndColumn), programOf(run), sessionOf(run), SafeText::display(run.id)}
            .join(u'\n')
            .toHtmlEscaped();
    case OrderRole:
        return QString((run.goesOn() ? u'1' : u'0') + run.startedAt + run.id);
    case IdRole:
        return run.id;
    default:
        return {};
    }
}

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole && isNumber(section))
        return int(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return QStringList{tr("Started"), tr("Program"), tr("Session"), tr("End"),
                       tr("Took"),    tr("Results"), tr("Review")}
        .at(section);
}

bool RunsModel::canFetchMore(const QModelIndex& parent) const
{
    return !parent.isValid() && !m_isReading && !m_next.isEmpty() && m_problem.isEmpty();
}

void RunsModel::fetchMore(const QModelIndex& parent)
{
    if (canFetchMore(parent))
        read(false);
}

void RunsModel::refresh()
{
    if (m_isReading)
        m_readsAgain = true;
    else
        read(true);
}

void RunsModel::setQuery(const HistoryQuery& query)
{
    m_query = query;
    ++m_question;
    m_knowsHistory = false;
    m_readsAgain = false;
    read(true);
}

void RunsModel::setReview(const QString& id, const QString& verdict)
{
    const int row = m_rowOf.value(id, -1);
    if (row < 0)
        return;
    m_rows[static_cast<std::size_t>(row)].review = verdict;
    emit dataChanged(index(row, ReviewColumn), index(row, ReviewColumn));
}

void RunsModel::read(bool newest)
{
    m_isReading = true;
    m_jobs.run(
        this,
        [&workspace = m_workspace, newest, query = m_query, next = m_next,
         ended = m_knowsHistory ? m_ended : QSet<QString>(),
         goingOn = m_goingOn](const std::stop_token& stop) {
            return newest ? readNewestRuns(workspace, query, ended, goingOn, stop)
                          : readOlderRuns(workspace, query, next, stop);
        },
        [this, newest, question = m_question](const RunPage& page) {
            if (question == m_question)
                take(page, newest);
        });
}

void RunsModel::clear()
{
    beginResetModel();
    m_rows.clear();
    m_rowOf.clear();
    m_ended.clear();
    m_goingOn.clear();
    endResetModel();
}

void RunsModel::take(const RunPage& page, bool newest)
{
    m_isReading = false;
    m_problem = page.problem;
    const bool isFirst = newest && !m_knowsHistory;
    // More came since the last look than a page has: what is between is not known.
    const bool isGap = newest && !isFirst && !page.isConnected && !page.next.isEmpty();
    const bool isOther = std::exchange(m_shownQuestion, m_question) != m_question;
    if (isGap || isOther)
        clear();
    if (page.problem.isEmpty()) {
        m_knowsHistory = true;
        if (isFirst || isGap || !newest)
            m_next = page.next;
    }
    merge(page);
    if (std::exchange(m_readsAgain, false))
        read(true);
    emit wasRead();
}

void RunsModel::merge(const RunPage& page)
{
    std::vector<RunRow> added;
    for (const RunRow& row : page.rows) {
        const int known = m_rowOf.value(row.id, -1);
        if (known < 0) {
            m_rowOf.insert(row.id, rowCount() + static_cast<int>(added.size()));
            added.push_back(row);
            continue;
        }
        m_rows[static_cast<std::size_t>(known)] = row;
        note(row);
        emit dataChanged(index(known, 0), index(known, ColumnCount - 1));
    }
    if (added.empty())
        return;
    beginInsertRows({}, rowCount(), rowCount() + static_cast<int>(added.size()) - 1);
    for (const RunRow& row : added) {
        m_rows.push_back(row);
        note(row);
    }
    endInsertRows();
}

void RunsModel::note(const RunRow& row)
{
    (row.goesOn() ? m_goingOn : m_ended).insert(row.id);
    (row.goesOn() ? m_ended : m_goingOn).remove(row.id);
}

void RunsModel::setLabel(const QString& id, const QString& program, const QString& session)
{
    m_labels.insert(id, {program, session});
    if (const int row = m_rowOf.value(id, -1); row >= 0)
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

} // namespace sandbench::ui
