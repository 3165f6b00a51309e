// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/embedded.h"
#include "tests/integration/agent/agent_harness.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <sys/stat.h>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;
using agent::Channel;
namespace fs = std::filesystem;

namespace {

constexpr unsigned kUser = 61301;
constexpr unsigned kGroup = 61302;
const std::string kUserText = "61301:61302";

struct stat statusOf(const std::string& path)
{
    struct stat info = {};
    ::lstat(path.c_str(), &info);
    return info;
}

} // namespace

class TestAgentUser : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void givesProgramsTheirUserAndNoRights();
    void putsTheFilterOnEveryProgram();
    void makesAndReadsFilesAsTheUser();
    void startsKernelsAndContextsAsTheUser();
    void givesTerminalsToTheUser();
    void outlivesWhatItsProgramsDoToIt();
    void endsTheTreesOfAnotherUser();
    void endsNobodysProcessesButItsUsers();
    void runsNothingWhenItCannotBecomeTheUser();
    void runsNothingAsAnUnknownUser();
    void takesNoSecondSetup();
    void refusesAFilterThatIsNone();
    void looksNamesUpInTheSandboxsOwnFiles();
    void runsAStaticProgramInAnEmptySandbox();
    void leavesNothingInAContainerThatIsNotOurs();
    void tellsTheEnvironmentItWasStartedWith();

private:
    Outcome setUp(Json more = Json::object());
    bool start(AgentHarness::Options options = {});
    std::string at(const std::string& name) const
    {
        return m_folder->path().toStdString() + "/" + name;
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<AgentHarness> m_agent;
};

void TestAgentUser::init()
{
    if (::geteuid() != 0)
        SKIP_WITHOUT("root", "only root may make programs another user's");
    m_folder = std::make_unique<QTemporaryDir>();
    fs::permissions(m_folder->path().toStdString(), fs::perms(0777));
    m_agent = std::make_unique<AgentHarness>();
}

void TestAgentUser::cleanup()
{
    m_agent.reset();
    m_folder.reset();
}

bool TestAgentUser::start(AgentHarness::Options options)
{
    options.inPidNamespace = true;
    options.containerRights = true;
    return m_agent->start(options);
}

Outcome TestAgentUser::setUp(Json more)
{
    more["verb"] = "setup";
    if (!more.contains("user"))
        more["user"] = kUserText;
    return m_agent->call(more);
}

void TestAgentUser::givesProgramsTheirUserAndNoRights()
{
    QVERIFY(start());
    const auto done = setUp();
    QVERIFY2(jsonBool(done.reply, "ok"), done.reply.dump().c_str());
    QCOMPARE(jsonInt(done.reply, "uid"), std::int64_t(kUser));
    auto run = m_agent->run(
        {"/bin/sh", "-c",
         "grep -E '^(Uid|Gid|Groups|Cap(Inh|Prm|Eff|Amb)|NoNewPrivs)' /proc/self/status | tr "
         "'\\t' ' '"});
    QCOMPARE(
        run.out(),
        std::string("Uid: 61301 61301 61301 61301\nGid: 61302 61302 61302 61302\n"
                    "Groups:  \nCapInh: 0000000000000000\nCapPrm: 0000000000000000\n"
                    "CapEff: 0000000000000000\nCapAmb: 0000000000000000\n"
                    "NoNewPrivs: 1\n"));
    // The kernel forgets both when the user changes.
    QCOMPARE(m_agent->run({"/bin/cat", "/proc/self/oom_score_adj"}).out(), std::string("1000\n"));
}

void TestAgentUser::putsTheFilterOnEveryProgram()
{
    QVERIFY(start());
    QVERIFY(
        jsonBool(setUp({{"filter", filterOf(jsonString(m_agent->hello(), "arch"))}}).reply, "ok"));
    QCOMPARE(
        m_agent->run({"/bin/sh", "-c", "grep -o 'Seccomp:.2' /proc/self/status | wc -l"}).out(),
        std::string("1\n"));
    auto refused = m_agent->run({"unshare", "--user", "true"});
    QVERIFY(refused.exitCode() > 0);
    QVERIFY2(
        refused.err().find("Operation not permitted") != std::string::npos, refused.err().c_str());
}

void TestAgentUser::makesAndReadsFilesAsTheUser()
{
    QVERIFY(start());
    QVERIFY(jsonBool(setUp().reply, "ok"));
    const auto stream = m_agent->post(
        {{"verb", "write"}, {"path", at("made/by/file")}, {"parents", true}, {"mode", 0600}});
    m_agent->sendData(stream, Channel::File, "words");
    m_agent->sendEof(stream, Channel::File);
    QVERIFY(jsonBool(m_agent->finish(stream).reply, "ok"));
    for (const auto* made : {"made", "made/by", "made/by/file"}) {
        const auto info = statusOf(at(made));
        QCOMPARE(info.st_uid, kUser);
        QCOMPARE(info.st_gid, kGroup);
    }
    // What is the user's alone, and what is closed to it.
    QCOMPARE(
        m_agent->call({{"verb", "read"}, {"path", at("made/by/file")}}).data[Channel::File],
        std::string("words"));
    std::ofstream(at("secret")) << "root's";
    fs::permissions(at("secret"), fs::perms(0600));
    QCOMPARE(
        m_agent->call({{"verb", "read"}, {"path", at("secret")}}).code(),
        std::string("permission_denied"));
    QCOMPARE(
        m_agent->call({{"verb", "mkdir"}, {"path", "/etc/of-the-user"}}).code(),
        std::string("permission_denied"));
    QVERIFY(jsonBool(
        m_agent->call({{"verb", "remove"}, {"path", at("made")}, {"recursive", true}}).reply,
        "ok"));
    QVERIFY(!fs::exists(at("made")));
}

void TestAgentUser::startsKernelsAndContextsAsTheUser()
{
    QVERIFY(start());
    QVERIFY(
        jsonBool(setUp({{"filter", filterOf(jsonString(m_agent->hello(), "arch"))}}).reply, "ok"));
    const auto source = embeddedFile("guest/python_kernel.py");
    QVERIFY(source.has_value());
    const auto started = m_agent->startKernel(
        {{"kernel", "python"},
         {"argv", {"python3", "-I", "-S"}},
         {"warm", "never"},
         {"scratch", {m_folder->path().toStdString()}},
         {"env", {{"PATH", "/usr/bin:/bin"}, {"HOME", "/"}}}},
        *source);
    QVERIFY2(jsonBool(started.reply, "ok"), started.reply.dump().c_str());
    std::ofstream(at("who.py")) << "import os\nprint(os.getresuid(), os.getresgid(), "
                                   "open('/proc/self/status').read().count('Seccomp:\\t2'))\n";
    auto run = m_agent->run(
        {"/bin/false"}, {{"kernel", "python"}, {"path", at("who.py")}, {"cwd", "/"}});
    QVERIFY2(!run.events.empty(), run.reply.dump().c_str());
    QCOMPARE(jsonString(run.events[0], "kernel"), std::string("bare"));
    const std::string who = "(61301, 61301, 61301) (61302, 61302, 61302) 1\n";
    QCOMPARE(run.out(), who);
    const auto opened
        = m_agent->call({{"verb", "context_open"}, {"context", "c"}, {"kernel", "python"}});
    QVERIFY2(jsonBool(opened.reply, "ok"), opened.reply.dump().c_str());
    auto cell = m_agent->finish(
        m_agent->post({{"verb", "run"}, {"context", "c"}, {"path", at("who.py")}}));
    QCOMPARE(cell.out(), who);
}

void TestAgentUser::givesTerminalsToTheUser()
{
    QVERIFY(start());
    QVERIFY(jsonBool(setUp().reply, "ok"));
    auto run = m_agent->run(
        {"/bin/sh", "-c", "stat -c %u $(tty); echo again > $(tty)"},
        {{"pty", {{"rows", 24}, {"cols", 80}}}});
    QCOMPARE(run.out(), std::string("61301\r\nagain\r\n"));
}

void TestAgentUser::outlivesWhatItsProgramsDoToIt()
{
    QVERIFY(start());
    QVERIFY(jsonBool(setUp().reply, "ok"));
    auto run = m_agent->run(
        {"/bin/sh", "-c", "kill -9 1; kill -STOP 1; kill -TERM 1; cat /proc/1/environ; echo on"});
    QCOMPARE(run.out(), std::string("on\n"));
    QVERIFY(jsonBool(m_agent->call({{"verb", "ping"}}).reply, "ok"));
}

void TestAgentUser::endsTheTreesOfAnotherUser()
{
    QVERIFY(start());
    QVERIFY(jsonBool(setUp().reply, "ok"));
    auto run = m_agent->run(
        {"/bin/sh", "-c", "setsid sleep 51301 & setsid sleep 51301 & sleep 51301"},
        {{"limits", {{"wall_seconds", 0.3}}}});
    QCOMPARE(run.cause(), std::string("wall"));
    QCOMPARE(countProcesses("51301"), 0);
}

/// In a container that is not ours others run beside us, and a kernel may lie about its children.
void TestAgentUser::endsNobodysProcessesButItsUsers()
{
    QVERIFY(m_agent->start());
    QVERIFY(jsonBool(setUp().reply, "ok"));
    // As the agent itself would signal: with the rights of the programs' user.
    std::ifstream status("/proc/" + std::to_string(m_agent->pid()) + "/status");
    const std::string text{std::istreambuf_iterator<char>(status), {}};
    QVERIFY2(text.find("Uid:\t0\t61301\t0\t61301") != std::string::npos, text.c_str());
    QVERIFY2(text.find("CapEff:\t0000000000000000") != std::string::npos, text.c_str());
    auto run = m_agent->run(
        {"/bin/sh", "-c", "setsid sleep 51302 & sleep 51302"},
        {{"limits", {{"wall_seconds", 0.3}}}});
    QCOMPARE(run.cause(), std::string("wall"));
    QCOMPARE(countProcesses("51302"), 0);
}

void TestAgentUser::runsNothingWhenItCannotBecomeTheUser()
{
    AgentHarness::Options options;
    options.uid = 61399; // without any right to become somebody else
    QVERIFY(m_agent->start(options));
    const auto done = setUp();
    QCOMPARE(done.code(), std::string("permission_denied"));
    QVERIFY(jsonString(done.reply, "message").find("SETGID") != std::string::npos);
    const auto run = m_agent->run({"/bin/true"});
    QCOMPARE(run.code(), std::string("permission_denied"));
    QVERIFY(run.events.empty());
}

void TestAgentUser::runsNothingAsAnUnknownUser()
{
    QVERIFY(start());
    QCOMPARE(setUp({{"user", "no-such-user"}}).code(), std::string("not_found"));
    QCOMPARE(m_agent->run({"/bin/true"}).code(), std::string("not_found"));
    QCOMPARE(setUp().code(), std::string("not_found"));
}

void TestAgentUser::takesNoSecondSetup()
{
    QVERIFY(start());
    QVERIFY(jsonBool(setUp().reply, "ok"));
    QCOMPARE(setUp({{"user", "0:0"}}).code(), std::string("invalid_argument"));
    QCOMPARE(m_agent->run({"/usr/bin/id", "-u"}).out(), std::string("61301\n"));
}

void TestAgentUser::refusesAFilterThatIsNone()
{
    QVERIFY(start());
    QCOMPARE(setUp({{"filter", {"a", 2}}}).code(), std::string("invalid_argument"));
    m_agent = std::make_unique<AgentHarness>();
    QVERIFY(start());
    // A program of BPF that the kernel refuses: nothing starts without its filter.
    QVERIFY(jsonBool(setUp({{"filter", {1, 2, 3}}}).reply, "ok"));
    const auto run = m_agent->run({"/bin/true"});
    QVERIFY(!jsonBool(run.reply, "ok"));
    QVERIFY(jsonString(run.reply, "message").find("filter") != std::string::npos);
}

void TestAgentUser::looksNamesUpInTheSandboxsOwnFiles()
{
    AgentHarness::Options options;
    options.root = m_folder->path().toStdString();
    fs::create_directory(at("etc"));
    std::ofstream(at("etc/passwd")) << "root:x:0:0::/:/bin/sh\nann:x:61303:61304::/:/bin/sh\n";
    std::ofstream(at("etc/group"))
        << "staff:x:61305:ann,bob\nother:x:61306:bob\nthird:x:61307:ann\n";
    options.containerRights = true;
    QVERIFY(m_agent->start(options));
    const auto done = setUp({{"user", "ann"}});
    QCOMPARE(jsonInt(done.reply, "uid"), std::int64_t(61303));
    QCOMPARE(jsonInt(done.reply, "gid"), std::int64_t(61304));
    QCOMPARE(jsonString(done.reply, "user"), std::string("ann"));
    QVERIFY(jsonBool(m_agent->call({{"verb", "mkdir"}, {"path", "/hers"}}).reply, "ok"));
    QCOMPARE(statusOf(at("hers")).st_uid, 61303U);
}

/// As an image that was made FROM scratch: one static program, no folder, no file.
void TestAgentUser::runsAStaticProgramInAnEmptySandbox()
{
    AgentHarness::Options options;
    options.root = m_folder->path().toStdString();
    options.containerRights = true;
    QVERIFY(m_agent->start(options));
    QVERIFY(jsonBool(setUp({{"user", "61301"}}).reply, "ok"));
    // The agent itself is one: it greets and ends with its input.
    auto run = m_agent->run({"/sandbench-agent"}, {{"cwd", "/"}});
    QCOMPARE(run.exitCode(), 0);
    QVERIFY(run.out().find("\"uid\":61301") != std::string::npos);
    QCOMPARE(m_agent->run({"/bin/sh"}, {{"cwd", "/"}}).code(), std::string("not_found"));
}

void TestAgentUser::leavesNothingInAContainerThatIsNotOurs()
{
    AgentHarness::Options options;
    options.root = m_folder->path().toStdString();
    fs::permissions(options.root, fs::perms(0755)); // the user may write nowhere
    QVERIFY(m_agent->start(options));
    const std::string folder = "/.sandbench-1";
    const auto done = setUp(
        {{"temporary", folder},
         {"folders", {folder + "/work", folder + "/home"}},
         {"remove_agent", true}});
    QVERIFY2(jsonBool(done.reply, "ok"), done.reply.dump().c_str());
    QVERIFY(!fs::exists(at("sandbench-agent")));
    QCOMPARE(statusOf(at(".sandbench-1/work")).st_uid, kUser);
    const auto stream = m_agent->post(
        {{"verb", "write"}, {"path", folder + "/work/a/b/c"}, {"parents", true}, {"mode", 0600}});
    m_agent->sendEof(stream, Channel::File);
    QVERIFY(jsonBool(m_agent->finish(stream).reply, "ok"));
    m_agent->hangUp();
    QCOMPARE(m_agent->waitForExit(8s), 0);
    QVERIFY(!fs::exists(at(".sandbench-1")));
}

void TestAgentUser::tellsTheEnvironmentItWasStartedWith()
{
    ::setenv("OF_THE_IMAGE", "a=b", 1);
    QVERIFY(start());
    ::unsetenv("OF_THE_IMAGE");
    const auto done = setUp();
    QCOMPARE(jsonString(jsonField(done.reply, "env"), "OF_THE_IMAGE"), std::string("a=b"));
}

SANDBENCH_TEST(TestAgentUser);
#include "tst_agent_user.moc"
