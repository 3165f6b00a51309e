// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/mcp/request.h"

#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

namespace sandbench::mcp {

/// The protocol without a transport, for both eras: a client that sends `initialize` gets the
/// version that it asked for (2024-11-05 … 2025-11-25), one that sends modern _meta is served
/// statelessly (2026-07-28). Thread: any; requests may overlap.
class McpServer
{
public:
    /// @p rules: a network is offered to those only who may have one.
    McpServer(Offers offers, std::string version, workspace::ServerRules rules = {});

    /// What a connection has agreed on.
    struct Peer
    {
        std::string version = {}; ///< Empty before initialize.
        /// Null = nothing outlives its requests.
        std::shared_ptr<Conversation> conversation = {};
    };
    /// Handles one message to its end. A cancelled request gets no answer, nor does a notification.
    /// @p peer: changed by `initialize` only. @p ending: requested before @p stop where it is the
    /// server that ends: then the client is there, and its request gets an answer.
    void handle(
        const Message& message, Peer& peer, const workspace::Caller& caller, const Send& send,
        std::stop_token stop, std::stop_token ending = {}) const;
    /// It takes no time: no need of a thread for it.
    static bool isQuick(const Message& message);
    /// The version that a stateless request says in its _meta; empty = it is none.
    static std::string statelessVersion(const Message& message);

    /// Tells of what @p peer has subscribed to, until @p stop.
    void tellChanges(
        const Peer& peer, const workspace::Caller& caller, const Send& send,
        const std::stop_token& stop) const;
    /// What is served at "/.well-known/mcp/server-card.json". Source: SEP-2127. @p address: of the
    /// endpoint.
    Json serverCard(const std::string& address) const;

private:
    Json answer(const Request& request, Peer& peer) const;
    Json initialize(const Request& request, Peer& peer) const;
    Json discover(const Request& request) const;
    std::string instructions(const Request& request) const;
    Json serverInfo(std::string_view version) const;

    Offers m_offers;
    std::string m_version;
    workspace::ServerRules m_rules;
};

} // namespace sandbench::mcp
