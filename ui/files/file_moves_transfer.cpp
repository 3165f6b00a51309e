// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How FileMoves brings files in and saves them on this machine.
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/files/file_moves.h"
#include "ui/tasks/run_task.h"

#include <QLocale>

#include <algorithm>

namespace sandbench::ui {

static constexpr std::size_t kMostNamed = 3;

QString FileMoves::namesOf(const std::vector<std::string>& names)
{
    QStringList shown;
    for (const std::string& name : names) {
        if (shown.size() == static_cast<qsizetype>(kMostNamed))
            break;
        shown << SafeText::elidedName(toQString(name), 60);
    }
    const QString text = shown.join(QStringLiteral(", "));
    return names.size() <= kMostNamed
        ? text
        : tr("%1 and %2 more").arg(text).arg(names.size() - kMostNamed);
}

void FileMoves::bringIn(const QStringList& hostPaths, const std::string& folder)
{
    if (!m_session || hostPaths.isEmpty())
        return;
    std::vector<std::string> paths;
    for (const QString& path : hostPaths)
        paths.push_back(toStd(path));
    runTask(
        m_tasks, tr("Looking at the files to bring in"), m_jobs, this,
        [session = m_session, paths, folder](const std::stop_token& stop) {
            return planUpload(*session, paths, folder, stop);
        },
        [this, folder](Result<TransferPlan> planned) {
            takePlan(std::move(planned), true, toQString(folder));
        });
}

void FileMoves::saveTo(const std::vector<std::string>& paths, const QString& hostFolder)
{
    if (!m_session || paths.empty() || hostFolder.isEmpty())
        return;
    runTask(
        m_tasks, tr("Looking at the files to save"), m_jobs, this,
        [session = m_session, paths, folder = toStd(hostFolder)](const std::stop_token& stop) {
            return planDownload(*session, paths, folder, stop);
        },
        [this, hostFolder](Result<TransferPlan> planned) {
            takePlan(std::move(planned), false, hostFolder);
        });
}

void FileMoves::takePlan(Result<TransferPlan> planned, bool isUpload, const QString& place)
{
    if (!planned)
        return fail(planned.error());
    const Plan plan = std::make_shared<const TransferPlan>(std::move(*planned));
    const auto go = [this, plan, isUpload, place, session = m_session] {
        if (session == m_session)
            transfer(plan, isUpload, place);
    };
    QStringList doubts;
    if (plan->bytes > kUsualTransfer)
        doubts << tr("These are %1 in %2 files.")
                      .arg(
                          QLocale().formattedDataSize(
                              static_cast<qint64>(std::min<std::uint64_t>(plan->bytes, INT64_MAX))),
                          QLocale().toString(qulonglong{plan->files}));
    if (!plan->replaced.empty())
        doubts << tr("%1 is there already: files of the same names are replaced.")
                      .arg(namesOf(plan->replaced));
    if (doubts.isEmpty())
        return go();
    emit asked(doubts.join(QLatin1Char(' ')), isUpload ? tr("Bring In") : tr("Save"), go);
}

void FileMoves::transfer(const Plan& plan, bool isUpload, const QString& place)
{
    auto* feed = new TransferFeed(m_tasks, this);
    feed->counts()->total = plan->bytes;
    const std::stop_source source = m_jobs.run(
        this,
        [session = m_session, plan, counts = feed->counts(),
         isUpload](const std::stop_token& stop) {
            return isUpload ? upload(*session, *plan, *counts, stop)
                            : download(*session, *plan, *counts, stop);
        },
        [this, plan, isUpload, place, feed](const Result<void>& done) {
            feed->end(outcomeOf(done));
            finish(done, *plan, isUpload, place);
        });
    feed->begin(isUpload ? tr("Bringing in files") : tr("Saving files"), source);
}

void FileMoves::finish(
    const Result<void>& result, const TransferPlan& plan, bool isUpload, const QString& place)
{
    if (isUpload)
        emit changed();
    if (!result)
        return fail(result.error());
    const QString count = QLocale().toString(qulonglong{plan.files});
    QString sentence = isUpload ? tr("%1 files are in %2 now.") : tr("%1 files were saved in %2.");
    if (plan.files == 1)
        sentence = isUpload ? tr("1 file is in %2 now.") : tr("1 file was saved in %2.");
    sentence.replace(QLatin1String("%1"), count);
    sentence.replace(QLatin1String("%2"), SafeText::display(place));
    if (!plan.skipped.empty())
        sentence += QLatin1Char(' ')
            + tr("Left out, since links are not followed and some names cannot be used: %1.")
                  .arg(namesOf(plan.skipped));
    emit said(sentence, !plan.skipped.empty());
}

} // namespace sandbench::ui
