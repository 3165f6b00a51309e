// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/model/answer_reader.h"

#include "core/base/json.h"
#include "core/base/text.h"

#include <algorithm>
#include <utility>

namespace sandbench::model {

namespace {

constexpr std::size_t kLongestProblem = 300;
constexpr int kMaxDepth = 64;
constexpr std::string_view kBlanksAndMark = " \t\r\n\xef\xbb\xbf";

Error noAnswer(const std::string& what)
{
    return {
        ErrorCode::Protocol, "the server " + what + "; check its URL, which usually ends in /v1"};
}

Error tooMuch(const char* what)
{
    return {ErrorCode::ResourceExhausted, std::string(what) + "; what came before was kept"};
}

/// As one server or another tells it: {"error": {"message"}}, {"error": "…"}, {"message"},
/// {"detail"}.
std::string problemOf(const Json& object)
{
    const Json& error = jsonField(object, "error");
    auto text = error.is_object() ? jsonString(error, "message") : jsonString(object, "error");
    if (text.empty() && !error.is_object())
        text = jsonString(object, "message", jsonString(object, "detail"));
    return oneLine(text, kLongestProblem);
}

AnswerEnd endOf(std::string_view reason)
{
    if (reason == "length" || reason == "max_tokens")
        return AnswerEnd::TooLong;
    return reason == "content_filter" ? AnswerEnd::Withheld : AnswerEnd::Whole;
}

} // namespace

std::string problemText(std::string_view body)
{
    const auto start = body.find_first_not_of(kBlanksAndMark);
    if (start == std::string_view::npos || body[start] == '<')
        return {};
    if (const auto json = parseJson(body, AnswerReader::kMostEventBytes, kMaxDepth)) {
        // Google's comes in a list.
        const Json& object = json->is_array() && !json->empty() ? json->front() : *json;
        return problemOf(object);
    }
    return oneLine(body, kLongestProblem);
}

AnswerReader::AnswerReader(std::function<void(std::string_view)> onText)
    : m_onText(std::move(onText))
{
}

Result<void> AnswerReader::feed(std::string_view bytes)
{
    if (m_error)
        return *m_error;
    if (auto taken = take(bytes); !taken)
        m_error = taken.error();
    return m_error ? Result<void>(*m_error) : Result<void>();
}

Result<void> AnswerReader::take(std::string_view bytes)
{
    const bool isTooMuch = bytes.size() > kMostBytes - m_bytes;
    bytes = bytes.substr(0, kMostBytes - m_bytes);
    m_bytes += bytes.size();
    if (m_form == Form::Unknown)
        SANDBENCH_TRY_VOID(recognise(bytes));
    while (!bytes.empty() && !m_end) {
        if (std::exchange(m_afterReturn, false) && bytes.front() == '\n') {
            bytes.remove_prefix(1);
            continue;
        }
        const bool isEvents = m_form == Form::Events;
        const auto piece = bytes.substr(0, isEvents ? bytes.find_first_of("\r\n") : bytes.npos);
        if (piece.size() > (isEvents ? kMostEventBytes : kMostObjectBytes) - m_line.size())
            return tooMuch("the server sent a piece of an answer that never ends");
        m_line += piece;
        bytes.remove_prefix(piece.size());
        if (bytes.empty())
            break;
        m_afterReturn = bytes.front() == '\r';
        bytes.remove_prefix(1);
        SANDBENCH_TRY_VOID(takeLine());
    }
    if (isTooMuch && !m_end)
        return tooMuch("the server sent more than 64 MiB for one answer");
    return {};
}

// What stands before it means nothing in any form.
Result<void> AnswerReader::recognise(std::string_view& bytes)
{
    bytes.remove_prefix(std::min(bytes.find_first_not_of(kBlanksAndMark), bytes.size()));
    if (bytes.empty())
        return {};
    const char c = bytes.front();
    if (c == '<')
        return noAnswer("sent a web page, not an answer");
    m_form = c == '{' || c == '[' ? Form::Object : Form::Events;
    return {};
}

Result<void> AnswerReader::takeLine()
{
    const auto line = std::exchange(m_line, {});
    if (line.empty())
        return takeEvent();
    std::string_view value = line;
    const auto field = takeUpTo(value, ':');
    if (field != "data")
        return {}; // a comment, or what we do not need
    if (value.starts_with(' '))
        value.remove_prefix(1);
    if (m_data)
        *m_data += '\n';
    else
        m_data.emplace();
    if (m_data->size() + value.size() > kMostEventBytes)
        return tooMuch("the server sent a piece of an answer that never ends");
    *m_data += value;
    return {};
}

Result<void> AnswerReader::takeEvent()
{
    const auto data = std::exchange(m_data, std::nullopt);
    if (!data || data->empty())
        return {};
    if (*data == "[DONE]") {
        m_end = AnswerEnd::Whole;
        return {};
    }
    const auto object = parseJson(*data, kMostEventBytes, kMaxDepth);
    if (!object || !object->is_object())
        return noAnswer("sent an event that is no JSON object");
    return takeObject(*object);
}

Result<void> AnswerReader::takeObject(const Json& object)
{
    if (!jsonField(object, "error").is_null()) {
        const auto problem = problemOf(object);
        return Error(
            ErrorCode::Unavailable,
            "the server gave up: "
                + (problem.empty() ? std::string("it does not say why") : problem));
    }
    // Of several answers to one question the first counts; only one was asked for.
    const Json& choices = jsonList(object, "choices");
    return choices.empty() ? Result<void>() : takeChoice(choices.front());
}

Result<void> AnswerReader::takeChoice(const Json& choice)
{
    m_hasChoice = true;
    const Json& delta = jsonField(choice, "delta");
    const Json& message = delta.is_object() ? delta : jsonField(choice, "message");
    auto text = jsonString(message, "content");
    if (text.empty())
        text = jsonString(message, "refusal");
    if (m_textBytes + text.size() > kMostText)
        return tooMuch("the answer has more than 4 MiB of text");
    m_textBytes += text.size();
    if (!text.empty())
        m_onText(text);
    if (const auto reason = jsonString(choice, "finish_reason"); !reason.empty())
        m_end = endOf(reason);
    return {};
}

Result<AnswerEnd> AnswerReader::finish()
{
    if (m_error)
        return *m_error;
    if (m_end)
        return *m_end;
    if (m_form == Form::Object) {
        const auto object = parseJson(std::exchange(m_line, {}), kMostObjectBytes, kMaxDepth);
        if (!object || !object->is_object())
            return noAnswer("sent something else than an answer");
        SANDBENCH_TRY_VOID(takeObject(*object));
        if (m_hasChoice)
            return m_end.value_or(AnswerEnd::Whole);
    } else if (m_form == Form::Events) {
        // Some leave the empty line out behind the last event. What is half is not taken.
        auto last = takeLine();
        if (last && (last = takeEvent()) && m_end)
            return *m_end;
        if (last.failedAs(ErrorCode::Unavailable))
            return last.error();
    }
    return m_hasChoice ? Result<AnswerEnd>(AnswerEnd::CutOff)
                       : Result<AnswerEnd>(noAnswer("sent no answer"));
}

} // namespace sandbench::model
