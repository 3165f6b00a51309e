// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/run_plan.h"
#include "core/engine/container_options.h"
#include "core/engine/profile_spec.h"
#include "core/policy/profiles.h"
#include "tests/support/test_program.h"
#include "tests/unit/app/cli_plans.h"

#include <QTest>

#include <cstring>

using namespace sandbench;
using namespace sandbench::cli;

namespace {

ProfileCatalog profiles()
{
    auto loaded = ProfileCatalog::load();
    return loaded ? *std::move(loaded) : ProfileCatalog();
}

RuntimeProfile profile(const char* name)
{
    auto found = profiles().find(name);
    return found ? *std::move(found) : RuntimeProfile();
}

std::string profileProblem(std::string_view json)
{
    const auto parsed = parseProfiles(json);
    return parsed ? "" : parsed.error().message();
}

Result<RunInvocation> planned(RunOptions options)
{
    options.program = "a.py";
    return planRun(options, parts());
}

RunOptions with(const char* engine, const char* name)
{
    RunOptions options;
    options.sandbox = {{"engine", engine}, {"profile", name}};
    return options;
}

} // namespace

class TestProfiles : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void knowsThreeOfThem()
    {
        QStringList names;
        const auto catalog = profiles();
        for (const auto& each : catalog.all())
            names << QString::fromStdString(each.name);
        QCOMPARE(names, QStringList({"strict", "standard", "permissive"}));
        const auto unknown = profiles().find("lax");
        QVERIFY(!unknown);
        QVERIFY(unknown.error().message().find("permissive") != std::string::npos);
    }

    void standardIsTheDefault() { QVERIFY(differencesFromDefault(profile("standard")).empty()); }

    void strictGivesLessOfEverything()
    {
        const auto strict = profile("strict");
        const RuntimeProfile usual;
        QVERIFY(strict.limits.memoryBytes < usual.limits.memoryBytes);
        QVERIFY(strict.limits.pids < usual.limits.pids);
        QVERIFY(strict.limits.diskBytes < usual.limits.diskBytes);
        QVERIFY(strict.runLimits.wallSeconds < usual.runLimits.wallSeconds);
        QVERIFY(strict.network.empty());
        QVERIFY(!strict.writableRoot);
        QCOMPARE(strict.user, std::string("65534:65534"));
    }

    void showsEachDifferenceWithTheDefault()
    {
        const auto list = differencesFromDefault(profile("permissive"));
        const auto has = [&](const char* text) {
            return std::find(list.begin(), list.end(), text) != list.end();
        };
        QVERIFY(has("memory 4 GiB (default: 1 GiB)"));
        QVERIFY(has("time 600 s (default: 60 s)"));
        QVERIFY(has("network bridge (default: none)"));
        QVERIFY(has("root file system writable (default: read-only)"));
        QVERIFY(has("user root (default: the image's own, or nobody)"));
    }

    void namesWhatIsWrongInAFile()
    {
        QVERIFY(profileProblem("{}").find("list") != std::string::npos);
        QVERIFY(profileProblem("[1]").find("object") != std::string::npos);
        QVERIFY(profileProblem("[{}]").find("'name'") != std::string::npos);
        const std::string head = R"([{"name": "mine", "description": "x", )";
        for (const char* field :
             {"\"memory\": 5", "\"memory\": \"much\"", "\"pids\": 1.5", "\"pids\": -1",
              "\"root\": \"soft\"", "\"cpus\": \"1\"", "\"netwrok\": \"none\""}) {
            const auto problem = profileProblem(head + field + "}]");
            const std::string name(field + 1, std::strchr(field + 1, '"'));
            QVERIFY2(problem.find("'mine'") != std::string::npos, field);
            QVERIFY2(problem.find("'" + name + "'") != std::string::npos, problem.c_str());
        }
    }

    void setsEverythingOfAContainer()
    {
        const auto plan = planned(with("docker", "permissive"));
        QVERIFY(plan);
        const auto& spec = plan->sandbox.session.sandbox;
        QCOMPARE(spec.limits.memoryBytes, std::uint64_t(4) << 30U);
        QCOMPARE(spec.limits.diskBytes, std::uint64_t(2) << 30U);
        QCOMPARE(spec.network.name, std::string("bridge"));
        QVERIFY(!spec.network.installPhaseOnly);
        QVERIFY(containerOf(spec).writableRoot);
        QCOMPARE(containerOf(spec).user, std::string("root"));
        QCOMPARE(plan->request.limits.wallSeconds, 600.0);
    }

    void setsTheLimitsOfTheEmbeddedEngineOnly()
    {
        const auto plan = planned(with("local", "permissive"));
        QVERIFY(plan);
        const auto& spec = plan->sandbox.session.sandbox;
        QCOMPARE(spec.limits.memoryBytes, std::uint64_t(4) << 30U);
        QVERIFY(spec.network.name.empty());
        QVERIFY(!containerOf(spec).writableRoot);
        QVERIFY(containerOf(spec).user.empty());
    }

    void isBeatenByEveryOtherOption()
    {
        auto options = with("docker", "permissive");
        options.sandbox.update(
            {{"timeout", "5"},
             {"memory", "256m"},
             {"network", "none"},
             {"root", "read-only"},
             {"user", "1000"}});
        const auto plan = planned(options);
        QVERIFY(plan);
        QCOMPARE(plan->request.limits.wallSeconds, 5.0);
        QCOMPARE(plan->sandbox.session.sandbox.limits.memoryBytes, std::uint64_t(256) << 20U);
        QCOMPARE(plan->sandbox.session.sandbox.limits.diskBytes, std::uint64_t(128) << 20U);
        QVERIFY(plan->sandbox.session.sandbox.network.name.empty());
        QVERIFY(!containerOf(plan->sandbox.session.sandbox).writableRoot);
        QCOMPARE(containerOf(plan->sandbox.session.sandbox).user, std::string("1000"));
    }

    void refusesWhatItDoesNotKnow()
    {
        const auto unknown = planned(with("docker", "lax"));
        QVERIFY(!unknown);
        QVERIFY(unknown.error().message().find("--profile") != std::string::npos);
        auto options = with("docker", "strict");
        options.sandbox["root"] = "soft";
        const auto root = planned(options);
        QVERIFY(!root);
        QVERIFY(root.error().message().find("--root") != std::string::npos);
        options = with("docker", "strict");
        options.sandbox["container"] = "mine";
        QVERIFY(!planned(options));
    }

    void tellsTheRecordWhatWasChosen()
    {
        SandboxSpec spec;
        RunLimits limits;
        QVERIFY(differencesFromDefault(choicesOf(spec, limits)).empty());
        spec.limits.pids = 7;
        limits.wallSeconds = 1.5;
        const std::vector<std::string> expected
            = {"processes 7 (default: 256)", "time 1.5 s (default: 60 s)"};
        QCOMPARE(differencesFromDefault(choicesOf(spec, limits)), expected);
    }
};

SANDBENCH_TEST(TestProfiles);
#include "tst_profiles.moc"
