// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/file_moves.h"

#include "core/base/random.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/files/file_names.h"

#include <utility>

namespace sandbench::ui {

FileMoves::FileMoves(QObject* parent)
    : QObject(parent)
{
}

FileMoves::~FileMoves() = default;

void FileMoves::setSession(std::shared_ptr<Session> session)
{
    if (session == m_session)
        return;
    forgetDeleted();
    m_session = std::move(session);
}

void FileMoves::fail(const Error& error)
{
    if (error.code() != ErrorCode::Cancelled)
        emit said(SafeText::display(error.text()), true);
}

void FileMoves::change(std::function<Result<void>(Session&, const std::stop_token&)> work)
{
    if (!m_session)
        return;
    m_jobs.run(
        this,
        [session = m_session, work = std::move(work)](const std::stop_token& stop) {
            return work(*session, stop);
        },
        [this](const Result<void>& done) {
            if (!done)
                fail(done.error());
            emit changed();
        });
}

// The kernel would replace what has the name without a word.
static Result<void>
refuseTaken(Session& session, const std::string& path, const std::stop_token& stop)
{
    const auto taken = session.fileInfo(path, stop);
    if (taken)
        return Error(ErrorCode::AlreadyExists, "there is a " + path + " already");
    if (!taken.failedAs(ErrorCode::NotFound))
        return taken.error();
    return {};
}

void FileMoves::rename(const std::string& path, const QString& name)
{
    const std::string wanted = toStd(name);
    if (!isUsableName(wanted))
        return emit said(tr("A name is not empty and has no / in it."), true);
    change(
        [path, to = joined(folderOf(path), wanted)](
            Session& session, const std::stop_token& stop) -> Result<void> {
            SANDBENCH_TRY_VOID(refuseTaken(session, to, stop));
            return session.renameFile(path, to, stop);
        });
}

void FileMoves::makeFolder(const std::string& folder, const QString& name)
{
    const std::string wanted = toStd(name);
    if (!isUsableName(wanted))
        return emit said(tr("A name is not empty and has no / in it."), true);
    change(
        [path
         = joined(folder, wanted)](Session& session, const std::stop_token& stop) -> Result<void> {
            SANDBENCH_TRY_VOID(refuseTaken(session, path, stop));
            return session.makeFolder(path, stop);
        });
}

// Beside where they were: nowhere else is sure to be on the same file system.
Result<FileMoves::Deletion> FileMoves::moveAway(
    Session& session, const std::vector<std::string>& paths, const std::stop_token& stop)
{
    Deletion deletion;
    for (const std::string& path : paths) {
        const std::string trash = joined(folderOf(path), std::string(kTrashPrefix) + randomHex(8));
        const std::string to = joined(trash, lastComponent(path));
        auto moved = session.makeFolder(trash, stop);
        if (moved) {
            deletion.trash.push_back(trash);
            moved = session.renameFile(path, to, stop);
        }
        if (moved)
            deletion.moved.push_back({path, to});
        else if (moved.failedAs(ErrorCode::Cancelled) || moved.failedAs(ErrorCode::ConnectionLost))
            return moved.error();
        else
            deletion.stuck.push_back(path);
    }
    return deletion;
}

void FileMoves::deleteFiles(const std::vector<std::string>& paths)
{
    if (!m_session || paths.empty())
        return;
    forgetDeleted();
    m_jobs.run(
        this,
        [session = m_session, paths](const std::stop_token& stop) {
            return moveAway(*session, paths, stop);
        },
        [this, asked = m_session.get()](Result<Deletion> done) {
            if (!done)
                fail(done.error());
            else if (asked == m_session.get())
                takeDeleted(std::move(*done));
            emit changed();
        });
}

void FileMoves::takeDeleted(Deletion deletion)
{
    m_deleted = std::move(deletion);
    const auto count = m_deleted.moved.size();
    if (count > 0)
        emit deleted(
            count == 1 ? tr("%1 was deleted.")
                             .arg(SafeText::display(lastComponent(m_deleted.moved.front().from)))
                       : tr("%1 files and folders were deleted.").arg(count));
    const auto stuck = m_deleted.stuck;
    if (!stuck.empty())
        emit asked(
            tr("%1 cannot be moved away, so deleting it cannot be undone.")
                .arg(SafeText::display(stuck.front())),
            tr("Delete"), [this, stuck] { deletePermanently(stuck); });
}

void FileMoves::deletePermanently(const std::vector<std::string>& paths)
{
    change([paths](Session& session, const std::stop_token& stop) -> Result<void> {
        for (const std::string& path : paths)
            SANDBENCH_TRY_VOID(session.removeFile(path, true, stop));
        return {};
    });
}

void FileMoves::undoDelete()
{
    const Deletion deletion = std::exchange(m_deleted, {});
    change([deletion](Session& session, const std::stop_token& stop) -> Result<void> {
        Result<void> all;
        for (const Moved& file : deletion.moved) {
            auto back = refuseTaken(session, file.from, stop);
            if (back)
                back = session.renameFile(file.to, file.from, stop);
            if (!back && all)
                all = std::move(back).within("bringing back " + file.from);
        }
        for (const std::string& folder : deletion.trash) // what did not come back stays in it
            [[maybe_unused]] const auto removed = session.removeFile(folder, false, stop);
        return all;
    });
}

void FileMoves::forgetDeleted()
{
    const auto folders = std::exchange(m_deleted, {}).trash;
    if (!m_session || folders.empty())
        return;
    m_jobs.run(
        this,
        [session = m_session, folders](const std::stop_token& stop) {
            for (const std::string& folder : folders)
                [[maybe_unused]] const auto removed = session->removeFile(folder, true, stop);
            return true;
        },
        [](bool) {});
}

} // namespace sandbench::ui
