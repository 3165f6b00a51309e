// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QProcess>

/// An X server without a screen, for tests that need real pixels; ends with this object.
/// Not xvfb-run: its own clean-up can fail and then hides the program's status.
class XvfbDisplay
{
public:
    /// False when Xvfb does not start: the package xvfb is missing.
    bool start()
    {
        const QStringList arguments{QStringLiteral("-displayfd"),   QStringLiteral("1"),
                                    QStringLiteral("-screen"),      QStringLiteral("0"),
                                    QStringLiteral("1600x1000x24"), QStringLiteral("-nolisten"),
                                    QStringLiteral("tcp")};
        m_server.start(QStringLiteral("Xvfb"), arguments);
        if (!m_server.waitForReadyRead(30'000))
            return false;
        m_name = ':' + m_server.readLine().trimmed();
        return m_name.size() > 1;
    }

    ~XvfbDisplay()
    {
        m_server.terminate();
        m_server.waitForFinished();
    }

    /// For the environment variable DISPLAY.
    const QByteArray& name() const { return m_name; }

private:
    QProcess m_server;
    QByteArray m_name;
};
