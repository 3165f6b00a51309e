// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/install_phase.h"
#include "tests/conformance/packages_test.h"
#include "tests/support/test_program.h"

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;

/// Packages from a folder, without any network, in every engine.
class ConformancePackagesTest : public PackagesTest
{
    Q_OBJECT

private Q_SLOTS:
    void installsAWheelWithWhatItNeeds();
    void installsBeforeTheInterpreterStarts();
    void findsPackagesInOpenContexts();
    void leavesNothingOfTheFolderBehind();
    void cancelsAnInstallThatHangs();
    void keepsASetupScriptInTheSandbox();
    void endsWhatASetupScriptLeftRunning();
    void keepsExitCodesInAnEnvironment();
    void makesAnEnvironmentFromAFile();

private:
    /// A session with a stand-in for micromamba, which no package of Debian's is.
    std::unique_ptr<Session> openWithMicromamba(TestEngine& engine);
};

void ConformancePackagesTest::installsAWheelWithWhatItNeeds()
{
    REQUIRE_PIP();
    m_folder.addWheel("late", "1.0", {{"late.py", "answer = 42\n"}});
    m_folder.addWheel("late", "2.0", {{"late.py", "answer = 43\n"}});
    m_folder.addWheel("upper", "1.0", {{"upper.py", "from late import answer\n"}}, {"late<2"});
    QCOMPARE(problemOf(pip({"upper"})), ""s);
    const auto record = m_box->python("import upper; print(upper.answer)");
    QCOMPARE(record.stdoutBytes, "42\n"s);
    // A second install goes on from the first.
    QCOMPARE(problemOf(pip({"late == 2.0"})), ""s);
    QCOMPARE(m_box->python("import late; print(late.answer)").stdoutBytes, "43\n"s);
}

void ConformancePackagesTest::installsBeforeTheInterpreterStarts()
{
    REQUIRE_PIP();
    m_folder.addWheel("late", "1.0", {{"late.py", "answer = 42\n"}});
    TestEngine engine(engineName());
    SessionSpec early = spec();
    early.installsFirst = true;
    const auto own = engine.open(early);
    QVERIFY2(own, engine.problem().c_str());
    std::string log;
    InstallPhase phase;
    phase.packages = {pip({"late"})};
    phase.onOutput = [&](std::string_view bytes) { log += bytes; };
    const auto done = runInstalls(*own, phase, {});
    QVERIFY2(done, done ? "" : done.error().text().c_str());
    QVERIFY2(log.find("Successfully installed late-1.0") != std::string::npos, log.c_str());
    const auto record = runIn(
        *own, "python", "import late, sys; print(late.answer, sys.prefix != sys.base_prefix)");
    QCOMPARE(record.stdoutBytes, "42 True\n"s);
}

void ConformancePackagesTest::findsPackagesInOpenContexts()
{
    REQUIRE_PIP();
    m_folder.addWheel("late", "1.0", {{"late.py", "answer = 42\n"}});
    QCOMPARE(endingOf(m_box->run(cellRequest("c", "kept = 1"))), "exited 0"s);
    QCOMPARE(problemOf(pip({"late"})), ""s);
    QCOMPARE(
        m_box->run(cellRequest("c", "import late; print(late.answer + kept)")).stdoutBytes,
        "43\n"s);
}

void ConformancePackagesTest::leavesNothingOfTheFolderBehind()
{
    REQUIRE_PIP();
    m_folder.addWheel("late", "1.0", {{"late.py", ""}});
    QCOMPARE(problemOf(pip({"late"})), ""s);
    QCOMPARE(m_box->bash("find / -name 'late-*.whl' 2>/dev/null").stdoutBytes, ""s);
}

void ConformancePackagesTest::cancelsAnInstallThatHangs()
{
    REQUIRE_PIP();
    m_folder.addSource("slow", "1.0", "import time\nwhile True: time.sleep(3600)\n");
    auto request = pip({"slow"});
    std::stop_source stop;
    std::string log;
    request.onOutput = [&](std::string_view bytes) {
        log += bytes;
        if (log.find("Preparing metadata") != std::string::npos)
            stop.request_stop();
    };
    const auto done = session().install(request, stop.get_token());
    QVERIFY(!done);
    QCOMPARE(done.error().code(), ErrorCode::Cancelled);
    QCOMPARE(
        m_box->bash("cat /proc/[0-9]*/cmdline | tr '\\0' ' ' | grep -c setup[.]py").stdoutBytes,
        "0\n"s);
}

void ConformancePackagesTest::keepsASetupScriptInTheSandbox()
{
    REQUIRE_PIP();
    m_folder.addSource("nosy", "1.0", R"(
import os, socket
found = []
try: open('/etc/passwd', 'a'); found.append('passwd')
except OSError: pass
try: socket.create_connection(('192.0.2.1', 80), 1); found.append('network')
except OSError: pass
open('/work/report', 'w').write(repr((os.getuid() != 0, found)))
raise SystemExit('refusing to be installed')
)");
    const auto text = problemOf(pip({"nosy"}));
    QVERIFY2(!text.empty(), "the install must fail");
    const auto report = session().readGuestFile("/work/report", 1000, {});
    QVERIFY2(report, report ? "" : report.error().text().c_str());
    QCOMPARE(*report, "(True, [])"s);
}

void ConformancePackagesTest::endsWhatASetupScriptLeftRunning()
{
    REQUIRE_PIP();
    m_folder.addSource("stays", "1.0", R"(
import subprocess
subprocess.Popen(['sleep', '3600'], start_new_session=True, stdout=-3, stderr=-3)
raise SystemExit(1)
)");
    QVERIFY(!problemOf(pip({"stays"})).empty());
    QCOMPARE(m_box->bash(kCountSleeps).stdoutBytes, "0\n"s);
}

std::unique_ptr<Session> ConformancePackagesTest::openWithMicromamba(TestEngine& engine)
{
    auto given = spec();
    given.installsFirst = true;
    given.env["PATH"] = "/work/bin:/usr/local/bin:/usr/bin:/bin";
    auto opened = engine.open(given);
    if (!opened)
        return nullptr;
    const auto placed = opened->writeFile(
        "/work/bin/micromamba", R"(#!/bin/sh
case $1 in
run)
  [ "$2" = -n ] || [ "$2" = -p ] || exit 99
  export CONDA_PREFIX=$3
  shift 3
  exec "$@" ;;
create)
  [ "$*" = "create --yes --prefix /work/.packages/conda --file /work/.packages/manifests/environment.yml" ] || exit 98
  grep -q broken "$6" && { echo 'error    libmamba Could not solve for environment specs'; exit 1; }
  mkdir -p /work/.packages/conda && cp "$6" /work/.packages/conda/made-from ;;
esac
)",
        0755, {});
    return placed ? std::move(opened) : nullptr;
}

void ConformancePackagesTest::keepsExitCodesInAnEnvironment()
{
    TestEngine engine(engineName());
    const auto own = openWithMicromamba(engine);
    QVERIFY2(own, engine.problem().c_str());
    InstallPhase phase;
    phase.wrapper = {"micromamba", "run", "-n", "base"};
    QVERIFY(runInstalls(*own, phase, {}));
    const auto record = runIn(
        *own, "python", "import os\nprint(os.environ['CONDA_PREFIX'])\nraise SystemExit(7)");
    QCOMPARE(record.stdoutBytes, "base\n"s);
    QCOMPARE(endingOf(record), "exited 7"s);
    QCOMPARE(endingOf(runIn(*own, "bash", "kill -9 $$")), "signaled 9"s);
}

void ConformancePackagesTest::makesAnEnvironmentFromAFile()
{
    TestEngine engine(engineName());
    const auto own = openWithMicromamba(engine);
    QVERIFY2(own, engine.problem().c_str());
    InstallPhase phase;
    InstallRequest request;
    request.manager = "micromamba";
    request.manifests = {{"environment.yml", "dependencies:\n  - numpy=1.26\n"}};
    phase.packages = {request};
    phase.wrapper = {"micromamba", "run", "-p", "{packages}/conda"};
    const auto done = runInstalls(*own, phase, {});
    QVERIFY2(done, done ? "" : done.error().text().c_str());
    QCOMPARE(
        runIn(*own, "bash", "cat $CONDA_PREFIX/made-from").stdoutBytes,
        "dependencies:\n  - numpy=1.26\n"s);
    phase.packages[0].manifests[0].bytes = "dependencies:\n  - broken\n";
    const auto failed = runInstalls(*own, phase, {});
    QVERIFY(!failed);
    QVERIFY2(
        failed.error().text().find("Could not solve") != std::string::npos,
        failed.error().text().c_str());
}

SANDBENCH_TEST(ConformancePackagesTest);
#include "tst_conformance_packages.moc"
