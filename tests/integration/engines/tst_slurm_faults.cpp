// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/private_folder.h"
#include "core/engine/kubernetes/pod_options.h"
#include "core/engine/ownership.h"
#include "core/engine/slurm/job_text.h"
#include "core/engine/slurm/keeper.h"
#include "core/engine/slurm/slurm_engine.h"
#include "core/engine/slurm/slurm_options.h"
#include "tests/support/install_network.h"
#include "tests/support/needs.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <thread>

using namespace sandbench;
using namespace std::chrono_literals;

namespace {

/// A process that is gone, as a keeper's owner.
constexpr auto kDeadOwner = "0@nowhere:boot:1:2:3";

/// Commands that do what a test says instead of Slurm's. Each says its name and words in "calls".
class FakeSlurm
{
public:
    FakeSlurm()
        : m_folder(PrivateFolder::create("", "sandbench-test").value_or(PrivateFolder()))
    {
        answer("sbatch", "echo 7");
        for (const char* name : {"squeue", "scancel", "scontrol", "sacct", "sinfo"})
            answer(name, ":");
        answer("srun", "echo 'srun: error: it does not start' >&2; exit 1");
        SlurmEngine::Options options;
        options.surroundings.path = path();
        options.surroundings.configuration.clear();
        options.checkContainer = [](const SandboxSpec&) { return Result<void>(); };
        options.makeImage = [](const SandboxSpec&, bool, std::stop_token) {
            return Error(ErrorCode::NotFound, "there is no image python:3; pull it first");
        };
        m_engine = std::make_unique<SlurmEngine>(std::move(options));
    }

    /// @p lines: of a shell program; 'sbatch --version' is always right.
    void answer(const std::string& name, const std::string& lines) const
    {
        const auto file = path() + "/" + name;
        std::ofstream(file + ".new") << "#!/bin/sh\nd=" << path()
                                     << "\n[ \"$1\" = --version ] && echo slurm 23.11.4 && exit\n"
                                     << "echo \"" << name << " $*\" >>$d/calls\n"
                                     << lines << "\n";
        std::filesystem::permissions(file + ".new", std::filesystem::perms::owner_all);
        std::filesystem::rename(file + ".new", file);
    }
    Engine& engine() { return *m_engine; }
    const std::string& path() const { return m_folder.path(); }
    std::string calls() const { return readFile(path() + "/calls", 1U << 20).value_or(""); }
    std::size_t countOf(const std::string& call) const
    {
        std::size_t count = 0;
        const auto text = calls();
        for (auto at = text.find(call); at != std::string::npos; at = text.find(call, at + 1))
            ++count;
        return count;
    }
    Error open(SandboxSpec spec = plain(), std::stop_token stop = {})
    {
        const auto opened = m_engine->open(spec, std::move(stop));
        return opened ? Error(ErrorCode::Internal, "it opened") : opened.error();
    }
    static SandboxSpec plain()
    {
        SandboxSpec spec;
        spec.sessionId = "s";
        slurmOf(spec).embedded = true;
        return spec;
    }

private:
    PrivateFolder m_folder;
    std::unique_ptr<Engine> m_engine;
};

/// A line of squeue's. @p comment: nothing else has a bar.
std::string jobLine(const std::string& state, const std::string& reason)
{
    return "echo '7|7|" + state + "|" + reason + "|N/A|1000|n/a|sandbench-s|(null)'";
}

std::string stampOf(const std::string& session, const std::string& owner)
{
    return slurm::writeStamp({session, owner, std::string(slurm::kFolderPrefix) + "0a", ""});
}

// The thread sanitizer's run has it too, though its suites name the embedded engine alone.
#define REAL_SLURM()                                                                               \
    do {                                                                                           \
        const char* configuration = std::getenv("SLURM_CONF");                                     \
        const auto programs = slurm::Programs::find(                                               \
            slurm::SlurmSurroundings::ofThisProcess(),                                             \
            configuration != nullptr ? configuration : "");                                        \
        if (!programs || !slurm::ourJobs(*programs, {}))                                           \
            SKIP_WITHOUT("SLURM", "no Slurm answers here");                                        \
    } while (false)

} // namespace

/// Slurm that does not what it should: a typed error that says what to do, and no job left.
class TestSlurmFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void saysThatThereIsNoSlurm()
    {
        SlurmEngine::Options options;
        options.configuration = "/there/is/none";
        SlurmEngine engine(std::move(options));
        const auto status = engine.probe({});
        QVERIFY(!status.usable && !status.reachable);
        QVERIFY(!status.remedy.empty());
    }

    void aTrialWithoutAnImageSaysSoAndSubmitsNoJob()
    {
        FakeSlurm fake;
        const auto status = fake.engine().probe({});
        QVERIFY(!status.usable && status.reachable);
        QCOMPARE(status.problem, std::string("there is no image python:3"));
        QCOMPARE(status.remedy, std::string("pull it first"));
        QCOMPARE(fake.countOf("sbatch --parsable"), std::size_t{0});
    }

    void refusesWhatSlurmHasNot()
    {
        FakeSlurm fake;
        auto spec = FakeSlurm::plain();
        spec.keepFor = 60s;
        QCOMPARE(fake.open(spec).code(), ErrorCode::Unsupported);
        spec = FakeSlurm::plain();
        podOf(spec).namespaceName = "n";
        QCOMPARE(fake.open(spec).code(), ErrorCode::InvalidArgument);
        spec = FakeSlurm::plain();
        spec.image = "python:3";
        QCOMPARE(fake.open(spec).code(), ErrorCode::InvalidArgument);
        QCOMPARE(fake.countOf("sbatch --parsable"), std::size_t{0});
    }

    void saysWhatSlurmRefuses()
    {
        FakeSlurm fake;
        fake.answer(
            "sbatch",
            "echo 'sbatch: error: Batch job submission failed: Invalid partition name specified' "
            ">&2; exit 1");
        const auto error = fake.open();
        QCOMPARE(error.code(), ErrorCode::InvalidArgument);
        QVERIFY2(error.text().find("sinfo") != std::string::npos, error.text().c_str());
    }

    void cancelsWhatWillNeverStart()
    {
        FakeSlurm fake;
        fake.answer("squeue", jobLine("PENDING", "QOSMaxCpuPerJobLimit"));
        const auto error = fake.open();
        QCOMPARE(error.code(), ErrorCode::ResourceExhausted);
        QVERIFY(error.text().find("QOSMaxCpuPerJobLimit") != std::string::npos);
        QCOMPARE(fake.countOf("scancel --quiet 7"), std::size_t{1});
    }

    void tellsEachReasonOnceAndCancelsWhenStopped()
    {
        FakeSlurm fake;
        fake.answer("squeue", jobLine("PENDING", "Resources"));
        std::stop_source stop;
        std::vector<std::string> told;
        auto spec = FakeSlurm::plain();
        spec.onWaiting = [&](std::string_view line) {
            told.emplace_back(line);
            if (told.size() == 1)
                fake.answer("squeue", jobLine("PENDING", "Priority"));
            if (told.size() == 2)
                stop.request_stop();
        };
        QCOMPARE(fake.open(spec, stop.get_token()).code(), ErrorCode::Cancelled);
        QCOMPARE(told.size(), std::size_t{2});
        QCOMPARE(told[0], std::string("job 7 is pending: Resources"));
        QCOMPARE(told[1], std::string("job 7 is pending: Priority"));
        QCOMPARE(fake.countOf("scancel --quiet 7"), std::size_t{1});
    }

    void tellsWhyAJobEndedWhileItWasAwaited()
    {
        FakeSlurm fake;
        fake.answer("squeue", ":");
        fake.answer("scontrol", "echo 'JobId=7 JobName=sandbench-s JobState=NODE_FAIL Reason=x'");
        const auto error = fake.open();
        QCOMPARE(error.code(), ErrorCode::Unavailable);
        QVERIFY2(error.text().find("NODE_FAIL") != std::string::npos, error.text().c_str());
    }

    void leavesNoJobWhereItsStepDoesNotStart()
    {
        FakeSlurm fake;
        fake.answer("squeue", jobLine("RUNNING", "None"));
        const auto error = fake.open();
        QCOMPARE(error.code(), ErrorCode::Unavailable);
        QVERIFY2(error.text().find("it does not start") != std::string::npos, error.text().c_str());
        QCOMPARE(fake.countOf("scancel --quiet 7"), std::size_t{1});
    }

    void takesGarbageForNoSandbox_data()
    {
        QTest::addColumn<QString>("srun");
        QTest::newRow("zeros") << "head -c 1000000 /dev/zero";
        QTest::newRow("lines") << "yes | head -n 100000";
        QTest::newRow("an answer that is none") << "echo have $(uname -m); echo '[1]'; sleep 1000";
        QTest::newRow("an answer without layers") << "echo have $(uname -m); echo '{}'; sleep 1000";
    }
    void takesGarbageForNoSandbox()
    {
        QFETCH(const QString, srun);
        FakeSlurm fake;
        fake.answer("squeue", jobLine("RUNNING", "None"));
        fake.answer("srun", srun.toStdString());
        QCOMPARE(fake.open().code(), ErrorCode::Protocol);
        QCOMPARE(fake.countOf("scancel --quiet 7"), std::size_t{1});
    }

    void triesAgainWhileTheControllerIsAway()
    {
        FakeSlurm fake;
        fake.answer(
            "squeue",
            "if [ -f $d/back ]; then " + jobLine("PENDING", "InvalidAccount")
                + "; else touch $d/back; echo 'slurm_load_jobs error: Unable to contact slurm "
                  "controller (connect failure)' >&2; exit 1; fi");
        QCOMPARE(fake.open().code(), ErrorCode::PermissionDenied);
    }

    void submitsNoSecondJobWhereTheAnswerToTheFirstWasLost()
    {
        FakeSlurm fake;
        // The job is there, with the comment that it was submitted with.
        fake.answer(
            "sbatch",
            "for w in \"$@\"; do case $w in --comment=*) echo \"7|7|PENDING|JobHeldUser|N/A|1|n/a|"
            "sandbench-s|${w#--comment=}\" >$d/job;; esac; done; echo 'sbatch: error: Batch job "
            "submission failed: Socket timed out on send/recv operation' >&2; exit 1");
        fake.answer("squeue", "[ -f $d/job ] && cat $d/job; exit 0");
        QCOMPARE(fake.open().code(), ErrorCode::Unavailable);
        QCOMPARE(fake.countOf("sbatch --parsable"), std::size_t{1});
        QCOMPARE(fake.countOf("scancel --quiet 7"), std::size_t{1});
    }

    void removesWhatADeadProgramOfThisMachineLeft()
    {
        auto dead = parseOwner(ownerOfThisProcess());
        QVERIFY(dead.has_value());
        ++dead->startTicks;
        FakeSlurm fake;
        fake.answer(
            "squeue",
            "cat <<'Z'\n8|8|RUNNING|None|1|1|n1|sandbench-a|" + stampOf("a", dead->text())
                + "\n9|9|RUNNING|None|1|1|n1|sandbench-b|" + stampOf("b", kDeadOwner)
                + "\n10|10|RUNNING|None|1|1|n1|sandbench-c|" + stampOf("c", ownerOfThisProcess())
                + "\n11|11|RUNNING|None|1|1|n1|sandbench-shared|" + stampOf("", dead->text())
                + "\n12|12|RUNNING|None|1|1|n1|other|" + stampOf("d", dead->text()) + "\nZ");
        const auto sandboxes = fake.engine().sandboxes({});
        QVERIFY(sandboxes.has_value());
        QCOMPARE(sandboxes->size(), std::size_t{4});
        QVERIFY((*sandboxes)[0].isStale && !(*sandboxes)[1].isStale && !(*sandboxes)[2].isStale);
        QVERIFY((*sandboxes)[2].isOwnerAlive);
        QCOMPARE(fake.countOf("scancel"), std::size_t{1});
        QCOMPARE(fake.countOf("scancel --quiet 8"), std::size_t{1});
    }

    void waitsForAnyKeeperOfAnArrayAndCancelsAllOfThem()
    {
        FakeSlurm fake;
        auto spec = FakeSlurm::plain();
        slurmOf(spec).keepers = 3;
        QCOMPARE(fake.open(spec).code(), ErrorCode::InvalidArgument);
        slurmOf(spec).sharesJob = true;
        const auto element = [](const char* number, const char* state, const char* host) {
            return std::string("\n") + number + "|" + state + "|Resources|N/A|1|" + host
                + "|sandbench-shared|c";
        };
        // Before the first call nothing is in the queue; later one of them runs.
        fake.answer(
            "squeue",
            "case \"$*\" in *--jobs=7*) cat <<'Z'" + element("7|7_0", "PENDING", "n/a")
                + element("8|7_1", "RUNNING", "n1") + "\nZ\n;; esac");
        QVERIFY(fake.open(spec).text().find("it does not start") != std::string::npos);
        QCOMPARE(fake.countOf("--array=0-2"), std::size_t{1});
        QCOMPARE(fake.countOf("srun --jobid=8 "), std::size_t{1});
        QCOMPARE(fake.countOf("scancel"), std::size_t{0}); // they end by themselves
        std::stop_source stop;
        spec.onWaiting = [&](std::string_view) { stop.request_stop(); };
        fake.answer(
            "squeue",
            "case \"$*\" in *--jobs=7*) cat <<'Z'" + element("7|7_0", "PENDING", "n/a")
                + "\nZ\n;; esac");
        QCOMPARE(fake.open(spec, stop.get_token()).code(), ErrorCode::Cancelled);
        QCOMPARE(fake.countOf("scancel --quiet 7\n"), std::size_t{1});
    }

    void saysThatItHasNoProgramForTheNodesProcessor()
    {
        FakeSlurm fake;
        fake.answer("squeue", jobLine("RUNNING", "None"));
        fake.answer("srun", "echo none riscv64; sleep 1000");
        const auto error = fake.open();
        QCOMPARE(error.code(), ErrorCode::Unavailable);
        QVERIFY2(
            error.text().find("its processor is riscv64, and this program has outposts for")
                != std::string::npos,
            error.text().c_str());
    }

    void hasTheNodesNetworkWhilePackagesAreInstalled_data()
    {
        QTest::addColumn<bool>("embedded");
        QTest::newRow("in Apptainer") << false;
        QTest::newRow("in the embedded engine") << true;
    }
    void hasTheNodesNetworkWhilePackagesAreInstalled()
    {
        QFETCH(const bool, embedded);
        REAL_SLURM();
        if (const auto* why = test::whyNoInstallNetwork())
            SKIP_WITHOUT("slirp", why);
        test::TestEngine real("slurm");
        SessionSpec spec;
        spec.warm = Warm::Never;
        spec.sandbox.network = {"slirp4netns", true};
        slurmOf(spec.sandbox).embedded = embedded;
        const auto session = real.open(spec);
        QVERIFY2(session, real.problem().c_str());
        QCOMPARE(test::installNetworkStory(*session), std::string(test::kInstallNetworkStory));
        QVERIFY(session->close());
    }

    void spreadsSandboxesOverTheKeepersOfARealArray()
    {
        REAL_SLURM();
        test::TestEngine real("slurm");
        const auto offered = real.engine().look({}).offered;
        QVERIFY(offered.contains("partition") && !offered.at("partition").empty());
        auto spec = FakeSlurm::plain();
        slurmOf(spec).sharesJob = true;
        slurmOf(spec).keepers = 2;
        spec.limits.memoryBytes = 200U << 20; // what no other test shares
        std::vector<std::unique_ptr<Instance>> sandboxes;
        std::map<std::string, int> counts;
        for (int i = 0; i < 4; ++i) {
            auto opened = real.engine().open(spec, {});
            QVERIFY2(opened, opened ? "" : opened.error().text().c_str());
            sandboxes.push_back(*std::move(opened));
            ++counts[sandboxes.back()->id()];
        }
        QCOMPARE(counts.size(), std::size_t{2});
        for (const auto& [id, count] : counts)
            QVERIFY2(id.find('_') != std::string::npos && count == 2, id.c_str());
        // The last element has the number of the whole array, which is not meant.
        const auto gone = counts.rbegin()->first, stays = counts.begin()->first;
        QVERIFY(real.engine().removeSandbox(gone, {}));
        const auto left = real.engine().sandboxes({});
        QVERIFY(left);
        const auto isThere = [&](const std::string& id) {
            return std::any_of(
                left->begin(), left->end(), [&](const auto& one) { return one.id == id; });
        };
        QVERIFY(isThere(stays) && !isThere(gone));
        sandboxes.clear();
        QVERIFY(real.engine().removeSandbox(stays, {}));
    }

    void removesNothingThatIsNotOurs()
    {
        FakeSlurm fake;
        fake.answer("squeue", "echo '12|12|RUNNING|None|1|1|n1|other|mine'");
        QVERIFY(fake.engine().removeSandbox("12", {}).failedAs(ErrorCode::NotFound));
        QCOMPARE(fake.countOf("scancel"), std::size_t{0});
    }
};

SANDBENCH_TEST(TestSlurmFaults);
#include "tst_slurm_faults.moc"
