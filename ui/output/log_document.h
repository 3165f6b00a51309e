// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/log_section.h"

#include <QByteArrayView>
#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace sandbench::ui {

/// All runs of the log. append() writes to the run's spool at once; lines are made of it in slices
/// on a timer, so that no amount of output holds up the event loop. Memory is bounded over all runs
/// (kMaxTailLines, kMaxTailBytes, kMaxRuns), and so is the disk (kMaxSpoolBytes).
/// Thread: GUI.
class LogDocument : public QObject
{
    Q_OBJECT
public:
    static constexpr std::uint64_t kMaxTailLines = 100'000;
    static constexpr std::size_t kMaxTailBytes = 32 * 1024 * 1024;
    static constexpr std::size_t kMaxRuns = 50;
    static constexpr std::uint64_t kMaxSpoolBytes = 1024ULL * 1024 * 1024;
    static constexpr int kParseMilliseconds = 8; ///< At most this long per tick...
    static constexpr int kTickMilliseconds = 33; ///< ...and ticks are this far apart,
    static constexpr int kBusyTickMilliseconds = 12; ///< or this while there is a backlog.

    explicit LogDocument(QObject* parent = nullptr);

    void beginRun(const RunHeader& header);
    /// Errors: none; without a run the bytes start one without a title.
    void append(OutputStream stream, QByteArrayView bytes);
    /// See LogSection::setPhase(), of the running run.
    void setPhase(const QString& phase);
    void endRun(const RunSummary& summary);
    /// Replaces everything by bytes [begin, end) of a run's spool, long lines wrapped.
    void showPage(
        const RunHeader& header, const RunSummary& summary, const std::shared_ptr<SpoolFile>& spool,
        std::uint64_t begin, std::uint64_t end);
    /// Hides what there is; the running run goes on below.
    void clear();
    void undoClear();

    bool empty() const { return m_sections.empty(); }
    const std::vector<std::unique_ptr<LogSection>>& sections() const { return m_sections; }
    LogSection* section(quint64 serial) const;
    LogSection* current() const { return m_sections.empty() ? nullptr : m_sections.back().get(); }
    bool parsed() const;
    /// Bytes that lines take in memory, over all runs. For tests and tooltips.
    std::size_t memoryBytes() const;

signals:
    void changed(); ///< Lines or headers are new; at most once per tick.
    void cleared();

private:
    void tick();
    void schedule();
    void enforceLimits();
    std::shared_ptr<SpoolFile> makeSpool();

    std::vector<std::unique_ptr<LogSection>> m_sections;
    quint64 m_nextSerial = 1;
    QTimer m_timer;
    bool m_dirty = false;
};

} // namespace sandbench::ui
