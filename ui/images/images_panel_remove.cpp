// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// How ImagesPanel removes images. One that has another name stays, and the name can be given back.
// The last name takes the image with it, which no engine brings back.
#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/images/images_panel.h"
#include "ui/tasks/run_task.h"

#include <algorithm>
#include <iterator>

namespace sandbench::ui {

using Tone = MessageBar::Tone;
using Rows = std::vector<ImagesModel::Row>;

// Whether nothing is left of the image of @p row where all @p rows are removed.
static bool isLast(const ImagesModel::Row& row, const Rows& rows)
{
    const auto names = std::count_if(rows.begin(), rows.end(), [&row](const auto& each) {
        return each.store == row.store && each.image.id == row.image.id;
    });
    return row.image.tags.size() <= static_cast<std::size_t>(names);
}

static QString namesOf(const Rows& rows)
{
    constexpr std::size_t kMostNamed = 10;
    QStringList names;
    for (const auto& row : rows)
        if (static_cast<std::size_t>(names.size()) < kMostNamed)
            names << SafeText::elidedName(toQString(row.reference()), 80);
    const QString text = names.join(QStringLiteral(", "));
    return rows.size() <= kMostNamed
        ? text
        : ImagesPanel::tr("%1 and %2 more").arg(text).arg(rows.size() - kMostNamed);
}

void ImagesPanel::removeChosen()
{
    const Rows rows = selectedRows();
    if (rows.empty())
        return;
    const bool isSafe = rows.size() == 1 && !isLast(rows.front(), rows);
    if (isSafe)
        remove(rows);
    else
        askRemove(rows);
}

void ImagesPanel::askRemove(const Rows& rows)
{
    Rows gone;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(gone), [&rows](const auto& row) {
        return isLast(row, rows);
    });
    QString question;
    if (rows.size() == 1)
        question = tr("Remove %1 from %2? It cannot be undone.")
                       .arg(
                           SafeText::display(rows.front().reference()),
                           m_model.places()[rows.front().place].title);
    else if (gone.empty())
        question = tr("Remove these %1 names: %2? Their images have others, so it can be undone.")
                       .arg(rows.size())
                       .arg(namesOf(rows));
    else if (gone.size() == rows.size())
        question = tr("Remove these %1 images: %2? It cannot be undone.")
                       .arg(rows.size())
                       .arg(namesOf(rows));
    else
        question = tr("Remove these %1 names: %2? These take their images with them, which cannot "
                      "be undone: %3.")
                       .arg(rows.size())
                       .arg(namesOf(rows), namesOf(gone));
    m_message->showMessage(
        Tone::Warning, question,
        {{"imagesRemoveYes", tr("Remove"), [this, rows] { remove(rows); }}});
}

void ImagesPanel::remove(const Rows& rows)
{
    const QString title = rows.size() == 1
        ? tr("Removing %1").arg(SafeText::display(rows.front().reference()))
        : tr("Removing %1 images").arg(rows.size());
    runTask(
        m_tasks, title, m_jobs, this,
        [rows](const std::stop_token& stop) -> Result<Removed> {
            Removed removed;
            for (const auto& row : rows) {
                auto done = row.store->remove(row.reference(), stop);
                if (done.failedAs(ErrorCode::Cancelled))
                    break; // what is gone is gone
                if (done)
                    removed.rows.push_back(row);
                else
                    removed.problems.push_back(std::move(done.error()));
            }
            return removed;
        },
        [this, asked = rows](const Result<Removed>& removed) {
            for (const auto& row : asked)
                readAgain(row.store);
            if (removed)
                tellRemoved(*removed);
        });
}

void ImagesPanel::tellRemoved(const Removed& removed)
{
    const Rows& rows = removed.rows;
    Rows kept; // images that lost only a name
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(kept), [&rows](const auto& row) {
        return !isLast(row, rows);
    });
    QStringList sentences;
    if (rows.size() > 1)
        sentences << tr("%1 are removed.").arg(namesOf(rows));
    else if (kept.size() == 1)
        sentences << tr("%1 is no name of that image any more.").arg(namesOf(kept));
    else if (rows.size() == 1)
        sentences << tr("%1 is removed.").arg(namesOf(rows));
    constexpr std::size_t kMostProblems = 3;
    for (const Error& problem : removed.problems)
        if (static_cast<std::size_t>(sentences.size()) <= kMostProblems)
            sentences << SafeText::display(problem.text());
    if (sentences.isEmpty())
        return;
    QList<MessageBar::Choice> choices;
    if (!kept.empty())
        choices << MessageBar::Choice{"imagesUndo", tr("Undo"), [this, kept] {
                                          for (const auto& row : kept)
                                              tagImage(row, toQString(row.name));
                                      }};
    m_message->showMessage(
        removed.problems.empty() ? Tone::Info : Tone::Error, sentences.join(QLatin1Char('\n')),
        choices);
}

} // namespace sandbench::ui
