// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/log_document.h"

#include <QDir>
#include <QStandardPaths>

#include <algorithm>

namespace sandbench::ui {

namespace {

std::vector<std::string> spoolFolders()
{
    std::vector<std::string> folders;
    const QString cache = QStandardPaths::writableLocation(QStandardPaths::CacheLocation);
    if (!cache.isEmpty() && QDir().mkpath(cache))
        folders.push_back(QDir::toNativeSeparators(cache).toStdString());
    folders.push_back(QDir::tempPath().toStdString());
    return folders;
}

} // namespace

LogDocument::LogDocument(QObject* parent)
    : QObject(parent)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &LogDocument::tick);
}

std::shared_ptr<SpoolFile> LogDocument::makeSpool()
{
    auto spool = SpoolFile::create(spoolFolders());
    return spool ? *spool : nullptr;
}

void LogDocument::beginRun(const RunHeader& header)
{
    if (auto* previous = current(); previous != nullptr && previous->running())
        endRun({tr("Ended"), RunSummary::Tone::Neutral, previous->runningSeconds(), 0, {}});
    auto spool = makeSpool();
    if (!spool)
        return; // no file descriptor left: the run goes on without a log of it
    m_sections.push_back(std::make_unique<LogSection>(m_nextSerial++, header, std::move(spool)));
    enforceLimits();
    schedule();
}

void LogDocument::append(OutputStream stream, QByteArrayView bytes)
{
    if (bytes.isEmpty())
        return;
    if (current() == nullptr)
        beginRun({});
    if (current() == nullptr)
        return;
    current()->append(stream, {bytes.data(), static_cast<std::size_t>(bytes.size())});
    schedule();
}

void LogDocument::setPhase(const QString& phase)
{
    if (current() == nullptr || !current()->running())
        return;
    current()->setPhase(phase);
    schedule();
}

void LogDocument::endRun(const RunSummary& summary)
{
    if (current() == nullptr || !current()->running())
        return;
    current()->end(summary);
    schedule();
}

void LogDocument::showPage(
    const RunHeader& header, const RunSummary& summary, const std::shared_ptr<SpoolFile>& spool,
    std::uint64_t begin, std::uint64_t end)
{
    m_sections.clear();
    auto page = std::make_unique<LogSection>(
        m_nextSerial++, header, spool, AnsiLineDiscipline::LongLines::HardWrap);
    page->restrictTo(begin, end);
    page->end(summary);
    m_sections.push_back(std::move(page));
    emit cleared();
    schedule();
}

LogSection* LogDocument::section(quint64 serial) const
{
    for (const auto& section : m_sections)
        if (section->serial() == serial)
            return section.get();
    return nullptr;
}

void LogDocument::clear()
{
    for (const auto& section : m_sections)
        section->clear();
    emit cleared();
    emit changed();
}

void LogDocument::undoClear()
{
    for (const auto& section : m_sections)
        section->undoClear();
    emit changed();
}

bool LogDocument::parsed() const
{
    return std::all_of(
               m_sections.begin(), m_sections.end(),
               [](const auto& section) { return section->drained(); })
        && !m_dirty;
}

std::size_t LogDocument::memoryBytes() const
{
    std::size_t bytes = 0;
    for (const auto& section : m_sections) {
        bytes += section->tailBytes();
        for (const auto& slot : section->head())
            bytes += slot.chunk->memoryBytes();
    }
    return bytes;
}

void LogDocument::schedule()
{
    m_dirty = true;
    if (!m_timer.isActive())
        m_timer.start(kTickMilliseconds);
}

void LogDocument::tick()
{
    QElapsedTimer clock;
    clock.start();
    bool backlog = false;
    for (const auto& section : m_sections) {
        while (clock.elapsed() < kParseMilliseconds && section->parseSlice()) { }
        backlog = backlog || !section->drained();
    }
    enforceLimits();
    m_dirty = backlog;
    if (backlog)
        m_timer.start(kBusyTickMilliseconds);
    emit changed();
}

void LogDocument::enforceLimits()
{
    std::size_t bytes = 0;
    std::uint64_t lines = 0;
    std::uint64_t disk = 0;
    for (const auto& section : m_sections) {
        bytes += section->tailBytes();
        lines += section->tailLines();
        disk += section->spool()->size();
    }
    // Oldest output goes first; the newest chunk of a run always stays.
    for (const auto& section : m_sections) {
        while ((bytes > kMaxTailBytes || lines > kMaxTailLines) && section->tail().size() > 1) {
            bytes -= std::min(bytes, section->tailBytes());
            lines -= std::min(lines, section->tailLines());
            section->dropOldestTailChunk();
            bytes += section->tailBytes();
            lines += section->tailLines();
        }
    }
    while (m_sections.size() > 1 && (m_sections.size() > kMaxRuns || disk > kMaxSpoolBytes)) {
        disk -= std::min(disk, m_sections.front()->spool()->size());
        m_sections.erase(m_sections.begin());
    }
}

} // namespace sandbench::ui
