// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/fast_api.h"
#include "app/rest/routes/running.h"

#include "core/base/text.h"

#include <csignal>

/// Sessions of llm-sandbox over HTTP, below /llm-sandbox: what a server of it that is made with
/// FastAPI answers. Source: shaharke/isafae, app/api/routes.py and its tests.
namespace sandbench::rest {

namespace {

constexpr int kNotFound = 404, kGone = 410, kFailed = 500;
constexpr const char* kNoSession = "Session not found";

/// What its handlers cannot do is 500 there, but for a session that is not there.
Answer asItsServer(Result<Answer> answer, bool isInSession)
{
    if (answer)
        return *std::move(answer);
    const auto code = answer.error().code();
    const bool isFailure
        = code == ErrorCode::InvalidArgument || (code == ErrorCode::NotFound && !isInSession);
    return isFailure ? fastApiProblem(kFailed, publicText(answer.error()))
                     : problemAnswer(answer.error());
}

/// Its clients know no other verdict than the code.
Json resultOf(const RunRecord& record)
{
    auto error = replaceInvalidUtf8(record.stderrBytes);
    if (record.verdict != Verdict::Exited)
        error += (error.empty() || error.ends_with('\n') ? "" : "\n")
            + replaceInvalidUtf8(verdictSentence(record)) + "\n";
    const auto killed = 128 + record.signal.value_or(SIGKILL);
    return {
        {"stdout", replaceInvalidUtf8(record.stdoutBytes)},
        {"stderr", std::move(error)},
        {"exit_code", record.verdict == Verdict::Exited ? record.exitCode.value_or(0) : killed}};
}

/// The members of @p body that are named and said.
Json saidOf(const Json& body, std::initializer_list<const char*> names)
{
    Json part = Json::object();
    for (const auto* const name : names)
        if (const auto& value = jsonField(body, name); !value.is_null())
            part[name] = value;
    return part;
}

Result<Answer> runIt(ServerParts& parts, Call& call, const UsedSandbox& sandbox, const Json& asked)
{
    SANDBENCH_TRY(auto body, workspace::readRun(parts.workspace.parts(), sandbox->asked(), asked));
    SANDBENCH_TRY(const auto run, startRun(parts, call, sandbox, std::move(body)));
    SANDBENCH_TRY(const auto record, waitForEnd(call, run));
    return jsonAnswer(resultOf(record));
}

Result<Answer> openOne(ServerParts& parts, Call& call)
{
    SANDBENCH_TRY(
        auto request, openRequest(parts, call, saidOf(call.json, {"lang", "keep_template"})));
    SANDBENCH_TRY(const auto sandbox, openSandbox(parts, call, std::move(request)));
    return jsonAnswer({{"session_id", sandbox->id()}});
}

Result<Answer> runInOne(ServerParts& parts, Call& call)
{
    SANDBENCH_TRY(const auto sandbox, sandboxOf(parts, call));
    return runIt(parts, call, sandbox, saidOf(call.json, {"code", "libraries"}));
}

Result<Answer> runOnce(ServerParts& parts, Call& call)
{
    SANDBENCH_TRY(
        auto request,
        openRequest(parts, call, saidOf(call.json, {"lang", "keep_template", "libraries"})));
    SANDBENCH_TRY(const auto sandbox, openOnce(parts, call, std::move(request)));
    return runIt(parts, call, *sandbox, saidOf(call.json, {"code"}));
}

Result<Answer> closeOne(ServerParts& parts, Call& call)
{
    SANDBENCH_TRY_VOID(parts.workspace.sandboxes().close(call.caller, parameter(call, "id")));
    return jsonAnswer({{"status", "closed"}});
}

using Work = Result<Answer> (*)(ServerParts&, Call&);

Route& addOne(
    Routes& routes, ServerParts& parts, std::string_view call, std::string_view id,
    std::string_view summary, Work work)
{
    const bool isInSession = call.find("{id}") != std::string_view::npos;
    auto& made
        = add(routes, "llm-sandbox", call, id, summary, [&parts, work, isInSession](Call& asked) {
              return asItsServer(work(parts, asked), isInSession);
          });
    made.takesUnknown = true;
    made.refusal = [isInSession](int status, const std::string&, const std::string& detail) {
        if (isInSession && (status == kNotFound || status == kGone))
            return fastApiProblem(kNotFound, kNoSession);
        // What is wrong with a body is told by the framework.
        return status == 400 ? fastApiInvalid(detail) : fastApiProblem(status, detail);
    };
    made.problem = fastApiProblemFields();
    return made;
}

} // namespace

void addLlmSandbox(Routes& routes, ServerParts& parts)
{
    const Fields result = {
        {"stdout", FieldType::Text, "What it printed", true},
        {"stderr", FieldType::Text, "What it printed there, and what ended it", true},
        {"exit_code", FieldType::Integer, "128 and the signal's number where one ended it", true}};
    const Field language = {"lang", FieldType::Text, "Absent = python"};
    const Field keeps
        = {"keep_template", FieldType::Boolean, "Keep an image that was fetched for this"};
    const Field code = {"code", FieldType::Text, "The program", true};
    const Field libraries = {"libraries", FieldType::TextList, "Packages to install first"};

    addOne(
        routes, parts, "GET /llm-sandbox/", "llmSandboxHealth", "Whether the server works",
        [](ServerParts&, Call&) -> Result<Answer> {
            return jsonAnswer({{"status", "ok"}});
        })
        .answer
        = {{"status", FieldType::Text, "ok", true}};
    auto& opening = addOne(
        routes, parts, "POST /llm-sandbox/sessions", "llmSandboxOpen", "Opens a sandbox", openOne);
    opening.body = {language, keeps};
    opening.answer = {{"session_id", FieldType::Text, "Names it in later calls", true}};
    auto& running = addOne(
        routes, parts, "POST /llm-sandbox/sessions/{id}/execute", "llmSandboxRunInSession",
        "Runs code in it", runInOne);
    running.body = {code, libraries};
    running.answer = result;
    addOne(
        routes, parts, "DELETE /llm-sandbox/sessions/{id}", "llmSandboxClose", "Ends it", closeOne)
        .answer
        = {{"status", FieldType::Text, "closed", true}};
    auto& once = addOne(
        routes, parts, "POST /llm-sandbox/execute", "llmSandboxRun",
        "Runs code in a sandbox of its own", runOnce);
    once.body = {code, language, keeps, libraries};
    once.answer = result;
}

} // namespace sandbench::rest
