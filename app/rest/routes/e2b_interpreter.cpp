// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b.h"
#include "app/rest/routes/e2b_lines.h"
#include "app/rest/routes/running.h"

#include "core/engine/container_options.h"
#include "core/workspace/new_id.h"

#include <chrono>
#include <utility>

namespace sandbench::rest {

namespace {

/// A client that is gone is noticed by it.
constexpr std::chrono::seconds kCellKeepAlive{5};
/// Of lines, before they are sent. Units: bytes.
constexpr std::size_t kMostJoined = 64U << 10;

void writeLines(
    const RunPointer& run, BodySink& sink, const std::shared_ptr<MemoryShare>& memory,
    const std::stop_token& stop)
{
    const auto reader = workspace::EventLog::read(run->log(), 0, workspace::ReadAs::Starter);
    E2bLines lines([&run] { return run->artifacts(); }, memory);
    while (!reader->isOver()) {
        const auto events = reader->next(std::chrono::steady_clock::now() + kCellKeepAlive, stop);
        std::string text;
        bool isThere = true;
        for (const auto& event : events) {
            text += lines.of(event);
            if (text.size() > kMostJoined)
                isThere = sink.write(std::exchange(text, {}));
            if (!isThere)
                break;
        }
        if (events.empty() && !reader->isOver())
            text = lines.flush() + "{\"type\":\"keepalive\"}\n";
        if (stop.stop_requested() || !isThere || (!text.empty() && !sink.write(text))) {
            run->cancel();
            return;
        }
    }
}

/// Contexts of ours have names, theirs have ids; each language has one of its own.
std::string contextOf(const Json& body, const std::string& language)
{
    const auto id = jsonString(body, "context_id");
    return id.empty() ? "default-" + language : id;
}

Result<std::string>
languageOf(const ServerParts& parts, const UsedSandbox& sandbox, const Json& body)
{
    const auto name = jsonString(body, "language");
    if (!name.empty()) {
        SANDBENCH_TRY(const auto found, foreignLanguage(parts, name));
        return found.id;
    }
    const auto id = jsonString(body, "context_id");
    if (const auto contexts = sandbox.session().listContexts(); !id.empty() && contexts)
        for (const auto& context : *contexts)
            if (context.name == id)
                return context.language;
    return sandbox->asked().language;
}

Result<Answer> executeCell(ServerParts& parts, Call& call)
{
    SANDBENCH_TRY(const auto sandbox, e2bSandbox(parts, call));
    SANDBENCH_TRY(const auto language, languageOf(parts, sandbox, call.json));
    workspace::RunBody asked;
    asked.request.language = language;
    asked.request.context = contextOf(call.json, language);
    asked.request.code = jsonString(call.json, "code");
    asked.request.limits = sandbox->asked().runLimits;
    for (const auto& [name, value] : jsonField(call.json, "env_vars").items())
        if (value.is_string())
            asked.request.env[name] = value.get<std::string>();
    SANDBENCH_TRY(const auto run, startRun(parts, call, sandbox, std::move(asked)));
    return Answer{
        .contentType = "application/x-ndjson",
        .stream = [run, memory = call.memory, stop = call.stop](BodySink& sink) {
            writeLines(run, sink, memory, stop);
        }};
}

std::string folderOfContexts(const UsedSandbox& sandbox)
{
    const auto& folder = sandbox->asked().session.sandbox.workingFolder;
    return folder.empty() ? "/work" : folder;
}

Json e2bContextView(const UsedSandbox& sandbox, const std::string& id, const std::string& language)
{
    return {{"id", id}, {"language", language}, {"cwd", folderOfContexts(sandbox)}};
}

Fields contextFields()
{
    return {
        {"id", FieldType::Text, "For context_id", true},
        {"language", FieldType::Text, "Of its code", true},
        {"cwd", FieldType::Text, "Where it began", true}};
}

Result<Answer> listE2bContexts(const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY(const auto found, sandbox.session().listContexts(call.stop));
    auto views = Json::array();
    for (const auto& context : found)
        views.push_back(e2bContextView(sandbox, context.name, context.language));
    return jsonAnswer(views);
}

Result<Answer> createContext(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto sandbox, e2bSandbox(parts, call));
    const auto wanted = jsonString(call.json, "cwd");
    if (!wanted.empty() && wanted != folderOfContexts(sandbox))
        return Error(
            ErrorCode::InvalidArgument,
            "cwd: contexts of this server begin in " + folderOfContexts(sandbox)
                + "; change the folder in the code");
    SANDBENCH_TRY(const auto language, languageOf(parts, sandbox, call.json));
    const auto id = workspace::newId("context");
    SANDBENCH_TRY_VOID(sandbox.session().openContext(id, language, call.stop));
    return jsonAnswer(e2bContextView(sandbox, id, language));
}

Result<Answer> restartContext(const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY_VOID(sandbox.session().resetContext(parameter(call, "name"), call.stop));
    return Answer{.status = 204};
}

Result<Answer> removeContext(const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY_VOID(sandbox.session().closeContext(parameter(call, "name"), call.stop));
    return Answer{.status = 204};
}

} // namespace

void addE2bInterpreter(Routes& routes, ServerParts& parts)
{
    auto& running = addE2b(
        routes, "POST /e2b/execute", "e2bExecute",
        "Runs code; the answer is a JSON object per line",
        [&parts](Call& call) { return executeCell(parts, call); });
    running.body
        = {{"code", FieldType::Text, "The program", true},
           {"context_id", FieldType::Any, "Absent = the language's own"},
           {"language", FieldType::Any, "Absent = the context's, or python"},
           {"env_vars", FieldType::Any, "Of this run"}};
    running.answerType = "application/x-ndjson";
    auto& listing = addE2b(
        routes, "GET /e2b/contexts", "e2bListContexts", "The sandbox's interpreters",
        inE2bSandbox(parts, listE2bContexts));
    listing.answer = contextFields();
    listing.isList = true;
    auto& creating = addE2b(
        routes, "POST /e2b/contexts", "e2bCreateContext", "Opens an interpreter",
        [&parts](const Call& call) { return createContext(parts, call); });
    creating.body
        = {{"language", FieldType::Any, "Absent = python"},
           {"cwd", FieldType::Any, "The working folder, or absent"}};
    creating.answer = contextFields();
    addE2b(
        routes, "POST /e2b/contexts/{name}/restart", "e2bRestartContext", "Forgets its variables",
        inE2bSandbox(parts, restartContext))
        .goodStatus
        = 204;
    addE2b(
        routes, "DELETE /e2b/contexts/{name}", "e2bRemoveContext", "Ends an interpreter",
        inE2bSandbox(parts, removeContext))
        .goodStatus
        = 204;
}

} // namespace sandbench::rest
