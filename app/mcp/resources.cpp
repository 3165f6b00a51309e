// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/ended_run.h"
#include "app/mcp/run_result.h"
#include "app/rest/wire/request_head.h"
#include "core/base/base64.h"
#include "core/base/text.h"

#include <charconv>
#include <optional>

namespace sandbench::mcp {
namespace {

constexpr std::string_view kScheme = "sandbox://";
constexpr std::size_t kMostRuns = 50;
/// Of a file in a sandbox. Units: bytes, before base64.
constexpr std::uint64_t kMostFile = 16U << 20;

Json jsonContents(const std::string& uri, const Json& value)
{
    return {{"uri", uri}, {"mimeType", "application/json"}, {"text", writeJson(value)}};
}

Error unknown(const std::string& uri)
{
    return Error(ErrorCode::NotFound, "there is no resource " + oneLine(uri, 200));
}

/// "<run>" and "<run>/artifacts/<index>".
Result<Json> readRun(
    const Toolbox& box, const workspace::Caller& caller, const std::string& uri,
    std::string_view rest)
{
    const auto id = std::string(rest.substr(0, rest.find('/')));
    if (id.size() == rest.size() && !box.workspace.runs().find(caller, id)) {
        SANDBENCH_TRY(const auto record, box.workspace.runs().past(caller, id));
        return jsonContents(uri, record);
    }
    if (id.size() == rest.size()) {
        SANDBENCH_TRY(const auto run, findEndedRun(box, caller, id));
        auto record = toJson(run.record);
        // Where artifacts are on this machine is nobody's business.
        record["artifacts"] = Json::array();
        for (std::size_t i = 0; i < run.record.artifacts.size(); ++i)
            record["artifacts"].push_back(artifactJson(run.record.artifacts[i], id, i));
        record["run_id"] = id;
        return jsonContents(uri, record);
    }
    constexpr std::string_view kArtifacts = "/artifacts/";
    rest.remove_prefix(id.size());
    std::size_t index = 0;
    if (!rest.starts_with(kArtifacts))
        return unknown(uri);
    rest.remove_prefix(kArtifacts.size());
    const auto* end = rest.data() + rest.size();
    if (rest.empty() || std::from_chars(rest.data(), end, index).ptr != end)
        return unknown(uri);
    SANDBENCH_TRY(const auto artifact, endedArtifact(box, caller, id, index));
    return artifactContents(*artifact, uri);
}

struct GuestFile
{
    std::string sandbox, path;
};

/// "<sandbox>/path/of/a/file": absolute in the sandbox.
std::optional<GuestFile> guestFile(std::string_view rest)
{
    const auto slash = rest.find('/');
    if (slash == std::string_view::npos)
        return std::nullopt;
    auto path = rest::decodePercent(rest.substr(slash), false);
    if (!path)
        return std::nullopt;
    return GuestFile{std::string(rest.substr(0, slash)), *std::move(path)};
}

Result<Json> readGuestFile(
    const Toolbox& box, const workspace::Caller& caller, const std::string& uri,
    std::string_view rest, const std::stop_token& stop)
{
    const auto file = guestFile(rest);
    if (!file)
        return unknown(uri);
    SANDBENCH_TRY(const auto sandbox, box.workspace.sandboxes().find(caller, file->sandbox));
    const workspace::HostedSandbox::Use use(*sandbox);
    SANDBENCH_TRY(const auto bytes, sandbox->session().readGuestFile(file->path, kMostFile, stop));
    const bool isText = isValidUtf8(bytes);
    Json contents
        = {{"uri", uri}, {"mimeType", isText ? "text/plain" : "application/octet-stream"}};
    contents[isText ? "text" : "blob"] = isText ? bytes : toBase64(bytes);
    return contents;
}

Result<Json> read(
    const Toolbox& box, const workspace::Caller& caller, const std::string& uri,
    const std::stop_token& stop)
{
    if (!caller.may(workspace::Scope::Read))
        return Error(ErrorCode::PermissionDenied, "this token may not 'read'");
    if (!uri.starts_with(kScheme))
        return unknown(uri);
    const auto rest = std::string_view(uri).substr(kScheme.size());
    if (rest == "languages")
        return jsonContents(uri, languagesJson(box.workspace.parts().languages()));
    if (rest == "engines")
        return jsonContents(
            uri,
            enginesJson(
                box.workspace.parts().engines(), caller.may(workspace::Scope::Admin), stop));
    if (rest.starts_with("runs/"))
        return readRun(box, caller, uri, rest.substr(5));
    return readGuestFile(box, caller, uri, rest, stop);
}

/// When it was written, and how long it is: of a file, or of a folder for what comes and goes in
/// it.
Result<std::string> guestStamp(
    const Toolbox& box, const workspace::Caller& caller, const GuestFile& file,
    const std::stop_token& stop)
{
    // Whoever only waits for changes keeps no sandbox open.
    SANDBENCH_TRY(const auto sandbox, box.workspace.sandboxes().look(caller, file.sandbox));
    const auto info = sandbox->session().fileInfo(file.path, stop);
    if (info)
        return writeJson(Json::array({info->type, info->modifiedAt, info->bytes}));
    if (info.error().code() == ErrorCode::NotFound)
        return std::string("missing");
    return info.error();
}

Result<std::string> stampOf(
    const Toolbox& box, const workspace::Caller& caller, const std::string& uri,
    const std::stop_token& stop)
{
    if (!caller.may(workspace::Scope::Read))
        return Error(ErrorCode::PermissionDenied, "this token may not 'read'");
    if (!uri.starts_with(kScheme))
        return unknown(uri);
    const auto rest = std::string_view(uri).substr(kScheme.size());
    if (rest == "languages" || rest == "engines")
        return std::string();
    if (rest.starts_with("runs/")) {
        const auto id = std::string(rest.substr(5, rest.find('/', 5) - 5));
        if (const auto run = box.workspace.runs().find(caller, id))
            return std::string((*run)->log()->hasEnded() ? "ended" : "running");
        SANDBENCH_TRY_VOID(box.workspace.runs().past(caller, id));
        return std::string("ended");
    }
    const auto file = guestFile(rest);
    return file ? guestStamp(box, caller, *file, stop) : unknown(uri);
}

Json listed(const std::string& uri, const std::string& name, const std::string& about)
{
    return {{"uri", uri}, {"name", name}, {"description", about}, {"mimeType", "application/json"}};
}

Json list(const Toolbox& box, const workspace::Caller& caller)
{
    Json all
        = {listed("sandbox://languages", "languages", "The languages that can be run"),
           listed("sandbox://engines", "engines", "What can run sandboxes here")};
    for (const auto& run : box.workspace.runs().list(caller)) {
        if (all.size() >= kMostRuns)
            break;
        if (run->log()->hasEnded())
            all.push_back(
                listed(runUri(run->id()), run->id(), "The record of a run, with its output"));
    }
    return all;
}

} // namespace

Resources makeResources(const Toolbox& box)
{
    Resources resources;
    resources.templates
        = {{{"uriTemplate", "sandbox://{sandbox_id}/{+path}"},
            {"name", "file"},
            {"description", "A file of a sandbox, by its absolute path"}},
           {{"uriTemplate", "sandbox://runs/{run_id}"},
            {"name", "run"},
            {"description", "The record of a run that has ended, with all output that was kept"},
            {"mimeType", "application/json"}},
           {{"uriTemplate", "sandbox://runs/{run_id}/artifacts/{index}"},
            {"name", "artifact"},
            {"description", "A picture, table or file that a run made"}}};
    resources.list = [&box](const workspace::Caller& caller) { return list(box, caller); };
    resources.read
        = [&box](const workspace::Caller& caller, const std::string& uri, std::stop_token stop) {
              return read(box, caller, uri, stop);
          };
    resources.stamp
        = [&box](const workspace::Caller& caller, const std::string& uri, std::stop_token stop) {
              return stampOf(box, caller, uri, stop);
          };
    return resources;
}

} // namespace sandbench::mcp
