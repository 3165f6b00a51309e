// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/execute_code_clients.h"
#include "app/rest/routes/fast_api.h"
#include "app/rest/routes/running.h"

#include "core/base/base64.h"
#include "core/base/embedded.h"
#include "core/workspace/new_id.h"

#include <algorithm>

/// What pg2455/sandbox_for_llm_code offers, with its defects repaired: the code runs in a sandbox,
/// functions see imports, clients do not share variables.
namespace sandbench::rest {

namespace {

constexpr const char* kOneContext = "execute_code";
constexpr std::uint64_t kMostResultBytes = 16U << 20;
/// As it came, in its JSON, as its own text and in the answer.
constexpr std::size_t kCopiesOfResult = 4;

constexpr const char* kLost
    = "the variables of earlier calls are gone: their interpreter or its sandbox has ended";

Json failureView(std::string_view type, const std::string& error, const std::string& traceback = {})
{
    return {{"error", error}, {"error_type", type}, {"traceback", traceback}, {"success", false}};
}

Answer failure(std::string_view type, const std::string& error)
{
    return jsonAnswer(failureView(type, error), 400);
}

/// @p mark: the answer has it, files of the program's do not.
std::string program(const Json& body, const std::string& mark)
{
    Json request
        = {{"code", jsonString(body, "code")},
           {"local_dict", jsonField(body, "local_dict")},
           {"mark", mark}};
    if (!request["local_dict"].is_object())
        request["local_dict"] = Json::object();
    return std::string(embeddedFile("rest/execute_code.py").value_or(""))
        + "\n\n_sandbench_execute_code(\"" + toBase64(writeJson(request)) + "\")\n";
}

/// The variables are JSON as Python wrote it, whose large numbers no reader of ours keeps: it is
/// read to know that it is nothing else, and sent as it is. Errors: ResourceExhausted, Protocol.
Result<void> checkResult(const Call& call, const Json& shown)
{
    if (!jsonBool(shown, "success"))
        return {};
    const auto text = jsonString(shown, "result");
    SANDBENCH_TRY_VOID(call.charge(std::min(jsonMemory(text), kMostJsonMemory)));
    const auto result = parseJson(text, kMostResultBytes);
    if (!result)
        return Error(result.error()).within("the variables");
    return result->is_object() ? Result<void>()
                               : Error(ErrorCode::Protocol, "the variables are no object");
}

/// What the program showed: before any file of its output folder that is called the same.
/// Untrusted. Errors: ResourceExhausted, also of the memory of @p call; NotFound.
Result<Json> shownBy(const Call& call, const RunRecord& record, const std::string& mark)
{
    const auto at = std::find_if(
        record.artifacts.begin(), record.artifacts.end(), [](const Artifact& artifact) {
            return artifact.name.starts_with("result-") && artifact.mime == "application/json";
        });
    if (at != record.artifacts.end()) {
        SANDBENCH_TRY_VOID(call.charge(kCopiesOfResult * at->bytes));
        SANDBENCH_TRY(const auto text, artifactBytes(*at, kMostResultBytes));
        SANDBENCH_TRY_VOID(call.charge(std::min(jsonMemory(text), kMostJsonMemory)));
        auto shown = parseJson(text, kMostResultBytes);
        if (!shown && shown.error().code() == ErrorCode::ResourceExhausted)
            return std::move(shown.error()).within("the variables");
        if (shown && jsonString(*shown, "mark") == mark) {
            SANDBENCH_TRY_VOID(checkResult(call, *shown));
            return shown;
        }
    }
    return Error(ErrorCode::NotFound, verdictSentence(record));
}

/// @p shown: see shownBy(). Of a success without its result.
Json viewOf(const RunRecord& record, Result<Json>& shown)
{
    // What ended it is more than the exception that the interpreter made of that.
    if (record.verdict != Verdict::Exited)
        return failureView(
            verdictName(record.verdict), verdictSentence(record),
            record.error ? record.error->traceback : record.stderrBytes);
    if (!shown && record.error)
        return failureView(record.error->name, record.error->value, record.error->traceback);
    if (!shown && shown.error().code() == ErrorCode::NotFound)
        return failureView(
            verdictName(record.verdict), shown.error().message(), record.stderrBytes);
    if (!shown)
        return failureView(errorCodeName(shown.error().code()), shown.error().text());
    if (!jsonBool(*shown, "success"))
        return failureView(
            jsonString(*shown, "error_type"), jsonString(*shown, "error"),
            jsonString(*shown, "traceback"));
    return {{"skipped", std::move((*shown)["skipped"])}, {"success", true}};
}

/// @p hasState: see ExecuteCodeClients::Client.
Answer
answerOfCall(const Call& call, const RunRecord& record, const std::string& mark, bool& hasState)
{
    auto shown = shownBy(call, record, mark);
    auto view = viewOf(record, shown);
    view["stdout"] = record.stdoutBytes;
    view["stderr"] = record.stderrBytes;
    view["warnings"] = Json::array();
    // What ended before it could answer is told of by the next one that can.
    if (shown) {
        if (hasState && jsonBool(*shown, "fresh"))
            view["warnings"].push_back(kLost);
        hasState = true;
    }
    const bool isGood = jsonBool(view, "success");
    auto answer = jsonAnswer(view, isGood ? 200 : 400);
    if (isGood)
        answer.body.insert(1, "\"result\":" + jsonString(*shown, "result") + ",");
    return answer;
}

Result<Answer> executeCode(ServerParts& parts, ExecuteCodeClients& clients, Call& call)
{
    if (jsonString(call.json, "code").empty())
        return failure(
            errorCodeName(ErrorCode::InvalidArgument), "No code provided in request body");
    SANDBENCH_TRY(const auto taken, clients.take(parts, call));
    workspace::RunBody asked;
    asked.request.language = "python";
    asked.request.context = kOneContext;
    const auto mark = workspace::newId("a");
    asked.request.code = program(call.json, mark);
    asked.request.limits = taken.sandbox->asked().runLimits;
    SANDBENCH_TRY(const auto run, startRun(parts, call, taken.sandbox, std::move(asked)));
    SANDBENCH_TRY(const auto record, waitForEnd(call, run));
    auto answer = answerOfCall(call, record, mark, taken.client->hasState);
    answer.headers["x-session-id"] = taken.sandbox->id();
    if (!taken.cookie.empty())
        answer.headers["set-cookie"] = taken.cookie;
    return answer;
}

Result<Answer> beginAnew(ServerParts& parts, ExecuteCodeClients& clients, const Call& call)
{
    SANDBENCH_TRY_VOID(clients.reset(parts, call));
    return jsonAnswer({{"success", true}});
}

/// What is no request at all is told by its framework, the rest by itself.
Answer refusalOf(int status, const std::string& code, const std::string& detail)
{
    if (status == 400 && detail.starts_with("the body "))
        return fastApiInvalid(detail);
    auto answer = failure(code, detail);
    answer.status = status;
    return answer;
}

} // namespace

void addExecuteCode(Routes& routes, ServerParts& parts)
{
    const auto clients = std::make_shared<ExecuteCodeClients>();
    const Fields who
        = {{ExecuteCodeClients::kHeader, FieldType::Text,
            "Names the client, whose variables and files are its own; without it the cookie that "
            "the first answer gave, or the token"}};
    const Fields problem
        = {{"error", FieldType::Text, "What went wrong"},
           {"error_type", FieldType::Text, "The exception's, or what ended the program"},
           {"traceback", FieldType::Text, "Where it happened"},
           {"success", FieldType::Boolean, "False"},
           {"stdout", FieldType::Text, "What it had printed, where it ran"},
           {"stderr", FieldType::Text, "What it had printed there"},
           {"warnings", FieldType::TextList, "As in a good answer"},
           {"detail", FieldType::ObjectList, "Of a body that is no JSON object: {loc, msg, type}"}};
    auto& made = add(
        routes, "execute_code", "POST /execute_code/", "executeCode",
        "Runs Python in the client's own sandbox and answers with its variables",
        handling([&parts, clients](Call& call) { return executeCode(parts, *clients, call); }));
    made.body
        = {{"code", FieldType::Text, "The program"},
           {"local_dict", FieldType::Object,
            "Variables that it begins with; those are this call's only"}};
    made.answer
        = {{"result", FieldType::Object, "The request's variables, and those that it set"},
           {"skipped", FieldType::TextList, "Names of those that JSON cannot carry"},
           {"stdout", FieldType::Text, "What it printed"},
           {"stderr", FieldType::Text, "What it printed there"},
           {"warnings", FieldType::TextList, "What else to know: the variables were lost"},
           {"success", FieldType::Boolean, "True"}};
    made.takesUnknown = true;
    made.headers = who;
    made.refusal = refusalOf;
    made.problem = problem;
    auto& ending = add(
        routes, "execute_code", "DELETE /execute_code/", "resetExecuteCode",
        "Forgets the client's variables and files, and ends what runs there",
        handling([&parts, clients](const Call& call) { return beginAnew(parts, *clients, call); }));
    ending.answer = {{"success", FieldType::Boolean, "True"}};
    ending.headers = who;
    ending.refusal = refusalOf;
    ending.problem = problem;
}

} // namespace sandbench::rest
