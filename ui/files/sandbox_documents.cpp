// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/files/sandbox_documents.h"

#include "core/session/session.h"
#include "ui/common/text.h"

#include <condition_variable>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace sandbench::ui {

static constexpr std::uint64_t kMostDocumentBytes = 64U << 20; // as of this machine's

struct SandboxDocuments::Places
{
    DocumentFiles own;
    std::mutex mutex;
    std::condition_variable isDone;
    std::map<std::string, std::weak_ptr<Session>> sessions; ///< By Session::id().
    std::stop_source stop;
    int working = 0;

    static std::optional<std::pair<std::string, std::string>> split(const std::string& path)
    {
        const std::string_view place = kPlace;
        const auto slash = path.find('/', place.size());
        if (!path.starts_with(place) || slash == std::string::npos)
            return std::nullopt;
        return std::pair(path.substr(place.size(), slash - place.size()), path.substr(slash));
    }

    // The session must not outlive the engines, so whoever ends us waits for those who use one.
    template <typename T, typename Use> Result<T> use(const std::string& id, const Use& work)
    {
        std::shared_ptr<Session> session;
        {
            const std::lock_guard lock(mutex);
            const auto known = sessions.find(id);
            if (known != sessions.end() && !stop.stop_requested())
                session = known->second.lock();
            if (!session || !session->isAlive())
                return Error(
                    ErrorCode::NotFound,
                    "the sandbox of this document is gone; choose another place with Save As");
            ++working;
        }
        Result<T> result = work(*session, stop.get_token());
        session.reset();
        const std::lock_guard lock(mutex);
        --working;
        isDone.notify_all();
        return result;
    }
};

static Result<void> replaceIn(
    Session& session, const std::string& path, std::string_view bytes, const std::stop_token& stop)
{
    const auto old = session.fileInfo(path, stop);
    if (old && old->type != "file")
        return Error(ErrorCode::InvalidArgument, "cannot save " + path + ": it is no plain file");
    SANDBENCH_TRY(auto writer, session.createFile(path, old ? old->mode : 0644U, stop));
    SANDBENCH_TRY_VOID(writer->write(bytes, stop));
    return writer->finish(stop);
}

static Result<std::string>
stampIn(Session& session, const std::string& path, const std::stop_token& stop)
{
    SANDBENCH_TRY(const auto entry, session.fileInfo(path, stop));
    return std::to_string(entry.bytes) + ":" + std::to_string(entry.changedAt);
}

SandboxDocuments::SandboxDocuments(DocumentFiles own)
    : m_places(std::make_shared<Places>())
{
    m_places->own = std::move(own);
}

SandboxDocuments::~SandboxDocuments()
{
    std::unique_lock lock(m_places->mutex);
    m_places->stop.request_stop();
    m_places->isDone.wait(lock, [this] { return m_places->working == 0; });
}

DocumentFiles SandboxDocuments::files() const
{
    const auto places = m_places;
    DocumentFiles files;
    files.read = [places](const std::string& path) -> Result<std::string> {
        const auto place = Places::split(path);
        if (!place)
            return places->own.read(path);
        return places->use<std::string>(
            place->first, [&place](Session& session, const std::stop_token& stop) {
                return session.readGuestFile(place->second, kMostDocumentBytes, stop);
            });
    };
    files.write = [places](const std::string& path, std::string_view bytes) -> Result<void> {
        const auto place = Places::split(path);
        if (!place)
            return places->own.write(path, bytes);
        return places->use<void>(place->first, [&](Session& session, const std::stop_token& stop) {
            return replaceIn(session, place->second, bytes, stop);
        });
    };
    files.stamp = [places](const std::string& path) -> std::string {
        const auto place = Places::split(path);
        if (!place)
            return places->own.stamp(path);
        auto stamp = places->use<std::string>(
            place->first, [&place](Session& session, const std::stop_token& stop) {
                return stampIn(session, place->second, stop);
            });
        return stamp ? *stamp : std::string();
    };
    return files;
}

QString SandboxDocuments::placeOf(const std::shared_ptr<Session>& session, const std::string& path)
{
    const std::lock_guard lock(m_places->mutex);
    m_places->sessions[session->id()] = session;
    return toQString(kPlace + session->id() + path);
}

} // namespace sandbench::ui
