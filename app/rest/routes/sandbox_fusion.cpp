// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/fast_api.h"
#include "app/rest/routes/guest_files.h"
#include "app/rest/routes/running.h"

#include "core/base/base64.h"
#include "core/base/text.h"

#include <csignal>

/// Source: bytedance/SandboxFusion, sandbox/server/sandbox_api.py.
namespace sandbench::rest {

namespace {

using workspace::Scope;

constexpr std::uint64_t kMostFetched = 64U << 20;
/// As base64, in the answer's JSON and in its text.
constexpr std::size_t kCopiesOfFile = 3;

bool isLate(const RunRecord& record)
{
    return record.verdict == Verdict::WallTimeout || record.verdict == Verdict::CpuTimeout;
}

/// The sandbox failed, not the program; limits are the program's own matter.
bool isSandboxError(const RunRecord& record)
{
    return record.verdict == Verdict::AgentLost || record.verdict == Verdict::Cancelled
        || record.verdict == Verdict::PolicyDenied;
}

Json commandResult(const RunRecord& record)
{
    Json view
        = {{"status",
            isLate(record) ? "TimeLimitExceeded" : (isSandboxError(record) ? "Error" : "Finished")},
           {"execution_time", record.wallSeconds},
           {"return_code", nullptr},
           {"stdout", replaceInvalidUtf8(record.stdoutBytes)},
           {"stderr", replaceInvalidUtf8(record.stderrBytes)}};
    if (view["status"] == "Finished")
        view["return_code"] = record.exitCode.value_or(-record.signal.value_or(SIGKILL));
    return view;
}

/// A compiler that was content: what it said and took is in the program's result.
Json compileResult()
{
    return {
        {"status", "Finished"},
        {"execution_time", nullptr},
        {"return_code", 0},
        {"stdout", ""},
        {"stderr", ""}};
}

Json fusionResult(const RunRecord& record, const Language& language, Json files)
{
    const bool hasRun = record.phase == RunPhase::Run;
    const bool isGood = hasRun && record.verdict == Verdict::Exited && record.exitCode == 0;
    const bool isError = isSandboxError(record);
    const auto compiler = language.compile.empty() ? Json(nullptr) : compileResult();
    return {
        {"status", isGood ? "Success" : (isError ? "SandboxError" : "Failed")},
        {"message", isError ? verdictSentence(record) : ""},
        {"compile_result", hasRun ? compiler : commandResult(record)},
        {"run_result", hasRun ? commandResult(record) : Json(nullptr)},
        {"executor_pod_name", nullptr},
        {"files", std::move(files)}};
}

/// As its server answers where no sandbox could be had.
Json sandboxError(const Error& error)
{
    return {{"status", "SandboxError"}, {"message", publicText(error)}, {"compile_result", nullptr},
            {"run_result", nullptr},    {"executor_pod_name", nullptr}, {"files", Json::object()}};
}

Result<RunRequest> fusionRequest(const Json& body, const Language& language)
{
    RunRequest request;
    request.language = language.id;
    request.code = jsonString(body, "code");
    request.stdinBytes = jsonString(body, "stdin");
    request.limits.wallSeconds = std::min(jsonNumber(body, "run_timeout", 10), kLongestSeconds);
    if (!language.compile.empty())
        request.limits.wallSeconds
            += std::min(jsonNumber(body, "compile_timeout", 10), kLongestSeconds);
    for (const auto& [name, content] : jsonField(body, "files").items()) {
        if (!content.is_string())
            continue; // null: nothing to write
        SANDBENCH_TRY(auto path, guestPath(name, name.starts_with('/')));
        auto bytes = fromBase64(content.get<std::string>());
        if (!bytes)
            return Error(ErrorCode::InvalidArgument, "files: a content is not base64");
        request.files.push_back({std::move(path), *std::move(bytes)});
    }
    return request;
}

/// Those of the wanted files that are there. Errors: ResourceExhausted, of the memory of @p call.
Result<Json> fetched(const UsedSandbox& sandbox, const Json& names, const Call& call)
{
    Json files = Json::object();
    std::uint64_t left = kMostFetched; // of all together: one file has many names
    for (const auto& name : names) {
        if (left == 0) // which would be no limit
            break;
        const auto text = name.get<std::string>();
        const auto path = guestPath(text, text.starts_with('/'));
        if (!path)
            continue;
        const auto bytes = sandbox.session().readGuestFile(*path, left, call.stop);
        if (!bytes)
            continue;
        left -= bytes->size();
        SANDBENCH_TRY_VOID(call.charge(kCopiesOfFile * bytes->size()));
        files[text] = toBase64(*bytes);
    }
    return files;
}

Answer runCode(ServerParts& parts, Call& call)
{
    const auto language = foreignLanguage(parts, jsonString(call.json, "language"));
    auto request = language ? fusionRequest(call.json, *language)
                            : Result<RunRequest>(Error(language.error()).within("language"));
    if (!request)
        return fastApiInvalid(request.error().text());
    Result<Json> files = Json::object();
    ForeignRun run{*std::move(request)};
    const auto megabytes = jsonNumber(call.json, "memory_limit_MB", -1);
    if (megabytes > 0 && megabytes < 1e6)
        run.memoryBytes = static_cast<std::uint64_t>(megabytes * (1U << 20));
    // The body goes before the run.
    run.onEnd = [&files, &call, names = jsonField(call.json, "fetch_files")](
                    const UsedSandbox& sandbox) { files = fetched(sandbox, names, call); };
    const auto record = runForeign(parts, call, std::move(run));
    if (!record || !files)
        return jsonAnswer(sandboxError(record ? files.error() : record.error()));
    return jsonAnswer(fusionResult(*record, *language, *std::move(files)));
}

} // namespace

void addSandboxFusion(Routes& routes, ServerParts& parts)
{
    routes.push_back(
        {.method = "POST",
         .path = "/run_code",
         .id = "sandboxFusionRunCode",
         .tag = "SandboxFusion",
         .summary = "Runs a program in a sandbox of its own",
         .scope = Scope::Run,
         .body
         = {{{"code", FieldType::Text, "The program", true},
             {"language", FieldType::Text, "python, cpp, nodejs, go, java …", true},
             {"stdin", FieldType::Any, "For the program, or null"},
             {.name = "compile_timeout",
              .type = FieldType::Number,
              .description = "Seconds",
              .least = 0},
             {.name = "run_timeout",
              .type = FieldType::Number,
              .description = "Seconds",
              .least = 0},
             {"memory_limit_MB", FieldType::Number, "Less than the usual limit counts"},
             {"files", FieldType::Object, "Base64 by path"},
             {.name = "fetch_files",
              .type = FieldType::TextList,
              .description = "Paths of files to send back, 64 MiB in all",
              .longest = 100}}},
         .mostBytes = kMostFileBytes,
         .answer
         = {{"status", FieldType::Text, "Success, Failed or SandboxError"},
            {"message", FieldType::Text, "Of a SandboxError: what is wrong"},
            {"compile_result", FieldType::Object,
             "Of a compiler; where it did not fail, its output and time are in run_result"},
            {"run_result", FieldType::Object,
             "{status, execution_time, return_code, stdout, stderr}"},
            {"executor_pod_name", FieldType::Any, "null"},
            {"files", FieldType::Object, "Base64 by path"}},
         .takesUnknown = true,
         .refusal =
             [](int status, const std::string&, const std::string& detail) {
                 return status == 400 ? fastApiInvalid(detail) : fastApiProblem(status, detail);
             },
         .problem = fastApiProblemFields(),
         .handler = [&parts](Call& call) { return runCode(parts, call); }});
}

} // namespace sandbench::rest
