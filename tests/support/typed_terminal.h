// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "tests/support/sandbenchctl_runner.h"

#include <QDeadlineTimer>
#include <QProcess>
#include <QStringList>

#include <array>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

namespace ctl {

/// `sandbenchctl` with a terminal of its own, typed at as a person does.
class Terminal
{
public:
    explicit Terminal(const QStringList& arguments, winsize size = {24, 80, 0, 0})
        : m_master(::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC))
    {
        ::grantpt(m_master.get());
        ::unlockpt(m_master.get());
        resize(size);
        ::tcgetattr(m_master.get(), &m_before);
        const QByteArray name = ::ptsname(m_master.get());
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert("TERM", "xterm");
        m_process.setProcessEnvironment(environment);
        m_process.setChildProcessModifier([name] {
            ::setsid();
            const int terminal = ::open(name.constData(), O_RDWR);
            ::ioctl(terminal, TIOCSCTTY, 0);
            for (int fd = 0; fd < 3; ++fd)
                ::dup2(terminal, fd);
        });
        m_process.start(ctl::program(), arguments);
        m_process.waitForStarted();
    }

    void resize(winsize size) { ::ioctl(m_master.get(), TIOCSWINSZ, &size); }

    /// Whether it echoes and edits lines as at the beginning.
    bool isAsItWas() const
    {
        termios now = {};
        ::tcgetattr(m_master.get(), &now);
        return now.c_lflag == m_before.c_lflag && now.c_oflag == m_before.c_oflag;
    }

    void type(const QByteArray& keys)
    {
        (void)sandbench::writeAll(m_master.get(), keys.toStdString()).has_value();
    }

    /// Reads on until @p text has appeared after what was read before.
    bool shows(const QByteArray& text)
    {
        const QDeadlineTimer deadline(20000);
        while (!m_screen.contains(text)) {
            pollfd wait = {m_master.get(), POLLIN, 0};
            if (::poll(&wait, 1, static_cast<int>(deadline.remainingTime())) <= 0)
                return false;
            std::array<char, 4096> chunk = {};
            const auto n = ::read(m_master.get(), chunk.data(), chunk.size());
            if (n <= 0)
                return false;
            m_screen.append(chunk.data(), n);
        }
        m_screen = m_screen.mid(m_screen.indexOf(text) + text.size());
        return true;
    }

    int end() { return m_process.waitForFinished(20000) ? m_process.exitCode() : -1; }

private:
    sandbench::UniqueFd m_master;
    termios m_before = {};
    QProcess m_process;
    QByteArray m_screen;
};

} // namespace ctl
