// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/editor/recovery.h"

#include <QDir>
#include <QTemporaryDir>
#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

using sandbench::ui::Recovery;

// A process that keeps one document and dies without cleaning up.
static void crashWith(const QString& folder, const Recovery::Document& document)
{
    const pid_t child = ::fork();
    if (child == 0) {
        auto* recovery = new Recovery(folder); // never destroyed
        recovery->keep(document);
        ::_exit(0);
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
            {Recovery::newId(), QStringLiteral("/tmp/a.py"), QStringLiteral("a.py"), bytes});

        Recovery next(dir.path());
        const auto lost = next.takeLost();
        QCOMPARE(lost.size(), 1);
        QCOMPARE(lost[0].path, QStringLiteral("/tmp/a.py"));
        QCOMPARE(lost[0].name, QStringLiteral("a.py"));
        QCOMPARE(lost[0].bytes, bytes);
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
        living.keep({Recovery::newId(), QString(), QStringLiteral("mine.py"), "1"});
        Recovery other(dir.path());
        QVERIFY(other.takeLost().isEmpty());
    }

    void forgetsSavedDocumentsAndLeavesNoFolderBehind()
    {
        QTemporaryDir dir;
        {
            Recovery recovery(dir.path());
            const QString id = Recovery::newId();
            recovery.keep({id, QString(), QStringLiteral("a.py"), "1"});
            recovery.forget(id);
        }
        QVERIFY(QDir(dir.path()).isEmpty());
    }

    void keepsTextReadableOnlyByItsOwner()
    {
        QTemporaryDir dir;
        Recovery recovery(dir.path());
        const QString id = Recovery::newId();
        recovery.keep({id, QString(), QStringLiteral("a.py"), "secret"});
        const QString folder = dir.path() + QLatin1Char('/')
            + QDir(dir.path()).entryList(QDir::Dirs | QDir::NoDotAndDotDot).first();
        const auto others
            = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
        QVERIFY(
            !(QFile::permissions(folder + QLatin1Char('/') + id + QStringLiteral(".unsaved"))
              & others));
        QVERIFY(!(QFile::permissions(folder) & others));
    }
};

QTEST_GUILESS_MAIN(TestRecovery)
#include "tst_recovery.moc"
