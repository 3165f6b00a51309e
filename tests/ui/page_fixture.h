// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/xvfb_display.h"
#include "ui/viewers/active_view.h"
#include "ui/viewers/web_engine.h"

#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>
#include <QUdpSocket>
#include <QWebEnginePage>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>

namespace sandbench::ui {

constexpr int kPageTimeout = 60'000;

/// Base of the tests of pages that must reach nothing: a canary listens on this machine.
class PageTest : public QObject
{
    Q_OBJECT

public:
    /// Chromium needs a display: an Xvfb of the test's own. For SANDBENCH_TEST_AFTER.
    static std::optional<int> startDisplay(int, char**)
    {
        static XvfbDisplay display;
        if (!display.start()) {
            std::fputs("Xvfb does not start; install the package xvfb\n", stderr);
            return 1;
        }
        qputenv("DISPLAY", display.name());
        qputenv("QT_QPA_PLATFORM", "xcb");
        configureWebEngine();
        return std::nullopt;
    }

private slots:
    void init()
    {
        m_peers.clear();
        m_canary = std::make_unique<QTcpServer>();
        QVERIFY(m_canary->listen(QHostAddress::LocalHost));
        m_udpCanary = std::make_unique<QUdpSocket>();
        QVERIFY(m_udpCanary->bind(QHostAddress::LocalHost));
        connect(m_canary.get(), &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket* peer = m_canary->nextPendingConnection())
                m_peers << peer->peerPort();
        });
    }
    void cleanup()
    {
        m_canary.reset();
        m_udpCanary.reset();
    }

protected:
    /// The canary sees connections in the order in which they were made: when it has seen one of
    /// ours, it has seen all before it. -1 when ours does not arrive.
    int connectionsBeforeOurs()
    {
        QTcpSocket ours;
        ours.connectToHost(QHostAddress::LocalHost, m_canary->serverPort());
        const auto has = [this, &ours] {
            return std::any_of(m_peers.begin(), m_peers.end(), [&ours](quint16 port) {
                return port == ours.localPort();
            });
        };
        [&] { QTRY_VERIFY(ours.state() == QAbstractSocket::ConnectedState && has()); }();
        return has() ? static_cast<int>(m_peers.indexOf(ours.localPort())) : -1;
    }
    bool gotADatagram() const { return m_udpCanary->hasPendingDatagrams(); }

    /// What the script yields as soon as it yields something.
    static QString valueIn(QWebEnginePage* page, const QString& script)
    {
        const auto answer = std::make_shared<QString>(); // an answer may come after we have left
        const auto ask = [page, &script, answer] {
            page->runJavaScript(
                script, [answer](const QVariant& value) { *answer = value.toString(); });
            return !answer->isEmpty();
        };
        [&] { QTRY_VERIFY_WITH_TIMEOUT(ask(), kPageTimeout); }();
        return *answer;
    }

    static int pixelsOf(const QPixmap& picture, const QColor& colour)
    {
        const QImage image = picture.toImage().convertToFormat(QImage::Format_RGB32);
        int count = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                count += QColor(image.pixel(x, y)) == colour ? 1 : 0;
        }
        return count;
    }

    QString canary() const
    {
        return QStringLiteral("http:/%1")
            .arg(QStringLiteral("/127.0.0.1:%1/canary").arg(m_canary->serverPort()));
    }
    quint16 udpPort() const { return m_udpCanary->localPort(); }

private:
    std::unique_ptr<QTcpServer> m_canary;
    std::unique_ptr<QUdpSocket> m_udpCanary;
    QList<quint16> m_peers; // the ports they came from
};

} // namespace sandbench::ui
