// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b_lines.h"

#include "app/rest/routes/running.h"
#include "core/base/base64.h"
#include "core/base/text.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace sandbench::rest {

namespace {

constexpr std::uint64_t kMostResultLine = 32U << 20;

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

/// Gives @p line what @p artifact is; false = it has that already, or there are no bytes.
bool addTo(Json& line, const Artifact& artifact)
{
    const auto* const member
        = std::find_if(std::begin(kMembers), std::end(kMembers), [&](const Member& each) {
              return each.mime == artifact.mime;
          });
    const auto name = member == std::end(kMembers) ? "extra" : std::string(member->name);
    const auto bytes = artifactBytes(artifact, kMostResultLine);
    if (!bytes || line.contains(name))
        return false;
    if (name == "extra")
        line[name] = {{artifact.mime, toBase64(*bytes)}};
    else if (name == "json")
        line[name] = parseJson(*bytes, kMostResultLine).value_or(Json(nullptr));
    else
        line[name] = member->isBinary ? toBase64(*bytes) : replaceInvalidUtf8(*bytes);
    return true;
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

E2bLines::E2bLines(std::function<std::vector<Artifact>()> artifacts)
    : m_artifacts(std::move(artifacts))
{
}

std::string E2bLines::of(const workspace::RunEvent& event)
{
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
    if (event.kind == "result")
        m_value
            = {{"type", "result"}, {"text", jsonString(data, "text")}, {"is_main_result", true}};
    return before;
}

std::string E2bLines::flush()
{
    auto held = std::exchange(m_exception, {});
    return flushValue() + output("stderr", held);
}

std::string E2bLines::flushValue()
{
    const auto value = std::exchange(m_value, nullptr);
    m_stem.clear();
    return value.is_null() ? std::string() : line(value);
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
    const bool isResult = stem.starts_with(kResultPrefix);
    const bool isSame = m_stem.empty() ? isResult : m_stem == stem;
    if (!m_value.is_null() && isSame) {
        addTo(m_value, artifacts[number]);
        m_stem = stem;
        return {};
    }
    auto before = flushValue();
    Json value = {{"type", "result"}, {"is_main_result", isResult}};
    if (addTo(value, artifacts[number])) {
        m_value = std::move(value);
        m_stem = stem;
    }
    return before;
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

} // namespace sandbench::rest
