// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/model_server.h"

#include "core/base/json.h"

#include <array>
#include <cstdio>

namespace sandbench::test {

ModelHost::ModelHost(HostileHttpServer::Handler handler)
    : m_handler(std::move(handler))
    , m_server([this](Conversation& peer) { serve(peer); }, HostileHttpServer::Listen::Tcp)
{
}

std::string ModelHost::url() const
{
    return "http://127.0.0.1:" + std::to_string(m_server.endpoint().port) + "/v1";
}

std::string ModelHost::answer()
{
    return "Grüße! This one is right:\n\n```python\n# repaired.py\nprint('🙂 repaired')\n```\n";
}

void ModelHost::setKey(const std::string& key)
{
    const std::lock_guard lock(m_mutex);
    m_key = key;
}

std::vector<std::string> ModelHost::questions() const
{
    const std::lock_guard lock(m_mutex);
    return m_questions;
}

std::vector<std::string> ModelHost::heads() const
{
    const std::lock_guard lock(m_mutex);
    return m_heads;
}

void ModelHost::beginStream(const Conversation& peer)
{
    peer.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
              "Transfer-Encoding: chunked\r\n\r\n");
}

bool ModelHost::sendChunk(const Conversation& peer, std::string_view bytes)
{
    std::array<char, 32> size = {};
    std::snprintf(size.data(), size.size(), "%zx\r\n", bytes.size());
    return peer.send(size.data() + std::string(bytes) + "\r\n");
}

std::string ModelHost::event(const std::string& text)
{
    const Json delta = {{"content", text}};
    return "data: " + writeJson({{"choices", {{{"index", 0}, {"delta", delta}}}}}) + "\n\n";
}

std::string ModelHost::ending(const std::string& reason)
{
    return "data: "
        + writeJson({{"choices", {{{"delta", Json::object()}, {"finish_reason", reason}}}}})
        + "\n\n";
}

void ModelHost::serve(Conversation& peer)
{
    std::string key;
    {
        const std::lock_guard lock(m_mutex);
        m_heads.push_back(peer.head);
        key = m_key;
    }
    if (!key.empty()
        && peer.head.find("Authorization: Bearer " + key + "\r\n") == std::string::npos) {
        const auto sent = peer.head.find("Bearer ");
        const auto end = peer.head.find('\r', sent == std::string::npos ? 0 : sent);
        const auto shown
            = sent == std::string::npos ? "none" : peer.head.substr(sent + 7, end - sent - 7);
        peer.answer(401, writeJson({{"error", {{"message", "no right key: " + shown}}}}));
        return;
    }
    if (peer.path().ends_with("/models")) {
        peer.answer(200, R"({"data": [{"id": "small"}, {"id": "large"}, {"id": 7}]})");
        return;
    }
    {
        const std::lock_guard lock(m_mutex);
        m_questions.push_back(peer.body);
    }
    if (m_handler)
        return m_handler(peer);
    beginStream(peer);
    std::string word;
    for (const char c : answer()) {
        word += c;
        if ((c == ' ' || c == '\n') && !sendChunk(peer, event(std::exchange(word, {}))))
            return;
    }
    sendChunk(peer, event(word));
    sendChunk(peer, ending("stop") + "data: [DONE]\n\n");
    endStream(peer);
}

} // namespace sandbench::test
