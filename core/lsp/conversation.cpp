// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/lsp/conversation.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/lsp/answers.h"
#include "core/lsp/document_text.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace sandbench::lsp {

namespace {

constexpr int kMaxDepth = 64;
constexpr int kMethodNotFound = -32601; ///< Of JSON-RPC 2.0.
constexpr std::uint64_t kInitializeId = 0;
constexpr std::size_t kLongestId = 200;

std::string addressOf(const std::string& document)
{
    return "file:///work/" + document;
}

/// Process id null: in the server's sandbox ours would be another one's, or nobody's.
Json initializeParams()
{
    const Json document = {
        {"completion",
         {{"completionItem", {{"snippetSupport", false}, {"documentationFormat", {"plaintext"}}}}}},
        {"hover", {{"contentFormat", {"plaintext"}}}}};
    return {
        {"processId", nullptr},
        {"rootUri", "file:///work"},
        {"capabilities",
         {{"general", {{"positionEncodings", {"utf-16"}}}},
          {"workspace", {{"configuration", true}}},
          {"textDocument", document}}}};
}

const char* methodOf(Topic topic)
{
    return topic == Topic::Completion ? "textDocument/completion" : "textDocument/hover";
}

/// Null for what nobody here answers.
std::optional<Json> answerTo(const Json& request)
{
    const auto method = jsonString(request, "method");
    if (method == "workspace/configuration") {
        const auto& items = jsonList(jsonField(request, "params"), "items");
        return Json(std::vector<Json>(std::min<std::size_t>(items.size(), kLongestId)));
    }
    if (method == "client/registerCapability" || method == "client/unregisterCapability"
        || method == "window/workDoneProgress/create")
        return Json();
    return std::nullopt;
}

} // namespace

Conversation::Conversation(std::function<void(std::uint64_t, Answer)> onAnswer)
    : m_onAnswer(std::move(onAnswer))
    , m_reader([this](std::string_view message) { return take(message); })
{
    send({{"id", kInitializeId}, {"method", "initialize"}, {"params", initializeParams()}});
}

Result<void> Conversation::feed(std::string_view bytes)
{
    m_unasked += bytes.size();
    if (m_unasked > kMostUnasked)
        return Error(ErrorCode::ResourceExhausted, "the language server does not stop talking");
    return m_reader.feed(bytes);
}

Result<void> Conversation::take(std::string_view message)
{
    SANDBENCH_TRY(const auto json, parseJson(message, MessageReader::kMostMessageBytes, kMaxDepth));
    if (!json.is_object())
        return Error(ErrorCode::Protocol, "the language server sent what is no message");
    const Json& id = jsonField(json, "id");
    if (json.contains("method"))
        return id.is_null() ? Result<void>() : reply(json);
    if (!id.is_number_unsigned())
        return {};
    const auto number = id.get<std::uint64_t>();
    if (number == kInitializeId) {
        if (!std::exchange(m_isReady, true))
            begin();
        return {};
    }
    const auto asked = m_asked.extract(number);
    if (asked.empty()) // it was dropped meanwhile
        return {};
    const Json& result = jsonField(json, "result");
    const auto& [topic, prefix] = asked.mapped();
    Answer answer;
    answer.prefixBytes = prefix.size();
    if (topic == Topic::Completion) {
        answer.words = completionWords(result, prefix);
        answer.isPartial = jsonBool(result, "isIncomplete") || answer.words.size() >= kMostWords;
    } else {
        answer.text = hoverText(result);
    }
    m_onAnswer(number, std::move(answer));
    return {};
}

Result<void> Conversation::reply(const Json& request)
{
    const Json& id = jsonField(request, "id");
    const auto* text = id.get_ptr<const std::string*>();
    if (!id.is_number_integer() && !(text && text->size() <= kLongestId))
        return Error(ErrorCode::Protocol, "the language server asked without an id");
    const auto before = m_output.size();
    if (auto answer = answerTo(request))
        send({{"id", id}, {"result", *std::move(answer)}});
    else
        send(
            {{"id", id},
             {"error",
              {{"code", kMethodNotFound}, {"message", "this client has no such method"}}}});
    m_replies += m_output.size() - before;
    if (m_replies > kMostReplies)
        return Error(ErrorCode::ResourceExhausted, "the language server asks and does not listen");
    return {};
}

void Conversation::begin()
{
    notify("initialized", Json::object());
    for (const auto& [number, question] : std::exchange(m_early, {}))
        ask(number, question);
}

void Conversation::ask(std::uint64_t number, const Question& question)
{
    m_unasked = 0;
    if (!m_isReady) {
        m_early.insert_or_assign(number, question);
        return;
    }
    const auto& [topic, document, offset] = question;
    bring(document);
    const auto at = positionAt(document.text, offset);
    m_asked[number]
        = {topic,
           topic == Topic::Completion ? std::string(wordBefore(document.text, offset))
                                      : std::string()};
    send(
        {{"id", number},
         {"method", methodOf(topic)},
         {"params",
          {{"textDocument", {{"uri", addressOf(document.name)}}},
           {"position", {{"line", at.line}, {"character", at.character}}}}}});
}

void Conversation::bring(const Document& document)
{
    const auto [at, isNew] = m_documents.try_emplace(document.name);
    auto& [revision, version] = at->second;
    if (!isNew && revision == document.revision)
        return;
    revision = document.revision;
    ++version;
    const auto text = replaceInvalidUtf8(document.text);
    const auto uri = addressOf(document.name);
    if (isNew)
        notify(
            "textDocument/didOpen",
            {{"textDocument",
              {{"uri", uri},
               {"languageId", document.language},
               {"version", version},
               {"text", text}}}});
    else
        notify(
            "textDocument/didChange",
            {{"textDocument", {{"uri", uri}, {"version", version}}},
             {"contentChanges", Json::array({{{"text", text}}})}});
}

void Conversation::drop(std::uint64_t number)
{
    m_early.erase(number);
    if (m_asked.erase(number) > 0)
        notify("$/cancelRequest", {{"id", number}});
}

void Conversation::close(const std::string& document)
{
    if (m_documents.erase(document) > 0)
        notify("textDocument/didClose", {{"textDocument", {{"uri", addressOf(document)}}}});
}

void Conversation::notify(const char* method, Json params)
{
    send({{"method", method}, {"params", std::move(params)}});
}

void Conversation::send(Json message)
{
    message["jsonrpc"] = "2.0";
    m_output += framed(writeJson(message));
}

std::string Conversation::takeOutput()
{
    m_replies = 0;
    return std::exchange(m_output, {});
}

} // namespace sandbench::lsp
