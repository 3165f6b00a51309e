// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/local/uid_reservation.h"
#include "core/process/child_process.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <set>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

using namespace sandbench;
using namespace sandbench::local;
using namespace std::chrono_literals;

class TestLocalUid : public QObject
{
    Q_OBJECT

private:
    QTemporaryDir m_parent;
    std::string folder() const { return m_parent.path().toStdString() + "/reservations"; }

private Q_SLOTS:
    void givesEveryHolderAnother()
    {
        std::vector<UidReservation> held;
        std::set<uid_t> uids;
        for (int i = 0; i < 50; ++i) {
            auto taken = UidReservation::take(folder());
            QVERIFY2(taken, taken ? "" : taken.error().text().c_str());
            QVERIFY(taken->uid() >= kFirstSandboxUid && taken->uid() <= kLastSandboxUid);
            uids.insert(taken->uid());
            held.push_back(std::move(*taken));
        }
        QCOMPARE(uids.size(), held.size());
        held.clear();
        QVERIFY2(QDir(QString::fromStdString(folder())).isEmpty(), "a reservation was left behind");
    }

    void makesItsFolderPrivate()
    {
        const auto taken = UidReservation::take(folder());
        QVERIFY(taken);
        struct stat info = {};
        QCOMPARE(::stat(folder().c_str(), &info), 0);
        QCOMPARE(info.st_mode & 07777, mode_t{0700});
    }

    void refusesAFolderThatIsALink()
    {
        const auto link = m_parent.path().toStdString() + "/link";
        QCOMPARE(::symlink("/tmp", link.c_str()), 0);
        QVERIFY(!UidReservation::take(link));
    }

    void endsProcessesOfADeadOwnerAndNobodyElses()
    {
        if (::geteuid() != 0)
            SKIP_WITHOUT("root", "only root may start processes of another user");
        const auto start = [](uid_t uid) {
            SpawnSpec spec;
            spec.program = "/bin/sleep";
            spec.arguments = {"sleep", "60"};
            spec.identity = ProcessIdentity{uid, uid};
            return ChildProcess::spawn(spec);
        };
        auto held = UidReservation::take(folder());
        QVERIFY(held);
        // A reservation file without a lock is what a killed program leaves.
        uid_t orphaned = kFirstSandboxUid;
        uid_t foreign = kFirstSandboxUid;
        while (orphaned == held->uid() || isUidInUse(orphaned))
            ++orphaned;
        foreign = orphaned + 1;
        while (foreign == held->uid() || isUidInUse(foreign))
            ++foreign;
        QFile file(QString::fromStdString(folder() + "/uid-" + std::to_string(orphaned)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.close();
        auto orphan = start(orphaned);
        auto living = start(held->uid());
        auto stranger = start(foreign);
        QVERIFY(orphan && living && stranger);
        removeStaleReservations(folder());
        QVERIFY2(!file.exists(), "the reservation of the killed program stays");
        const auto next = UidReservation::take(folder());
        QVERIFY(next);
        QVERIFY(orphan->wait(5s));
        QVERIFY(!living->wait(50ms));
        QVERIFY(!stranger->wait(50ms));
        QVERIFY(next->uid() != foreign && next->uid() != held->uid());
    }
};

SANDBENCH_TEST(TestLocalUid);
#include "tst_local_uid.moc"
