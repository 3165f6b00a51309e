// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b_lines.h"

#include "app/rest/routes/e2b_chart.h"
#include "app/rest/routes/running.h"
#include "core/base/base64.h"
#include "core/base/text.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace sandbench::rest {

namespace {

/// Of one representation, and of the line that has them all. Units: bytes.
constexpr std::uint64_t kMostShownBytes = 32U << 20;
constexpr std::size_t kMostResultLine = 64U << 20;
/// While it is written: its bytes, and these in JSON.
constexpr std::size_t kCopiesOfShown = 3;

/// Which member of a result a type is; bytes go as base64.
struct Member
{
    std::string_view mime, name;
    bool isBinary = false;
};
constexpr Member kMembers[] = {{"image/png", "png", true},
                               {"image/jpeg", "jpeg", true},
                               {"application/pdf", "pdf", true},
                               {"image/svg+xml", "svg"},
                               {"text/html", "html"},
                               {"text/markdown", "markdown"},
                               {"text/latex", "latex"},
                               {"application/json", "json"},
                               {"text/plain", "text"},
                               {"text/javascript", "javascript"}};
/// What the core calls a value's representations: "result-1.html".
constexpr std::string_view kResultPrefix = "result-";
/// Where the text of an exception begins, which is told as an error already.
constexpr std::string_view kExceptionBegins[] = {"Traceback (most recent call last):", "  File \""};
constexpr std::size_t kMostException = 512U << 10; ///< Units: bytes.

Member memberOf(const Artifact& artifact)
{
    const auto* const member
        = std::find_if(std::begin(kMembers), std::end(kMembers), [&](const Member& each) {
              return each.mime == artifact.mime;
          });
    return member == std::end(kMembers) ? Member{{}, "extra"} : *member;
}

/// What the interpreter calls the columns of a data frame, which it shows where it is told to.
constexpr const char* kFrame = "e2b/data";

struct Value
{
    std::string_view name; ///< Of the member.
    std::string text; ///< JSON
};

Result<Value> jsonValue(const Member& member, const std::string& bytes)
{
    const auto parsed = parseJson(bytes, kMostShownBytes);
    if (!parsed && parsed.error().code() == ErrorCode::ResourceExhausted)
        return parsed.error();
    const auto value = parsed.value_or(nullptr);
    if (value.is_object() && value.size() == 1 && value.contains(kFrame))
        return Value{"data", writeJson(value[kFrame])};
    return Value{member.name, writeJson(value)};
}

Result<Value> valueOf(const Member& member, const Artifact& artifact, const std::string& bytes)
{
    if (member.name == "extra")
        return Value{member.name, writeJson({{artifact.mime, toBase64(bytes)}})};
    if (member.isBinary)
        return Value{member.name, '"' + toBase64(bytes) + '"'};
    if (member.name != "json")
        return Value{member.name, writeJson(replaceInvalidUtf8(bytes))};
    return jsonValue(member, bytes);
}

/// Where such a text begins in @p text, at the beginning of a line.
std::size_t exceptionIn(std::string_view text)
{
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (const auto begin : kExceptionBegins)
            if (text.substr(at).starts_with(begin))
                return at;
        at = std::min(text.find('\n', at), text.size());
    }
    return text.size();
}

std::int64_t nanoseconds()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

std::string line(const Json& value)
{
    return writeJson(value) + "\n";
}

std::string output(const char* type, const std::string& text)
{
    return text.empty() ? std::string()
                        : line({{"type", type}, {"text", text}, {"timestamp", nanoseconds()}});
}

} // namespace

E2bLines::E2bLines(
    std::function<std::vector<Artifact>()> artifacts, std::shared_ptr<MemoryShare> memory,
    bool isProgram)
    : m_artifacts(std::move(artifacts))
    , m_memory(std::move(memory))
    , m_isProgram(isProgram)
{
}

std::string E2bLines::of(const workspace::RunEvent& event)
{
    if (std::exchange(m_given, 0) > 0)
        (void)charge();
    if (event.kind == "stderr")
        return flushValue() + standardError(m_error.add(event.data));
    const auto data = event.kind == "stdout"
        ? Json::object()
        : parseJson(event.data, 64U << 20).value_or(Json::object());
    if (event.kind == "artifact")
        return artifact(static_cast<std::size_t>(jsonInt(data, "index")));
    if (event.kind == "ended")
        return flushValue() + ended(data);
    auto before = flush();
    if (event.kind == "stdout")
        return before + output("stdout", m_out.add(event.data));
    if (event.kind == "result") {
        begin({{"type", "result"}, {"text", jsonString(data, "text")}, {"is_main_result", true}});
        m_members = {"text"};
    }
    return before;
}

std::string E2bLines::flush()
{
    auto held = std::exchange(m_exception, {});
    return flushValue() + output("stderr", held);
}

void E2bLines::begin(const Json& value)
{
    m_value = writeJson(value);
    m_value.pop_back();
}

std::string E2bLines::flushValue()
{
    m_stem.clear();
    m_members.clear();
    if (m_value.empty())
        return {};
    m_given += m_value.size();
    return std::exchange(m_value, {}) + "}\n";
}

Result<void> E2bLines::charge(std::size_t more)
{
    return m_memory ? m_memory->resize(m_given + m_value.size() + more) : Result<void>();
}

/// Gives the value what @p artifact is, unless it has that already.
Result<void> E2bLines::add(const Artifact& artifact)
{
    const auto member = memberOf(artifact);
    if (!m_members.insert(member.name).second)
        return {};
    SANDBENCH_TRY_VOID(charge(kCopiesOfShown * artifact.bytes));
    SANDBENCH_TRY(const auto bytes, artifactBytes(artifact, kMostShownBytes));
    if (member.name == "json")
        SANDBENCH_TRY_VOID(charge(kCopiesOfShown * bytes.size() + jsonMemory(bytes)));
    SANDBENCH_TRY(const auto value, valueOf(member, artifact, bytes));
    const auto& text = value.text;
    if (text.size() > kMostResultLine - std::min(kMostResultLine, m_value.size()))
        return Error(
            ErrorCode::ResourceExhausted,
            "all that is one value may have " + std::to_string(kMostResultLine) + " bytes");
    m_value.append(",\"").append(value.name).append("\":").append(text);
    addChart(artifact);
    return charge();
}

void E2bLines::addChart(const Artifact& artifact)
{
    if (!artifact.facts.chart || !m_members.insert("chart").second)
        return;
    const auto text = writeJson(e2bChart(*artifact.facts.chart));
    if (text.size() < kMostResultLine - std::min(kMostResultLine, m_value.size()))
        m_value.append(",\"chart\":").append(text);
}

/// The same; what cannot be there is told.
std::string E2bLines::addOrTell(const Artifact& artifact)
{
    const auto added = add(artifact);
    return added ? std::string()
                 : output(
                     "stderr",
                     "sandbench: " + oneLine(artifact.name, 200)
                         + " is left out: " + added.error().message() + "\n");
}

/// Keeps what may be the text of the exception that ends the run.
std::string E2bLines::standardError(std::string text)
{
    if (m_exception.empty()) {
        const auto begin = exceptionIn(text);
        m_exception = text.substr(begin);
        text.resize(begin);
    } else {
        m_exception += std::exchange(text, {});
    }
    if (m_exception.size() > kMostException)
        text += std::exchange(m_exception, {});
    return output("stderr", text);
}

/// One value's representations are called the same and follow one another, its text first.
std::string E2bLines::artifact(std::size_t number)
{
    const auto artifacts = m_artifacts();
    if (number >= artifacts.size())
        return {};
    const auto& name = artifacts[number].name;
    const auto stem = name.substr(0, name.find('.'));
    const bool isFile = artifacts[number].facts.from == ResultFacts::From::File;
    const bool isResult = !isFile && stem.starts_with(kResultPrefix);
    const bool isSame = !isFile && (m_stem.empty() ? isResult : m_stem == stem);
    std::string before;
    if (m_value.empty() || !isSame) {
        before = flushValue();
        begin({{"type", "result"}, {"is_main_result", isResult}});
    }
    m_stem = stem;
    const auto problem = addOrTell(artifacts[number]);
    if (!problem.empty() && m_members.size() == 1)
        m_value.clear(); // of which there is nothing to say
    return before + problem;
}

std::string E2bLines::ended(const Json& record)
{
    auto text = output("stdout", m_out.flush());
    const auto& cause = jsonField(record, "error");
    const auto traceback = jsonString(cause, "traceback");
    auto last = std::exchange(m_exception, {}) + m_error.flush();
    if (!traceback.empty() && last.ends_with(traceback))
        last.resize(last.size() - traceback.size());
    text += output("stderr", last);
    Json error = {{"type", "error"}};
    if (cause.is_object())
        error.update(
            {{"name", jsonString(cause, "name", jsonString(cause, "code"))},
             {"value", jsonString(cause, "value", jsonString(cause, "message"))},
             {"traceback", traceback}});
    else if (
        jsonString(record, "verdict") != "exited"
        || (m_isProgram && jsonInt(record, "exit_code") != 0))
        error.update(
            {{"name", m_isProgram ? "Error" : jsonString(record, "verdict")},
             {"value", jsonString(record, "sentence")},
             {"traceback", ""}});
    if (error.size() > 1)
        text += line(error);
    return text + line({{"type", "number_of_executions"}, {"execution_count", 1}})
        + line({{"type", "end_of_execution"}});
}

} // namespace sandbench::rest
