// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/container_options.h"
#include "core/engine/docker/container_spec.h"
#include "core/engine/docker/podman_dialect.h"
#include "tests/support/test_program.h"
#include "tests/unit/engines/docker_facts.h"

#include <QFloat16> // QCOMPARE asks whether Json converts to it
#include <QTest>

using namespace sandbench;
using namespace sandbench::docker;
using namespace sandbench::docker::test;
using namespace sandbench::test;
using std::string_literals::operator""s;

namespace {

ImageFacts plainImage()
{
    ImageFacts image;
    image.name = "python:3.12";
    image.id = "sha256:abc";
    image.machine = "x86_64";
    return image;
}

Result<ContainerPlan> plan(
    const SandboxSpec& spec, const ImageFacts& image = plainImage(),
    EngineFacts facts = dockerFacts())
{
    return planContainer(spec, image, facts, "agent-volume", "owner");
}

/// The code and text of a refusal; empty where there is none.
std::string refusal(const SandboxSpec& spec)
{
    const auto planned = plan(spec);
    return planned
        ? std::string()
        : std::string(errorCodeName(planned.error().code())) + ": " + planned.error().text();
}

} // namespace

class DockerContainerSpecTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void deniesByDefault();
    void codeRunsAsNobodyUnlessTheImageSaysWho_data();
    void codeRunsAsNobodyUnlessTheImageSaysWho();
    void everyRelaxationIsNamed();
    void anImageOfItsOwnNeedsAWritableRoot();
    void anImageThatWasASandboxKeepsItsFolders();
    void withoutAVolumeTheAgentGoesIntoTheContainer();
    void volumesOfAnImageGetASize();
    void gpusAreAllSomeOrNamed_data();
    void gpusAreAllSomeOrNamed();
    void refusesWhatWouldReachTheMachine_data();
    void refusesWhatWouldReachTheMachine();
    void podmanGetsWhatItUnderstands();
    void podmanLooksForLocalImagesToo();
    void limitsThatAnEngineLacksAreMissingLayers();
    void limitsOfARootlessPodmanAreThoseOfItsUser();
    void anotherRuntimeIsNotBelievedWhatRuncDoes();
    void oldRuncIsTold_data();
    void oldRuncIsTold();
    void onlyLinuxImagesBecomeSandboxes();
};

void DockerContainerSpecTest::deniesByDefault()
{
    auto spec = plainSpec();
    spec.limits.memoryBytes = 64U << 20;
    spec.limits.cpus = 0.5;
    spec.limits.pids = 32;
    const auto planned = plan(spec);
    QVERIFY(planned);
    const auto& host = planned->body["HostConfig"];
    QCOMPARE(host["CapDrop"], Json({"ALL"}));
    QCOMPARE(host["CapAdd"], Json({"SETUID", "SETGID", "KILL"}));
    QCOMPARE(host["SecurityOpt"], Json({"no-new-privileges"}));
    QCOMPARE(host["NetworkMode"], Json("none"));
    QCOMPARE(host["ReadonlyRootfs"], Json(true));
    QCOMPARE(host["AutoRemove"], Json(true));
    QCOMPARE(host["IpcMode"], Json("private"));
    QCOMPARE(host["CgroupnsMode"], Json("private"));
    QCOMPARE(host["LogConfig"]["Type"], Json("none"));
    QCOMPARE(host["Memory"], Json(64U << 20));
    QCOMPARE(host["MemorySwap"], host["Memory"]);
    QCOMPARE(host["NanoCpus"], Json(500'000'000));
    QCOMPARE(host["PidsLimit"], Json(32));
    QCOMPARE(host["Binds"], Json({"agent-volume:/.sandbench:ro,z"}));
    QVERIFY(!host.contains("Mounts") && !host.contains("DeviceRequests"));
    for (const char* folder : {"/work", "/tmp", "/home/user", "/run/sandbench"})
        QVERIFY2(host["Tmpfs"].contains(folder), folder);
    QCOMPARE(planned->body["Labels"]["org.sandbench.owner"], Json("owner"));
    QVERIFY(!planned->body["Labels"].contains("org.sandbench.pool"));
    spec.pool = "lessons";
    QCOMPARE(plan(spec)->body["Labels"]["org.sandbench.pool"], Json("lessons"));
    QCOMPARE(planned->body["Image"], Json("sha256:abc"));
    QVERIFY(planned->isolation.relaxations.empty());
    QVERIFY(planned->setup.filterSystemCalls);
    QCOMPARE(planned->network, "none"s);
}

void DockerContainerSpecTest::codeRunsAsNobodyUnlessTheImageSaysWho_data()
{
    QTest::addColumn<QByteArray>("imageUser");
    QTest::addColumn<QByteArray>("asked");
    QTest::addColumn<QByteArray>("user");
    QTest::newRow("root's image") << QByteArray() << QByteArray() << QByteArray("65534:65534");
    QTest::newRow("root by number")
        << QByteArray("0:0") << QByteArray() << QByteArray("65534:65534");
    QTest::newRow("root by name") << QByteArray("root") << QByteArray()
                                  << QByteArray("65534:65534");
    QTest::newRow("the image's") << QByteArray("node") << QByteArray() << QByteArray("node");
    QTest::newRow("asked for") << QByteArray("node") << QByteArray("1000") << QByteArray("1000");
    QTest::newRow("root on request") << QByteArray() << QByteArray("root") << QByteArray("root");
}

void DockerContainerSpecTest::codeRunsAsNobodyUnlessTheImageSaysWho()
{
    QFETCH(QByteArray, imageUser);
    QFETCH(QByteArray, asked);
    QFETCH(QByteArray, user);
    auto image = plainImage();
    image.user = imageUser.toStdString();
    auto spec = plainSpec();
    containerOf(spec).user = asked.toStdString();
    const auto planned = plan(spec, image);
    QVERIFY(planned);
    QCOMPARE(planned->setup.user, user.toStdString());
    QCOMPARE(planned->body["User"], Json("0:0"));
    QCOMPARE(has(planned->isolation.relaxations, "user root"), user == "root");
}

void DockerContainerSpecTest::everyRelaxationIsNamed()
{
    auto spec = plainSpec();
    spec.network = {"bridge", true};
    containerOf(spec).mounts = {{"/data", "/data", false}, {"/srv/in", "/work/in", true}};
    containerOf(spec).extraHosts = {"db:10.0.0.5", "six:2001:db8::1"};
    containerOf(spec).gpus = "all";
    containerOf(spec).runtime = "runsc";
    spec.workingFolder = "/srv";
    containerOf(spec).entrypoint = {"nice", "-n5"};
    const auto planned = plan(spec);
    QVERIFY2(planned, planned ? "" : planned.error().text().c_str());
    const std::vector<std::string> expected
        = {"mount /data (read-only)",
           "mount /srv/in at /work/in (writable)",
           "network bridge until the packages are installed",
           "host db:10.0.0.5",
           "host six:2001:db8::1",
           "gpus all"};
    QCOMPARE(planned->isolation.relaxations, expected);
    QVERIFY(has(planned->isolation.layers, "runtime runsc"));
    QVERIFY(!has(planned->isolation.layers, "no network but its own loopback"));
    const auto& mounts = planned->body["HostConfig"]["Mounts"];
    QCOMPARE(mounts[0]["ReadOnly"], Json(true));
    QCOMPARE(mounts[0]["BindOptions"]["NonRecursive"], Json(true));
    QCOMPARE(mounts[1]["ReadOnly"], Json(false));
    QCOMPARE(planned->setup.currentFolder, "/srv"s);
    QCOMPARE(planned->setup.entrypoint, containerOf(spec).entrypoint);
}

void DockerContainerSpecTest::anImageOfItsOwnNeedsAWritableRoot()
{
    auto spec = plainSpec();
    containerOf(spec).commitTag = "mine:1";
    const auto planned = plan(spec);
    QVERIFY(planned);
    const auto& host = planned->body["HostConfig"];
    QCOMPARE(host["ReadonlyRootfs"], Json(false));
    QCOMPARE(host["AutoRemove"], Json(false));
    QVERIFY(!host["Tmpfs"].contains("/work") && !host["Tmpfs"].contains("/home/user"));
    QVERIFY(planned->putsFolders);
    QVERIFY(has(planned->isolation.relaxations, "writable root file system"));
    QVERIFY(misses(planned->isolation, "disk limit"));
}

void DockerContainerSpecTest::anImageThatWasASandboxKeepsItsFolders()
{
    auto image = plainImage();
    image.hasFolders = true;
    image.volumes = {"/work", "/data"};
    const auto planned = plan(plainSpec(), image);
    QVERIFY(planned);
    const auto& host = planned->body["HostConfig"];
    for (const char* folder : {"/work", "/home/user"}) {
        QVERIFY2(!host["Tmpfs"].contains(folder), folder);
        QVERIFY2(planned->body["Volumes"].contains(folder), folder);
    }
    QVERIFY(host["Tmpfs"].contains("/tmp") && host["Tmpfs"].contains("/data"));
    QCOMPARE(host["ReadonlyRootfs"], Json(true));
    QVERIFY(has(planned->isolation.relaxations, "work and home folders without a size"));
    QVERIFY(misses(planned->isolation, "disk limit"));
    // Another image of it: then they are in the container itself.
    auto spec = plainSpec();
    containerOf(spec).commitTag = "mine:2";
    const auto again = plan(spec, image);
    QVERIFY(again);
    QVERIFY(!again->body.contains("Volumes"));
    QVERIFY(again->putsFolders);
    containerOf(spec).commitTag = "Not a name";
    QVERIFY(refusal(spec).find("the name of the new image") != std::string::npos);
}

void DockerContainerSpecTest::withoutAVolumeTheAgentGoesIntoTheContainer()
{
    const auto planned = planContainer(plainSpec(), plainImage(), dockerFacts(), {}, "owner");
    QVERIFY(planned);
    QVERIFY(planned->putsAgent);
    QVERIFY(!planned->body["HostConfig"].contains("Binds"));
    QCOMPARE(planned->body["HostConfig"]["ReadonlyRootfs"], Json(false));
    QVERIFY(misses(planned->isolation, "read-only file system"));
}

void DockerContainerSpecTest::volumesOfAnImageGetASize()
{
    const Json json
        = {{"Id", "sha256:abc"},
           {"Architecture", "arm64"},
           {"Config",
            {{"User", "postgres"},
             {"Volumes",
              {{"/var/lib/data/", Json::object()},
               {"/work", Json::object()},
               {"/mounted/below", Json::object()},
               {"../odd", Json::object()}}}}}};
    const auto image = readImageFacts("db", json);
    QVERIFY(image);
    QCOMPARE(image->machine, "aarch64"s);
    auto spec = plainSpec();
    spec.limits.diskBytes = 400;
    containerOf(spec).mounts = {{"/opt/in", "/mounted", false}};
    const auto planned = plan(spec, *image);
    QVERIFY(planned);
    const auto& folders = planned->body["HostConfig"]["Tmpfs"];
    QCOMPARE(folders["/var/lib/data"], Json("rw,nosuid,nodev,exec,mode=1777,size=100"));
    QCOMPARE(folders["/work"], Json("rw,nosuid,nodev,exec,mode=1777,size=400"));
    QVERIFY(!folders.contains("/mounted/below") && !folders.contains("../odd"));
}

void DockerContainerSpecTest::gpusAreAllSomeOrNamed_data()
{
    QTest::addColumn<QByteArray>("gpus");
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QByteArray>("value");
    QTest::newRow("all") << QByteArray("all") << QByteArray("Count") << QByteArray("-1");
    QTest::newRow("two") << QByteArray("2") << QByteArray("Count") << QByteArray("2");
    QTest::newRow("named") << QByteArray("0,GPU-3a2b") << QByteArray("DeviceIDs")
                           << QByteArray(R"(["0","GPU-3a2b"])");
}

void DockerContainerSpecTest::gpusAreAllSomeOrNamed()
{
    QFETCH(QByteArray, gpus);
    QFETCH(QByteArray, field);
    QFETCH(QByteArray, value);
    auto spec = plainSpec();
    containerOf(spec).gpus = gpus.toStdString();
    const auto planned = plan(spec);
    QVERIFY(planned);
    const auto& request = planned->body["HostConfig"]["DeviceRequests"][0];
    QCOMPARE(writeJson(request[field.toStdString()]), value.toStdString());
}

void DockerContainerSpecTest::refusesWhatWouldReachTheMachine_data()
{
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("reason");
    const auto row = [](const char* what, const char* value, const char* reason) {
        QTest::addRow("%s %s", what, value)
            << QByteArray(what) << QByteArray(value) << QByteArray(reason);
    };
    row("source", "data", "absolute path");
    row("source", "/data/../etc", "absolute path");
    row("source", "/run/docker.sock", "owns the whole machine");
    row("source", "/home/me/podman.sock", "owns the whole machine");
    row("source", "/srv/engine/docker.socket", "owns the whole machine");
    row("source", "/srv/engine", "owns the whole machine");
    row("source", "/", "owns the whole machine");
    row("source", "/run", "belongs to the machine");
    row("source", "/proc/1/root", "belongs to the machine");
    row("source", "/var/lib/docker/volumes", "belongs to the machine");
    row("target", "work", "absolute path");
    row("target", "/", "absolute path");
    row("target", "/work", "mount below it");
    row("target", "/home", "/home/user/data");
    row("target", "/.sandbench/agent", "belongs to the sandbox");
    row("target", "/proc/sys", "belongs to the sandbox");
    row("network", "host", "everything that the machine does");
    row("network", "container:abc", "everything that the machine does");
    row("network", "a b", "no name of a network");
    row("host", "db", "name:address");
    row("host", "db:not-an-address", "name:address");
    row("runtime", "kata", "runc, runsc");
    row("user", "me;id", "is no user");
    row("folder", "srv", "no working folder");
    row("gpus", "$(id)", "names no GPUs");
    row("platform", "windows/amd64", "linux/arm64");
    row("label", "org.sandbench.owner", "its own");
}

void DockerContainerSpecTest::refusesWhatWouldReachTheMachine()
{
    QFETCH(QByteArray, what);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, reason);
    auto spec = plainSpec();
    auto& asked = containerOf(spec);
    const auto text = value.toStdString();
    if (what == "source")
        asked.mounts = {{text, "/mnt/x", false}};
    else if (what == "target")
        asked.mounts = {{"/opt/x", text, false}};
    else if (what == "network")
        spec.network.name = text;
    else if (what == "host")
        asked.extraHosts = {text};
    else if (what == "runtime")
        asked.runtime = text;
    else if (what == "user")
        asked.user = text;
    else if (what == "folder")
        spec.workingFolder = text;
    else if (what == "gpus")
        asked.gpus = text;
    else if (what == "platform")
        asked.platform = text;
    else
        asked.labels[text] = "x";
    const auto said = refusal(spec);
    QVERIFY2(
        said.starts_with(what == "runtime" ? "not_found: " : "invalid_argument: "), said.c_str());
    QVERIFY2(said.find(reason.toStdString()) != std::string::npos, said.c_str());
}

void DockerContainerSpecTest::podmanGetsWhatItUnderstands()
{
    auto facts = dockerFacts();
    facts.dialect = Dialect::Podman;
    auto spec = plainSpec();
    containerOf(spec).gpus = "0,1";
    containerOf(spec).mounts = {{"/data", "/data", false}};
    const auto planned = plan(spec, plainImage(), facts);
    QVERIFY(planned);
    const auto& host = planned->body["HostConfig"];
    QVERIFY(!host.contains("Ulimits") && !host.contains("DeviceRequests"));
    QCOMPARE(host["Devices"][1]["PathOnHost"], Json("nvidia.com/gpu=1"));
    QVERIFY(host["Tmpfs"].contains("/run") && host["Tmpfs"].contains("/var/tmp"));
    QVERIFY(!host["Mounts"][0]["BindOptions"].contains("NonRecursive"));
    QVERIFY(misses(planned->isolation, "cgroup namespace"));
}

void DockerContainerSpecTest::podmanLooksForLocalImagesToo()
{
    using Names = std::vector<std::string>;
    QCOMPARE(podmanNames("python:3"), (Names{"python:3", "localhost/python:3"}));
    QCOMPARE(podmanNames("team/tool"), (Names{"team/tool", "localhost/team/tool"}));
    QCOMPARE(podmanNames("localhost/tool"), (Names{"localhost/tool"}));
    QCOMPARE(podmanNames("registry.lan:5000/a/b:1"), (Names{"registry.lan:5000/a/b:1"}));
}

void DockerContainerSpecTest::limitsThatAnEngineLacksAreMissingLayers()
{
    const auto facts = readEngineFacts(
        Dialect::Docker,
        {{"Architecture", "x86_64"},
         {"NCPU", 4},
         {"MemTotal", 1024},
         {"CpuCfsQuota", false},
         {"PidsLimit", false},
         {"CgroupVersion", "2"},
         {"SecurityOptions", {"name=seccomp,profile=default", "name=rootless"}},
         {"Runtimes", {{"runc", Json::object()}}}},
        nullptr);
    QCOMPARE(facts.host.cpus, 4.0);
    QVERIFY(facts.isRootless && facts.hasSeccomp && !facts.hasAppArmor);
    auto spec = plainSpec();
    spec.limits.cpus = 1;
    const auto planned = plan(spec, plainImage(), facts);
    QVERIFY(planned);
    QVERIFY(misses(planned->isolation, "cpu cgroup") && misses(planned->isolation, "pids cgroup"));
    QVERIFY(has(planned->isolation.layers, "memory limit (cgroup v2)"));
    QVERIFY(has(planned->isolation.layers, "user namespace"));
    const auto& host = planned->body["HostConfig"];
    QVERIFY(!host.contains("NanoCpus") && !host.contains("PidsLimit"));
}

void DockerContainerSpecTest::limitsOfARootlessPodmanAreThoseOfItsUser()
{
    // As Podman 4.3 answers an ordinary user.
    auto facts = readEngineFacts(
        Dialect::Podman,
        {{"MemoryLimit", true}, {"PidsLimit", true}, {"CpuCfsQuota", true}, {"Rootless", true}},
        nullptr);
    QVERIFY(facts.isRootless && facts.limitsMemory);
    readDelegatedLimits(facts, {{"host", {{"cgroupControllers", {"cpu", "pids"}}}}});
    QVERIFY(facts.limitsCpu && facts.limitsPids && !facts.limitsMemory && !facts.limitsSwap);
    readDelegatedLimits(facts, {{"host", {{"cgroupControllers", Json::array()}}}});
    const auto planned = plan(plainSpec(), plainImage(), facts);
    QVERIFY(planned);
    for (const char* layer : {"memory cgroup", "pids cgroup", "cpu cgroup"})
        QVERIFY2(misses(planned->isolation, layer), layer);
    const auto none = readEngineFacts(
        Dialect::Docker, {{"MemoryLimit", true}, {"CgroupDriver", "none"}}, nullptr);
    QVERIFY(!none.limitsMemory && !none.limitsPids && !none.limitsCpu);
}

void DockerContainerSpecTest::anotherRuntimeIsNotBelievedWhatRuncDoes()
{
    auto facts = dockerFacts();
    facts.defaultRuntime = "runc";
    facts.runcVersion = "1.1.5";
    facts.hasSeccomp = facts.hasAppArmor = true;
    auto spec = plainSpec();
    for (const char* runtime : {"runsc", "runc", ""}) {
        containerOf(spec).runtime = runtime;
        const auto planned = plan(spec, plainImage(), facts);
        QVERIFY(planned);
        const bool isRunc = runtime != std::string("runsc");
        const auto& isolation = planned->isolation;
        QCOMPARE(planned->body["HostConfig"].contains("Runtime"), *runtime != '\0');
        QCOMPARE(misses(isolation, "current runtime"), isRunc);
        QCOMPARE(has(isolation.layers, "system-call filter of the engine"), isRunc);
        QCOMPARE(has(isolation.layers, "AppArmor"), isRunc);
        QVERIFY(has(isolation.layers, "system-call filter"));
    }
}

void DockerContainerSpecTest::oldRuncIsTold_data()
{
    QTest::addColumn<QByteArray>("version");
    QTest::addColumn<bool>("isOld");
    QTest::newRow("1.1.5+ds1") << QByteArray("1.1.5+ds1") << true;
    QTest::newRow("1.2.7") << QByteArray("1.2.7") << true;
    QTest::newRow("1.2.8") << QByteArray("1.2.8") << false;
    QTest::newRow("1.3.2") << QByteArray("1.3.2") << true;
    QTest::newRow("1.3.3") << QByteArray("1.3.3") << false;
    QTest::newRow("1.4.0-rc.2") << QByteArray("1.4.0-rc.2") << true;
    QTest::newRow("1.4.0") << QByteArray("1.4.0") << false;
    QTest::newRow("2.0.0") << QByteArray("2.0.0") << false;
    QTest::newRow("garbage") << QByteArray("runc") << false;
}

void DockerContainerSpecTest::oldRuncIsTold()
{
    QFETCH(QByteArray, version);
    QFETCH(bool, isOld);
    const auto text = "runc version " + version.toStdString() + "\ncommit: x";
    const Json answer = {{"Components", {{{"Name", "OCI Runtime (runc)"}, {"Version", text}}}}};
    IsolationReport report;
    reportRunc(report, runcVersionOf(answer, {}));
    QCOMPARE(misses(report, "current runtime"), isOld);
}

void DockerContainerSpecTest::onlyLinuxImagesBecomeSandboxes()
{
    const auto facts = readImageFacts("win", {{"Id", "sha256:1"}, {"Os", "windows"}});
    QVERIFY(!facts);
    QCOMPARE(facts.error().code(), ErrorCode::Unsupported);
    QCOMPARE(readImageFacts("odd", Json::array()).error().code(), ErrorCode::Protocol);
}

SANDBENCH_TEST(DockerContainerSpecTest);
#include "tst_docker_container_spec.moc"
