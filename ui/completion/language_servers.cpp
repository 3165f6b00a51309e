// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/completion/language_servers.h"

#include "core/workspace/composition.h"

#include <algorithm>
#include <utility>

namespace sandbench::ui {

static constexpr auto kAnswerPatience = std::chrono::seconds(3);
static constexpr int kMostEnds = 2;
static constexpr auto kEngineOfServers = "local";

static Result<void> serveFrom(
    Composition& parts, lsp::LanguageServer& server,
    const std::vector<lsp::ServerCandidate>& candidates, const std::stop_token& stop)
{
    SANDBENCH_TRY(Engine* const engine, parts.engines().find(kEngineOfServers));
    return server.serve(
        {*engine, parts.profiles(), parts.languages(), parts.artifacts()}, candidates, stop);
}

LanguageServers::LanguageServers(Composition& parts, lsp::ServerTable table, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
{
    for (auto& about : table) {
        const std::string language = about.language;
        m_entries[language].about = std::move(about);
    }
}

LanguageServers::Entry* LanguageServers::find(const std::string& language)
{
    const auto found = m_entries.find(language);
    return found == m_entries.end() || found->second.isHopeless ? nullptr : &found->second;
}

bool LanguageServers::serves(const std::string& language) const
{
    const auto found = m_entries.find(language);
    return found != m_entries.end() && !found->second.isHopeless;
}

void LanguageServers::start(Entry& entry)
{
    if (entry.server)
        return;
    auto server = std::make_shared<lsp::LanguageServer>();
    entry.server = server;
    entry.ending = m_jobs.run(
        this,
        [&parts = m_parts, server, candidates = entry.about.candidates](
            const std::stop_token& stop) { return serveFrom(parts, *server, candidates, stop); },
        [&entry, server](const Result<void>& served) {
            if (entry.server != server) // it was ended from here
                return;
            entry.server.reset();
            entry.isHopeless = !served || ++entry.ends > kMostEnds;
        });
}

void LanguageServers::begin(const std::string& language, const std::string& document)
{
    if (Entry* entry = find(language)) {
        entry->documents.insert(document);
        start(*entry);
    }
}

std::stop_source LanguageServers::ask(
    const std::string& language, lsp::Question question, QObject* context,
    std::function<void(const lsp::Answer&)> done)
{
    Entry* entry = find(language);
    if (!entry)
        return std::stop_source(std::nostopstate);
    begin(language, question.document.name);
    question.document.name += entry->about.extension;
    question.document.language = entry->about.name;
    return m_jobs.run(
        context,
        [server = entry->server, question = std::move(question)](const std::stop_token& stop) {
            return server->ask(question, kAnswerPatience, stop);
        },
        [done = std::move(done)](const Result<lsp::Answer>& answer) {
            if (!answer.failedAs(ErrorCode::Cancelled))
                done(answer.value_or(lsp::Answer()));
        });
}

void LanguageServers::close(const std::string& language, const std::string& document)
{
    const auto found = m_entries.find(language);
    if (found == m_entries.end() || found->second.documents.erase(document) == 0)
        return;
    Entry& entry = found->second;
    if (entry.documents.empty())
        return end(entry);
    if (entry.server) // it may be busy with a long message
        m_jobs.run(
            this,
            [server = entry.server, name = document + entry.about.extension](std::stop_token) {
                server->close(name);
                return true;
            },
            [](bool) {});
}

void LanguageServers::end(Entry& entry)
{
    entry.ending.request_stop();
    entry.server.reset();
}

void LanguageServers::stop()
{
    for (auto& [language, entry] : m_entries)
        end(entry);
}

int LanguageServers::running() const
{
    return static_cast<int>(std::count_if(
        m_entries.begin(), m_entries.end(), [](const auto& each) { return each.second.server; }));
}

} // namespace sandbench::ui
