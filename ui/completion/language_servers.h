// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lsp/language_server.h"
#include "ui/async/job_runner.h"

#include <QObject>

#include <functional>
#include <map>
#include <memory>
#include <set>
#include <stop_token>
#include <string>

namespace sandbench {
class Composition;
}

namespace sandbench::ui {

/// The language servers of a window: one for each language, as long as a document of it is known,
/// each in a sandbox of its own of the embedded engine. Where none is installed, or no such sandbox
/// is possible, nothing is ever answered. One that ends by itself is started again, twice at most.
/// Thread: GUI.
class LanguageServers : public QObject
{
    Q_OBJECT

public:
    /// @p parts outlives it.
    LanguageServers(Composition& parts, lsp::ServerTable table, QObject* parent);

    /// There may be one.
    bool serves(const std::string& language) const;
    /// Has the server of @p language ready before it is asked about @p document, a name without its
    /// extension.
    void begin(const std::string& language, const std::string& document);
    /// @p question: of a document whose language and extension are filled in here. Calls @p done
    /// unless @p context is gone or the question was stopped; with an empty answer where there is
    /// none within 3 s.
    std::stop_source
    ask(const std::string& language, lsp::Question question, QObject* context,
        std::function<void(const lsp::Answer&)> done);
    void close(const std::string& language, const std::string& document);
    /// Ends all; begin() and ask() start them again.
    void stop();
    /// Those that run, or begin to.
    int running() const;

private:
    struct Entry
    {
        lsp::ServerLanguage about;
        std::shared_ptr<lsp::LanguageServer> server = {}; ///< Null = none runs.
        std::stop_source ending{std::nostopstate};
        std::set<std::string> documents = {};
        int ends = 0; ///< How often it ended by itself.
        bool isHopeless = false;
    };

    Entry* find(const std::string& language);
    void start(Entry& entry);
    void end(Entry& entry);

    Composition& m_parts;
    std::map<std::string, Entry> m_entries; ///< By language.
    JobRunner m_jobs; ///< Last: it waits for the jobs.
};

} // namespace sandbench::ui
