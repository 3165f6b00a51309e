// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_program.h"
#include "ui/async/job_runner.h"
#include "ui/common/text.h"
#include "ui/editor/recovery_keeper.h"

#include <QDir>
#include <QSemaphore>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::ui;

namespace {

// Answers when the test lets it, and remembers what it was asked.
class SlowRecovery : public Recovery
{
public:
    SlowRecovery()
        : Recovery(QString())
    {
    }
    QList<Document> takeLost() override { return {}; }
    Result<void> keep(const Document& document) override
    {
        begun.release();
        allowed.acquire();
        kept << document.bytes;
        return broken ? Result<void>(Error(ErrorCode::Io, "no room")) : Result<void>();
    }
    void forget(const QString& id) override { forgotten << id; }

    QSemaphore begun, allowed;
    QByteArrayList kept; // of the worker, until the keeper is idle
    QStringList forgotten;
    bool broken = false;
};

Recovery::Document document(const char* id, const char* text)
{
    return {QLatin1String(id), QString(), QStringLiteral("a.py"), text, {}, true};
}

} // namespace

// A process that keeps one document and dies without cleaning up.
static void crashWith(const QString& folder, const Recovery::Document& document)
{
    const pid_t child = ::fork();
    if (child == 0) {
        auto* recovery = new Recovery(folder); // never destroyed
        ::_exit(recovery->keep(document) ? 0 : 1);
    }
    int status = 0;
    QCOMPARE(::waitpid(child, &status, 0), child);
    QCOMPARE(status, 0);
}

class TestRecovery : public QObject
{
    Q_OBJECT

private slots:
    void givesBackWhatACrashedProgramKept()
    {
        QTemporaryDir dir;
        const char raw[] = "print('\xff\x00 byte for byte')\n";
        const QByteArray bytes(raw, sizeof raw - 1);
        crashWith(
            dir.path(),
            {Recovery::newId(), QStringLiteral("/tmp/a.py"), QStringLiteral("a.py"), bytes,
             QStringLiteral("answer.md, line 3"), false});

        Recovery next(dir.path());
        const auto lost = next.takeLost();
        QCOMPARE(lost.size(), 1);
        QCOMPARE(lost[0].path, QStringLiteral("/tmp/a.py"));
        QCOMPARE(lost[0].name, QStringLiteral("a.py"));
        QCOMPARE(lost[0].bytes, bytes);
        QCOMPARE(lost[0].origin, QStringLiteral("answer.md, line 3"));
        QVERIFY(!lost[0].isReviewed);
    }

    void survivesASecondCrashBeforeAnythingWasSaved()
    {
        QTemporaryDir dir;
        crashWith(
            dir.path(), {Recovery::newId(), QString(), QStringLiteral("untitled-1.py"), "x = 1\n"});
        const pid_t child = ::fork();
        if (child == 0) {
            auto* second = new Recovery(dir.path());
            ::_exit(second->takeLost().size() == 1 ? 0 : 1);
        }
        int status = 0;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QCOMPARE(status, 0);

        Recovery third(dir.path());
        const auto lost = third.takeLost();
        QCOMPARE(lost.size(), 1);
        QCOMPARE(lost[0].bytes, QByteArray("x = 1\n"));
    }

    void leavesTheDocumentsOfALivingProgramAlone()
    {
        QTemporaryDir dir;
        Recovery living(dir.path());
        QVERIFY(living.keep({Recovery::newId(), QString(), QStringLiteral("mine.py"), "1"}));
        Recovery other(dir.path());
        QVERIFY(other.takeLost().isEmpty());
    }

    void forgetsSavedDocumentsAndLeavesNoFolderBehind()
    {
        QTemporaryDir dir;
        {
            Recovery recovery(dir.path());
            const QString id = Recovery::newId();
            QVERIFY(recovery.keep({id, QString(), QStringLiteral("a.py"), "1"}));
            recovery.forget(id);
        }
        QVERIFY(QDir(dir.path()).isEmpty());
    }

    void keepsTextReadableOnlyByItsOwner()
    {
        QTemporaryDir dir;
        Recovery recovery(dir.path());
        const QString id = Recovery::newId();
        QVERIFY(recovery.keep({id, QString(), QStringLiteral("a.py"), "secret"}));
        const QString folder = dir.path() + QLatin1Char('/')
            + QDir(dir.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).first();
        const auto others
            = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(
            !(QFile::permissions(folder + QLatin1Char('/') + id + QStringLiteral(".unsaved"))
              & others));
        QVERIFY(!(QFile::permissions(folder) & others));
    }

    void saysWhereAndWhatToDoWhenTextCannotBeKept()
    {
        QTemporaryDir dir;
        QFile inTheWay(dir.filePath(QStringLiteral("recover")));
        QVERIFY(inTheWay.open(QIODevice::WriteOnly));
        Recovery recovery(inTheWay.fileName());
        const auto kept = recovery.keep(document("1", "x"));
        QVERIFY(!kept);
        QVERIFY(kept.error().text().find(toStd(inTheWay.fileName())) != std::string::npos);
        QVERIFY(kept.error().text().find("save your documents") != std::string::npos);
    }

    void writesOnlyTheNewestTextOfEachDocument()
    {
        JobRunner jobs;
        auto slow = std::make_shared<SlowRecovery>();
        RecoveryKeeper keeper(jobs, slow);
        keeper.keep(document("1", "a"));
        slow->begun.acquire();
        keeper.keep(document("1", "ab"));
        keeper.keep(document("2", "other"));
        keeper.keep(document("1", "abc"));
        slow->allowed.release(3);
        QTRY_VERIFY(keeper.isIdle());
        QCOMPARE(slow->kept, (QByteArrayList{"a", "abc", "other"}));
    }

    void doesNotWriteWhatWasForgottenMeanwhile()
    {
        JobRunner jobs;
        auto slow = std::make_shared<SlowRecovery>();
        RecoveryKeeper keeper(jobs, slow);
        keeper.keep(document("1", "a"));
        slow->begun.acquire();
        keeper.keep(document("1", "ab"));
        keeper.forget(QStringLiteral("1"));
        slow->allowed.release();
        QTRY_VERIFY(keeper.isIdle());
        QCOMPARE(slow->kept, QByteArrayList{"a"});
        QCOMPARE(slow->forgotten, QStringList{QStringLiteral("1")});
    }

    void complainsOnceUntilItWorksAgain()
    {
        JobRunner jobs;
        auto slow = std::make_shared<SlowRecovery>();
        RecoveryKeeper keeper(jobs, slow);
        QSignalSpy failures(&keeper, &RecoveryKeeper::failed);
        slow->allowed.release(4);
        for (const bool broken : {true, true, false, true}) {
            slow->broken = broken;
            keeper.keep(document("1", "a"));
            QTRY_VERIFY(keeper.isIdle());
        }
        QCOMPARE(failures.size(), 2);
    }
};

SANDBENCH_TEST(TestRecovery);
#include "tst_recovery.moc"
