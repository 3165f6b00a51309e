// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/agent_harness.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace sandbench;
using namespace sandbench::test;
namespace fs = std::filesystem;
using Names = std::vector<std::string>;

/// Which files of its folders a run tells as new or changed.
class TestAgentResults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void tellsWhatARunMadeInTheOrderOfItsMaking();
    void tellsNothingOfWhatWasThereBefore();
    void tellsWhatChanged();
    void looksForEndingsOutsideOfTheOutputFolder();
    void passesOverHiddenFoldersAndLinks();
    void tellsNothingWithoutBeingAsked();
    void tellsWhatAProgramMadeThatWasStoppedAtALimit();
    void tellsTheFirstOfTooMany();
    void keepsItsPeaceWhereItsFolderWentAway();

private:
    void write(const std::string& name, const std::string& text = "x")
    {
        fs::create_directories(fs::path(at(name)).parent_path());
        std::ofstream(at(name)) << text;
    }
    std::string at(const std::string& name) const
    {
        return m_folder->filePath("work").toStdString() + "/" + name;
    }
    Outcome run(const std::string& script, Json more = Json::object())
    {
        more["cwd"] = at("");
        more["results"]
            = {{"output", at("output")},
               {"folders", {m_folder->filePath("work").toStdString()}},
               {"endings", {".png", ".csv"}}};
        return m_agent->run({"sh", "-c", script}, more);
    }
    /// Relative to the folder.
    Names namesIn(const Outcome& outcome) const
    {
        Names names;
        for (const auto& event : outcome.events)
            for (const auto& file : jsonField(event, "files"))
                names.push_back(jsonString(file, "path").substr(at("").size()));
        return names;
    }
    static bool saysThereIsMore(const Outcome& outcome)
    {
        return std::any_of(outcome.events.begin(), outcome.events.end(), [](const Json& event) {
            return jsonBool(event, "more");
        });
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AgentHarness> m_agent;
};

void TestAgentResults::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    fs::create_directories(at("output"));
    m_agent = std::make_unique<AgentHarness>();
    QVERIFY(m_agent->start());
}

void TestAgentResults::tellsWhatARunMadeInTheOrderOfItsMaking()
{
    const auto outcome
        = run("for i in z y x; do echo > $i.png; done; mkdir -p a/b; echo 12 > a/b/t.csv");
    QCOMPARE(namesIn(outcome), (Names{"z.png", "y.png", "x.png", "a/b/t.csv"}));
    const auto& last = jsonField(outcome.events.back(), "files").back();
    QCOMPARE(jsonString(last, "type"), std::string("file"));
    QCOMPARE(jsonInt(last, "size"), std::int64_t(3));
    QVERIFY(jsonNumber(last, "at", -1) >= 0 && jsonNumber(last, "at", -1) < 20);
    QVERIFY(!saysThereIsMore(outcome));
}

void TestAgentResults::tellsNothingOfWhatWasThereBefore()
{
    write("a.png");
    write("output/b.txt");
    QCOMPARE(namesIn(run("cat a.png output/b.txt; chmod 600 a.png")), Names());
    QCOMPARE(namesIn(run("true")), Names());
}

void TestAgentResults::tellsWhatChanged()
{
    write("a.png", "before");
    write("b.png", "before");
    write("c.png");
    QCOMPARE(
        namesIn(run("printf behind > a.png; mv b.png new.png; rm c.png")),
        (Names{"a.png", "new.png"}));
}

void TestAgentResults::looksForEndingsOutsideOfTheOutputFolder()
{
    const auto outcome = run("echo > a.PNG; echo > a.txt; echo > png; echo > .png; echo > "
                             "output/any; echo > output/.hidden");
    QCOMPARE(namesIn(outcome), (Names{"a.PNG", "output/any", "output/.hidden"}));
}

void TestAgentResults::passesOverHiddenFoldersAndLinks()
{
    const auto outcome = run("mkdir .h node_modules; echo > .h/a.png; echo > node_modules/a.png; "
                             "echo > .b.png; ln -s /etc/passwd l.png; "
                             "mkfifo f.png; ln -s / output/root; mkfifo output/f");
    QCOMPARE(namesIn(outcome), (Names{"output/root", "output/f"}));
}

void TestAgentResults::tellsNothingWithoutBeingAsked()
{
    QVERIFY(namesIn(m_agent->run({"sh", "-c", "echo > a.png"}, {{"cwd", at("")}})).empty());
}

void TestAgentResults::tellsWhatAProgramMadeThatWasStoppedAtALimit()
{
    const auto outcome = run("echo > a.png; exec sleep 60", {{"limits", {{"wall_seconds", 0.3}}}});
    QCOMPARE(outcome.cause(), std::string("wall"));
    QCOMPARE(namesIn(outcome), (Names{"a.png"}));
}

void TestAgentResults::tellsTheFirstOfTooMany()
{
    const auto outcome = run("for i in $(seq 1100); do echo > $i.csv; done");
    const auto names = namesIn(outcome);
    QCOMPARE(names.size(), std::size_t(1000));
    QCOMPARE(names.front(), std::string("1.csv"));
    QVERIFY(saysThereIsMore(outcome));
}

void TestAgentResults::keepsItsPeaceWhereItsFolderWentAway()
{
    const auto outcome = run("rm -r ../work; mkdir ../work; echo > ../work/a.png");
    QCOMPARE(outcome.exitCode(), 0);
    QCOMPARE(namesIn(outcome), (Names{"a.png"}));
    QCOMPARE(run("rm -r ../work").exitCode(), 0);
}

SANDBENCH_TEST(TestAgentResults);
#include "tst_agent_results.moc"
