// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/process/child_process.h"
#include "tests/integration/agent/agent_harness.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/resource.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

std::string contentOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

int exitOf(const std::vector<std::string>& command)
{
    SpawnSpec spec;
    spec.program = command.front();
    spec.arguments = command;
    spec.fds = {-1, -1, STDERR_FILENO};
    auto child = ChildProcess::spawn(spec);
    const auto end = child ? child->wait(60s) : Result<ExitState>(child.error());
    return end ? end->exitCode.value_or(-1) : -1;
}

} // namespace

/// `sandbench-agent place`.
class TestAgentPlace : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void putsAWholeProgramThere();
    void replacesALinkAndNotWhatItNames();
    void followsNoLinkWhileItWrites();
    void leavesNothingWhereThereIsNoRoom();
    void leavesNothingWhereItCannotGoThere();
    void wantsAPath();

private:
    std::string at(const std::string& name) const
    {
        return m_folder->path().toStdString() + "/" + name;
    }
    int place(const std::string& path) const { return exitOf({m_agent, "place", path}); }

    const std::string m_agent = builtProgram("sandbench-agent");
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestAgentPlace::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestAgentPlace::cleanup()
{
    m_folder.reset();
}

void TestAgentPlace::putsAWholeProgramThere()
{
    QCOMPARE(place(at("agent")), 0);
    QVERIFY(contentOf(at("agent")) == contentOf(m_agent));
    QCOMPARE(fs::status(at("agent")).permissions(), fs::perms(0755));
    QVERIFY(!fs::exists(at("agent.part")));
    // It is one that starts: there is nobody to reach.
    QCOMPARE(exitOf({at("agent"), "attach", "place-test-nobody"}), 3);
    // And again, over itself.
    QCOMPARE(place(at("agent")), 0);
}

void TestAgentPlace::replacesALinkAndNotWhatItNames()
{
    std::ofstream(at("victim")) << "mine";
    fs::create_symlink(at("victim"), at("agent"));
    QCOMPARE(place(at("agent")), 0);
    QCOMPARE(contentOf(at("victim")), std::string("mine"));
    QVERIFY(!fs::is_symlink(at("agent")));
}

void TestAgentPlace::followsNoLinkWhileItWrites()
{
    std::ofstream(at("victim")) << "mine";
    fs::create_symlink(at("victim"), at("agent.part"));
    QCOMPARE(place(at("agent")), 1);
    QCOMPARE(contentOf(at("victim")), std::string("mine"));
    QVERIFY(!fs::exists(at("agent")));
}

void TestAgentPlace::leavesNothingWhereThereIsNoRoom()
{
    // A file of half its size is the most that may be written; the signal of that is not minded.
    const auto half = std::to_string(fs::file_size(m_agent) / 2);
    const auto script
        = "trap '' XFSZ; exec prlimit --fsize=" + half + " " + m_agent + " place " + at("agent");
    QCOMPARE(exitOf({"/bin/sh", "-c", script}), 1);
    QVERIFY(fs::is_empty(m_folder->path().toStdString()));
}

void TestAgentPlace::leavesNothingWhereItCannotGoThere()
{
    fs::create_directory(at("agent"));
    std::ofstream(at("agent/inside")) << "mine";
    QCOMPARE(place(at("agent")), 1);
    QCOMPARE(contentOf(at("agent/inside")), std::string("mine"));
    QVERIFY(!fs::exists(at("agent.part")));
    QCOMPARE(place(at("missing/agent")), 1);
}

void TestAgentPlace::wantsAPath()
{
    QCOMPARE(exitOf({m_agent, "place"}), 1);
    QVERIFY(!fs::exists(".part"));
}

SANDBENCH_TEST(TestAgentPlace);
#include "tst_agent_place.moc"
