// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/engine/container_options.h"
#include "core/engine/outpost/frame_stream.h"
#include "core/engine/outpost/outpost_protocol.h"
#include "core/engine/slurm/job_end.h"
#include "core/engine/slurm/job_text.h"
#include "core/engine/slurm/keeper_script.h"
#include "core/engine/slurm/programs.h"
#include "core/engine/slurm/slurm_members.h"
#include "tests/support/test_program.h"
#include "tests/unit/engines/sandbox_plans.h"

#include <QTest>

#include <array>
#include <ctime>
#include <thread>
#include <unistd.h>

using namespace sandbench;
using namespace sandbench::slurm;
using namespace sandbench::test;
using namespace std::string_literals;
using outpost::FrameKind;

namespace {

constexpr auto kFolder = "/tmp/sandbench-keeper-0123456789abcdef";

KeeperPlan planFor(const SlurmOptions& options, const SandboxLimits& limits = {})
{
    KeeperPlan plan;
    plan.name = "sandbench-s";
    plan.stamp = {"s", "0@host:boot:1:2:3", kFolder, ""};
    plan.options = options;
    plan.limits = limits;
    return plan;
}

/// All that a stream of frames says, when its bytes come one by one.
std::string dripped(const std::string& bytes, ResourceCounters& counters)
{
    auto sockets = makeSocketPair();
    if (!sockets)
        return "no sockets";
    outpost::FrameStream stream(std::move(sockets->first));
    std::string read;
    std::array<char, 7> chunk;
    for (const char byte : bytes) {
        if (!writeAll(sockets->second.get(), {&byte, 1}))
            return "not written";
        const auto size = stream.read(chunk, std::chrono::milliseconds(0));
        if (size)
            read.append(chunk.data(), *size);
        if (size && *size == 0)
            read += "(end)";
    }
    counters = stream.counters();
    return read;
}

} // namespace

class TestSlurm : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void jobsAreReadFromTheQueue()
    {
        const auto jobs = parseJobs(
            "3|3|RUNNING|None|1795816679|1795816670|vm|sandbench-a|sandbench session=a|b\n"
            "4|4|PENDING|Resources|N/A|1795816681|n/a|wrap|(null)\n");
        QCOMPARE(jobs.size(), std::size_t{2});
        QVERIFY(jobs[0].id == jobId(3) && !jobs[0].id.isElement());
        QCOMPARE(jobs[0].host, std::string("vm"));
        QCOMPARE(jobs[0].startsAt, 1795816679);
        QCOMPARE(jobs[0].comment, std::string("sandbench session=a|b"));
        QCOMPARE(jobs[1].reason, std::string("Resources"));
        QCOMPARE(jobs[1].startsAt, -1);
        QVERIFY(jobs[1].host.empty());
    }

    void elementsOfAnArrayHaveNamesOfTheirOwn()
    {
        const auto jobs = parseJobs(
            "456|455_0|RUNNING|None|1|1|vm|n|c\n455|455_13|PENDING|Resources|N/A|1|n/a|n|c\n");
        QCOMPARE(jobs.size(), std::size_t{2});
        QVERIFY((jobs[0].id == JobId{456, "455_0"}));
        // To name it by its number would mean the whole array.
        QVERIFY((jobs[1].id == JobId{455, "455_13"}));
        QCOMPARE(jobs[1].id.array(), std::string("455"));
        QCOMPARE(jobs[1].id.element(), std::string("13"));
        QCOMPARE(jobId(12).array(), std::string("12"));
        QVERIFY(jobId(12).element().empty());
        QVERIFY(waitingLine(jobs[1], 0).starts_with("job 455_13 is pending"));
    }

    void whatIsNoJobIsLeftOut()
    {
        for (const char* line :
             {"", "\n\n", "3|12_|RUNNING|None|1|1|vm|n|c", "3|12_x|RUNNING|None|1|1|vm|n|c",
              "3|12_[1-3]|RUNNING|None|1|1|vm|n|c", "3||RUNNING|None|1|1|vm|n|c",
              "3|--all|RUNNING|None|1|1|vm|n|c", "0|0|RUNNING|None|1|1|vm|n|c",
              "-1|-1|RUNNING|None|1|1|vm|n|c", "3|3|RUNNING", "slurm_load_jobs error: x"})
            QVERIFY2(parseJobs(line).empty(), line);
    }

    void namesToChooseFromAreTakenOnce()
    {
        QCOMPARE(
            parsePartitions("debug\nlong\n\ndebug\n-bad\ntwo words\n"), (Names{"debug", "long"}));
        const auto found = parseAssociations("lab|normal,high\nother|normal\n|\nlab\n");
        QCOMPARE(found.accounts, (Names{"lab", "other"}));
        QCOMPARE(found.qos, (Names{"normal", "high"}));
        std::string many;
        for (int i = 0; i < 600; ++i)
            many += "p" + std::to_string(i) + "\n";
        QCOMPARE(parsePartitions(many).size(), std::size_t(500));
    }

    void jobsCutAtAnyByteAreReadOrLeftOut()
    {
        const std::string whole = "3|3|RUNNING|None|1795816679|1795816670|vm|n|c\n";
        for (std::size_t length = 0; length <= whole.size(); ++length)
            for (const auto& job : parseJobs(whole.substr(0, length)))
                QVERIFY(job.id == jobId(3));
    }

    void stampsComeBackAsTheyWere()
    {
        const JobStamp stamp = {"s-1", "0@host:boot:1:2:3", kFolder, "abc"};
        const auto text = writeStamp(stamp);
        QVERIFY(parseStamp(text) == stamp);
        for (std::size_t length = 0; length < text.size(); ++length)
            if (const auto cut = parseStamp(text.substr(0, length)))
                QVERIFY(cut->asked.size() < stamp.asked.size());
    }

    void aStampThatNamesAnotherFolderIsNone()
    {
        for (const std::string folder :
             {"/tmp", "/tmp/sandbench-keeper-", "/tmp/sandbench-keeper-..", "$(reboot)",
              "/tmp/sandbench-keeper-ab;reboot"})
            QVERIFY2(!parseStamp(writeStamp({"s", "o", folder, ""})), folder.c_str());
    }

    void aSubmittedJobIsItsNumber()
    {
        QCOMPARE(parseSubmitted("12\n").value_or(0), 12U);
        QCOMPARE(parseSubmitted("12;cluster\n").value_or(0), 12U);
        for (const char* text : {"", "0", "x", "12\n13\n", "-1", "12 13"})
            QVERIFY2(parseSubmitted(text).failedAs(ErrorCode::Protocol), text);
    }

    void aJobThatWaitsTellsWhyAndUntilWhen()
    {
        ::setenv("TZ", "UTC", 1);
        ::tzset();
        Job job;
        job.id = jobId(12);
        job.state = "PENDING";
        job.reason = "Resources";
        QCOMPARE(waitingLine(job, 1000), std::string("job 12 is pending: Resources"));
        job.startsAt = 79'800; // 22:10 of the first day
        QCOMPARE(
            waitingLine(job, 1000),
            std::string("job 12 is pending: Resources, estimated start 22:10"));
        job.startsAt += 86'400;
        QVERIFY(waitingLine(job, 1000).ends_with("estimated start 1970-01-02 22:10"));
        QCOMPARE(waitingLine(job, job.startsAt), std::string("job 12 is pending: Resources"));
    }

    void onlyReasonsThatNeverPassAreHopeless()
    {
        Job job;
        job.state = "PENDING";
        for (const char* reason :
             {"PartitionConfig", "QOSMaxCpuPerJobLimit", "InvalidAccount", "JobHeldUser",
              "Job's account not permitted to use this partition (a allows b not c)",
              "User's group not permitted to use this partition", "AssocGrpCPUMinutesLimit",
              "QOSGrpMemMinutes"}) {
            job.reason = reason;
            QCOMPARE(hopelessReason(job), std::string(reason));
        }
        for (const char* reason :
             {"Resources", "Priority", "None", "AssocGrpCpuLimit", "QOSMaxJobsPerUserLimit",
              "AssocGrpCPURunMinutesLimit", "ReqNodeNotAvail, UnavailableNodes:n1"}) {
            job.reason = reason;
            QVERIFY2(hopelessReason(job).empty(), reason);
        }
    }

    void theStateOfAJobIsRead()
    {
        const std::string record = "JobId=3 JobName=sandbench-a UserId=root(0) JobState=TIMEOUT "
                                   "Reason=None Comment=JobState=RUNNING";
        QVERIFY(parseJobState(record) == "TIMEOUT");
        for (std::size_t length = 0; length < record.size(); ++length)
            if (const auto state = parseJobState(record.substr(0, length)))
                QVERIFY(std::string("TIMEOUT").starts_with(*state));
        for (const char* text : {"", "JobId=3", "x JobState=RUNNING", "JobId=3 JobState=1 "})
            QVERIFY2(!parseJobState(text), text);
    }

    void theWorstOfAJobsStepsCounts()
    {
        const auto worst = parseAccount(
            "3|CANCELLED by 1000\n3.batch|CANCELLED\n3.0|OUT_OF_MEMORY\n33|NODE_FAIL\n", "3");
        QVERIFY(worst == "OUT_OF_MEMORY");
        QVERIFY(parseAccount("3|CANCELLED by 1000\n", "3") == "CANCELLED by 1000");
        QVERIFY(parseAccount("12_3|FAILED\n12_3.0|COMPLETED\n12_4|TIMEOUT\n", "12_3") == "FAILED");
        QVERIFY(!parseAccount("4|FAILED\n", "3"));
        QVERIFY(!parseAccount("Slurm accounting storage is disabled\n", "3"));
    }

    void onlyWhatIsProvenIsACause()
    {
        const auto memory = causeOf("OUT_OF_MEMORY");
        QVERIFY(memory && memory->outOfMemory);
        const auto cancelled = causeOf("CANCELLED by 1000");
        QVERIFY(cancelled && !cancelled->outOfMemory);
        QVERIFY(cancelled->sentence.ends_with("by user 1000"));
        for (const char* state : {"NODE_FAIL", "TIMEOUT", "PREEMPTED"})
            QVERIFY2(causeOf(state).has_value(), state);
        for (const char* state : {"", "RUNNING", "COMPLETING", "COMPLETED", "PENDING"})
            QVERIFY2(!causeOf(state), state);
    }

    void whatSlurmRefusesHasACodeAndARemedy()
    {
        const std::pair<const char*, ErrorCode> cases[]
            = {{"sbatch: error: invalid partition specified: nope\nsbatch: error: Batch job "
                "submission failed: Invalid partition name specified\n",
                ErrorCode::InvalidArgument},
               {"sbatch: error: Batch job submission failed: Invalid account or "
                "account/partition combination specified",
                ErrorCode::PermissionDenied},
               {"sbatch: error: Batch job submission failed: User's group not permitted to use "
                "this partition",
                ErrorCode::PermissionDenied},
               {"sbatch: error: Batch job submission failed: Job violates accounting/QOS policy "
                "(job submit limit, user's size and/or time limits)",
                ErrorCode::ResourceExhausted},
               {"sbatch: error: Memory specification can not be satisfied\n",
                ErrorCode::ResourceExhausted},
               {"srun: error: Slurm job 9 has expired", ErrorCode::NotFound},
               {"slurm_load_jobs error: Invalid job id specified", ErrorCode::NotFound},
               {"slurm_load_jobs error: Unable to contact slurm controller (connect failure)",
                ErrorCode::ConnectionLost},
               {"", ErrorCode::Unavailable}};
        for (const auto& [said, code] : cases) {
            const auto error = slurmProblem(said);
            QVERIFY2(error.code() == code, error.text().c_str());
            QVERIFY(error.message().find('\n') == std::string::npos);
        }
        QVERIFY(isValidUtf8(slurmProblem("\xff\xfe\x1b[31m").message()));
    }

    void versionsThatKnowOverlapAreTaken()
    {
        QCOMPARE(
            readSlurmVersion("slurm-wlm 22.05.8\n").value_or(""), std::string("Slurm 22.05.8"));
        QCOMPARE(readSlurmVersion("slurm 25.05.0\n").value_or(""), std::string("Slurm 25.05.0"));
        for (const char* text :
             {"slurm 20.02.1", "slurm 19.05", "", "slurm", "torque 6.1", "slurm x.y"})
            QVERIFY2(readSlurmVersion(text).failedAs(ErrorCode::Unsupported), text);
    }

    void aJobAsksForWhatTheSandboxMayUse()
    {
        SlurmOptions options;
        options.partition = "gpu";
        options.account = "lab";
        options.qos = "short";
        options.time = "1:00:00";
        options.gres = "gpu:1";
        SandboxLimits limits;
        limits.memoryBytes = 1ULL << 30;
        limits.cpus = 1.5;
        const auto words = submitArguments(planFor(options, limits));
        for (const char* word :
             {"--partition=gpu", "--account=lab", "--qos=short", "--time=1:00:00", "--gres=gpu:1",
              "--cpus-per-task=2", "--mem=1152M", "--nodes=1", "--no-requeue"})
            QVERIFY2(has(words, word), word);
        const auto plain = submitArguments(planFor({}, {0, 0, 0, 0}));
        for (const auto& word : plain)
            for (const char* option : {"--partition", "--account", "--qos", "--time", "--mem"})
                QVERIFY2(!word.starts_with(option), word.c_str());
    }

    void severalKeepersAreOneArray()
    {
        auto plan = planFor({});
        for (const auto& word : submitArguments(plan))
            QVERIFY2(!word.starts_with("--array"), word.c_str());
        plan.count = 4;
        QVERIFY(has(submitArguments(plan), "--array=0-3"));
        // Each has a folder of its own, which its script and whoever looks for it call the same.
        QCOMPARE(keeperFolderOf(plan.stamp, jobId(12)), std::string(kFolder));
        QCOMPARE(keeperFolderOf(plan.stamp, {14, "12_2"}), kFolder + std::string("2"));
        QVERIFY(
            keeperScript(plan).find(kFolder + std::string("${SLURM_ARRAY_TASK_ID-}\n"))
            != std::string::npos);
    }

    void onlyTheSameIsShared()
    {
        SlurmOptions other;
        other.partition = "gpu";
        QCOMPARE(askedFor(planFor({})), askedFor(planFor({})));
        QVERIFY(askedFor(planFor({})) != askedFor(planFor(other)));
        QVERIFY(askedFor(planFor({})) != askedFor(planFor({}, {1ULL << 31, 0, 0, 0})));
    }

    void wordsForSlurmAreNoOptions()
    {
        for (const char* word : {"main", "gpu:a100:2,ssd", "2-12:00:00", "lab.project_1"})
            QVERIFY2(isJobWord(word), word);
        for (const char* word : {"", "-p", "--wrap=x", "a b", "a;b", "$(x)", "a\nb", "ä"})
            QVERIFY2(!isJobWord(word), word);
    }

    void aRequestComesToTheNodeAsItWas()
    {
        outpost::OpenRequest request;
        request.filter = "filter";
        request.engine = "apptainer";
        request.program = "/usr/bin/apptainer";
        request.image = "/images/a b\".sif";
        request.imageText = "python:3";
        request.spec.sessionId = "s";
        request.spec.hostname = "box";
        request.spec.limits.cpus = 1.5;
        request.spec.workingFolder = "/data";
        containerOf(request.spec).mounts = {{"/src", "/dst", true}};
        containerOf(request.spec).extraHosts = {"db:10.0.0.5"};
        auto line = outpost::writeOpenRequest(request);
        QVERIFY(line.ends_with('\n'));
        line.pop_back();
        const auto read = outpost::readOpenRequest(line);
        QVERIFY(read.has_value());
        QCOMPARE(read->engine, request.engine);
        QCOMPARE(read->program, request.program);
        QCOMPARE(read->image, request.image);
        QCOMPARE(read->imageText, request.imageText);
        QVERIFY(read->spec.limits == request.spec.limits);
        QVERIFY(containerOf(read->spec) == containerOf(request.spec));
        for (std::size_t length = 0; length < line.size(); ++length)
            QVERIFY(!outpost::readOpenRequest(line.substr(0, length)));
    }

    void anAnswerTellsOfEveryLayerOrWhyThereIsNone()
    {
        const auto placedOf = [](const std::string& line) {
            const auto object = far::readAnswer(line);
            return object ? outpost::readPlaced(*object) : Result<outpost::Placed>(object.error());
        };
        outpost::Placed placed;
        placed.name = "0123456789abcdef";
        placed.isolation.layers = {"no network"};
        placed.isolation.miss("pids cgroup", "no rights", "ask");
        placed.setup.filterSystemCalls = true;
        placed.setup.processes = 64;
        const auto line = writeJson(outpost::placedJson(placed));
        const auto read = placedOf(line);
        QVERIFY(read.has_value());
        QCOMPARE(read->isolation.missing.size(), std::size_t{1});
        QVERIFY(read->setup == placed.setup);
        for (std::size_t length = 0; length < line.size(); ++length)
            QVERIFY(placedOf(line.substr(0, length)).failedAs(ErrorCode::Protocol));
        const auto failure
            = writeJson(far::errorJson(Error(ErrorCode::Unavailable, "no bubblewrap")));
        QVERIFY(placedOf(failure).failedAs(ErrorCode::Unavailable));
        placed.isolation = {};
        for (const auto& text :
             {"{}"s, "[]"s, "{\"error\":\"x\"}"s, writeJson(outpost::placedJson(placed))})
            QVERIFY2(placedOf(text).failedAs(ErrorCode::Protocol), text.c_str());
    }

    void framesAreTakenApartByteByByte()
    {
        ResourceCounters sent;
        sent.memoryBytes = 7;
        sent.oomKills = 1;
        const auto bytes = outpost::frame(FrameKind::Data, "hello")
            + outpost::frame(FrameKind::Counters, writeJson(far::countersJson(sent)))
            + outpost::frame(FrameKind::Answer, "{}") + outpost::frame(FrameKind::Data, "you");
        ResourceCounters counters;
        QCOMPARE(dripped(bytes, counters), std::string("helloyou"));
        QVERIFY(counters.memoryBytes == 7U);
        QVERIFY(counters.oomKills == 1U);
        QVERIFY(!counters.cpuSeconds);
    }

    void aFrameThatIsNoneEndsTheStream()
    {
        ResourceCounters counters;
        const std::string badKind("\0\0\0\1\7x", 6), tooLong("\x7f\xff\xff\xff\0", 5);
        for (const auto& bytes :
             {badKind, tooLong, outpost::frame(FrameKind::Counters, "{["),
              outpost::frame(FrameKind::Counters, ""), outpost::frame(FrameKind::Ask, "{}"),
              outpost::frame(FrameKind::ForgetPeak, "")})
            QVERIFY(dripped(bytes, counters).find("(end)") != std::string::npos);
    }

    void whatIsWrittenAndAskedGoesInFrames()
    {
        auto sockets = makeSocketPair();
        QVERIFY(sockets);
        outpost::FrameStream stream(std::move(sockets->first));
        stream.forgetPeak();
        QVERIFY(stream.write("hello"));
        const auto other = sockets->second.get();
        QVERIFY(writeAll(other, outpost::frame(FrameKind::Answer, "{\"network\":\"none\"}")));
        std::array<char, 8> chunk;
        QVERIFY(stream.read(chunk, std::chrono::milliseconds(0)).failedAs(ErrorCode::Timeout));
        std::thread reader([&] { (void)stream.read(chunk, std::chrono::seconds(20)).has_value(); });
        const auto asked = outpost::frame(FrameKind::Ask, "{\"ask\":\"drop_network\"}");
        const auto first
            = outpost::frame(FrameKind::ForgetPeak, "") + outpost::frame(FrameKind::Data, "hello");
        std::thread outpostThere([&] {
            std::string heard(first.size() + asked.size(), '\0');
            for (std::size_t at = 0; at < heard.size();) {
                const auto size = ::read(other, heard.data() + at, heard.size() - at);
                if (size <= 0)
                    break;
                at += static_cast<std::size_t>(size);
            }
            const auto answer = heard == first + asked ? "{\"network\":\"dropped\"}" : "{}";
            (void)writeAll(other, outpost::frame(FrameKind::Answer, answer)).has_value();
        });
        // What was answered before somebody asked is no answer.
        const auto answer = stream.ask("drop_network", std::chrono::seconds(20), {});
        stream.close();
        reader.join();
        outpostThere.join();
        QVERIFY2(answer, answer ? "" : answer.error().text().c_str());
        QCOMPARE(jsonString(*answer, "network"), std::string("dropped"));
    }

    void whoAsksObeysAStopAndTheirPatience()
    {
        auto sockets = makeSocketPair();
        QVERIFY(sockets);
        outpost::FrameStream stream(std::move(sockets->first));
        QVERIFY(
            stream.ask("counters", std::chrono::milliseconds(1), {}).failedAs(ErrorCode::Timeout));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(stream.ask("counters", std::chrono::hours(1), stop.get_token())
                    .failedAs(ErrorCode::Cancelled));
        sockets->second.reset();
        std::array<char, 8> chunk;
        QVERIFY(stream.read(chunk, std::chrono::milliseconds(0)) == std::size_t(0));
        QVERIFY(
            stream.ask("counters", std::chrono::hours(1), {}).failedAs(ErrorCode::ConnectionLost));
    }
};

SANDBENCH_TEST(TestSlurm);
#include "tst_slurm.moc"
