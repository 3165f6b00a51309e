// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/hostile_http_server.h"

#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::test {

/// A language model's server on this machine, with as much of OpenAI's API as a client of ours
/// uses: it streams an answer in pieces, or does what its handler does instead. Thread: any.
class ModelHost
{
public:
    /// @p handler: answers "…/chat/completions"; null = streams answer().
    explicit ModelHost(HostileHttpServer::Handler handler = {});

    /// "http://127.0.0.1:PORT/v1"
    std::string url() const;
    /// What is streamed, a word at a time.
    static std::string answer();
    /// Wants this key of everybody; empty = none.
    void setKey(const std::string& key);
    /// Bodies of the questions until now, and the heads of all requests.
    std::vector<std::string> questions() const;
    std::vector<std::string> heads() const;

    /// The head of an answer that streams, chunk by chunk.
    static void beginStream(const Conversation& peer);
    /// One chunk of it.
    static bool sendChunk(const Conversation& peer, std::string_view bytes);
    static void endStream(const Conversation& peer) { peer.send("0\r\n\r\n"); }
    /// An event with this piece of text, and one with why it ended.
    static std::string event(const std::string& text);
    static std::string ending(const std::string& reason);

private:
    void serve(Conversation& peer);

    HostileHttpServer::Handler m_handler;
    mutable std::mutex m_mutex; ///< Of the rest, but the server.
    std::string m_key;
    std::vector<std::string> m_questions, m_heads;
    HostileHttpServer m_server; ///< Last: its threads use the others.
};

} // namespace sandbench::test
