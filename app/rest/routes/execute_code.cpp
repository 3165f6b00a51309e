// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/running.h"

#include "core/base/base64.h"
#include "core/base/embedded.h"
#include "core/base/stoppable_mutex.h"
#include "core/workspace/new_id.h"

#include <algorithm>

/// What pg2455/sandbox_for_llm_code offers, with its defects repaired: the code runs in a sandbox,
/// functions see imports, clients do not share variables.
namespace sandbench::rest {

namespace {

constexpr const char* kOneContext = "execute_code";
constexpr std::uint64_t kMostResultBytes = 16U << 20;
/// As it came, in the answer's JSON and in its text.
constexpr std::size_t kCopiesOfResult = 3;

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
        if (shown && jsonString(*shown, "mark") == mark)
            return shown;
    }
    return Error(ErrorCode::NotFound, verdictSentence(record));
}

/// @p shown: see shownBy(); the view takes what it has of the program's.
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
    return {
        {"result", std::move((*shown)["result"])},
        {"skipped", std::move((*shown)["skipped"])},
        {"success", true}};
}

/// @p hasState: see Seat.
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
    return jsonAnswer(view, jsonBool(view, "success") ? 200 : 400);
}

/// A sandbox for each caller of an API that knows none: opened at the first call, opened again when
/// it has gone. Calls of one caller wait for each other. Thread: any.
class Seats
{
public:
    struct Seat
    {
        StoppableMutex mutex;
        std::string sandbox; ///< Id; empty = none yet.
        bool hasState = false; ///< A call's variables are in its interpreter, or were.
    };
    /// As long as this is there, no other call has the caller's sandbox.
    struct Taken
    {
        std::shared_ptr<Seat> seat;
        StoppableMutex::Guard guard;
        UsedSandbox sandbox;
    };
    /// Errors: SandboxTable::open()'s, Cancelled.
    Result<Taken> take(ServerParts& parts, const Call& call);

private:
    std::mutex m_mutex;
    std::map<std::string, std::shared_ptr<Seat>> m_seats; ///< By caller.
};

Result<Seats::Taken> Seats::take(ServerParts& parts, const Call& call)
{
    std::shared_ptr<Seat> seat;
    {
        const std::lock_guard lock(m_mutex);
        auto& known = m_seats[call.caller.id];
        if (!known)
            known = std::make_shared<Seat>();
        seat = known;
    }
    SANDBENCH_TRY(auto guard, seat->mutex.lock(call.stop));
    auto sandbox = parts.workspace.sandboxes().find(call.caller, seat->sandbox);
    if (!sandbox || !(*sandbox)->session().isAlive()) {
        SANDBENCH_TRY(auto request, openRequest(parts, call));
        SANDBENCH_TRY(sandbox, openSandbox(parts, call, std::move(request)));
        seat->sandbox = (*sandbox)->id();
    }
    return Taken{std::move(seat), std::move(guard), use(*std::move(sandbox))};
}

Result<Answer> executeCode(ServerParts& parts, Seats& seats, Call& call)
{
    if (jsonString(call.json, "code").empty())
        return failure(
            errorCodeName(ErrorCode::InvalidArgument), "No code provided in request body");
    SANDBENCH_TRY(const auto seat, seats.take(parts, call));
    workspace::RunBody asked;
    asked.request.language = "python";
    asked.request.context = kOneContext;
    const auto mark = workspace::newId("a");
    asked.request.code = program(call.json, mark);
    asked.request.limits = seat.sandbox->asked().runLimits;
    SANDBENCH_TRY(const auto run, startRun(parts, call, seat.sandbox, std::move(asked)));
    SANDBENCH_TRY(const auto record, waitForEnd(call, run));
    auto answer = answerOfCall(call, record, mark, seat.seat->hasState);
    answer.headers["x-session-id"] = seat.sandbox->id();
    return answer;
}

} // namespace

void addExecuteCode(Routes& routes, ServerParts& parts)
{
    auto& made = add(
        routes, "execute_code", "POST /execute_code/", "executeCode",
        "Runs Python in the caller's own sandbox and answers with its variables; "
        "DELETE of the session in X-Session-Id begins anew",
        handling([&parts, seats = std::make_shared<Seats>()](Call& call) {
            return executeCode(parts, *seats, call);
        }));
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
    made.refusal = [](int status, const std::string& code, const std::string& detail) {
        auto answer = failure(code, detail);
        answer.status = status;
        return answer;
    };
    made.problem
        = {{"error", FieldType::Text, "What went wrong", true},
           {"error_type", FieldType::Text, "The exception's, or what ended the program", true},
           {"traceback", FieldType::Text, "Where it happened", true},
           {"success", FieldType::Boolean, "False", true},
           {"stdout", FieldType::Text, "What it had printed, where it ran"},
           {"stderr", FieldType::Text, "What it had printed there"},
           {"warnings", FieldType::TextList, "As in a good answer"}};
}

} // namespace sandbench::rest
