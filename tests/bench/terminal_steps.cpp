// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// Ten megabytes in a terminal, and keys meanwhile.
#include "tests/bench/waiting.h"
#include "tests/bench/window_bench.h"
#include "tests/ui/stall_meter.h"
#include "ui/terminal/shell_line.h"
#include "ui/terminal/terminal_session.h"
#include "ui/terminal/terminal_view.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <string>
#include <vector>

namespace sandbench::bench {
namespace {

constexpr std::size_t kBytes = 10'000'000;
constexpr int kKeyEvery = 60; ///< Units: milliseconds.

/// As a build prints: lines with a colour here and there.
std::string output()
{
    std::string all;
    for (int i = 0; all.size() < kBytes; ++i)
        all += "\x1b[32m[" + std::to_string(i)
            + "]\x1b[0m Building CXX object core/CMakeFiles/core.dir/unity_"
            + std::to_string(i % 97) + ".cxx.o \x1b[1mwarning:\x1b[m unused\r\n";
    return all;
}

/// A program that writes as fast as it may and whose terminal echoes keys behind what is on its
/// way, in the parts that a TerminalSession makes of it.
class Flood : public QObject
{
public:
    Flood(ui::TerminalView& view, const std::string& bytes, Waiting& waiting)
        : m_view(view)
        , m_bytes(bytes)
        , m_waiting(waiting)
    {
        connect(&m_work, &QTimer::timeout, this, &Flood::work);
        connect(&m_keys, &QTimer::timeout, this, &Flood::press);
        connect(&view, &ui::TerminalView::typed, this, [this](const QByteArray& key) {
            m_echoAt = m_at + ui::ShellLine::kMostOutput;
            m_echo = key.toStdString();
        });
        connect(&view, &ui::TerminalView::painted, this, &Flood::notePaint);
        m_work.start(0);
        m_keys.start(kKeyEvery);
    }

    std::vector<double> echoes; ///< Units: milliseconds.

private:
    void press()
    {
        if (m_isAwaited)
            return;
        m_isAwaited = true;
        m_pressed.start();
        QTest::keyClick(&m_view, Qt::Key_X);
    }

    void work()
    {
        QElapsedTimer passed;
        passed.start();
        while (!passed.hasExpired(ui::TerminalSession::kWorkMilliseconds)
               && m_at < m_bytes.size()) {
            const auto length = std::min(ui::TerminalSession::kPartBytes, m_bytes.size() - m_at);
            m_view.feed({m_bytes.data() + m_at, static_cast<qsizetype>(length)});
            m_at += length;
            if (m_echo.empty() || m_at < m_echoAt)
                continue;
            m_view.feed(QByteArrayView(m_echo.data(), static_cast<qsizetype>(m_echo.size())));
            m_echo.clear();
            m_isEchoed = true;
        }
        if (m_at == m_bytes.size()) {
            m_work.stop();
            m_keys.stop();
        }
    }

    void notePaint()
    {
        if (m_isAwaited && std::exchange(m_isEchoed, false)) {
            echoes.push_back(static_cast<double>(m_pressed.nsecsElapsed()) / 1e6);
            m_isAwaited = false;
        }
        if (m_at == m_bytes.size() && m_view.isPainted())
            m_waiting.end();
    }

    ui::TerminalView& m_view;
    const std::string& m_bytes;
    Waiting& m_waiting;
    std::size_t m_at = 0, m_echoAt = 0;
    std::string m_echo;
    bool m_isAwaited = false; ///< A key's echo was not seen yet,
    bool m_isEchoed = false; ///< but is in the screen.
    QElapsedTimer m_pressed;
    QTimer m_work, m_keys;
};

} // namespace

void WindowBench::measureTerminal()
{
    if (!wants("terminal_10mb"))
        return;
    const std::string bytes = output();
    for (int i = 0; i < times(12); ++i) {
        ui::TerminalView view;
        view.setTakesKeys(true);
        view.resize(1000, 600);
        view.show();
        (void)QTest::qWaitForWindowExposed(&view);
        const test::StallMeter meter;
        Waiting waiting;
        Flood flood(view, bytes, waiting);
        attempt("terminal_10mb", waiting.result());
        attempt("terminal_10mb_stall", static_cast<double>(meter.longest()));
        for (const double echo : flood.echoes)
            attempt("terminal_10mb_echo", echo);
    }
}

} // namespace sandbench::bench
