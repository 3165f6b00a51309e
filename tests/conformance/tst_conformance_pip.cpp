// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/package_checks.h"
#include "tests/conformance/packages_test.h"
#include "tests/support/test_program.h"

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;

/// What is asked of pip, and what it says: that does not hang on the engine.
class ConformancePipTest : public PackagesTest
{
    Q_OBJECT

protected:
    std::vector<std::string> engines() const override { return localAndOneWithImages(); }

private Q_SLOTS:
    void asksNoProgramOfTheWorkingFolderToInstall();
    void putsPackagesOnTopOfTheSystemsOwn();
    void saysThatAPackageIsNotThere();
    void saysWhichVersionsConflict();
    void saysWhatToDoWithoutANetwork();
    void refusesNamesThatAreNone_data();
    void refusesNamesThatAreNone();
    void refusesRestrictedPackages();
    void installsFromARequirementsFile();
    void namesThePackagesOfMissingImports();
    void asksOnlyOnceAboutImportsThatAreThere();
    void tellsWhichRequirementsItHas();
};

void ConformancePipTest::asksNoProgramOfTheWorkingFolderToInstall()
{
    REQUIRE_PIP();
    m_folder.addWheel("late", "1.0", {{"late.py", "answer = 42\n"}});
    for (const auto* name : {"pip.py", "venv.py"})
        QVERIFY(session().writeFile(name, "raise SystemExit(0)", 0644, {}));
    QCOMPARE(problemOf(pip({"late"})), ""s);
    QCOMPARE(m_box->python("import late; print(late.answer)").stdoutBytes, "42\n"s);
}

void ConformancePipTest::putsPackagesOnTopOfTheSystemsOwn()
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

void ConformancePipTest::saysThatAPackageIsNotThere()
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

void ConformancePipTest::saysWhichVersionsConflict()
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

void ConformancePipTest::saysWhatToDoWithoutANetwork()
{
    REQUIRE_PIP();
    auto request = pip({"missing"});
    request.sources.offlineFolder.clear();
    const auto text = problemOf(request);
    QVERIFY2(text.find("no network") != std::string::npos, text.c_str());
    QVERIFY2(text.find("pip download") != std::string::npos, text.c_str());
}

void ConformancePipTest::refusesNamesThatAreNone_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name :
         {"", "-e", "--index-url=x", "a; rm -rf /", "$(id)", "a b", "../a", "http://x/a.whl",
          "late\n--pre", "a[", "a==", "a @ file://x"})
        QTest::newRow(name) << QString(name);
}

void ConformancePipTest::refusesNamesThatAreNone()
{
    QFETCH(QString, name);
    m_folder.addWheel("late", "1.0", {{"late.py", ""}});
    const auto done = session().install(pip({"late", name.toStdString()}), {});
    QVERIFY(!done);
    QCOMPARE(done.error().code(), ErrorCode::InvalidArgument);
    QVERIFY(endingOf(m_box->python("import late")) != "exited 0");
}

void ConformancePipTest::refusesRestrictedPackages()
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

void ConformancePipTest::installsFromARequirementsFile()
{
    REQUIRE_PIP();
    m_folder.addWheel("late", "1.0", {{"late.py", "answer = 42\n"}});
    m_folder.addWheel("late", "2.0", {{"late.py", "answer = 43\n"}});
    auto request = pip({});
    request.manifests = {{"requirements.txt", "# what we need\nlate<2  # not newer\n"}};
    QCOMPARE(problemOf(request), ""s);
    QCOMPARE(m_box->python("import late; print(late.answer)").stdoutBytes, "42\n"s);
}

void ConformancePipTest::namesThePackagesOfMissingImports()
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

void ConformancePipTest::asksOnlyOnceAboutImportsThatAreThere()
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

void ConformancePipTest::tellsWhichRequirementsItHas()
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

SANDBENCH_TEST(ConformancePipTest);
#include "tst_conformance_pip.moc"
