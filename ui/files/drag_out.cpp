// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/drag_out.h"

#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/files/file_moves.h"
#include "ui/files/file_names.h"
#include "ui/tasks/run_task.h"
#include "ui/tasks/transfer_feed.h"

#include <QLocale>
#include <QMimeData>

#include <algorithm>
#include <utility>

namespace sandbench::ui {

DragOut::DragOut(QObject* parent)
    : QObject(parent)
{
}

DragOut::~DragOut() = default;

void DragOut::setSession(std::shared_ptr<Session> session)
{
    if (session == m_session)
        return;
    if (!m_session) // the first one: what a killed window left is of no use
        m_jobs.run(
            this,
            [](const std::stop_token&) {
                return PrivateFolder::create({}, kFolderPrefix).has_value(); // removes them
            },
            [](bool) {});
    stop();
    forget();
    for (auto& folder : std::exchange(m_taken, {}))
        remove(std::move(folder));
    m_session = std::move(session);
}

void DragOut::stop()
{
    ++m_round;
    m_wanted.clear();
    m_stop.request_stop();
}

// Many files take their time.
void DragOut::remove(std::shared_ptr<PrivateFolder> folder)
{
    m_jobs.run(
        this,
        [folder = std::move(folder)](const std::stop_token&) {
            *folder = {};
            return true;
        },
        [](bool) {});
}

void DragOut::setDragged(bool isDragged)
{
    m_isDragged = isDragged;
    if (!isDragged && m_isOld)
        forget();
}

void DragOut::forget()
{
    m_isOld = m_isDragged;
    if (m_isDragged)
        return;
    if (const Asked old = std::exchange(m_ready, nullptr))
        remove(old->folder);
}

void DragOut::setTaken()
{
    if (!m_ready)
        return;
    m_taken.push_back(std::exchange(m_ready, nullptr)->folder);
    if (m_taken.size() > kMostTaken) {
        remove(std::move(m_taken.front()));
        m_taken.pop_front();
    }
}

void DragOut::fail(const Error& error)
{
    stop();
    if (error.code() != ErrorCode::Cancelled)
        emit said(SafeText::display(error.text()), true);
}

void DragOut::bring(const std::vector<std::string>& paths)
{
    if (!m_session || paths.empty() || paths == m_wanted)
        return;
    stop();
    if (m_ready && m_ready->paths == paths) {
        emit ready();
        return;
    }
    forget();
    m_wanted = paths;
    m_stop = runTask(
        m_tasks, tr("Looking at the files to bring out"), m_jobs, this,
        [session = m_session, paths](const std::stop_token& stop) -> Result<Copies> {
            SANDBENCH_TRY(auto made, PrivateFolder::create({}, kFolderPrefix));
            Copies copies{paths, std::make_shared<PrivateFolder>(std::move(made)), {}};
            SANDBENCH_TRY(copies.plan, planDownload(*session, paths, copies.folder->path(), stop));
            return copies;
        },
        [this, round = m_round](Result<Copies> planned) {
            if (round != m_round)
                return;
            if (!planned)
                return fail(planned.error());
            copy(std::make_shared<const Copies>(std::move(*planned)));
        });
}

void DragOut::copy(const Asked& copies)
{
    const TransferPlan& plan = copies->plan;
    if (plan.items.empty()) {
        stop();
        return emit said(tr("Links, pipes and devices cannot be dragged out."), true);
    }
    if (plan.bytes > kMostDragged) {
        stop();
        return emit said(
            tr("These are %1: more than can be dragged. Use Save To.")
                .arg(QLocale().formattedDataSize(
                    static_cast<qint64>(std::min<std::uint64_t>(plan.bytes, INT64_MAX)))),
            true);
    }
    if (plan.bytes > kQuick)
        emit said(
            tr("%1 is being brought out: drag it again when it is here.")
                .arg(FileMoves::namesOf(copies->paths)),
            false);
    auto* feed = new TransferFeed(m_tasks, this);
    feed->counts()->total = plan.bytes;
    m_stop = m_jobs.run(
        this,
        [session = m_session, copies, counts = feed->counts()](const std::stop_token& stop) {
            auto done = download(*session, copies->plan, *counts, stop);
            if (!done)
                *copies->folder = {};
            return done;
        },
        [this, copies, feed, round = m_round](const Result<void>& done) {
            feed->end(outcomeOf(done));
            if (round == m_round)
                finish(copies, done);
            else
                remove(copies->folder);
        });
    feed->begin(tr("Bringing files out"), m_stop);
}

void DragOut::finish(const Asked& copies, const Result<void>& done)
{
    if (!done)
        return fail(done.error());
    m_wanted.clear();
    m_ready = copies;
    emit ready();
}

QString DragOut::leftOut() const
{
    if (!m_ready || m_ready->plan.skipped.empty())
        return {};
    return tr("Left out, since links are not followed and some names cannot be used: %1.")
        .arg(FileMoves::namesOf(m_ready->plan.skipped));
}

std::unique_ptr<QMimeData> DragOut::data() const
{
    if (!m_ready)
        return nullptr;
    QList<QUrl> urls;
    for (const TransferItem& item : m_ready->plan.items)
        if (item.host.find('/') == std::string::npos)
            urls << QUrl::fromLocalFile(toQString(joined(item.base, item.host)));
    auto data = std::make_unique<QMimeData>();
    data->setUrls(urls);
    return data;
}

} // namespace sandbench::ui
