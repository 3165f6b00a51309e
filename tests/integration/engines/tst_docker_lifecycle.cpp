// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/container_options.h"
#include "core/engine/image_store.h"
#include "tests/integration/engines/stopwatch.h"
#include "tests/support/docker_fixture.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <fstream>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;
using std::string_literals::operator""s;

namespace {

constexpr const char* kCommittedImage = "sandbench-test-committed:1";

constexpr const char* kNetworkDevices
    = "print(*sorted(line.split(':')[0].strip() for line in open('/proc/net/dev') if ':' in line))";

} // namespace

class DockerLifecycleTest : public DockerFixture
{
    Q_OBJECT

private Q_SLOTS:
    void programsRunAndNothingIsLeft();
    void onlyScratchFoldersCanBeWritten();
    void thereIsNoNetworkUnlessAskedFor();
    void aNetworkIsTakenAwayForGood();
    void mountsAreReadOnlyUnlessAskedFor();
    void userFolderAndLabelsAreAsAskedFor();
    void anImageNeedsNoShellAndNoLibrary();
    void aMissingImageIsNamedWithTheWayToGetIt();
    void aSandboxBecomesAnImage();
    void tellsThatTheContainerWasRemoved();
    void aLostAgentVolumeIsFilledAgain();
    void twentyOpenSideBySide();
};

void DockerLifecycleTest::programsRunAndNothingIsLeft()
{
    const auto begin = Clock::now();
    auto box = open(boxSpec());
    QVERIFY2(box.client, box.problem.c_str());
    qInfo("opened in %.0f ms", millisecondsSince(begin));
    QCOMPARE(
        box.python("import os; print(os.getuid(), os.getgid(), os.getgroups(), os.getpid() > 1)"),
        "65534 65534 [] True\n"s);
    QVERIFY(
        box.python("print([l for l in open('/proc/self/status') if l.startswith(('CapEff', "
                   "'CapBnd', 'NoNewPrivs', 'Seccomp:'))])")
            .find("CapEff:\\t0000000000000000")
        != std::string::npos);
    QCOMPARE(containersOfThisProcess(m_name).size(), std::size_t(1));
    const auto end = Clock::now();
    box.client->close();
    QVERIFY(box.instance->close());
    qInfo("closed in %.0f ms", millisecondsSince(end));
    QVERIFY(containersOfThisProcess(m_name).empty());
}

void DockerLifecycleTest::onlyScratchFoldersCanBeWritten()
{
    auto box = open(boxSpec());
    QVERIFY2(box.client, box.problem.c_str());
    QCOMPARE(
        box.python("import os\n"
                   "for d in ('/', '/etc', '/usr', '/var/tmp', '/run', '/home', '/.sandbench', "
                   "'/sys', '/dev', '/root', '/proc/sys/kernel',\n"
                   "          '/work', '/tmp', '/home/user', '/dev/shm'):\n"
                   "    try: open(d + '/x', 'w').write('x'); print(d)\n"
                   "    except OSError: pass"),
        "/work\n/tmp\n/home/user\n/dev/shm\n"s);
    QCOMPARE(
        box.python("try:\n    open('/work/big', 'wb').write(bytes(65 << 20))\nexcept OSError as e: "
                   "print(e.strerror)"),
        "No space left on device\n"s);
}

void DockerLifecycleTest::thereIsNoNetworkUnlessAskedFor()
{
    auto box = open(boxSpec());
    QVERIFY2(box.client, box.problem.c_str());
    QCOMPARE(box.python(kNetworkDevices), "lo\n"s);
    QCOMPARE(box.instance->network(), "none"s);
    auto spec = boxSpec();
    spec.network.name = "no-such-network";
    const auto none = open(spec);
    QVERIFY(!none.instance);
    QVERIFY2(none.problem.find("no-such-network") != std::string::npos, none.problem.c_str());
}

void DockerLifecycleTest::aNetworkIsTakenAwayForGood()
{
    // One of its own: the usual bridge may be in another test's hands.
    const auto network = "sandbench-test-" + std::to_string(::getpid());
    const auto made = m_api->post("/networks/create", {}, {{"Name", network}}, {});
    QVERIFY2(made, made ? "" : made.error().text().c_str());
    const auto removeNetwork
        = qScopeGuard([&] { (void)m_api->remove("/networks/" + network, {}, {}); });
    auto spec = boxSpec();
    spec.network = {network, true};
    containerOf(spec).extraHosts = {"db.test:10.1.2.3"};
    auto box = open(spec);
    QVERIFY2(box.client, box.problem.c_str());
    QCOMPARE(box.python(kNetworkDevices), "eth0 lo\n"s);
    QCOMPARE(box.python("import socket; print(socket.gethostbyname('db.test'))"), "10.1.2.3\n"s);
    QCOMPARE(box.instance->network(), network);
    const auto dropped = box.instance->dropNetwork({});
    QVERIFY2(dropped, dropped ? "" : dropped.error().text().c_str());
    QCOMPARE(box.python(kNetworkDevices), "lo\n"s);
    QCOMPARE(box.instance->network(), network + " (dropped)");
    QVERIFY(box.instance->dropNetwork({}));
    QVERIFY(box.instance->close());
}

void DockerLifecycleTest::mountsAreReadOnlyUnlessAskedFor()
{
    const QTemporaryDir in, out;
    for (const auto* folder : {&in, &out})
        ::chmod(folder->path().toUtf8().constData(), 0777);
    std::ofstream(in.filePath("given").toStdString()) << "from outside";
    auto spec = boxSpec();
    containerOf(spec).mounts = {
        {in.path().toStdString(), "/data", false}, {out.path().toStdString(), "/work/out", true}};
    auto box = open(spec);
    QVERIFY2(box.client, box.problem.c_str());
    QCOMPARE(
        box.python("print(open('/data/given').read())\n"
                   "open('/work/out/made', 'w').write('from inside')\n"
                   "try: open('/data/x', 'w')\nexcept OSError as e: print(e.strerror)"),
        "from outside\nRead-only file system\n"s);
    QFile made(out.filePath("made"));
    QVERIFY(made.open(QFile::ReadOnly));
    QCOMPARE(made.readAll(), QByteArray("from inside"));
    QCOMPARE(box.instance->isolation().relaxations.size(), std::size_t(2));
}

void DockerLifecycleTest::userFolderAndLabelsAreAsAskedFor()
{
    auto spec = boxSpec();
    containerOf(spec).user = "games";
    spec.workingFolder = "/usr/share";
    containerOf(spec).labels = {{"team", "blue"}};
    auto box = open(spec);
    QVERIFY2(box.client, box.problem.c_str());
    const auto folder = box.instance->guestSetup().currentFolder;
    QCOMPARE(folder, "/usr/share"s);
    QCOMPARE(
        box.run(
            {"python3", "-c", "import os, pwd; print(pwd.getpwuid(os.getuid())[0], os.getcwd())"},
            folder),
        "games /usr/share\n"s);
    const auto list
        = m_api->get("/containers/json", {{"filters", R"({"label":["team=blue"]})"}}, {});
    QVERIFY(list);
    QCOMPARE(list->size(), std::size_t(1));
    containerOf(spec).user = "nobody-has-this-name";
    const auto none = open(spec);
    QVERIFY(!none.client);
    QVERIFY2(none.problem.find("nobody-has-this-name") != std::string::npos, none.problem.c_str());
}

void DockerLifecycleTest::anImageNeedsNoShellAndNoLibrary()
{
    auto spec = boxSpec();
    spec.image = makeScratchImage();
    QVERIFY(!spec.image.empty());
    auto box = open(spec);
    QVERIFY2(box.client, box.problem.c_str());
    // The program greets, reads the end of its input and ends.
    const auto said = box.run({"/waiter"});
    QVERIFY2(said.find("\"protocol\"") != std::string::npos, said.c_str());
    QVERIFY2(box.instance->image().starts_with(spec.image), box.instance->image().c_str());
}

void DockerLifecycleTest::aMissingImageIsNamedWithTheWayToGetIt()
{
    auto spec = boxSpec();
    spec.image = "no-such-image:7";
    const auto box = open(spec);
    QVERIFY(!box.instance);
    QCOMPARE(box.errorCode, ErrorCode::NotFound);
    QVERIFY2(
        box.problem.find("sandbenchctl images pull no-such-image:7") != std::string::npos,
        box.problem.c_str());
}

void DockerLifecycleTest::aSandboxBecomesAnImage()
{
    const auto removeIt = qScopeGuard(
        [&] { (void)m_engine->engine().images()->remove(kCommittedImage, {}).has_value(); });
    auto spec = boxSpec();
    containerOf(spec).commitTag = kCommittedImage;
    auto box = open(spec);
    QVERIFY2(box.client, box.problem.c_str());
    QCOMPARE(
        box.python("import os\n"
                   "open('/work/made', 'w').write('kept')\n"
                   "packages = '/home/user/packages'\n"
                   "os.makedirs(packages)\n"
                   "open(packages + '/fake_package.py', 'w').write('VERSION = 7')"),
        ""s);
    box.client->close();
    const auto closed = box.instance->close();
    QVERIFY2(closed, closed ? "" : closed.error().text().c_str());

    spec = boxSpec();
    spec.image = kCommittedImage;
    containerOf(spec).keepTemplate = false;
    auto next = open(spec);
    QVERIFY2(next.client, next.problem.c_str());
    QCOMPARE(
        next.python("import sys\n"
                    "sys.path.append('/home/user/packages')\n"
                    "import fake_package\n"
                    "print(open('/work/made').read(), fake_package.VERSION)\n"
                    "open('/work/made', 'a').write('more')\n"
                    "open('/home/user/new', 'w')\n"
                    "try: open('/usr/x', 'w')\n"
                    "except OSError as e: print(e.strerror)"),
        "kept 7\nRead-only file system\n"s);
    next.client->close();
    QVERIFY(next.instance->close());
    // It was only for that session, and what it had made is nobody's.
    QCOMPARE(open(spec).errorCode, ErrorCode::NotFound);
}

void DockerLifecycleTest::tellsThatTheContainerWasRemoved()
{
    auto box = open(boxSpec());
    QVERIFY2(box.client, box.problem.c_str());
    const auto ours = containersOfThisProcess(m_name);
    QCOMPARE(ours.size(), std::size_t(1));
    const auto id = ours[0].substr(ours[0].rfind(' ') + 1);
    std::thread outside([&] {
        (void)m_api->remove("/containers/" + id, {{"force", "1"}, {"v", "1"}}, {});
    });
    const auto said = box.run({"sleep", "15"});
    outside.join();
    QVERIFY2(said.find('!') != std::string::npos, said.c_str());
    const auto cause = box.instance->endCause();
    QVERIFY(cause);
    // An engine kills before it removes, and Podman may say first that it stops.
    QVERIFY2(cause->sentence.find("outside") != std::string::npos, cause->sentence.c_str());
    QVERIFY(!cause->outOfMemory);
    QVERIFY(box.instance->close());
}

void DockerLifecycleTest::aLostAgentVolumeIsFilledAgain()
{
    // Refused while a sandbox of another program uses it; then there is nothing to see here.
    const auto volumes = m_api->get("/volumes", {}, {});
    QVERIFY(volumes);
    TestEngine first(m_name), second(m_name);
    QVERIFY(openBox(first.engine(), boxSpec()).client);
    for (const auto& volume : (*volumes)["Volumes"])
        if (jsonString(volume, "Name").starts_with("sandbench-agent-"))
            (void)m_api->remove("/volumes/" + jsonString(volume, "Name"), {}, {});
    // One that believes to know it and one that has not seen it, at once.
    std::atomic<int> opened = 0;
    {
        std::vector<std::jthread> threads;
        for (auto* engine : {&first, &second, &first, &second})
            threads.emplace_back([&opened, engine] {
                auto box = openBox(engine->engine(), boxSpec());
                if (box.client)
                    ++opened;
                else
                    qWarning("%s", box.problem.c_str());
            });
    }
    QCOMPARE(opened.load(), 4);
}

void DockerLifecycleTest::twentyOpenSideBySide()
{
    constexpr int kSandboxes = 20;
    std::atomic<int> good = 0;
    const auto begin = Clock::now();
    {
        std::vector<std::jthread> threads;
        for (int i = 0; i < kSandboxes; ++i)
            threads.emplace_back([this, &good] {
                auto box = open(boxSpec());
                if (box.client && box.python("print(1)") == "1\n")
                    ++good;
                else
                    qWarning("%s", box.problem.c_str());
            });
    }
    qInfo("%d sandboxes opened, used and closed in %.0f ms", kSandboxes, millisecondsSince(begin));
    QCOMPARE(good.load(), kSandboxes);
}

SANDBENCH_TEST(DockerLifecycleTest);
#include "tst_docker_lifecycle.moc"
