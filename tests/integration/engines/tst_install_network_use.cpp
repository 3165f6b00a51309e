// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/install_network.h"
#include "tests/support/needs.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <arpa/inet.h>
#include <csignal>
#include <ifaddrs.h>
#include <net/if.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;

namespace {

/// An address of this machine that is not its loopback's; empty = it has none.
std::string ownAddress()
{
    ifaddrs* all = nullptr;
    std::string found;
    if (::getifaddrs(&all) != 0)
        return found;
    for (auto* one = all; one != nullptr; one = one->ifa_next) {
        char text[INET_ADDRSTRLEN] = {};
        if (found.empty() && one->ifa_addr != nullptr && one->ifa_addr->sa_family == AF_INET
            && (one->ifa_flags & (IFF_LOOPBACK | IFF_UP)) == IFF_UP
            && ::inet_ntop(
                AF_INET, &reinterpret_cast<sockaddr_in*>(one->ifa_addr)->sin_addr, text,
                sizeof text))
            found = text;
    }
    ::freeifaddrs(all);
    return found;
}

/// Listens at @p address and takes connections by itself, as far as the kernel does.
class Listener
{
public:
    explicit Listener(const std::string& address)
        : m_fd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0))
    {
        sockaddr_in at = {};
        at.sin_family = AF_INET;
        ::inet_pton(AF_INET, address.c_str(), &at.sin_addr);
        socklen_t length = sizeof at;
        const bool isThere = ::bind(m_fd.get(), reinterpret_cast<sockaddr*>(&at), length) == 0
            && ::listen(m_fd.get(), 8) == 0
            && ::getsockname(m_fd.get(), reinterpret_cast<sockaddr*>(&at), &length) == 0;
        if (isThere)
            m_port = ntohs(at.sin_port);
    }
    std::string port() const { return std::to_string(m_port); }

private:
    UniqueFd m_fd;
    unsigned m_port = 0;
};

/// A file system whose mounts and unmounts every other mount namespace sees, as all are where
/// systemd runs. Only root may.
class SharedMount
{
public:
    explicit SharedMount(std::string path)
        : m_path(std::move(path))
    {
        m_isMade = ::mkdir(m_path.c_str(), 0700) == 0
            && ::mount("tmpfs", m_path.c_str(), "tmpfs", 0, "size=32k") == 0
            && ::mount(nullptr, m_path.c_str(), nullptr, MS_SHARED, nullptr) == 0;
    }
    ~SharedMount() { (void)::umount2(m_path.c_str(), MNT_DETACH); }
    SharedMount(const SharedMount&) = delete;
    SharedMount& operator=(const SharedMount&) = delete;

    bool isThere() const
    {
        struct stat here = {}, above = {};
        return m_isMade && ::stat(m_path.c_str(), &here) == 0
            && ::stat((m_path + "/..").c_str(), &above) == 0 && here.st_dev != above.st_dev;
    }

private:
    const std::string m_path;
    bool m_isMade = false;
};

/// Children of this process that are slirp4netns.
std::vector<pid_t> networkPrograms()
{
    std::vector<pid_t> found;
    for (const auto& name : QDir("/proc").entryList({"[1-9]*"}, QDir::Dirs)) {
        QFile status("/proc/" + name + "/status");
        if (!status.open(QFile::ReadOnly))
            continue;
        const auto text = status.readAll();
        if (text.startsWith("Name:\tslirp4netns\n")
            && text.contains("\nPPid:\t" + QByteArray::number(::getpid()) + "\n"))
            found.push_back(name.toInt());
    }
    return found;
}

} // namespace

/// What a sandbox of the embedded engine reaches, and what reaches nothing, with the network that
/// it has while packages are installed.
class TestInstallNetworkUse : public QObject
{
    Q_OBJECT

private:
    void open()
    {
        SessionSpec spec;
        spec.warm = Warm::Never;
        spec.sandbox.network = {"slirp4netns", true};
        m_session = m_sessions.open(spec);
        QVERIFY2(m_session, m_sessions.problem().c_str());
    }

    /// "yes", or how it failed.
    std::string reaches(const std::string& address, const std::string& port)
    {
        return runIn(
                   *m_session, "python",
                   "import socket\n"
                   "try: socket.create_connection(('"
                       + address + "', " + port
                       + "), 5); print('yes', end='')\n"
                         "except OSError as e: print(type(e).__name__, end='')")
            .stdoutBytes;
    }

    const std::string m_address = ownAddress();
    TestEngine m_sessions{"local"};
    std::unique_ptr<Session> m_session;

private Q_SLOTS:
    void initTestCase()
    {
        if (const auto whyNot = m_sessions.whyNot(); !whyNot.empty())
            SKIP_WITHOUT("local", whyNot.c_str());
        if (const auto* why = whyNoInstallNetwork())
            SKIP_WITHOUT("slirp", why);
        if (m_address.empty())
            SKIP_WITHOUT("slirp", "this machine has no address but its loopback's");
    }

    void init() { open(); }

    void cleanup()
    {
        if (m_session)
            QVERIFY(m_session->close());
        m_session.reset();
        QCOMPARE(networkPrograms(), std::vector<pid_t>());
        QCOMPARE(leftovers(), std::vector<std::string>());
    }

    void reachesOtherMachinesButNotThisOnesLoopback()
    {
        const Listener outside(m_address), inside("127.0.0.1");
        QCOMPARE(reaches(m_address, outside.port()), "yes"s);
        // As the network calls this machine, and as the sandbox calls itself.
        QVERIFY(reaches("10.0.2.2", inside.port()) != "yes"s);
        QVERIFY(reaches("127.0.0.1", inside.port()) != "yes"s);
        QCOMPARE(m_session->network(), "slirp4netns"s);
    }

    void asksThisMachinesNameServer()
    {
        QCOMPARE(
            runIn(*m_session, "bash", "cat /etc/resolv.conf; grep hosts: /etc/nsswitch.conf")
                .stdoutBytes,
            "nameserver 10.0.2.3\nhosts: files dns\n"s);
    }

    void hasNoneAfterItWasTakenAway()
    {
        const Listener outside(m_address);
        QCOMPARE(networkPrograms().size(), std::size_t(1));
        QVERIFY(m_session->dropNetwork({}));
        QCOMPARE(m_session->network(), "slirp4netns (dropped)"s);
        QCOMPARE(networkPrograms(), std::vector<pid_t>());
        QVERIFY(reaches(m_address, outside.port()) != "yes"s);
        QCOMPARE(
            runIn(*m_session, "bash", "grep -o '[a-z0-9]*:' /proc/net/dev; wc -l </proc/net/route")
                .stdoutBytes,
            "lo:\n1\n"s);
    }

    void keepsAConnectionOpenForNoProgramThatStays()
    {
        const Listener outside(m_address);
        const auto begun = runIn(
            *m_session, "python",
            "import os, socket, time\n"
            "s = socket.create_connection(('"
                + m_address + "', " + outside.port()
                + "), 5)\n"
                  "if os.fork() == 0:\n"
                  "    os.setsid()\n"
                  "    for fd in (0, 1, 2): os.close(fd)\n"
                  "    s.settimeout(1)\n"
                  "    while not os.path.exists('/work/go'): time.sleep(0.01)\n"
                  "    try: s.sendall(b'x' * 10_000_000); said = 'sent'\n"
                  "    except OSError as e: said = type(e).__name__\n"
                  "    open('/work/said', 'w').write(said)\n"
                  "    os._exit(0)\n");
        QCOMPARE(begun.exitCode, 0);
        QVERIFY(m_session->dropNetwork({}));
        const auto said = runIn(
            *m_session, "bash",
            "touch go; for i in $(seq 500); do [ -s said ] && break; sleep 0.02; done; cat said");
        QVERIFY2(said.stdoutBytes != "sent", said.stdoutBytes.c_str());
    }

    void losesItWithItsProgram()
    {
        const auto programs = networkPrograms();
        QCOMPARE(programs.size(), std::size_t(1));
        QCOMPARE(::kill(programs.front(), SIGKILL), 0);
        QTRY_COMPARE(reaches("10.0.2.3", "53"), "OSError"s);
        QVERIFY(m_session->dropNetwork({}));
        QCOMPARE(m_session->network(), "slirp4netns (dropped)"s);
    }

    void leavesTheMountsOfThisMachineAlone()
    {
        if (::geteuid() != 0)
            SKIP_WITHOUT("root", "only root can mount");
        const QTemporaryDir folder;
        const SharedMount outer(folder.filePath("outer").toStdString());
        const SharedMount inner(folder.filePath("outer/inner").toStdString());
        QVERIFY(inner.isThere());
        open();
        QVERIFY(m_session->dropNetwork({}));
        QVERIFY(inner.isThere());
    }

    void isRefusedWhereNoneIsAllowed()
    {
        SessionSpec spec;
        spec.warm = Warm::Never;
        spec.sandbox.network = {"slirp4netns", true};
        spec.sandbox.requiredLayers = {"no-network"};
        QVERIFY(!m_sessions.open(spec));
        QVERIFY2(
            m_sessions.problem().find("no-network") != std::string::npos,
            m_sessions.problem().c_str());
    }
};

SANDBENCH_TEST(TestInstallNetworkUse);
#include "tst_install_network_use.moc"
