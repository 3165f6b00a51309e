// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/guest/run_domain.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::guest;

/// What @p inside returns in a child of ours in a domain of that version.
static int inDomain(int version, const std::function<int()>& inside, std::string_view guarded = {})
{
    const auto rules = makeDomainRules(version, guarded);
    const pid_t child = ::fork();
    if (child == 0)
        ::_exit(rules && enterNewDomain(rules.get()) ? inside() : 99);
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// A process beside ours that waits for its end.
class Neighbour
{
public:
    Neighbour()
        : m_pid(::fork())
    {
        while (m_pid == 0)
            ::pause();
    }
    ~Neighbour()
    {
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
    }
    Neighbour(const Neighbour&) = delete;
    Neighbour& operator=(const Neighbour&) = delete;
    std::string memory() const { return "/proc/" + std::to_string(m_pid) + "/mem"; }
    pid_t pid() const { return m_pid; }

private:
    pid_t m_pid;
};

class TestRunDomain : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        if (landlockVersion() == 0)
            SKIP_WITHOUT("landlock", "this kernel has no Landlock");
    }

    void closesTheMemoryOfOthers_data() { versions(); }
    void closesTheMemoryOfOthers()
    {
        QFETCH(int, version);
        const Neighbour neighbour;
        // Also for root, who has every capability.
        QVERIFY(UniqueFd(::open(neighbour.memory().c_str(), O_RDWR | O_CLOEXEC)));
        QCOMPARE(
            inDomain(
                version,
                [&] {
                    return UniqueFd(::open(neighbour.memory().c_str(), O_RDWR | O_CLOEXEC)) ? 1 : 0;
                }),
            0);
    }

    void leavesFilesAsTheyAre_data() { versions(); }
    void leavesFilesAsTheyAre()
    {
        QFETCH(int, version);
        const QTemporaryDir folder;
        QCOMPARE(
            inDomain(
                version,
                [&] {
                    const auto root = folder.path().toStdString();
                    const bool isMade = ::mkdir((root + "/a").c_str(), 0700) == 0
                        && ::mkdir((root + "/b").c_str(), 0700) == 0
                        && UniqueFd(::open(
                            (root + "/a/f").c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));
                    // Between folders, too, which early versions refuse.
                    const bool isMoved
                        = ::rename((root + "/a/f").c_str(), (root + "/b/f").c_str()) == 0
                        && ::link((root + "/b/f").c_str(), (root + "/a/g").c_str()) == 0;
                    return isMade && isMoved ? 0 : 1;
                }),
            0);
    }

    void reachesOthersBySignalsOnlyInEarlyVersions_data() { versions(); }
    void reachesOthersBySignalsOnlyInEarlyVersions()
    {
        QFETCH(int, version);
        const Neighbour neighbour;
        QCOMPARE(
            inDomain(version, [&] { return ::kill(neighbour.pid(), 0) == 0 ? 0 : errno; }),
            version < 6 ? 0 : EPERM);
    }

    void closesAGuardedFolderAndNoOther_data() { versions(); }
    void closesAGuardedFolderAndNoOther()
    {
        QFETCH(int, version);
        const QTemporaryDir closed("/tmp/XXXXXX"), open("/dev/shm/XXXXXX");
        const auto inside = closed.path().toStdString(), other = open.path().toStdString();
        const auto makes = [](const std::string& path) {
            return bool(UniqueFd(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600)));
        };
        QVERIFY(makes(inside + "/agent"));
        QCOMPARE(
            inDomain(
                version,
                [&] {
                    const bool isClosed = !makes(inside + "/agent") && !makes(inside + "/new")
                        && ::unlink((inside + "/agent").c_str()) != 0
                        && ::rename((inside + "/agent").c_str(), (inside + "/old").c_str()) != 0
                        && UniqueFd(::open((inside + "/agent").c_str(), O_RDONLY | O_CLOEXEC));
                    const bool isOpen = makes(other + "/new")
                        && ::mkdir((other + "/d").c_str(), 0700) == 0
                        && ::rename((other + "/new").c_str(), (other + "/d/new").c_str()) == 0
                        && UniqueFd(::open("/dev/null", O_RDWR | O_CLOEXEC));
                    return isClosed && isOpen ? 0 : 1;
                },
                "/tmp"),
            0);
    }

    void isNotThereWithoutAVersion()
    {
        QVERIFY(!makeDomainRules(0));
        QVERIFY(!makeDomainRules(1));
    }

private:
    static void versions()
    {
        QTest::addColumn<int>("version");
        for (const int version : {2, 5, 6})
            if (version <= landlockVersion())
                QTest::addRow("%d", version) << version;
    }
};

SANDBENCH_TEST(TestRunDomain);
#include "tst_run_domain.moc"
