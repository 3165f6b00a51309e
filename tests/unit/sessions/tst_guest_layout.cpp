// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/guest_layout.h"
#include "core/session/network_check.h"
#include "core/session/run_plan.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <string>

using namespace sandbench;

namespace {

Language python()
{
    return *LanguageCatalog::load()->find("python");
}

std::string planned(const Result<RunPlan>& plan, const char* key)
{
    return plan ? jsonString(plan->run, key) : plan.error().message();
}

constexpr auto kHeader = "Inter-|   Receive                |  Transmit\n"
                         " face |bytes    packets errs |bytes    packets\n";
const std::string kLoopback = "    lo:     120       2    0       0\n";
constexpr auto kRouteHeader = "Iface\tDestination\tGateway\tFlags\n";

} // namespace

class TestGuestLayout : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void isTheEmbeddedEnginesWithoutASetup();
    void putsProgramsWhereTheEngineSays();
    void keepsEverythingInTheTemporaryFolderOfAnExistingContainer();
    void startsFromTheImagesEnvironment();
    void leavesOutVariablesThatNoProgramCanReceive();
    void startsEveryProgramThroughTheEntryPoint();
    void lendsOnlyAnInterpreterThatNobodyHasASayIn();
    void namesEachFileInOneWay();
    void findsNoNetworkWhereThereIsNone();
    void findsWhatIsLeftOfANetwork();
};

void TestGuestLayout::isTheEmbeddedEnginesWithoutASetup()
{
    const auto layout = GuestLayout::of({}, nullptr);
    QCOMPARE(layout.output, std::string("/work/output"));
    QCOMPARE(
        layout.scratchFolders(),
        (std::vector<std::string>{"/work", "/tmp", "/home/user", "/dev/shm", "/run/sandbench"}));
    QCOMPARE(layout.toBeMade, std::vector<std::string>{"/work/output"});
    const auto env = programEnvironment(python(), {}, {}, layout);
    QCOMPARE(env.at("PATH"), std::string("/usr/local/bin:/usr/bin:/bin"));
    QCOMPARE(env.at("USER"), std::string("user"));
    QCOMPARE(env.at("MPLCONFIGDIR"), std::string("/tmp/matplotlib"));
}

void TestGuestLayout::putsProgramsWhereTheEngineSays()
{
    GuestSetup setup;
    setup.workFolder = "/data";
    setup.currentFolder = "/app";
    const auto layout = GuestLayout::of(setup, nullptr);
    RunRequest request;
    request.files.push_back({"in.csv", "1", 0644});
    const auto plan = planRun(request, python(), {"main.py", "r1"}, {}, layout);
    QCOMPARE(planned(plan, "path"), std::string("/data/main.py"));
    QCOMPARE(planned(plan, "cwd"), std::string("/app"));
    QCOMPARE(plan->files[0].path, std::string("/app/in.csv"));
    QCOMPARE(
        jsonString(jsonField(plan->run, "env"), "SANDBENCH_OUTPUT"), std::string("/data/output"));
    request.files[0].destination = "/etc/passwd";
    QVERIFY(
        planned(planRun(request, python(), {"main.py", "r1"}, {}, layout), "path").find("/data")
        != std::string::npos);
}

void TestGuestLayout::keepsEverythingInTheTemporaryFolderOfAnExistingContainer()
{
    GuestSetup setup;
    setup.temporaryFolder = "/tmp/.sandbench-1";
    setup.workFolder = "/tmp/.sandbench-1/work";
    setup.homeFolder = "/tmp/.sandbench-1/home";
    const auto layout = GuestLayout::of(setup, nullptr);
    for (const auto& [name, value] : programEnvironment(python(), {}, {}, layout))
        if (name == "HOME" || name == "TMPDIR" || name == "MPLCONFIGDIR"
            || name == "SANDBENCH_OUTPUT")
            QVERIFY2(value.starts_with(setup.temporaryFolder + "/"), value.c_str());
    for (const auto& folder : layout.toBeMade)
        QVERIFY2(folder.starts_with(setup.temporaryFolder + "/"), folder.c_str());
    QVERIFY(layout.reserve.starts_with(setup.temporaryFolder));
}

void TestGuestLayout::startsFromTheImagesEnvironment()
{
    const Json told
        = {{"user", "ann"},
           {"env",
            {{"PATH", "/opt/venv/bin:/bin"},
             {"LANG", "de_DE.UTF-8"},
             {"HOME", "/root"},
             {"PYTHONUNBUFFERED", "0"},
             {"VIRTUAL_ENV", "/opt/venv"}}}};
    const auto layout = GuestLayout::of({}, told);
    auto env = programEnvironment(python(), {}, {}, layout);
    QCOMPARE(env.at("PATH"), std::string("/opt/venv/bin:/bin"));
    QCOMPARE(env.at("LANG"), std::string("de_DE.UTF-8"));
    QCOMPARE(env.at("VIRTUAL_ENV"), std::string("/opt/venv"));
    QCOMPARE(env.at("HOME"), std::string("/home/user"));
    QCOMPARE(env.at("USER"), std::string("ann"));
    QCOMPARE(env.at("PYTHONUNBUFFERED"), std::string("1"));
    env = programEnvironment(python(), {{"PATH", "/session"}}, {}, layout);
    QCOMPARE(env.at("PATH"), std::string("/session"));
}

void TestGuestLayout::leavesOutVariablesThatNoProgramCanReceive()
{
    const Json empty = {{"env", {{"PATH", ""}}}};
    QVERIFY(GuestLayout::of({}, empty).env.empty());
    Json told = {{"user", 7}, {"env", {{"", "a"}, {"A=B", "c"}, {"NUMBER", 1}, {"GOOD", "yes"}}}};
    told["env"]["NUL"] = std::string("a\0b", 3);
    const auto layout = GuestLayout::of({}, told);
    QCOMPARE(layout.env, (std::map<std::string, std::string>{{"GOOD", "yes"}}));
    QCOMPARE(layout.user, std::string("user"));
    QVERIFY(GuestLayout::of({}, Json{{"env", "no object"}}).env.empty());
}

void TestGuestLayout::startsEveryProgramThroughTheEntryPoint()
{
    GuestSetup setup;
    setup.entrypoint = {"tini", "--"};
    const auto layout = GuestLayout::of(setup, nullptr);
    RunRequest request;
    const auto plan = planRun(request, python(), {"main.py", "r1"}, {}, layout);
    QVERIFY(plan);
    QVERIFY(plan->run["argv"][0] == "tini");
    QVERIFY(plan->run["argv"][2] == "python3");
    QVERIFY(!plan->run.contains("kernel"));
    QVERIFY(!kernelStart(python(), {}, Warm::Now, layout));
    request.context = "c";
    QVERIFY(!planRun(request, python(), {"main.py", "r1"}, {}, layout));
}

void TestGuestLayout::lendsOnlyAnInterpreterThatNobodyHasASayIn()
{
    const auto plain = kernelStart(python(), {}, Warm::Never, {});
    QVERIFY(plain);
    QVERIFY(!plain->recipe.argv.empty());
    QVERIFY(plain->recipe.preload.empty());
    QVERIFY(!kernelStart(python(), {}, Warm::Now, {})->recipe.preload.empty());
    QVERIFY(kernelStart(python(), {{"PYTHONPATH", "/work"}}, Warm::Now, {})->recipe.argv.empty());
    const auto image = GuestLayout::of({}, Json{{"env", {{"LD_PRELOAD", "/work/a.so"}}}});
    QVERIFY(kernelStart(python(), {}, Warm::Now, image)->recipe.argv.empty());
}

void TestGuestLayout::namesEachFileInOneWay()
{
    const auto layout = GuestLayout::of({}, nullptr);
    const std::pair<const char*, const char*> rows[] = {{".", "/work"},
                                                        {"./a//b/.", "/work/a/b"},
                                                        {"a/", "/work/a/"},
                                                        {"/tmp/./x", "/tmp/x"},
                                                        {"/", "/"},
                                                        {"//./", "/"},
                                                        {"/.hidden", "/.hidden"}};
    for (const auto& [given, expected] : rows)
        QCOMPARE(layout.absolute(given).value(), std::string(expected));
}

void TestGuestLayout::findsNoNetworkWhereThereIsNone()
{
    const std::string devices = kHeader + kLoopback;
    QVERIFY(checkNoNetwork(devices, kRouteHeader, ""));
    QVERIFY(checkNoNetwork(devices, "", ""));
    QVERIFY(checkNoNetwork(
        devices + " tunl0:  0 0\nip6tnl0:  0\n", kRouteHeader,
        "00000000000000000000000000000001 80 0 00 0 00000000 00000001 00000000 80200001       "
        "lo\n"));
}

void TestGuestLayout::findsWhatIsLeftOfANetwork()
{
    const std::string devices = kHeader + kLoopback;
    const auto message = [](const Result<void>& checked) {
        return checked ? std::string() : checked.error().message();
    };
    QVERIFY(
        message(checkNoNetwork(devices + "  eth0: 1 2\n", kRouteHeader, "")).find("'eth0'")
        != std::string::npos);
    QVERIFY(
        message(checkNoNetwork(devices, std::string(kRouteHeader) + "tunl0\t0\t0\n", ""))
            .find("'tunl0'")
        != std::string::npos);
    QVERIFY(!checkNoNetwork(devices, kRouteHeader, "fe80 40 00 00 eth1\n"));
    // Nothing said is nothing proven.
    QVERIFY(!checkNoNetwork("", "", ""));
    QVERIFY(!checkNoNetwork(kHeader, "", ""));
}

SANDBENCH_TEST(TestGuestLayout);
#include "tst_guest_layout.moc"
