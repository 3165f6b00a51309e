// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b.h"
#include "app/rest/routes/e2b_requests.h"
#include "app/rest/routes/e2b_watchers.h"
#include "app/rest/routes/guest_files.h"

#include <utility>

/// Source: envd's filesystem service: WatchDir, CreateWatcher, GetWatcherEvents, RemoveWatcher.
namespace sandbench::rest {

namespace {

using workspace::HostedSandbox;

constexpr std::chrono::seconds kKeepAlive{10};

std::string_view typeOf(FolderChange::Kind kind)
{
    switch (kind) {
    case FolderChange::Kind::Created:
        return "EVENT_TYPE_CREATE";
    case FolderChange::Kind::Written:
        return "EVENT_TYPE_WRITE";
    case FolderChange::Kind::Removed:
        return "EVENT_TYPE_REMOVE";
    case FolderChange::Kind::Renamed:
        return "EVENT_TYPE_RENAME";
    case FolderChange::Kind::Mode:
        return "EVENT_TYPE_CHMOD";
    }
    return "EVENT_TYPE_UNSPECIFIED";
}

/// A folder that a client watches, as it called it.
struct Watched
{
    std::string path;
    std::unique_ptr<FolderWatch> watch;
};

Json eventOf(const std::string& folder, const FolderChange& change)
{
    const auto inside = folder.ends_with('/') ? folder.size() : folder.size() + 1;
    return {{"name", change.path.substr(inside)}, {"type", typeOf(change.kind)}};
}

Result<Watched> watch(const UsedSandbox& sandbox, const Json& asked, const std::stop_token& stop)
{
    const auto text = jsonString(asked, "path");
    SANDBENCH_TRY(auto path, guestFolder(text, text.starts_with('/')));
    SANDBENCH_TRY(
        auto watch, sandbox.session().watchFolder(path, jsonBool(asked, "recursive"), stop));
    return Watched{std::move(path), std::move(watch)};
}

/// Until the client leaves, or the folder is gone.
void writeChanges(const Watched& watched, BodySink& sink, const std::stop_token& stop)
{
    if (!sink.write(e2bEnvelope({{"start", Json::object()}})))
        return;
    for (;;) {
        const auto change = watched.watch->next(stop, Clock::now() + kKeepAlive);
        if (change.failedAs(ErrorCode::Cancelled))
            return;
        if (!change && !change.failedAs(ErrorCode::Timeout)) {
            sink.write(e2bEndOfStream(&change.error()));
            return;
        }
        const Json message = change ? Json{{"filesystem", eventOf(watched.path, *change)}}
                                    : Json{{"keepalive", Json::object()}};
        if (!sink.write(e2bEnvelope(message)))
            return;
    }
}

Result<Answer> watchDir(ServerParts& parts, Call& call)
{
    SANDBENCH_TRY(const auto sandbox, e2bSandbox(parts, call));
    std::string body;
    if (call.body) {
        SANDBENCH_TRY(body, call.body->readAll(kMostE2bRequest));
    }
    SANDBENCH_TRY(const auto message, readE2bEnvelope(body));
    SANDBENCH_TRY(auto watched, watch(sandbox, message, call.stop));
    const auto shared = std::make_shared<Watched>(std::move(watched));
    // Not in use: who only watches does not keep a sandbox.
    return Answer{
        .contentType = std::string(kE2bStreamType),
        .stream = [hosted = sandbox.sandbox, shared, stop = call.stop](BodySink& sink) {
            std::stop_source either;
            const auto end = [&either] { either.request_stop(); };
            const std::stop_callback onCall(stop, end);
            const std::stop_callback onClosing(hosted->closing(), end);
            writeChanges(*shared, sink, either.get_token());
            shared->watch.reset(); // before its session
        }};
}

Result<Answer> createWatcher(E2bWatchers& watchers, const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY(auto watched, watch(sandbox, call.json, call.stop));
    SANDBENCH_TRY(
        const auto id,
        watchers.add(sandbox.sandbox, std::move(watched.path), std::move(watched.watch)));
    return jsonAnswer({{"watcherId", id}});
}

E2bWatchers::Key keyOf(const UsedSandbox& sandbox, const Call& call)
{
    return {sandbox->caller(), sandbox->id(), jsonString(call.json, "watcherId")};
}

Result<Answer> watcherEvents(E2bWatchers& watchers, const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY(const auto taken, watchers.take(keyOf(sandbox, call), call.stop));
    auto events = jsonList(
        taken.changes, [&](const auto& change) { return eventOf(taken.folder, change); });
    return jsonAnswer({{"events", std::move(events)}});
}

Result<Answer> removeWatcher(E2bWatchers& watchers, const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY_VOID(watchers.remove(keyOf(sandbox, call)));
    return jsonAnswer(Json::object());
}

} // namespace

void addE2bWatching(Routes& routes, ServerParts& parts)
{
    const Fields folder
        = {{"path", FieldType::Text, "The folder", true},
           {"recursive", FieldType::Boolean, "With the folders below it"}};
    const Fields watcher = {{"watcherId", FieldType::Text, "From CreateWatcher", true}};
    auto& stream = addE2b(
        routes, "POST /e2b/filesystem.Filesystem/WatchDir", "e2bWatchDir",
        "What changes in a folder, as it comes", [&parts](Call& call) -> Result<Answer> {
            auto answer = watchDir(parts, call);
            return answer ? *std::move(answer) : e2bFailedStream(answer.error());
        });
    stream.bodyType = stream.answerType = kE2bStreamType;

    const auto watchers = std::make_shared<E2bWatchers>();
    using Work = Result<Answer> (*)(E2bWatchers&, const UsedSandbox&, const Call&);
    const auto rpc = [&](std::string_view name, std::string_view id, std::string_view summary,
                         Work work, Fields members) {
        auto& made = addE2b(
            routes, name, id, summary,
            inE2bSandbox(parts, [watchers, work](const UsedSandbox& sandbox, const Call& call) {
                return work(*watchers, sandbox, call);
            }));
        made.body = {{"path"}, {"recursive", FieldType::Boolean}, {"watcherId"}};
        made.members = std::move(members);
    };
    rpc("POST /e2b/filesystem.Filesystem/CreateWatcher", "e2bCreateWatcher",
        "Watches a folder for who asks again and again", createWatcher, folder);
    rpc("POST /e2b/filesystem.Filesystem/GetWatcherEvents", "e2bWatcherEvents",
        "What changed since the last call", watcherEvents, watcher);
    rpc("POST /e2b/filesystem.Filesystem/RemoveWatcher", "e2bRemoveWatcher", "Looks no longer",
        removeWatcher, watcher);
}

} // namespace sandbench::rest
