// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/install_phase.h"
#include "core/session/package_checks.h"
#include "tests/conformance/packages_test.h"
#include "tests/support/test_program.h"

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;

/// Packages from a folder, without any network: the same for every engine.
class ConformancePackagesTest : public PackagesTest
{
    Q_OBJECT

private Q_SLOTS:
    void installsAWheelWithWhatItNeeds();
    void installsBeforeTheInterpreterStarts();
    void findsPackagesInOpenContexts();
    void asksNoProgramOfTheWorkingFolderToInstall();
    void putsPackagesOnTopOfTheSystemsOwn();
    void leavesNothingOfTheFolderBehind();
    void saysThatAPackageIsNotThere();
    void saysWhichVersionsConflict();
    void saysWhatToDoWithoutANetwork();
    void refusesNamesThatAreNone_data();
    void refusesNamesThatAreNone();
    void refusesRestrictedPackages();
    void cancelsAnInstallThatHangs();
    void keepsASetupScriptInTheSandbox();
    void endsWhatASetupScriptLeftRunning();
    void installsFromARequirementsFile();
    void namesThePackagesOfMissingImports();
    void asksOnlyOnceAboutImportsThatAreThere();
    void tellsWhichRequirementsItHas();
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

void ConformancePackagesTest::asksNoProgramOfTheWorkingFolderToInstall()
{
    REQUIRE_PIP();
    m_folder.addWheel("late", "1.0", {{"late.py", "answer = 42\n"}});
    for (const auto* name : {"pip.py", "venv.py"})
        QVERIFY(session().writeFile(name, "raise SystemExit(0)", 0644, {}));
    QCOMPARE(problemOf(pip({"late"})), ""s);
    QCOMPARE(m_box->python("import late; print(late.answer)").stdoutBytes, "42\n"s);
}

void ConformancePackagesTest::putsPackagesOnTopOfTheSystemsOwn()
{
    REQUIRE_PIP();
    m_folder.addWheel("pip", "999.0", {{"pip/__init__.py", "mine = True\n"}});
    m_folder.addWheel("late", "1.0", {{"late.py", "import pip\n"}});
    QCOMPARE(problemOf(pip({"late"})), ""s);
    QCOMPARE(
        m_box->python("import late; print(hasattr(late.pip, 'mine'))").stdoutBytes, "False\n"s);
    QCOMPARE(problemOf(pip({"pip==999.0"})), ""s);
    QCOMPARE(m_box->python("import late; print(late.pip.mine)").stdoutBytes, "True\n"s);
}

void ConformancePackagesTest::leavesNothingOfTheFolderBehind()
{
    REQUIRE_PIP();
    m_folder.addWheel("late", "1.0", {{"late.py", ""}});
    QCOMPARE(problemOf(pip({"late"})), ""s);
    QCOMPARE(m_box->bash("find / -name 'late-*.whl' 2>/dev/null").stdoutBytes, ""s);
}

void ConformancePackagesTest::saysThatAPackageIsNotThere()
{
    REQUIRE_PIP();
    m_folder.addWheel("late", "1.0", {{"late.py", ""}});
    const auto done = session().install(pip({"missing==3"}), {});
    QVERIFY(!done);
    QCOMPARE(done.error().code(), ErrorCode::Unavailable);
    const auto text = done.error().text();
    QVERIFY2(
        text.find("No matching distribution found for missing==3") != std::string::npos,
        text.c_str());
}

void ConformancePackagesTest::saysWhichVersionsConflict()
{
    REQUIRE_PIP();
    m_folder.addWheel("late", "1.0", {{"late.py", ""}});
    m_folder.addWheel("late", "2.0", {{"late.py", ""}});
    m_folder.addWheel("upper", "1", {{"upper.py", ""}}, {"late<2"});
    m_folder.addWheel("other", "1", {{"other.py", ""}}, {"late>=2"});
    const auto text = problemOf(pip({"upper", "other"}));
    QVERIFY2(text.find("Cannot install ") != std::string::npos, text.c_str());
    QVERIFY2(text.find("conflicting dependencies") != std::string::npos, text.c_str());
}

void ConformancePackagesTest::saysWhatToDoWithoutANetwork()
{
    REQUIRE_PIP();
    auto request = pip({"missing"});
    request.sources.offlineFolder.clear();
    const auto text = problemOf(request);
    QVERIFY2(text.find("no network") != std::string::npos, text.c_str());
    QVERIFY2(text.find("pip download") != std::string::npos, text.c_str());
}

void ConformancePackagesTest::refusesNamesThatAreNone_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"", "-e", "--index-url=x", "a; rm -rf /", "$(id)", "a b", "../a", "http://x/a.whl",
          "late\n--pre", "a[", "a==", "a @ file://x"})
        QTest::newRow(name) << QString(name);
}

void ConformancePackagesTest::refusesNamesThatAreNone()
{
    QFETCH(QString, name);
    m_folder.addWheel("late", "1.0", {{"late.py", ""}});
    const auto done = session().install(pip({"late", name.toStdString()}), {});
    QVERIFY(!done);
    QCOMPARE(done.error().code(), ErrorCode::InvalidArgument);
    QVERIFY(endingOf(m_box->python("import late")) != "exited 0");
}

void ConformancePackagesTest::refusesRestrictedPackages()
{
    auto request = pip({"Requests[socks]==2"});
    std::string asked;
    request.refuses = [&](const std::string& manager, const std::string& key) {
        asked = manager + " " + key;
        return std::optional<std::string>("the policy says so");
    };
    const auto done = session().install(request, {});
    QVERIFY(!done);
    QCOMPARE(asked, "pip requests"s);
    QCOMPARE(done.error().code(), ErrorCode::PermissionDenied);
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

void ConformancePackagesTest::installsFromARequirementsFile()
{
    REQUIRE_PIP();
    m_folder.addWheel("late", "1.0", {{"late.py", "answer = 42\n"}});
    m_folder.addWheel("late", "2.0", {{"late.py", "answer = 43\n"}});
    auto request = pip({});
    request.manifests = {{"requirements.txt", "# what we need\nlate<2  # not newer\n"}};
    QCOMPARE(problemOf(request), ""s);
    QCOMPARE(m_box->python("import late; print(late.answer)").stdoutBytes, "42\n"s);
}

void ConformancePackagesTest::namesThePackagesOfMissingImports()
{
    REQUIRE_PIP();
    const std::string code = "import json, no_such_module_1\nfrom no_such_module_2.x import y\n"
                             "import beside\n# import no_such_module_3\n";
    QVERIFY(session().writeFile("beside.py", "", 0644, {}));
    const auto missing = findMissingImports(session(), "python", code, {});
    QVERIFY2(missing, missing ? "" : missing.error().text().c_str());
    QCOMPARE(missing->size(), std::size_t(2));
    QCOMPARE(missing->at(0).module, "no_such_module_1"s);
    QCOMPARE(missing->at(1).package, "no_such_module_2"s);
    QVERIFY(findMissingImports(session(), "bash", "import x", {})->empty());
}

void ConformancePackagesTest::asksOnlyOnceAboutImportsThatAreThere()
{
    ImportChecker checker(session());
    auto request = pythonRequest("import json, no_such_module, helper, pkg.part\n");
    request.files = {{"helper.py", ""}, {"pkg/part.py", ""}};
    const auto missing = checker.missingImports(request, {});
    QVERIFY2(missing, missing ? "" : missing.error().text().c_str());
    QCOMPARE(missing->size(), std::size_t(1));
    QCOMPARE(missingSentence(*missing), "no_such_module is not in this sandbox"s);
    QVERIFY(session().close());
    const auto again = checker.missingImports(pythonRequest("import json\n"), {});
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(again->empty());
    QVERIFY(!checker.missingImports(request, {}));
}

void ConformancePackagesTest::tellsWhichRequirementsItHas()
{
    REQUIRE_PIP();
    m_folder.addWheel("late", "1.5", {{"late.py", ""}});
    QCOMPARE(problemOf(pip({"late"})), ""s);
    const auto lines = checkCompliance(
        session(),
        {"needs.txt",
         "late>=1.4\nlate==2\nno-such-package\nlate ; python_version < '3'\nLATE~=1.5\n"},
        {});
    QVERIFY2(lines, lines ? "" : lines.error().text().c_str());
    QCOMPARE(lines->size(), std::size_t(5));
    QCOMPARE(lines->at(0).version, "1.5"s);
    QVERIFY(lines->at(0).satisfied == true);
    QVERIFY(lines->at(1).satisfied == false);
    QVERIFY(lines->at(2).satisfied == false && lines->at(2).version.empty());
    QVERIFY(!lines->at(3).satisfied);
    QVERIFY(lines->at(4).satisfied == true);
    QVERIFY(!checkCompliance(session(), {"needs.txt", "-e ."}, {}));
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
