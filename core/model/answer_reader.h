// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/base/result.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sandbench::model {

/// How the answer of a model ended.
enum class AnswerEnd {
    Whole,
    TooLong, ///< The model was cut short: it may not say more at once.
    Withheld, ///< The server filtered what came, or what was to come.
    CutOff, ///< The connection ended before the answer did.
};

/// Incremental parser of what a server answers to a chat completion: a stream of events, or one
/// object where it does not stream. What it is is told by its first bytes, not by a header.
/// Hostile bytes: at most 64 MiB come in, 1 MiB of them in an event, and 4 MiB of text go out. No
/// I/O. Thread: one at a time. Source: HTML Standard, 9.2 Server-sent events; OpenAI's API
/// reference, Chat Completions.
class AnswerReader
{
public:
    static constexpr std::size_t kMostBytes = 64U << 20, kMostText = 4U << 20,
                                 kMostEventBytes = 1U << 20, kMostObjectBytes = 16U << 20;

    /// @p onText: the next piece of the answer, UTF-8, never empty.
    explicit AnswerReader(std::function<void(std::string_view)> onText);

    /// Errors: Protocol (no such answer), ResourceExhausted (more than is taken), Unavailable (the
    /// server tells a problem, in its words). It stays in that state; text that came before counts.
    Result<void> feed(std::string_view bytes);
    /// No more bytes come, or none are needed. Errors: as feed().
    Result<AnswerEnd> finish();
    /// Whatever comes now is not part of the answer.
    bool isDone() const { return m_end.has_value(); }

private:
    enum class Form { Unknown, Events, Object };

    Result<void> take(std::string_view bytes);
    Result<void> recognise(std::string_view& bytes);
    Result<void> takeLine();
    Result<void> takeEvent();
    Result<void> takeObject(const Json& object);
    Result<void> takeChoice(const Json& choice);

    std::function<void(std::string_view)> m_onText;
    Form m_form = Form::Unknown;
    std::size_t m_bytes = 0, m_textBytes = 0;
    std::string m_line; ///< Not yet complete; of an object all of it.
    bool m_afterReturn = false; ///< A line feed now belongs to the line before.
    std::optional<std::string> m_data; ///< Of the event that goes on.
    bool m_hasChoice = false;
    std::optional<AnswerEnd> m_end;
    std::optional<Error> m_error;
};

/// What a server's words on a problem are, in one line: of {"error": {"message": "…"}} and its
/// like, or of plain text; empty where it is a page, or nothing.
std::string problemText(std::string_view body);

} // namespace sandbench::model
