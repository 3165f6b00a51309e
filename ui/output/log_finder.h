// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/log_document.h"

#include <QObject>
#include <QString>

#include <memory>
#include <thread>
#include <vector>

namespace sandbench::ui {

struct FindQuery
{
    enum Flag : unsigned { MatchCase = 1, WholeWord = 2, Regex = 4 };
    QString text;
    unsigned flags = 0;
};

/// Units: bytes of the line.
struct FindMatch
{
    quint64 serial = 0;
    std::uint64_t line = 0;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
};

/// Searches the lines in memory on a thread of its own, in slices of one chunk. Patterns are RE2's,
/// so none can take exponential time. A new search replaces the running one. Thread: GUI; signals
/// come there too.
class LogFinder : public QObject
{
    Q_OBJECT
public:
    static constexpr std::size_t kMaxMatches = 10'000;

    explicit LogFinder(QObject* parent = nullptr);
    ~LogFinder() override;

    /// Lines from @p firstLine on, of which those before @p firstVisible are left out.
    struct Part
    {
        quint64 serial;
        std::uint64_t firstLine;
        std::uint64_t firstVisible;
        std::shared_ptr<const LineChunk> chunk;
    };
    using Parts = std::vector<Part>;

    void search(const LogDocument& document, const FindQuery& query);
    /// Of lines that are not a document's; nothing changes the chunks any more.
    void search(Parts parts, const FindQuery& query);
    void cancel();
    bool searching() const { return m_searching; }
    const std::vector<FindMatch>& matches() const { return m_matches; }
    /// kMaxMatches were found and the search stopped there.
    bool truncated() const { return m_matches.size() >= kMaxMatches; }
    /// Why the pattern cannot be used; empty when it can.
    const QString& error() const { return m_error; }

signals:
    void finished();

private:
    static Parts snapshot(const LogDocument& document);
    void deliver(quint64 generation, std::vector<FindMatch> matches);

    std::jthread m_worker;
    quint64 m_generation = 0;
    bool m_searching = false;
    std::vector<FindMatch> m_matches;
    QString m_error;
};

} // namespace sandbench::ui
