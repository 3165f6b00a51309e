// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b.h"
#include "app/rest/routes/guest_files.h"
#include "app/rest/wire/header_text.h"
#include "app/rest/wire/multipart.h"
#include "core/base/timestamp.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

namespace sandbench::rest {

namespace {

constexpr unsigned kUploadMode = 0644;

Result<std::string> e2bPath(const std::string& text)
{
    return guestPath(text, text.starts_with('/'));
}

Result<std::string> e2bFolder(const std::string& text)
{
    return guestFolder(text, text.starts_with('/'));
}

std::string nameOf(const std::string& path)
{
    return path.substr(path.rfind('/') + 1);
}

/// Source: filesystem.EntryInfo in protobuf's JSON.
Json entryOf(const FileEntry& entry)
{
    const auto* const type = entry.type == "directory" ? "FILE_TYPE_DIRECTORY"
        : entry.type == "link"                         ? "FILE_TYPE_SYMLINK"
                                                       : "FILE_TYPE_FILE";
    return {
        {"name", nameOf(entry.path)},
        {"type", type},
        {"path", entry.path},
        {"size", std::to_string(entry.bytes)},
        {"mode", entry.mode},
        {"permissions", ""},
        {"owner", "user"},
        {"group", "user"},
        {"modifiedTime", e2bDate(static_cast<std::int64_t>(std::floor(entry.modifiedAt)))}};
}

Result<Answer> entryAnswer(const UsedSandbox& sandbox, const std::string& path, const Call& call)
{
    SANDBENCH_TRY(const auto entry, sandbox.session().fileInfo(path, call.stop));
    return jsonAnswer({{"entry", entryOf(entry)}});
}

Result<Answer> stat(const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY(const auto path, e2bFolder(jsonString(call.json, "path")));
    return entryAnswer(sandbox, path, call);
}

Result<Answer> makeE2bFolder(const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY(const auto path, e2bPath(jsonString(call.json, "path")));
    if (sandbox.session().fileInfo(path, call.stop))
        return Error(ErrorCode::AlreadyExists, "there is something of that name already");
    SANDBENCH_TRY_VOID(sandbox.session().makeFolder(path, call.stop));
    return entryAnswer(sandbox, path, call);
}

Result<Answer> move(const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY(const auto from, e2bPath(jsonString(call.json, "source")));
    SANDBENCH_TRY(const auto to, e2bPath(jsonString(call.json, "destination")));
    SANDBENCH_TRY_VOID(sandbox.session().renameFile(from, to, call.stop));
    return entryAnswer(sandbox, to, call);
}

Result<Answer> removeE2bFile(const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY(const auto path, e2bPath(jsonString(call.json, "path")));
    SANDBENCH_TRY_VOID(sandbox.session().removeFile(path, true, call.stop));
    return jsonAnswer(Json::object());
}

Result<Answer> listE2bFolder(const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY(const auto path, e2bFolder(jsonString(call.json, "path")));
    const auto depth = std::clamp<std::int64_t>(jsonInt(call.json, "depth", 1), 1, kDeepest);
    SANDBENCH_TRY(
        const auto found,
        sandbox.session().listFiles(path, static_cast<int>(depth), kMostEntries, call.stop));
    return jsonAnswer({{"entries", jsonList(found.entries, entryOf)}});
}

Result<Answer> read(const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY(const auto path, e2bPath(jsonString(call.options, "path")));
    return downloadAnswer(sandbox, path, call.stop);
}

Result<Answer> writeE2bFiles(const UsedSandbox& sandbox, const Call& call)
{
    const auto wanted = jsonString(call.options, "path");
    const bool isForm = mediaType(call.header("content-type")) == kFormType;
    Upload upload(sandbox, call, kUploadMode);
    const auto begin = [&](const std::string& text) -> Result<void> {
        SANDBENCH_TRY(const auto path, e2bPath(text));
        return upload.begin(path);
    };
    if (!isForm)
        SANDBENCH_TRY_VOID(begin(wanted));
    const auto onPart = [&](const BodySource::Part& part) -> Result<void> {
        SANDBENCH_TRY_VOID(upload.end());
        return begin(wanted.empty() ? part.fileName : wanted);
    };
    if (call.body)
        SANDBENCH_TRY_VOID(
            call.body->stream(onPart, [&](std::string_view bytes) { return upload.add(bytes); }));
    SANDBENCH_TRY_VOID(upload.end());
    auto views = Json::array();
    for (const auto& file : upload.written()) {
        SANDBENCH_TRY(
            const auto entry, sandbox.session().fileInfo(jsonString(file, "path"), call.stop));
        views.push_back({{"name", nameOf(entry.path)}, {"type", "file"}, {"path", entry.path}});
    }
    return jsonAnswer(views);
}

/// The sandbox whose key an address was signed with, which says nothing else of it. Null = there is
/// none. @p operation: "read" or "write".
std::shared_ptr<workspace::HostedSandbox>
signedFor(const ServerParts& parts, const Call& call, std::string_view operation)
{
    const auto signature = jsonString(call.options, "signature");
    const auto expiry = jsonString(call.options, "signature_expiration");
    const auto begin = jsonString(call.options, "path") + ":" + std::string(operation) + ":"
        + jsonString(call.options, "username") + ":";
    const auto end = expiry.empty() ? std::string() : ":" + expiry;
    std::int64_t until = 0;
    std::from_chars(expiry.data(), expiry.data() + expiry.size(), until);
    if (signature.empty() || (!expiry.empty() && until < secondsNow()))
        return nullptr;
    for (auto& sandbox : parts.workspace.sandboxes().list(workspace::localCaller()))
        if (isE2bSignature(
                signature, begin + parts.keys.of(sandbox->caller(), sandbox->id()) + end))
            return sandbox;
    return nullptr;
}

using FileCall = Result<Answer> (*)(const UsedSandbox&, const Call&);

/// For whoever has the address: no token comes along.
void addSignedFiles(
    Routes& routes, ServerParts& parts, std::string_view path, std::string_view id,
    std::string_view summary, std::string_view operation, FileCall work)
{
    auto& made = addE2b(
        routes, path, id, summary, [&parts, operation, work](const Call& call) -> Result<Answer> {
            const auto sandbox = signedFor(parts, call, operation);
            if (!sandbox)
                return jsonAnswer(
                    {{"code", "unauthenticated"},
                     {"message", "the address was not signed so, or not for so long"}},
                    401);
            SANDBENCH_TRY_VOID(checkE2bUser(call));
            // The last workers are for what is answered at once.
            if (call.room != Room::Plenty)
                return Error(
                    ErrorCode::Unavailable, "the server has as many requests at once as it takes");
            return work(use(sandbox), call);
        });
    made.headers = {};
    made.scope = std::nullopt;
    made.query
        = {{"path", FieldType::Text, "In the sandbox"},
           {"username", FieldType::Text, "user, or absent"},
           {"signature", FieldType::Text, "As E2B's clients sign it, with the sandbox's key"},
           {"signature_expiration", FieldType::Text,
            "Seconds since 1970; absent = the sandbox's end"}};
}

/// Whether the sandbox is there: 502 is how their proxy says that it is not.
Answer proxyHealth(const ServerParts& parts, const Call& call)
{
    return e2bSandbox(parts, call) ? Answer{.status = 204}
                                   : jsonAnswer({{"message", "sandbox not found"}}, 502);
}

} // namespace

void addE2bFiles(Routes& routes, ServerParts& parts)
{
    // What the document says of a body; the router checks less, as protobuf's JSON leaves defaults
    // out.
    const Fields path = {{"path", FieldType::Text, "In the sandbox", true}};
    const auto rpc = [&](std::string_view name, std::string_view id, std::string_view summary,
                         FileCall work, Fields members) {
        auto& made = addE2b(routes, name, id, summary, inE2bSandbox(parts, work));
        made.body = {{"path"}, {"source"}, {"destination"}, {"depth", FieldType::Integer}};
        made.members = std::move(members);
    };
    rpc("POST /e2b/filesystem.Filesystem/Stat", "e2bStat", "About a file", stat, path);
    rpc("POST /e2b/filesystem.Filesystem/MakeDir", "e2bMakeDir", "Makes a folder", makeE2bFolder,
        path);
    rpc("POST /e2b/filesystem.Filesystem/Move", "e2bMove", "Renames a file", move,
        {{"source", FieldType::Text, "Old name", true},
         {"destination", FieldType::Text, "New name", true}});
    rpc("POST /e2b/filesystem.Filesystem/Remove", "e2bRemove", "Removes a file or folder",
        removeE2bFile, path);
    rpc("POST /e2b/filesystem.Filesystem/ListDir", "e2bListDir", "What is in a folder",
        listE2bFolder, {path.front(), {"depth", FieldType::Integer, "1 = its own entries"}});
    addE2bMissing(routes, "POST /e2b/filesystem.Filesystem/{method}", "e2bOtherFileCall");

    auto& reading = addE2b(
        routes, "GET /e2b/files", "e2bReadFile", "A file's bytes", inE2bSandbox(parts, read));
    const Field user = {"username", FieldType::Text, "user, or absent"};
    reading.query = {{"path", FieldType::Text, "In the sandbox", true}, user};
    reading.answerType = "*/*";
    auto& writing = addE2b(
        routes, "POST /e2b/files", "e2bWriteFiles", "Writes files",
        inE2bSandbox(parts, writeE2bFiles));
    writing.query = {{"path", FieldType::Text, "Of a single file"}, user};
    writing.bodyType = "multipart/form-data";
    const Fields written
        = {{"name", FieldType::Text, "Without its folders", true},
           {"type", FieldType::Text, "file", true},
           {"path", FieldType::Text, "Absolute", true}};
    writing.answer = written;
    writing.isList = true;
    // Their clients make these addresses without the path of ours.
    addSignedFiles(
        routes, parts, "GET /files", "e2bDownload",
        "A file's bytes, by an address of downloadUrl()", "read", read);
    routes.back().answerType = "*/*";
    addSignedFiles(
        routes, parts, "POST /files", "e2bUpload", "Writes files, to an address of uploadUrl()",
        "write", writeE2bFiles);
    routes.back().bodyType = "multipart/form-data";
    routes.back().answer = written;
    routes.back().isList = true;
    addE2b(
        routes, "GET /e2b/health", "e2bHealth", "Whether a sandbox is there",
        [&parts](const Call& call) -> Result<Answer> { return proxyHealth(parts, call); })
        .goodStatus
        = 204;
}

} // namespace sandbench::rest
