// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/json.h"
#include "tests/integration/servers/serving.h"
#include "tests/support/raw_client.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QJsonArray>
#include <QTest>

#include <future>
#include <sys/resource.h>

using namespace sandbench;
using namespace sandbench::test;
using ctl::ask;
using ctl::curl;
using ctl::Server;

namespace {

constexpr int kClients = 8, kRunsEach = 16;

/// A number of /proc/PID/status; -1 = none.
long statusOf(qint64 pid, const QByteArray& name)
{
    QFile file(QString("/proc/%1/status").arg(pid));
    if (!file.open(QIODevice::ReadOnly))
        return -1;
    for (const auto& line : file.readAll().split('\n'))
        if (line.startsWith(name))
            return line.mid(name.size()).simplified().split(' ').first().toLong();
    return -1;
}

std::string executeRequest(const std::string& session, const std::string& code)
{
    const auto body = writeJson({{"code", code}, {"context", "c"}});
    return "POST /sessions/" + session
        + "/execute HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
          "Content-Length: "
        + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// Whether each of a client's runs, over one connection, answered what it printed and nothing of
/// another client's.
bool runsAndHearsItself(std::uint16_t port, const std::string& session, const std::string& name)
{
    RawClient client(port);
    for (int i = 0; i < kRunsEach; ++i) {
        const auto word = name + std::to_string(i) + ".";
        if (!client.send(executeRequest(session, "print('" + word + "')")))
            return false;
        const auto& heard = client.receiveUntil(word + "\\n\"");
        if (heard.find("\"stdout\":\"" + word) == std::string::npos)
            return false;
    }
    client.endSending();
    const auto all = client.receiveAll();
    std::size_t own = 0, answers = 0;
    for (auto at = all.find("\"stdout\":\""); at != std::string::npos;
         at = all.find("\"stdout\":\"", at + 1), ++answers)
        own += all.compare(at + 10, name.size(), name) == 0 ? 1 : 0;
    return answers == kRunsEach && own == kRunsEach;
}

} // namespace

/// Many clients of one server. Counts and times are bounded.
class ServeLoadTest : public QObject
{
    Q_OBJECT

    ctl::Folder m_folder;

private Q_SLOTS:
    void initTestCase() { qputenv("XDG_STATE_HOME", m_folder.path("state").toUtf8()); }

    void clientsAtTheSameTimeHearTheirOwnRuns()
    {
        REQUIRE_LOCAL_ENGINE();
        Server server;
        std::vector<std::string> sessions;
        for (int i = 0; i < kClients; ++i)
            sessions.push_back(ask("POST", server.url("/sessions"), {}, "{\"lang\": \"python\"}")
                                   .json()["session_id"]
                                   .toString()
                                   .toStdString());
        std::vector<std::future<bool>> clients;
        for (int i = 0; i < kClients; ++i)
            clients.push_back(std::async(
                std::launch::async, runsAndHearsItself, server.port(), sessions[i],
                std::string(1, static_cast<char>('a' + i))));
        for (auto& client : clients)
            QVERIFY(client.get());
        for (const auto& session : sessions)
            QCOMPARE(
                ask("DELETE", server.url("/sessions/" + QString::fromStdString(session))).status,
                QByteArray("200"));
        QCOMPARE(ask("GET", server.url("/sessions")).json()["sessions"].toArray().size(), 0);
        QCOMPARE(server.end(), 0);
    }

    void largeFilesPassThroughWithoutBeingHeld()
    {
        REQUIRE_LOCAL_ENGINE();
        constexpr long kBytes = 256L << 20;
        Server server;
        const auto session = ask("POST", server.url("/sessions"), {}, "{\"lang\": \"python\"}")
                                 .json()["session_id"]
                                 .toString();
        QFile zeros(m_folder.path("zeros"));
        QVERIFY(zeros.open(QIODevice::WriteOnly) && zeros.resize(kBytes));
        const auto file = server.url("/sessions/" + session + "/files/zeros");
        const QStringList quiet = {"-o", "/dev/null", "-w", "%{http_code} %{size_download}"};
        const auto before = statusOf(server.process().processId(), "VmHWM:");
        QVERIFY(curl(quiet + QStringList{"-T", zeros.fileName(), file}).startsWith("201 "));
        QCOMPARE(curl(quiet + QStringList{file}), "200 " + QByteArray::number(qint64(kBytes)));
        const auto more = statusOf(server.process().processId(), "VmHWM:") - before;
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
        QVERIFY2(more <= 64L << 10, qPrintable(QString::number(more) + " KiB"));
#else
        Q_UNUSED(more); // sanitizers keep freed memory on purpose
#endif
        QCOMPARE(server.end(), 0);
    }

    void idleConnectionsCostADescriptorAndNoThread()
    {
        rlimit files = {};
        QCOMPARE(::getrlimit(RLIMIT_NOFILE, &files), 0);
        const rlimit former = files;
        files.rlim_cur = files.rlim_max;
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &files), 0);
        Server server({"--connections-per-address", "0"});
        const auto threads = statusOf(server.process().processId(), "Threads:");
        const auto memory = statusOf(server.process().processId(), "VmRSS:");
        // Where the limit of open files is lower than usual, as many as it leaves the server.
        const auto most = std::min<std::size_t>(10'000, files.rlim_max / 2);
        std::vector<RawClient> idle;
        for (std::size_t i = 0; i < most; ++i) {
            idle.emplace_back(server.port());
            QVERIFY2(idle.back().isConnected(), qPrintable(QString::number(i)));
            // Half of them have begun to speak.
            QVERIFY(i % 2 == 0 || idle.back().send("GET /health HT"));
        }
        QVERIFY(curl({server.url("/health")}).contains("healthy"));
        QVERIFY(statusOf(server.process().processId(), "Threads:") <= threads + 4);
        // 8 KiB each: what it keeps of a client, not buffers.
        QVERIFY(
            statusOf(server.process().processId(), "VmRSS:")
            <= memory + static_cast<long>(most) * 8);
        idle.clear();
        QCOMPARE(server.end(), 0);
        QCOMPARE(::setrlimit(RLIMIT_NOFILE, &former), 0);
    }
};

SANDBENCH_TEST(ServeLoadTest);
#include "tst_serve_load.moc"
