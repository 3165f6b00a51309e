// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/pool/likeness.h"
#include "tests/integration/servers/service_fixture.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <dirent.h>
#include <fstream>
#include <future>
#include <set>
#include <thread>

using namespace sandbench;
using namespace sandbench::workspace;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

/// Leaves something wherever a program may.
constexpr const char* kLeavesTraces = R"(
import builtins, ctypes, os, subprocess, sys, time
from multiprocessing import shared_memory
for folder in ('/work', '/work/output', '/home/user', '/tmp', '/dev/shm', '/run/sandbench'):
    if os.path.isdir(folder):
        os.makedirs(folder + '/secret/deep', exist_ok=True)
        open(folder + '/secret/deep/file', 'w').write('the secret of A')
        open(folder + '/.hidden-secret', 'w').write('the secret of A')
os.mkfifo('/tmp/secret-fifo')
os.symlink('/etc/passwd', '/work/secret-link')
block = shared_memory.SharedMemory('secret-block', create=True, size=4096)
block.buf[:6] = b'secret'
libc = ctypes.CDLL(None)
libc.shmget(0x5ec7e7, 4096, 0o1666)
libc.semget(0x5ec7e7, 1, 0o1666)
libc.msgget(0x5ec7e7, 0o1666)
builtins.secret = sys.modules['secret'] = 'the secret of A'
os.environ['SECRET'] = 'the secret of A'
subprocess.Popen(['sleep', '1000'], start_new_session=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(1000)
    os._exit(0)
print('left', flush=True)
os._exit(0)
)";

/// Prints what of that is there, and what nobody but a program of before can have made.
constexpr const char* kLooksForTraces = R"(
import builtins, os, sys
found = []
for folder in ('/work', '/home/user', '/tmp', '/dev/shm', '/run/sandbench', '/var/tmp'):
    for base, folders, files in os.walk(folder):
        found += [os.path.join(base, n) for n in folders + files if 'secret' in n]
for table in ('shm', 'sem', 'msg'):
    lines = open('/proc/sysvipc/' + table).read().splitlines()[1:]
    found += [table + line for line in lines]
for pid in filter(str.isdigit, os.listdir('/proc')):
    try:
        line = open(f'/proc/{pid}/cmdline', 'rb').read() + open(f'/proc/{pid}/environ', 'rb').read()
    except OSError:
        continue
    if b'sleep\0' + b'1000' in line or b'the secret of A' in line:
        found.append(f'process {pid}')
if hasattr(builtins, 'secret') or 'secret' in sys.modules or 'SECRET' in os.environ:
    found.append('interpreter')
print(found)
)";

/// A process as /proc tells of it; parent 0 = it has ended.
struct Seen
{
    pid_t pid = 0, parent = 0;
};

Seen look(const std::string& pid)
{
    std::ifstream file("/proc/" + pid + "/stat");
    std::string line;
    std::getline(file, line);
    const auto end = line.rfind(") ");
    if (end == std::string::npos || line[end + 2] == 'Z')
        return {std::atoi(pid.c_str()), 0};
    return {std::atoi(pid.c_str()), std::atoi(line.c_str() + end + 4)};
}

/// Kills the children of this process, which are its sandboxes. Returns their children, which end
/// by that a moment later.
std::vector<std::string> killChildren()
{
    std::vector<Seen> all;
    const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir("/proc"), ::closedir);
    while (const auto* entry = ::readdir(folder.get()))
        if (std::atoi(entry->d_name) > 0)
            all.push_back(look(entry->d_name));
    std::set<pid_t> own;
    for (const auto& one : all)
        if (one.parent == ::getpid())
            own.insert(one.pid);
    std::vector<std::string> below;
    for (const auto& one : all)
        if (own.contains(one.parent))
            below.push_back(std::to_string(one.pid));
    for (const auto pid : own)
        ::kill(pid, SIGKILL);
    return below;
}

} // namespace

/// Sandboxes that are open before anybody asks for them.
class TestWarmPools : public ServiceFixture
{
    Q_OBJECT

private:
    std::shared_ptr<WarmPool> addPool(const Json& said)
    {
        const auto pool = readPool(said);
        auto request = pool ? readOpen(*m_parts, localCaller(), pool->sandbox)
                            : Result<SandboxRequest>(pool.error());
        auto added = request
            ? table().addPool(localCaller(), pool->name, *std::move(request), pool->rules)
            : Result<std::shared_ptr<WarmPool>>(request.error());
        if (!added) {
            m_problem = added.error().text();
            return nullptr;
        }
        return *added;
    }

    /// As POST /execute does it: the run's stdout, and whose sandbox it was.
    std::pair<std::string, std::string> runOnce(const Caller& caller, const char* code)
    {
        const auto opened = openOnce(caller);
        if (!opened) {
            m_problem = opened.error().text();
            return {};
        }
        m_lastRun = runToEnd(caller, *opened, {{"code", code}});
        const auto id = (*opened)->id();
        if (!table().close(caller, id))
            m_problem = "it does not close";
        return {jsonString(m_lastRun, "stdout"), id};
    }

    Json m_lastRun;

private Q_SLOTS:
    void givesWhoeverAsksAlikeOneThatIsReady()
    {
        const auto pool = addPool({{"name", "p"}, {"min", 1}, {"max", 3}});
        QVERIFY2(pool, m_problem.c_str());
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().ready, std::size_t(1), 30'000);
        const auto sandbox = open(m_caller, {{"idle_seconds", 5}, {"timeout", 7}});
        QVERIFY2(sandbox, m_problem.c_str());
        QCOMPARE(sandbox->pool(), std::string("p"));
        QCOMPARE(pool->state().hits, std::uint64_t(1));
        const auto hello = runToEnd(m_caller, sandbox, {{"code", "print('hello')"}});
        QCOMPARE(jsonString(hello, "stdout"), std::string("hello\n"));
        QCOMPARE(jsonString(sandboxView(*sandbox), "pool"), std::string("p"));
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().ready, std::size_t(1), 30'000);
        QVERIFY(table().close(m_caller, sandbox->id()));
        QCOMPARE(pool->state().inUse, std::size_t(0));
    }

    void opensNothingBesideAProgramThatHasJustBegun()
    {
        const auto pool = addPool({{"name", "p"}, {"min", 2}, {"max", 4}});
        QVERIFY2(pool, m_problem.c_str());
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().ready, std::size_t(2), 30'000);
        const auto before = std::chrono::steady_clock::now();
        QVERIFY2(open(m_caller), m_problem.c_str());
        const auto begun = [&] { return pool->state().opened + pool->state().opening > 2; };
        while (!begun() && std::chrono::steady_clock::now() - before < 30s)
            std::this_thread::yield();
        QVERIFY(begun());
        QVERIFY(std::chrono::steady_clock::now() - before >= 15ms);
    }

    void opensAnotherWhereSomethingElseIsAskedFor()
    {
        const auto pool = addPool({{"name", "p"}});
        QVERIFY2(pool, m_problem.c_str());
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().ready, std::size_t(1), 30'000);
        for (const Json& body :
             {Json{{"memory", "600m"}}, Json{{"env", {{"A", "b"}}}}, Json{{"hostname", "other"}}}) {
            const auto sandbox = open(m_caller, body);
            QVERIFY2(sandbox, m_problem.c_str());
            QCOMPARE(sandbox->pool(), std::string());
        }
        QCOMPARE(pool->state().hits, std::uint64_t(0));
    }

    void givesASandboxToOneSessionOnly()
    {
        const auto pool = addPool({{"name", "p"}, {"max", 1}, {"uses", 10}});
        QVERIFY2(pool, m_problem.c_str());
        std::set<std::string> ids;
        for (int i = 0; i < 3; ++i) {
            QTRY_COMPARE_WITH_TIMEOUT(pool->state().ready, std::size_t(1), 30'000);
            const auto sandbox = open(m_caller);
            QVERIFY2(sandbox, m_problem.c_str());
            ids.insert(sandbox->id());
            QVERIFY(table().close(m_caller, sandbox->id()));
        }
        QCOMPARE(ids.size(), std::size_t(3));
    }

    void findsNothingOfTheUserBefore_data()
    {
        QTest::addColumn<int>("uses");
        QTest::newRow("a new sandbox each") << 1;
        QTest::newRow("the same one, cleaned") << 2;
    }

    void findsNothingOfTheUserBefore()
    {
        QFETCH(const int, uses);
        const auto pool = addPool({{"name", "p"}, {"min", 1}, {"max", 1}, {"uses", uses}});
        QVERIFY2(pool, m_problem.c_str());
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().ready, std::size_t(1), 30'000);
        const auto [left, first] = runOnce(m_caller, kLeavesTraces);
        QVERIFY2(left == "left\n", writeJson(m_lastRun).c_str());
        QCOMPARE(
            jsonField(jsonField(m_lastRun, "isolation"), "relaxations").size(), std::size_t(0));
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().ready, std::size_t(1), 30'000);
        const auto [found, second] = runOnce(m_caller, kLooksForTraces);
        QVERIFY2(found == "[]\n", writeJson(m_lastRun).c_str());
        QCOMPARE(second == first, uses == 2);
        const auto named = writeJson(jsonField(jsonField(m_lastRun, "isolation"), "relaxations"));
        QCOMPARE(named.find("before") != std::string::npos, uses == 2);
    }

    void neverGivesAUsedSandboxToSomebodyElse()
    {
        const auto pool = addPool({{"name", "p"}, {"min", 1}, {"max", 1}, {"uses", 10}});
        QVERIFY2(pool, m_problem.c_str());
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().ready, std::size_t(1), 30'000);
        const auto first = runOnce(m_caller, "print(1)").second;
        const auto other = runOnce(callerOf("two"), kLooksForTraces);
        QCOMPARE(other.first, std::string("[]\n"));
        QVERIFY(other.second != first);
    }

    void cleansTheSameSandboxAgainWhateverIsLeftThere()
    {
        const auto pool = addPool({{"name", "p"}, {"min", 1}, {"max", 1}, {"uses", 10}});
        QVERIFY2(pool, m_problem.c_str());
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().ready, std::size_t(1), 30'000);
        const std::string look
            = "import os\nprint(sorted(os.listdir('/work')), os.listdir('/tmp'))\n";
        std::string sandbox;
        for (const char* leave :
             {"open('left', 'w')", "os.makedirs('left/deep')", "", "open('/tmp/other', 'w')",
              "os.remove('main.py'); os.symlink('output', 'main.py')",
              "os.remove('main.py'); os.mkdir('main.py'); open('main.py/in', 'w')",
              "open('left', 'w'); open('output/left', 'w')", ""}) {
            const auto [seen, id] = runOnce(m_caller, (look + leave).c_str());
            QCOMPARE(seen, std::string("['main.py', 'output'] []\n"));
            QCOMPARE(id, sandbox.empty() ? id : sandbox);
            sandbox = id;
        }
    }

    void closesAUsedSandboxThatCannotBeCleaned()
    {
        const auto pool = addPool({{"name", "p"}, {"min", 1}, {"max", 1}, {"uses", 10}});
        QVERIFY2(pool, m_problem.c_str());
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().ready, std::size_t(1), 30'000);
        const auto first
            = runOnce(m_caller, "import os\nos.chmod('/work/output', 0o700)\nprint(1)");
        QCOMPARE(first.first, std::string("1\n"));
        QVERIFY(runOnce(m_caller, "print(2)").second != first.second);
    }

    void saysWhatTheRulesSayWhenNoneIsLeft_data()
    {
        QTest::addColumn<QString>("exhausted");
        for (const char* name : {"temporary", "fail", "wait"})
            QTest::newRow(name) << QString(name);
    }

    void saysWhatTheRulesSayWhenNoneIsLeft()
    {
        QFETCH(const QString, exhausted);
        const auto pool = addPool(
            {{"name", "p"},
             {"min", 1},
             {"max", 1},
             {"exhausted", exhausted.toStdString()},
             {"wait_seconds", 600}});
        QVERIFY2(pool, m_problem.c_str());
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().ready, std::size_t(1), 30'000);
        const auto first = open(m_caller);
        QVERIFY2(first, m_problem.c_str());
        QCOMPARE(first->pool(), std::string("p"));
        if (exhausted == "temporary") {
            const auto second = open(m_caller);
            QVERIFY2(second, m_problem.c_str());
            QCOMPARE(second->pool(), std::string());
            QCOMPARE(pool->state().temporary, std::uint64_t(1));
        } else if (exhausted == "fail") {
            QVERIFY(!open(m_caller));
            QVERIFY2(m_problem.find("pool p has no sandbox that is free") == 0, m_problem.c_str());
            QCOMPARE(pool->state().refused, std::uint64_t(1));
        } else {
            auto second = std::async(std::launch::async, [this] { return open(m_caller); });
            QTRY_COMPARE_WITH_TIMEOUT(pool->state().waiting, std::size_t(1), 30'000);
            QVERIFY(table().close(m_caller, first->id()));
            const auto got = second.get();
            QVERIFY2(got, m_problem.c_str());
            QCOMPARE(got->pool(), std::string("p"));
            QVERIFY(got->id() != first->id());
        }
    }

    void stopsWaitingAtOnce()
    {
        const auto pool
            = addPool({{"name", "p"}, {"max", 1}, {"exhausted", "wait"}, {"wait_seconds", 600}});
        QVERIFY2(pool, m_problem.c_str());
        const auto first = open(m_caller);
        QVERIFY2(first, m_problem.c_str());
        std::stop_source stop;
        auto second = std::async(std::launch::async, [&] {
            auto request = readOpen(*m_parts, m_caller, Json::object());
            return table().open(m_caller, {.request = *std::move(request)}, stop.get_token());
        });
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().waiting, std::size_t(1), 30'000);
        stop.request_stop();
        QCOMPARE(codeOf(second.get().error()), std::string("cancelled"));
        QCOMPARE(pool->state().waiting, std::size_t(0));
    }

    void replacesOnesThatDied()
    {
        const auto pool = addPool({{"name", "p"}, {"min", 2}, {"max", 2}});
        QVERIFY2(pool, m_problem.c_str());
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().ready, std::size_t(2), 30'000);
        const auto ending = killChildren();
        QVERIFY(!ending.empty());
        QTRY_VERIFY_WITH_TIMEOUT(
            std::all_of(
                ending.begin(), ending.end(),
                [](const auto& pid) { return look(pid).parent == 0; }),
            30'000);
        const auto sandbox = open(m_caller);
        QVERIFY2(sandbox, m_problem.c_str());
        QCOMPARE(sandbox->pool(), std::string("p"));
        const auto hello = runToEnd(m_caller, sandbox, {{"code", "print(1)"}});
        QVERIFY2(jsonString(hello, "stdout") == "1\n", writeJson(hello).c_str());
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().ready, std::size_t(1), 30'000);
        QCOMPARE(pool->state().replaced, std::uint64_t(2));
        QVERIFY(table().close(m_caller, sandbox->id()));
    }

    void replacesWhatIsTooOldAndKeepsNoMoreThanItNeeds()
    {
        const auto old = addPool({{"name", "p"}, {"min", 1}, {"max", 1}, {"age_seconds", 1}});
        QVERIFY2(old, m_problem.c_str());
        QTRY_VERIFY_WITH_TIMEOUT(old->state().replaced > 0, 30'000);
        QVERIFY(table().pools().remove("p"));
        const auto pool = addPool({{"name", "p"}, {"min", 0}, {"max", 2}, {"idle_seconds", 1}});
        QVERIFY2(pool, m_problem.c_str());
        const auto sandbox = open(m_caller);
        QVERIFY2(sandbox, m_problem.c_str());
        QCOMPARE(pool->state().misses, std::uint64_t(1));
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().opened, std::uint64_t(1), 30'000);
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().ready, std::size_t(0), 30'000);
        QVERIFY(table().close(m_caller, sandbox->id()));
    }

    void endsWithItsSandboxes()
    {
        const auto pool = addPool({{"name", "p"}, {"min", 2}});
        QVERIFY2(pool, m_problem.c_str());
        QTRY_COMPARE_WITH_TIMEOUT(pool->state().ready, std::size_t(2), 30'000);
        QVERIFY(table().pools().remove("p"));
        QCOMPARE(leftovers().size(), std::size_t(0));
        QCOMPARE(codeOf(table().pools().remove("p").error()), std::string("not_found"));
        const auto sandbox = open(m_caller);
        QVERIFY2(sandbox, m_problem.c_str());
        QCOMPARE(sandbox->pool(), std::string());
    }

    void refusesPoolsThatCannotBe()
    {
        QVERIFY(!addPool({{"name", "a/b"}}));
        QVERIFY(m_problem.find("name") == 0);
        QVERIFY(!addPool({{"name", "p"}, {"min", 3}, {"max", 2}}));
        QVERIFY(m_problem.find("min") == 0);
        QVERIFY(!addPool({{"name", "p"}, {"sandbox", {{"keep", true}}}}));
        QVERIFY2(m_problem.find("no pool has such") == 0, m_problem.c_str());
        QVERIFY(addPool({{"name", "p"}}));
        QVERIFY(!addPool({{"name", "p"}, {"sandbox", {{"memory", "600m"}}}}));
        QVERIFY2(m_problem == "there is a pool p already", m_problem.c_str());
        QVERIFY(!addPool({{"name", "q"}}));
        QVERIFY2(m_problem == "pool p has the same sandboxes already", m_problem.c_str());
    }

    void tellsRequestsApartByWhatTheirSandboxesAre()
    {
        const std::vector<Json> different
            = {Json::object(),
               {{"memory", "600m"}},
               {{"cpus", 1}},
               {{"disk", "300m"}},
               {{"hostname", "h"}},
               {{"env", {{"A", "b"}}}},
               {{"profile", "strict"}},
               {{"require_layers", {"seccomp"}}},
               {{"libraries", {"numpy"}}},
               {{"libraries", {"pandas"}}},
               {{"manifests", {{{"name", "requirements.txt"}, {"content", "numpy"}}}}},
               {{"manifests", {{{"name", "requirements.txt"}, {"content", "pandas"}}}}},
               {{"engine", "docker"}},
               {{"engine", "docker"}, {"image", "a:1"}},
               {{"engine", "docker"}, {"image", "a:2"}},
               {{"engine", "docker"}, {"network", "bridge"}},
               {{"engine", "docker"}, {"user", "1000"}},
               {{"engine", "docker"}, {"labels", {{"a", "b"}}}}};
        std::set<std::string> seen;
        for (const auto& body : different) {
            const auto request = readOpen(*m_parts, localCaller(), body);
            QVERIFY2(request, request ? "" : request.error().text().c_str());
            QVERIFY2(seen.insert(likenessOf(*request)).second, writeJson(body).c_str());
        }
        for (const Json& body :
             {Json{{"timeout", 5}}, Json{{"idle_seconds", 5}}, Json{{"lifetime_seconds", 5}},
              Json{{"lang", "bash"}}, Json{{"output_limit", "1m"}}}) {
            const auto request = readOpen(*m_parts, localCaller(), body);
            QVERIFY2(request, request ? "" : request.error().text().c_str());
            QVERIFY2(seen.contains(likenessOf(*request)), writeJson(body).c_str());
        }
    }
};

SANDBENCH_TEST(TestWarmPools);
#include "tst_warm_pools.moc"
