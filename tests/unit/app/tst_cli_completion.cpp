// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/cli/completion_script.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryFile>
#include <QTest>

using namespace sandbench::cli;

namespace {

const CompletionValues kValues
    = {{"LANGUAGE", {"python", "bash"}}, {"ENGINE", {"local"}}, {"SHELL", {"bash", "zsh", "fish"}}};

QByteArray scriptFor(const char* shell)
{
    CommandLine commandLine;
    const auto script = completionScript(commandLine.tree(), shell, kValues);
    return script ? QByteArray::fromStdString(*script) : QByteArray();
}

} // namespace

class TestCliCompletion : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isAcceptedByItsShell_data()
    {
        QTest::addColumn<QString>("shell");
        QTest::newRow("bash") << "bash";
        QTest::newRow("zsh") << "zsh";
        QTest::newRow("fish") << "fish";
    }

    void isAcceptedByItsShell()
    {
        QFETCH(QString, shell);
        const auto script = scriptFor(shell.toUtf8().constData());
        QVERIFY(!script.isEmpty());
        if (QStandardPaths::findExecutable(shell).isEmpty())
            SKIP_WITHOUT(shell.toStdString(), "this shell is not installed");
        QTemporaryFile file;
        QVERIFY(file.open());
        file.write(script);
        file.close();
        QProcess process;
        process.start(shell, {"-n", file.fileName()});
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.readAllStandardError(), QByteArray());
        QCOMPARE(process.exitCode(), 0);
    }

    void knowsEveryCommandAndOption_data() { isAcceptedByItsShell_data(); }

    void knowsEveryCommandAndOption()
    {
        QFETCH(QString, shell);
        const auto script = scriptFor(shell.toUtf8().constData());
        for (const auto* command :
             {"run", "repl", "doctor", "bench", "sessions", "prune", "completion"})
            QVERIFY2(script.contains(command), command);
        for (const auto* option :
             {"timeout", "memory", "output-limit", "json", "out", "verbose", "language", "quick",
              "version"})
            QVERIFY2(script.contains(option), option);
        QVERIFY(script.contains("python"));
    }

    void completesInBash_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("offered");
        QTest::newRow("commands") << "sandbenchctl do"
                                  << "doctor";
        QTest::newRow("options") << "sandbenchctl run --tim"
                                 << "--timeout";
        QTest::newRow("values") << "sandbenchctl run --language p"
                                << "python";
        QTest::newRow("values of another") << "sandbenchctl completion z"
                                           << "zsh";
        QTest::newRow("commands of a command") << "sandbenchctl sessions pr"
                                               << "prune";
        QTest::newRow("options of such a one") << "sandbenchctl sessions list --al"
                                               << "--all";
        QTest::newRow("not its sibling's") << "sandbenchctl sessions list --dry"
                                           << "";
        QTest::newRow("not another command's") << "sandbenchctl doctor --tim"
                                               << "";
        QTest::newRow("files") << "sandbenchctl run /etc/host"
                               << "/etc/hostname";
    }

    void completesInBash()
    {
        QFETCH(QString, words);
        QFETCH(QString, offered);
        const auto list = words.split(' ');
        const auto program = QString::fromUtf8(scriptFor("bash"))
            + QString("\nCOMP_WORDS=(%1)\nCOMP_CWORD=%2\n_sandbenchctl 2>/dev/null\n"
                      "printf '%s\\n' \"${COMPREPLY[@]}\"\n")
                  .arg(words)
                  .arg(list.size() - 1);
        QProcess process;
        process.start("bash", {"-c", program});
        QVERIFY(process.waitForFinished());
        const auto replies
            = QString::fromUtf8(process.readAllStandardOutput()).trimmed().split('\n');
        QVERIFY2(replies.contains(offered), qPrintable(replies.join(' ')));
    }

    void completesInFish_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("offered");
        QTest::newRow("commands") << "sandbenchctl do"
                                  << "doctor\t";
        QTest::newRow("options") << "sandbenchctl run --tim"
                                 << "--timeout\t";
        QTest::newRow("values") << "sandbenchctl run --language p"
                                << "python\t";
        QTest::newRow("commands of a command") << "sandbenchctl sessions pr"
                                               << "prune\t";
        QTest::newRow("options of such a one") << "sandbenchctl sessions list --al"
                                               << "--all\t";
        QTest::newRow("files") << "sandbenchctl run /etc/hostn"
                               << "/etc/hostname";
    }

    void completesInFish()
    {
        QFETCH(QString, words);
        QFETCH(QString, offered);
        if (QStandardPaths::findExecutable("fish").isEmpty())
            SKIP_WITHOUT("fish", "fish is not installed");
        const auto program = QString::fromUtf8(scriptFor("fish"))
            + QString("\ncomplete --do-complete '%1'\n").arg(words);
        QProcess process;
        process.start("fish", {"--no-config"});
        process.write(program.toUtf8()); // longer than an argument may be
        process.closeWriteChannel();
        QVERIFY(process.waitForFinished());
        const auto replies = QString::fromUtf8(process.readAllStandardOutput());
        QVERIFY2(replies.contains(offered), qPrintable(replies));
    }

    void refusesAnUnknownShell()
    {
        CommandLine commandLine;
        QVERIFY(!completionScript(commandLine.tree(), "csh", kValues));
    }
};

SANDBENCH_TEST(TestCliCompletion);
#include "tst_cli_completion.moc"
