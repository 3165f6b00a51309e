// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b.h"
#include "app/rest/routes/e2b_code.h"
#include "app/rest/routes/e2b_lines.h"
#include "app/rest/routes/running.h"

#include "core/base/text.h"
#include "core/engine/container_options.h"
#include "core/workspace/new_id.h"

#include <chrono>
#include <map>
#include <mutex>
#include <utility>

namespace sandbench::rest {

namespace {

/// A client that is gone is noticed by it.
constexpr std::chrono::seconds kCellKeepAlive{5};
/// Of lines, before they are sent. Units: bytes.
constexpr std::size_t kMostJoined = 64U << 10;

/// @p isProgram: it runs by itself, in no interpreter.
void writeLines(
    const RunPointer& run, bool isProgram, BodySink& sink,
    const std::shared_ptr<MemoryShare>& memory, const std::stop_token& stop)
{
    const auto reader = workspace::EventLog::read(run->log(), 0, workspace::ReadAs::Starter);
    E2bLines lines([&run] { return run->artifacts(); }, memory, isProgram);
    while (!reader->isOver()) {
        const auto events = reader->next(std::chrono::steady_clock::now() + kCellKeepAlive, stop);
        std::string text;
        bool isThere = true;
        for (const auto& event : events) {
            text += lines.of(event);
            if (text.size() > kMostJoined) {
                isThere = sink.write(text);
                text.clear();
            }
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

Result<Language> languageOf(const ServerParts& parts, const UsedSandbox& sandbox, const Json& body)
{
    if (const auto name = jsonString(body, "language"); !name.empty())
        return foreignLanguage(parts, name);
    const auto id = jsonString(body, "context_id");
    if (const auto contexts = sandbox.session().listContexts(); !id.empty() && contexts)
        for (const auto& context : *contexts)
            if (context.name == id)
                return foreignLanguage(parts, context.language);
    return foreignLanguage(parts, sandbox->asked().language);
}

Result<Answer> executeCell(ServerParts& parts, Call& call)
{
    SANDBENCH_TRY(const auto sandbox, e2bSandbox(parts, call));
    SANDBENCH_TRY(const auto language, languageOf(parts, sandbox, call.json));
    workspace::RunBody asked;
    asked.request.language = language.id;
    const auto code = jsonString(call.json, "code");
    // Theirs have interpreters of every language; programs leave nothing behind but files.
    if (language.contexts)
        asked.request.context = contextOf(call.json, language.id);
    else if (!jsonString(call.json, "context_id").empty())
        return Error(
            ErrorCode::InvalidArgument,
            "context_id: " + language.name + " has no contexts here; leave it out");
    asked.request.code = language.id == "java" ? e2bJavaProgram(code) : code;
    asked.request.limits = sandbox->asked().runLimits;
    // Their results have the columns of data frames.
    if (language.id == "python")
        asked.request.env["SANDBENCH_FRAMES"] = "data";
    for (const auto& [name, value] : jsonField(call.json, "env_vars").items())
        if (value.is_string())
            asked.request.env[name] = value.get<std::string>();
    SANDBENCH_TRY(const auto run, startRun(parts, call, sandbox, std::move(asked)));
    return Answer{
        .contentType = "application/x-ndjson",
        .stream = [run, isProgram = !language.contexts, memory = call.memory, stop = call.stop](
                      BodySink& sink) { writeLines(run, isProgram, sink, memory, stop); }};
}

std::string folderOfContexts(const UsedSandbox& sandbox)
{
    const auto& folder = sandbox->asked().session.sandbox.workingFolder;
    return folder.empty() ? "/work" : folder;
}

/// Where contexts began that began elsewhere than in the working folder. Thread: any.
class ContextFolders
{
public:
    void set(const UsedSandbox& sandbox, const std::string& context, const std::string& folder)
    {
        const std::lock_guard lock(m_mutex);
        // Sandboxes take theirs along without a word.
        if (m_folders.size() >= kMost)
            m_folders.clear();
        m_folders[{sandbox->id(), context}] = folder;
    }
    std::string of(const UsedSandbox& sandbox, const std::string& context) const
    {
        const std::lock_guard lock(m_mutex);
        const auto at = m_folders.find({sandbox->id(), context});
        return at == m_folders.end() ? folderOfContexts(sandbox) : at->second;
    }

private:
    static constexpr std::size_t kMost = 10'000;
    mutable std::mutex m_mutex;
    std::map<std::pair<std::string, std::string>, std::string> m_folders;
};

Json e2bContextView(const std::string& id, const std::string& language, const std::string& folder)
{
    return {{"id", id}, {"language", language}, {"cwd", folder}};
}

/// Takes a new context to @p folder by its language's own words.
Result<void> goToFolder(
    ServerParts& parts, Call& call, const UsedSandbox& sandbox, const std::string& context,
    const std::string& language, const std::string& folder)
{
    workspace::RunBody asked;
    asked.request.language = language;
    asked.request.context = context;
    asked.request.code = e2bFolderCode(language, folder);
    asked.request.limits = sandbox->asked().runLimits;
    SANDBENCH_TRY(const auto run, startRun(parts, call, sandbox, std::move(asked)));
    SANDBENCH_TRY(const auto record, waitForEnd(call, run));
    const bool isThere = record.verdict == Verdict::Exited && record.exitCode == 0;
    return isThere ? Result<void>()
                   : Error(ErrorCode::InvalidArgument, "cwd: the context cannot go to " + folder);
}

/// Errors: InvalidArgument for what is no folder of the sandbox's.
Result<std::string> wantedFolder(const UsedSandbox& sandbox, const Call& call)
{
    const auto wanted = jsonString(call.json, "cwd");
    if (wanted.empty())
        return folderOfContexts(sandbox);
    const auto entry = wanted.starts_with('/')
        ? sandbox.session().fileInfo(wanted, call.stop)
        : Result<FileEntry>(Error(ErrorCode::NotFound, "it must begin with a slash"));
    if (!entry || entry->type != "directory")
        return Error(ErrorCode::InvalidArgument, "cwd: there is no folder " + oneLine(wanted, 200));
    return wanted;
}

Fields contextFields()
{
    return {
        {"id", FieldType::Text, "For context_id", true},
        {"language", FieldType::Text, "Of its code", true},
        {"cwd", FieldType::Text, "Where it began", true}};
}

Result<Answer>
listE2bContexts(const ContextFolders& folders, const UsedSandbox& sandbox, const Call& call)
{
    SANDBENCH_TRY(const auto found, sandbox.session().listContexts(call.stop));
    auto views = Json::array();
    for (const auto& context : found)
        views.push_back(
            e2bContextView(context.name, context.language, folders.of(sandbox, context.name)));
    return jsonAnswer(views);
}

Result<Answer> createContext(ServerParts& parts, ContextFolders& folders, Call& call)
{
    SANDBENCH_TRY(const auto sandbox, e2bSandbox(parts, call));
    SANDBENCH_TRY(const auto folder, wantedFolder(sandbox, call));
    SANDBENCH_TRY(const auto language, languageOf(parts, sandbox, call.json));
    const auto id = workspace::newId("context");
    SANDBENCH_TRY_VOID(sandbox.session().openContext(id, language.id, call.stop));
    if (folder != folderOfContexts(sandbox)) {
        if (auto gone = goToFolder(parts, call, sandbox, id, language.id, folder); !gone) {
            (void)sandbox.session().closeContext(id, call.stop);
            return std::move(gone.error());
        }
        folders.set(sandbox, id, folder);
    }
    return jsonAnswer(e2bContextView(id, language.id, folder));
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
    const auto folders = std::make_shared<ContextFolders>();
    auto& listing = addE2b(
        routes, "GET /e2b/contexts", "e2bListContexts", "The sandbox's interpreters",
        inE2bSandbox(parts, [folders](const UsedSandbox& sandbox, const Call& call) {
            return listE2bContexts(*folders, sandbox, call);
        }));
    listing.answer = contextFields();
    listing.isList = true;
    auto& creating = addE2b(
        routes, "POST /e2b/contexts", "e2bCreateContext", "Opens an interpreter",
        [&parts, folders](Call& call) { return createContext(parts, *folders, call); });
    creating.body
        = {{"language", FieldType::Any, "Absent = python"},
           {"cwd", FieldType::Any, "A folder of the sandbox; absent = the working folder"}};
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
