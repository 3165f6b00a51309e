// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/artifact_bytes.h"
#include "app/rest/routes/e2b.h"
#include "app/rest/routes/foreign_run.h"

#include "core/base/base64.h"
#include "core/base/text.h"

#include <chrono>

namespace sandbench::rest {

namespace {

using service::FieldType;

constexpr std::uint64_t kMostResult = 32U << 20;
/// A client that is gone is noticed by it.
constexpr std::chrono::seconds kKeepAlive{5};

/// Which member of a result a type is; bytes go as base64.
struct Member
{
    std::string_view mime, name;
    bool isBinary = false;
};
constexpr Member kMembers[]
    = {{"image/png", "png", true}, {"image/jpeg", "jpeg", true}, {"application/pdf", "pdf", true},
       {"image/svg+xml", "svg"},   {"text/html", "html"},        {"text/markdown", "markdown"},
       {"text/latex", "latex"},    {"application/json", "json"}, {"text/plain", "text"}};

Json resultOf(const Artifact& artifact)
{
    const auto bytes = artifactBytes(artifact, kMostResult);
    if (!bytes)
        return nullptr;
    Json line = {{"type", "result"}, {"is_main_result", false}};
    for (const auto& member : kMembers) {
        if (member.mime != artifact.mime)
            continue;
        line[std::string(member.name)]
            = member.isBinary ? toBase64(*bytes) : replaceInvalidUtf8(*bytes);
        if (member.name == "json")
            line["json"] = parseJson(*bytes, kMostResult).value_or(Json(nullptr));
        return line;
    }
    line["extra"] = {{artifact.mime, toBase64(*bytes)}};
    return line;
}

std::int64_t nanoseconds()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// The lines of one execution. Thread: one.
class Lines
{
public:
    explicit Lines(RunPointer run)
        : m_run(std::move(run))
    {
    }

    std::string of(const service::RunEvent& event)
    {
        if (event.kind == "stdout")
            return output("stdout", m_out.add(event.data));
        if (event.kind == "stderr")
            return output("stderr", m_error.add(event.data));
        const auto data = parseJson(event.data, 64U << 20).value_or(Json::object());
        if (event.kind == "result")
            return line(
                {{"type", "result"}, {"text", jsonString(data, "text")}, {"is_main_result", true}});
        if (event.kind == "artifact")
            return artifact(static_cast<std::size_t>(jsonInt(data, "index")));
        return event.kind == "ended" ? ended(data) : std::string();
    }

private:
    static std::string line(const Json& value) { return writeJson(value) + "\n"; }

    static std::string output(const char* type, const std::string& text)
    {
        return text.empty() ? std::string()
                            : line({{"type", type}, {"text", text}, {"timestamp", nanoseconds()}});
    }

    std::string artifact(std::size_t number) const
    {
        const auto artifacts = m_run->artifacts();
        const auto value = number < artifacts.size() ? resultOf(artifacts[number]) : Json(nullptr);
        return value.is_null() ? std::string() : line(value);
    }

    std::string ended(const Json& record)
    {
        auto text = output("stdout", m_out.flush()) + output("stderr", m_error.flush());
        Json error = {{"type", "error"}};
        if (const auto& told = jsonField(record, "error"); told.is_object())
            error.update(
                {{"name", jsonString(told, "name", jsonString(told, "code"))},
                 {"value", jsonString(told, "value", jsonString(told, "message"))},
                 {"traceback", jsonString(told, "traceback")}});
        else if (jsonString(record, "verdict") != "exited")
            error.update(
                {{"name", jsonString(record, "verdict")},
                 {"value", jsonString(record, "sentence")},
                 {"traceback", ""}});
        if (error.size() > 1)
            text += line(error);
        return text + line({{"type", "number_of_executions"}, {"execution_count", 1}})
            + line({{"type", "end_of_execution"}});
    }

    const RunPointer m_run;
    WholeText m_out, m_error;
};

void writeLines(const RunPointer& run, BodySink& sink, const std::stop_token& stop)
{
    const auto reader = service::EventLog::read(run->log(), 0, service::ReadAs::Starter);
    Lines lines(run);
    while (!reader->isOver()) {
        const auto events = reader->next(std::chrono::steady_clock::now() + kKeepAlive, stop);
        std::string text;
        for (const auto& event : events)
            text += lines.of(event);
        if (events.empty() && !reader->isOver())
            text = "{\"type\":\"keepalive\"}\n";
        if (stop.stop_requested() || (!text.empty() && !sink.write(text))) {
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

Result<Answer> execute(ServerParts& parts, Call& call)
{
    SANDBENCH_TRY(const auto sandbox, e2bSandbox(parts, call));
    SANDBENCH_TRY(const auto language, languageOf(parts, sandbox, call.json));
    service::RunWish wish;
    wish.request.language = language;
    wish.request.context = contextOf(call.json, language);
    wish.request.code = jsonString(call.json, "code");
    wish.request.limits = sandbox->asked().runLimits;
    for (const auto& [name, value] : jsonField(call.json, "env_vars").items())
        if (value.is_string())
            wish.request.env[name] = value.get<std::string>();
    SANDBENCH_TRY(const auto run, startRun(parts, call, sandbox, std::move(wish)));
    return Answer{
        .contentType = "application/x-ndjson",
        .stream = [run, stop = call.stop](BodySink& sink) { writeLines(run, sink, stop); }};
}

Json contextView(const UsedSandbox& sandbox, const std::string& id, const std::string& language)
{
    const auto& folder = sandbox->asked().session.sandbox.container.workingFolder;
    return {{"id", id}, {"language", language}, {"cwd", folder.empty() ? "/work" : folder}};
}

Result<Answer> listContexts(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto sandbox, e2bSandbox(parts, call));
    SANDBENCH_TRY(const auto found, sandbox.session().listContexts(call.stop));
    auto views = Json::array();
    for (const auto& context : found)
        views.push_back(contextView(sandbox, context.name, context.language));
    return jsonAnswer(views);
}

Result<Answer> createContext(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto sandbox, e2bSandbox(parts, call));
    SANDBENCH_TRY(const auto language, languageOf(parts, sandbox, call.json));
    const auto id = "context-" + std::to_string(nanoseconds());
    SANDBENCH_TRY_VOID(sandbox.session().openContext(id, language, call.stop));
    return jsonAnswer(contextView(sandbox, id, language));
}

Result<Answer> restartContext(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto sandbox, e2bSandbox(parts, call));
    SANDBENCH_TRY_VOID(sandbox.session().resetContext(parameter(call, "name"), call.stop));
    return Answer{.status = 204};
}

Result<Answer> removeContext(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto sandbox, e2bSandbox(parts, call));
    SANDBENCH_TRY_VOID(sandbox.session().closeContext(parameter(call, "name"), call.stop));
    return Answer{.status = 204};
}

} // namespace

void addE2bInterpreter(Routes& routes, ServerParts& parts)
{
    auto running = e2bRoute(
        "POST", "/e2b/execute", "e2bExecute", "Runs code; the answer is a JSON object per line",
        [&parts](Call& call) { return execute(parts, call); });
    running.body
        = {{"code", FieldType::Text, "The program", true},
           {"context_id", FieldType::Any, "Absent = the language's own"},
           {"language", FieldType::Any, "Absent = the context's, or python"},
           {"env_vars", FieldType::Any, "Of this run"}};
    running.answerType = "application/x-ndjson";
    routes.push_back(std::move(running));
    routes.push_back(e2bRoute(
        "GET", "/e2b/contexts", "e2bListContexts", "A list of {id, language, cwd}",
        [&parts](const Call& call) { return listContexts(parts, call); }));
    auto creating = e2bRoute(
        "POST", "/e2b/contexts", "e2bCreateContext", "Opens an interpreter",
        [&parts](const Call& call) { return createContext(parts, call); });
    creating.body = {{"language", FieldType::Any, "Absent = python"}};
    routes.push_back(std::move(creating));
    routes.push_back(e2bRoute(
        "POST", "/e2b/contexts/{name}/restart", "e2bRestartContext", "Forgets its variables",
        [&parts](const Call& call) { return restartContext(parts, call); }));
    routes.push_back(e2bRoute(
        "DELETE", "/e2b/contexts/{name}", "e2bRemoveContext", "Ends an interpreter",
        [&parts](const Call& call) { return removeContext(parts, call); }));
}

} // namespace sandbench::rest
