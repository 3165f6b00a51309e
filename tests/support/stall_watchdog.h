// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <time.h>
#include <utility>
#include <vector>

namespace sandbench::test {

/// Units: ms. Of this thread, without what it waited: for a disk, or a processor that others had.
inline double workedMilliseconds()
{
    timespec used = {};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return static_cast<double>(used.tv_sec) * 1e3 + static_cast<double>(used.tv_nsec) / 1e6;
}

/// Units: ms, with sanitizers, of which the most that a test takes is 600: processors that share a
/// core count up to twice as much. In a release the same takes a tenth of it.
constexpr double kLongestWork = 1500;

/// A test in which events may take longer. Its reason stands in kStallExcuses.
struct StallExcuse
{
    std::string_view test; ///< "TestLog::readsAll"
    std::string_view why;
};

constexpr std::array<StallExcuse, 0> kStallExcuses{};

/// Adds up what a thread works for events until it comes back to its event loop, and tells once
/// where that is too long. The time of the processor counts, so that a loaded machine changes
/// nothing; what a test does by itself does not count. Thread: that thread.
class StallWatchdog
{
public:
    using Tell = std::function<void(const std::string&)>;
    explicit StallWatchdog(double longest, Tell tell, std::span<const StallExcuse> excuses = {})
        : m_longest(longest)
        , m_tell(std::move(tell))
        , m_excuses(excuses.begin(), excuses.end())
    {
    }

    /// An event begins or ends, perhaps within another one.
    void enter()
    {
        if (m_depth++ == 0)
            begin();
    }
    void leave()
    {
        if (m_depth == 1)
            add();
        --m_depth;
    }
    /// The event loop, or one within an event, runs.
    void turn()
    {
        if (m_depth > 0)
            add();
        m_worked = 0;
        m_since = workedMilliseconds();
    }

private:
    void begin()
    {
        m_since = workedMilliseconds();
        const auto nameOf = [](const char* name) { return std::string_view(name ? name : ""); };
        const auto test = nameOf(QTest::currentTestFunction()),
                   row = nameOf(QTest::currentDataTag());
        if (m_test == test && m_row == row)
            return;
        m_worked = 0; // what a row takes is not the next one's
        m_test = test;
        m_row = row;
    }

    void add()
    {
        const double before = m_worked, now = workedMilliseconds();
        m_worked += now - std::exchange(m_since, now);
        if (before > m_longest || m_worked <= m_longest || isExcused())
            return;
        m_tell(
            "events kept the thread busy for " + std::to_string(static_cast<int>(m_worked))
            + " ms at a time; " + std::to_string(static_cast<int>(m_longest)) + " ms are allowed");
    }

    bool isExcused() const
    {
        const QObject* test = QTest::testObject();
        const std::string name
            = test ? std::string(test->metaObject()->className()) + "::" + m_test : m_test;
        return std::ranges::find(m_excuses, name, &StallExcuse::test) != m_excuses.end();
    }

    double m_longest;
    Tell m_tell;
    std::vector<StallExcuse> m_excuses;
    int m_depth = 0;
    double m_since = 0;
    double m_worked = 0; ///< Since the event loop ran.
    std::string m_test, m_row; ///< In which the last event began.
};

/// Fails each test whose events stall the GUI thread.
class WatchedApplication : public QApplication
{
public:
    WatchedApplication(int& argc, char** argv)
        : QApplication(argc, argv)
    {
        connect(eventDispatcher(), &QAbstractEventDispatcher::awake, this, [this] {
            m_watchdog.turn();
        });
    }

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (QThread::currentThread() != thread()) // events of workers come here too
            return QApplication::notify(receiver, event);
        m_watchdog.enter();
        const bool isDone = QApplication::notify(receiver, event);
        m_watchdog.leave();
        return isDone;
    }

private:
    StallWatchdog m_watchdog{
        kLongestWork,
        [](const std::string& sentence) { QTest::qFail(sentence.c_str(), __FILE__, __LINE__); },
        kStallExcuses};
};

} // namespace sandbench::test
