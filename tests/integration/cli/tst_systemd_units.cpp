// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/sandbenchctl_runner.h"
#include "tests/support/source_file.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QStandardPaths>
#include <QTest>

namespace {

QByteArray fileOf(const QString& name)
{
    QFile file(sandbench::test::sourceFile("packaging/systemd/" + name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// What it said, and its exit status where that is not 0.
QByteArray outputOf(const QString& program, const QStringList& arguments)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    process.waitForFinished(60'000);
    const auto said = process.readAll();
    return process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0
        ? said
        : said + "!" + QByteArray::number(process.exitCode());
}

} // namespace

/// packaging/systemd, read by systemd itself.
class SystemdUnitsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theUnitsAreRight()
    {
        if (QStandardPaths::findExecutable("systemd-analyze").isEmpty())
            SKIP_WITHOUT("systemd", "systemd-analyze is not installed");
        const ctl::Folder folder;
        auto service = fileOf("sandbench.service");
        QVERIFY(service.contains("/usr/bin/sandbenchctl serve"));
        service.replace("/usr/bin/sandbenchctl", ctl::program().toUtf8());
        const auto units = QStringList{
            folder.write("sandbench.service", service),
            folder.write("sandbench.socket", fileOf("sandbench.socket"))};
        QCOMPARE(outputOf("systemd-analyze", QStringList{"verify"} + units), QByteArray());
    }

    void theUserIsMade()
    {
        if (QStandardPaths::findExecutable("systemd-sysusers").isEmpty())
            SKIP_WITHOUT("systemd", "systemd-sysusers is not installed");
        const ctl::Folder root;
        const auto said = outputOf(
            "systemd-sysusers",
            {"--dry-run", "--root", root.path({}),
             sandbench::test::sourceFile("packaging/systemd/sandbench.sysusers")});
        QVERIFY2(said.contains("sandbench") && !said.contains('!'), said);
    }
};

SANDBENCH_TEST(SystemdUnitsTest);
#include "tst_systemd_units.moc"
