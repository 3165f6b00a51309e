// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/stoppable_condition.h"
#include "core/lsp/conversation.h"
#include "core/lsp/server_table.h"
#include "core/policy/profiles.h"
#include "core/session/session.h"

#include <chrono>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::lsp {

/// One language server, in a sandbox of its own without a network: what it reads was written by
/// nobody knows whom. Texts come to it through its standard input and are nowhere else. Thread:
/// any.
class LanguageServer
{
public:
    /// What sandboxes are made with; outlives serve().
    struct Workshop
    {
        Engine& engine; ///< The embedded one, whose sandboxes have the programs of this machine.
        const ProfileCatalog& profiles;
        const LanguageCatalog& languages;
        ArtifactStore& artifacts;
    };

    LanguageServer();

    /// Nobody sees its sandbox, so nobody would see what it lacks: without one of these there is
    /// none.
    static const LayerNames& demandedLayers();

    /// Runs the first of @p candidates that is installed until it ends by itself, or says what it
    /// may not; once. Errors: NotFound (none is installed), those of Session::open() and
    /// Session::run(), Cancelled.
    Result<void> serve(
        const Workshop& workshop, const std::vector<ServerCandidate>& candidates,
        std::stop_token stop);

    /// Waits until it is served, and for its answer. Errors: Timeout after @p patience, NotFound
    /// when the server has ended, Unavailable where it does not read, Cancelled.
    Result<Answer>
    ask(const Question& question, std::chrono::milliseconds patience, std::stop_token stop);
    /// The document is closed.
    void close(const std::string& document);

private:
    class Sink;

    Result<void>
    runIn(Session& session, const std::vector<std::string>& command, const std::stop_token& stop);
    bool take(std::string_view bytes);
    void write(Session& session, const std::string& runId, const std::stop_token& stop);
    void end();

    std::mutex m_mutex;
    StoppableCondition m_changed;
    Conversation m_conversation; // this and what follows: guarded by m_mutex
    std::map<std::uint64_t, Answer> m_answers;
    std::uint64_t m_lastNumber = 0;
    bool m_hasEnded = false;
};

} // namespace sandbench::lsp
