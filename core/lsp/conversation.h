// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json_fwd.h"
#include "core/base/result.h"
#include "core/lsp/message_reader.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::lsp {

/// A text that a server is asked about. It has it only from here, and never a file of it.
struct Document
{
    std::string name; ///< Of our own making: "1.py".
    std::string language; ///< As the protocol calls it: "shellscript".
    std::uint64_t revision = 0; ///< The same only for the same text.
    std::string text; ///< Any bytes.
};

enum class Topic { Completion, Hover };

struct Question
{
    Topic topic = Topic::Completion;
    Document document;
    std::size_t offset = 0; ///< In its text. Units: bytes.
};

/// Untrusted.
struct Answer
{
    std::size_t prefixBytes = 0; ///< Of the word before the place, which a word replaces.
    std::vector<std::string> words; ///< See completionWords().
    bool isPartial = false; ///< There are others, if more of the word is there.
    std::string text; ///< See hoverText().
};

/// What is said to a language server and what it says, without I/O. Questions may come before the
/// server is ready. Nothing that it asks for happens: it can only be answered no. Hostile bytes.
/// Thread: one at a time. Source: Language Server Protocol 3.17.
class Conversation
{
public:
    /// What the server says unasked, at most; then it is not listened to any more. Units: bytes.
    static constexpr std::size_t kMostUnasked = 16U << 20;
    static constexpr std::size_t kMostReplies = 1U << 20;
    /// More than that waits to be sent only while a server does not read.
    static constexpr std::size_t kMostOutput = 8U << 20;

    /// @p onAnswer: to the question of that number; an empty one where the server knows none.
    explicit Conversation(std::function<void(std::uint64_t, Answer)> onAnswer);
    Conversation(const Conversation&) = delete;
    Conversation& operator=(const Conversation&) = delete;

    /// Errors: Protocol, ResourceExhausted: the server is to be ended. It stays in that state.
    Result<void> feed(std::string_view bytes);
    /// @p number: another one each time.
    void ask(std::uint64_t number, const Question& question);
    /// Its answer is not wanted any more.
    void drop(std::uint64_t number);
    /// The document is closed.
    void close(const std::string& document);
    /// What is to be sent; only once.
    std::string takeOutput();
    /// The server does not read: it is not worth while to ask it anything.
    bool isBehind() const { return m_output.size() > kMostOutput; }

private:
    struct Asked
    {
        Topic topic = Topic::Completion;
        std::string prefix;
    };
    struct Known
    {
        std::uint64_t revision = 0;
        int version = 0;
    };

    Result<void> take(std::string_view message);
    Result<void> reply(const Json& request);
    void begin();
    void send(Json message);
    void notify(const char* method, Json params);
    void bring(const Document& document);

    std::function<void(std::uint64_t, Answer)> m_onAnswer;
    MessageReader m_reader;
    std::string m_output;
    std::size_t m_unasked = 0, m_replies = 0;
    bool m_isReady = false; ///< The server has told what it can.
    std::map<std::uint64_t, Question> m_early; ///< Asked before it was.
    std::map<std::uint64_t, Asked> m_asked;
    std::map<std::string, Known> m_documents;
};

} // namespace sandbench::lsp
