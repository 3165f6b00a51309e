// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/guest_files.h"
#include "app/rest/routes/running.h"

#include "core/base/base64.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>

/// Source: Piston's API, version 2 (docs/api-v2.md). What runs is what this server's engine has, so
/// that every version of a language is "*".
namespace sandbench::rest {

namespace {

constexpr const char* kAnyVersion = "*";
constexpr std::string_view kEncodings[] = {"utf8", "base64", "hex"};

Answer message(int status, const std::string& text)
{
    return jsonAnswer({{"message", text}}, status);
}

std::optional<std::string> fromHex(std::string_view text)
{
    std::string bytes;
    for (; text.size() >= 2; text.remove_prefix(2)) {
        unsigned value = 0;
        const auto [rest, problem] = std::from_chars(text.data(), text.data() + 2, value, 16);
        if (problem != std::errc() || rest != text.data() + 2)
            return std::nullopt;
        bytes += static_cast<char>(value);
    }
    return text.empty() ? std::optional(bytes) : std::nullopt;
}

std::optional<std::string> contentOf(const Json& file)
{
    const auto encoding = jsonString(file, "encoding", "utf8");
    const auto text = jsonString(file, "content");
    if (encoding == "base64")
        return fromBase64(text);
    return encoding == "hex" ? fromHex(text) : text;
}

/// The first file is the program, the others lie beside it.
Result<void> takeFiles(const Json& files, RunRequest& request)
{
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto name = "files[" + std::to_string(i) + "]";
        if (!files[i].is_object() || !jsonField(files[i], "content").is_string())
            return Error(ErrorCode::InvalidArgument, name + ".content is required as a string");
        for (const auto* const member : {"name", "encoding"})
            if (const auto& value = jsonField(files[i], member);
                !value.is_null() && !value.is_string())
                return Error(ErrorCode::InvalidArgument, name + "." + member + " must be a string");
        const auto encoding = jsonString(files[i], "encoding", "utf8");
        if (std::find(std::begin(kEncodings), std::end(kEncodings), encoding)
            == std::end(kEncodings))
            return Error(
                ErrorCode::InvalidArgument, name + ".encoding must be utf8, base64 or hex");
        auto content = contentOf(files[i]);
        if (!content)
            return Error(ErrorCode::InvalidArgument, name + ".content is not of its encoding");
        const auto path = jsonString(files[i], "name", i == 0 ? "" : "file" + std::to_string(i));
        if (i == 0) {
            request.code = *std::move(content);
            request.fileName = path;
            continue;
        }
        SANDBENCH_TRY(auto destination, guestPath(path, false));
        request.files.push_back({std::move(destination), *std::move(content)});
    }
    return {};
}

double seconds(const Json& body, std::string_view name, double fallback)
{
    const auto wanted = jsonNumber(body, name) / 1000;
    return wanted > 0 ? std::min(wanted, kLongestSeconds) : fallback;
}

Result<RunRequest> pistonRequest(const Json& body, const Language& language)
{
    RunRequest request;
    request.language = language.id;
    request.stdinBytes = jsonString(body, "stdin");
    for (const auto& argument : jsonField(body, "args"))
        request.arguments.push_back(argument.get<std::string>());
    request.limits.wallSeconds = seconds(body, "run_timeout", request.limits.wallSeconds);
    if (!language.compile.empty())
        request.limits.wallSeconds += seconds(body, "compile_timeout", 0);
    request.limits.cpuSeconds = seconds(body, "run_cpu_time", 0);
    SANDBENCH_TRY_VOID(takeFiles(jsonField(body, "files"), request));
    return request;
}

/// Source: Piston's two-letter statuses.
Json pistonStatus(const RunRecord& record)
{
    switch (record.verdict) {
    case Verdict::Exited:
        return record.exitCode == 0 ? Json(nullptr) : Json("RE");
    case Verdict::WallTimeout:
    case Verdict::CpuTimeout:
        return "TO";
    case Verdict::OutputLimit:
        return "OL";
    case Verdict::AgentLost:
    case Verdict::PolicyDenied:
        return "XX";
    default:
        return "SG";
    }
}

Json stage(const RunRecord& record)
{
    const auto out = replaceInvalidUtf8(record.stdoutBytes);
    const auto err = replaceInvalidUtf8(record.stderrBytes);
    const char* const name = record.signal ? ::sigabbrev_np(*record.signal) : nullptr;
    const bool isGood = record.verdict == Verdict::Exited;
    Json view = {{"stdout", out}, {"stderr", err}, {"output", out + err}};
    view["code"] = record.exitCode ? Json(*record.exitCode) : Json(nullptr);
    view["signal"]
        = name ? Json("SIG" + std::string(name)) : (isGood ? Json(nullptr) : Json("SIGKILL"));
    view["message"] = isGood ? Json(nullptr) : Json(verdictSentence(record));
    view["status"] = pistonStatus(record);
    view["cpu_time"] = std::llround(record.cpuSeconds * 1000);
    view["wall_time"] = std::llround(record.wallSeconds * 1000);
    view["memory"] = record.peakMemoryBytes;
    return view;
}

/// A compiler that was content: what it said and took is in the program's stage.
Json compileStage()
{
    return {{"stdout", ""},      {"stderr", ""},       {"output", ""},      {"code", 0},
            {"signal", nullptr}, {"message", nullptr}, {"status", nullptr}, {"cpu_time", 0},
            {"wall_time", 0},    {"memory", 0}};
}

Json pistonResult(const RunRecord& record, const Language& language)
{
    Json view = {{"language", language.id}, {"version", kAnyVersion}};
    if (!language.compile.empty())
        view["compile"] = compileStage();
    if (record.phase == RunPhase::Compile)
        view["compile"] = stage(record);
    else
        view["run"] = stage(record);
    return view;
}

Result<Answer> executePiston(ServerParts& parts, Call& call)
{
    for (const auto* const name : {"language", "version"})
        if (!jsonField(call.json, name).is_string())
            return message(400, std::string(name) + " is required as a string");
    if (!jsonField(call.json, "files").is_array() || jsonField(call.json, "files").empty())
        return message(400, "files is required as an array");
    const auto wanted = jsonString(call.json, "language");
    const auto language = foreignLanguage(parts, wanted);
    if (!language)
        return message(
            400, wanted + "-" + jsonString(call.json, "version") + " runtime is unknown");
    auto request = pistonRequest(call.json, *language);
    if (!request)
        return message(400, request.error().message());
    const auto memory = jsonInt(call.json, "run_memory_limit");
    SANDBENCH_TRY(
        const auto record,
        runForeign(
            parts, call,
            {*std::move(request), memory > 0 ? static_cast<std::uint64_t>(memory) : 0}));
    return jsonAnswer(pistonResult(record, *language));
}

Answer runtimes(const ServerParts& parts, const Call&)
{
    auto list = Json::array();
    for (const auto& language : parts.workspace.parts().languages().all()) {
        auto aliases = Json::array();
        for (const auto& ending : language.extensions)
            if (ending.size() > 1 && ending.substr(1) != language.id)
                aliases.push_back(ending.substr(1));
        list.push_back(
            {{"language", language.id}, {"version", kAnyVersion}, {"aliases", std::move(aliases)}});
    }
    return jsonAnswer(list);
}

Fields executeFields()
{
    return {
        {"language", FieldType::Text, "Its name, or an alias of /api/v2/runtimes", true},
        {"version", FieldType::Text, "Any: what the engine has is what runs", true},
        {.name = "files",
         .type = FieldType::ObjectList,
         .description = "The program first",
         .isRequired = true,
         .fields
         = {{"content", FieldType::Text, "Its text", true},
            {"name", FieldType::Text, "Absent = any"},
            {"encoding", FieldType::Text, "Absent = utf8", false, {"utf8", "base64", "hex"}}}},
        {"stdin", FieldType::Text, "For the program"},
        {"args", FieldType::TextList, "Of the program"},
        {"compile_timeout", FieldType::Number, "Milliseconds"},
        {"run_timeout", FieldType::Number,
         "Milliseconds; absent = the server's usual limit, not Piston's 3000"},
        {"compile_cpu_time", FieldType::Number, "Milliseconds"},
        {"run_cpu_time", FieldType::Number, "Milliseconds"},
        {"compile_memory_limit", FieldType::Number, "Bytes"},
        {"run_memory_limit", FieldType::Number, "Bytes; less than the usual limit counts"}};
}

/// What the router checks; the rest is told in Piston's own words.
Fields checkedFields()
{
    auto fields = executeFields();
    for (auto& field : fields)
        if (field.isRequired)
            field = {field.name, FieldType::Any};
    return fields;
}

Route& addPistonRoute(
    Routes& routes, std::string_view call, std::string_view id, std::string_view summary,
    Handler handler)
{
    auto& made = add(routes, "Piston", call, id, summary, std::move(handler));
    made.takesUnknown = true;
    made.refusal = [](int status, const std::string&, const std::string& detail) {
        return message(status, detail);
    };
    made.problem = {{"message", FieldType::Text, "What is wrong", true}};
    return made;
}

} // namespace

void addPiston(Routes& routes, ServerParts& parts)
{
    auto& listing = addPistonRoute(
        routes, "GET /api/v2/runtimes", "pistonRuntimes", "A list of {language, version, aliases}",
        with(parts, runtimes));
    listing.answer
        = {{"language", FieldType::Text, "Its name", true},
           {"version", FieldType::Text, "\"*\": what the engine has", true},
           {"aliases", FieldType::TextList, "Its other names", true}};
    listing.isList = true;
    auto& running = addPistonRoute(
        routes, "POST /api/v2/execute", "pistonExecute", "Runs a program in a sandbox of its own",
        with(parts, executePiston));
    running.body = checkedFields();
    running.members = executeFields();
    running.mostBytes = kMostFileBytes;
    running.answer
        = {{"language", FieldType::Text, "Which one ran"},
           {"version", FieldType::Text, "\"*\""},
           {"run", FieldType::Object, "{stdout, stderr, output, code, signal, status, …}"},
           {"compile", FieldType::Object,
            "The same of a compiler; where it did not fail, its output and times are in run's"}};
}

} // namespace sandbench::rest
