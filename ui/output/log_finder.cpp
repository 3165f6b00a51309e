// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/log_finder.h"

#include <QMetaObject>

#include <re2/re2.h>

namespace sandbench::ui {

namespace {

constexpr std::int64_t kPatternMemory = 8 * 1024 * 1024;
constexpr int kMaxPatternLength = 1000;

std::shared_ptr<const RE2> compile(const FindQuery& query)
{
    RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(kPatternMemory);
    options.set_case_sensitive((query.flags & FindQuery::MatchCase) != 0);
    std::string pattern = query.text.left(kMaxPatternLength).toStdString();
    if ((query.flags & FindQuery::Regex) == 0)
        pattern = RE2::QuoteMeta(pattern);
    if ((query.flags & FindQuery::WholeWord) != 0)
        pattern = "\\b(?:" + pattern + ")\\b";
    return std::make_shared<const RE2>(pattern, options);
}

void searchLine(
    const RE2& pattern, std::string_view text, FindMatch at, std::vector<FindMatch>& out)
{
    std::size_t from = 0;
    re2::StringPiece hit;
    const re2::StringPiece whole(text.data(), text.size());
    while (from <= text.size() && out.size() < LogFinder::kMaxMatches
           && pattern.Match(whole, from, text.size(), RE2::UNANCHORED, &hit, 1)) {
        const auto begin = static_cast<std::size_t>(hit.data() - text.data());
        from = begin + std::max<std::size_t>(1, hit.size());
        if (hit.empty())
            continue;
        at.begin = static_cast<std::uint32_t>(begin);
        at.end = static_cast<std::uint32_t>(begin + hit.size());
        out.push_back(at);
    }
}

std::shared_ptr<LineChunk> copyOf(const LineChunk& chunk)
{
    return std::make_shared<LineChunk>(chunk);
}

} // namespace

LogFinder::LogFinder(QObject* parent)
    : QObject(parent)
{
}

LogFinder::~LogFinder()
{
    m_worker.request_stop();
}

LogFinder::Parts LogFinder::snapshot(const LogDocument& document)
{
    Parts parts;
    for (const auto& section : document.sections()) {
        if (section->hidden())
            continue;
        const auto serial = section->serial();
        const auto visible = section->firstVisibleLine();
        const auto add = [&](const ChunkSlot& slot) {
            // A full chunk never changes again; any other is still being written.
            const auto chunk = slot.chunk->full() ? slot.chunk : copyOf(*slot.chunk);
            parts.push_back({serial, slot.firstLine, visible, chunk});
        };
        for (const auto& slot : section->head())
            add(slot);
        for (const auto& slot : section->tail())
            add(slot);
        auto live = std::make_shared<LineChunk>();
        for (auto line = section->frozenCount(); line < section->lineCount(); ++line)
            live->append(section->line(line));
        parts.push_back({serial, section->frozenCount(), visible, std::move(live)});
    }
    return parts;
}

void LogFinder::search(const LogDocument& document, const FindQuery& query)
{
    search(query.text.isEmpty() ? Parts() : snapshot(document), query);
}

void LogFinder::search(Parts lines, const FindQuery& query)
{
    cancel();
    m_error.clear();
    const auto pattern = compile(query);
    if (query.text.isEmpty() || !pattern->ok()) {
        m_error = query.text.isEmpty() ? QString() : QString::fromStdString(pattern->error());
        m_matches.clear();
        emit finished();
        return;
    }
    m_searching = true;
    m_worker = std::jthread([this, pattern, generation = m_generation,
                             parts = std::move(lines)](const std::stop_token& stop) {
        std::vector<FindMatch> found;
        for (const auto& part : parts) {
            for (std::size_t i = 0; i < part.chunk->lineCount(); ++i) {
                if (stop.stop_requested())
                    return;
                if (part.firstLine + i >= part.firstVisible)
                    searchLine(
                        *pattern, part.chunk->line(i).text, {part.serial, part.firstLine + i, 0, 0},
                        found);
            }
            if (found.size() >= kMaxMatches)
                break;
        }
        QMetaObject::invokeMethod(
            this,
            [this, generation, found = std::move(found)]() mutable {
                deliver(generation, std::move(found));
            },
            Qt::QueuedConnection);
    });
}

void LogFinder::deliver(quint64 generation, std::vector<FindMatch> matches)
{
    if (generation != m_generation)
        return;
    m_searching = false;
    m_matches = std::move(matches);
    emit finished();
}

void LogFinder::cancel()
{
    // Also makes a result that is already on its way stale.
    ++m_generation;
    m_searching = false;
    if (m_worker.joinable()) {
        m_worker.request_stop();
        m_worker.join();
    }
}

} // namespace sandbench::ui
