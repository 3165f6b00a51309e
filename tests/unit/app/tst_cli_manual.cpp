// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/command_line.h"
#include "app/cli/manual_page.h"
#include "app/cli/option_words.h"
#include "app/cli/usage_problem.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <CLI/CLI.hpp>

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace sandbench::cli;

namespace {

/// What @p program prints of @p page, and what it says about it.
QByteArray shownBy(const QString& program, const QStringList& arguments, const std::string& page)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    process.write(QByteArray::fromStdString(page));
    process.closeWriteChannel();
    return process.waitForFinished() ? process.readAll() : process.errorString().toUtf8();
}

/// A command with texts that roff would take for its own.
CLI::App* addOddCommand(CLI::App& root, std::string& value)
{
    CLI::App* command = root.add_subcommand("odd", "Do what nobody expects");
    command->add_option("--dir", value, ".TH it's `so` ~ ^ \"q\" \\fB")->type_name("DIR");
    command->footer(
        "First line\n.second line.\n  {\"kept\":  1}\n\nExamples:\n  program odd 'a\\nb'\n\n"
        "Exit status: of this, 0 at the end,\n1 else.\n");
    return command;
}

} // namespace

class TestCliManual : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void hasAPageOfEveryCommandThatOthersAccept()
    {
        if (QStandardPaths::findExecutable("mandoc").isEmpty())
            SKIP_WITHOUT("mandoc", "mandoc is not installed");
        CommandLine commandLine;
        const auto& tree = commandLine.tree();
        auto commands = tree.get_subcommands(isShown);
        QVERIFY(commands.size() > 20);
        commands.push_back(&tree);
        for (const auto* command : commands) {
            const auto page = manualPage(*command);
            QCOMPARE(shownBy("mandoc", {"-T", "lint", "-W", "warning"}, page), QByteArray());
            QVERIFY(page.find(".TH") < page.find(".SH NAME"));
            QVERIFY2(
                page.find(".SH OPTIONS\n.TP") != std::string::npos
                    || page.find(".SH OPTIONS\n.SS") != std::string::npos,
                command->get_name().c_str());
        }
    }

    void saysWhatTheHelpSays_data()
    {
        QTest::addColumn<QString>("command");
        QTest::addColumn<QString>("text");
        QTest::newRow("the program's commands") << ""
                                                << "\\fBcheck\\-image\\fR";
        QTest::newRow("other pages") << ""
                                     << ".BR sandbenchctl\\-run (1)";
        QTest::newRow("what a number means") << ""
                                             << "N        the program exited with N";
        QTest::newRow("a title") << "run"
                                 << ".TH SANDBENCHCTL\\-RUN 1 2";
        QTest::newRow("every option") << "run"
                                      << "\\fB\\-\\-output\\-limit\\fR";
        QTest::newRow("an option's short name and type")
            << "run"
            << "\\fB\\-\\-language\\fR, \\fB\\-l\\fR \\fILANGUAGE\\fR";
        QTest::newRow("examples") << "doctor"
                                  << ".SH EXAMPLES\n";
        QTest::newRow("statuses") << "report"
                                  << ".SH EXIT STATUS\n";
        QTest::newRow("a group's commands") << "sessions"
                                            << ".SS \"sandbenchctl sessions list\"";
        QTest::newRow("their options") << "sessions"
                                       << "\\fB\\-\\-dry\\-run\\fR";
    }

    void saysWhatTheHelpSays()
    {
        QFETCH(QString, command);
        QFETCH(QString, text);
        CommandLine commandLine;
        const auto& tree = commandLine.tree();
        const auto* named = command.isEmpty() ? &tree : commandNamed(tree, command.toStdString());
        QVERIFY(named);
        const auto page = QString::fromStdString(manualPage(*named));
        QVERIFY2(page.contains(text), qPrintable(page));
    }

    void tellsNothingOfCommandsThatOnlyWeCall()
    {
        CommandLine commandLine;
        const auto* sessions = commandNamed(commandLine.tree(), "sessions");
        QVERIFY(sessions);
        QVERIFY(manualPage(*sessions).find("sessions keep\"") == std::string::npos);
    }

    void isAskedForByTheNameOfACommand()
    {
        for (const auto& words : std::vector<std::vector<std::string>>{
                 {"manual"}, {"manual", "run"}, {"manual", "--out", "d"}}) {
            CommandLine commandLine;
            const auto parsed = commandLine.parse(words);
            QVERIFY2(parsed.action, parsed.problem.c_str());
        }
    }

    void showsOddTextsAsTheyAre()
    {
        if (QStandardPaths::findExecutable("mandoc").isEmpty())
            SKIP_WITHOUT("mandoc", "mandoc is not installed");
        CLI::App root("A program", "program");
        std::string value;
        const auto page = manualPage(*addOddCommand(root, value));
        const auto shown = QString::fromUtf8(
            shownBy("mandoc", {"-T", "ascii", "-O", "width=200"}, page).replace("\b", "<"));
        for (const auto* text :
             {"program-odd - Do what nobody expects", ".TH it's `so` ~ ^ \"q\" \\fB",
              "First line .second line.", "{\"kept\":  1}", "program odd 'a\\nb'",
              "Of this, 0 at the end, 1 else."})
            QVERIFY2(shown.contains(text), qPrintable(QString(text) + " is not in\n" + shown));
    }
};

SANDBENCH_TEST(TestCliManual);
#include "tst_cli_manual.moc"
