// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/tar_writer.h"
#include "core/base/embedded.h"
#include "core/engine/container_options.h"
#include "tests/integration/engines/binfmt_entry.h"
#include "tests/support/docker_fixture.h"
#include "tests/support/engine_test.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QTest>

#include <sys/stat.h>

using namespace sandbench;
using namespace sandbench::test;
using std::string_literals::operator""s;

namespace {

constexpr const char* kImage = "localhost/sandbench-test-foreign:1";
constexpr const char* kBusybox = "/bin/busybox";
const std::string kPlace = "/var/tmp/sandbench-escape";

/// As `docker save` writes it, with one layer.
struct ForeignImage
{
    std::string machine = "amd64";
    Json config = Json::object();
    std::vector<TarEntry> files;
};

std::string bytesOf(const QString& path)
{
    QFile file(path);
    return file.open(QFile::ReadOnly) ? file.readAll().toStdString() : std::string();
}

std::string sha256(const std::string& bytes)
{
    return QCryptographicHash::hash(QByteArray::fromStdString(bytes), QCryptographicHash::Sha256)
        .toHex()
        .toStdString();
}

std::string archiveOf(const ForeignImage& image)
{
    const auto layer = *makeTar(image.files);
    const auto config = writeJson(
        {{"architecture", image.machine},
         {"os", "linux"},
         {"config", image.config},
         {"history", {{{"created_by", "a test"}}}},
         {"rootfs", {{"type", "layers"}, {"diff_ids", {"sha256:" + sha256(layer)}}}}});
    const auto manifest = writeJson(
        Json::array({{{"Config", "c.json"}, {"RepoTags", {kImage}}, {"Layers", {"layer.tar"}}}}));
    const TarEntry entries[]
        = {{"c.json", 0644, config}, {"layer.tar", 0644, layer}, {"manifest.json", 0644, manifest}};
    return *makeTar(entries);
}

constexpr std::string_view kUsers = "root:x:0:0::/:/bin/sh\napp:x:1234:1300::/:/bin/sh\n";
constexpr std::string_view kGroups = "root:x:0:\nappg:x:1300:\nextra:x:1400:app\n";

} // namespace

/// Images that nobody made for Sandbench: no bash, no Python, no C library, and settings that would
/// lead astray whoever heeds them.
class DockerImagesTest : public DockerFixture
{
    Q_OBJECT

protected:
    /// A shell and its users, as in an Alpine image: one static program with many names.
    ForeignImage small() const
    {
        ForeignImage image;
        image.files
            = {{"bin/sh", 0755, m_busybox},
               {"bin/busybox", 0755, m_busybox},
               {"etc/passwd", 0644, kUsers},
               {"etc/group", 0644, kGroups}};
        return image;
    }
    /// Empty = it is there.
    std::string load(const ForeignImage& image);
    std::unique_ptr<Session> openSession(std::string user = {});

    std::string m_busybox;

private Q_SLOTS:
    void initTestCase();
    void worksInAnImageWithoutOurTools_data();
    void worksInAnImageWithoutOurTools();
    void endsAProgramThatHasNoToolsAround();
    void anImagesUserIsTheProgramsUser_data();
    void anImagesUserIsTheProgramsUser();
    void linksInAnImageLeadNowhere_data();
    void linksInAnImageLeadNowhere();
    void refusesAVolumeWhereTheAgentIs();
    void saysThatAnotherProcessorIsNotEmulated();
    void emulatesAnotherProcessorBehindTheFilter();
};

void DockerImagesTest::initTestCase()
{
    m_busybox = bytesOf(kBusybox);
    // One that needs a library would not start.
    if (m_busybox.empty() || m_busybox.find("/lib64/ld-linux") != std::string::npos)
        SKIP_WITHOUT("busybox", "there is no static busybox; install busybox-static");
}

std::string DockerImagesTest::load(const ForeignImage& image)
{
    net::HttpRequest request;
    request.method = "POST";
    request.headers = {{"Content-Type", "application/x-tar"}};
    request.body = archiveOf(image);
    const auto loaded = m_api->send(std::move(request), "/images/load", {{"quiet", "1"}}, {});
    if (!loaded)
        return loaded.error().text();
    m_images.emplace_back(kImage);
    const auto there = m_api->get("/images/"s + kImage + "/json", {}, {});
    return there ? std::string() : loaded->body;
}

std::unique_ptr<Session> DockerImagesTest::openSession(std::string user)
{
    SessionSpec spec;
    spec.sandbox = boxSpec();
    spec.sandbox.image = kImage;
    containerOf(spec.sandbox).user = std::move(user);
    spec.warm = Warm::Never;
    return m_engine->open(std::move(spec));
}

void DockerImagesTest::worksInAnImageWithoutOurTools_data()
{
    QTest::addColumn<QByteArray>("config");
    QTest::newRow("for another purpose") << QByteArray(
        R"({"Entrypoint":["/no/such/program","x"],"Cmd":["y"],"WorkingDir":"/no/such/place",
        "Volumes":{"/data":{},"/work":{},"/tmp":{},"/home/user/x":{},"/etc/deep/er":{}}})");
    QTest::newRow("hostile environment") << QByteArray(
        R"({"Env":["PATH=","LD_PRELOAD=/evil.so","LD_LIBRARY_PATH=/evil","HOME=/evil","TMPDIR=/evil",
        "GLIBC_TUNABLES=glibc.malloc.check=3","SANDBENCH_OUTPUT=/evil","no equals sign"]})");
    Json labels = {{"big", std::string(300'000, 'l')}, {"org.sandbench.owner", "0 dead"}};
    QTest::newRow("hostile settings") << QByteArray::fromStdString(writeJson(
        {{"Labels", labels},
         {"OnBuild", {"RUN false"}},
         {"StopSignal", "SIGWINCH"},
         {"Shell", {"/no/such/shell"}},
         {"ExposedPorts", {{"80/tcp", Json::object()}}},
         {"Healthcheck", {{"Test", {"CMD-SHELL", "exit 1"}}, {"Interval", 1'000'000'000}}}}));
}

void DockerImagesTest::worksInAnImageWithoutOurTools()
{
    QFETCH(QByteArray, config);
    auto image = small();
    image.config = Json::parse(config.toStdString());
    const auto problem = load(image);
    QVERIFY2(problem.empty(), problem.c_str());
    auto session = openSession();
    QVERIFY2(session, m_engine->problem().c_str());
    RunRequest request;
    request.command
        = {"sh", "-c",
           "busybox id -u; busybox pwd; busybox cat given; echo made > $SANDBENCH_OUTPUT/made.txt"};
    request.files = {{"given", "from outside\n"}};
    RunSink sink;
    const auto record = runRequest(*session, request, sink);
    QCOMPARE(record.stdoutBytes, "65534\n/work\nfrom outside\n"s);
    QCOMPARE(record.stderrBytes, ""s);
    QCOMPARE(record.verdict, Verdict::Exited);
    QCOMPARE(record.artifacts.size(), std::size_t(1));
    const auto read = session->readGuestFile("/work/output/made.txt", 100, {});
    QVERIFY2(read, read ? "" : read.error().text().c_str());
    QCOMPARE(*read, "made\n"s);
    QVERIFY(session->close());
    QVERIFY(containersOfThisProcess(m_name).empty());
}

void DockerImagesTest::endsAProgramThatHasNoToolsAround()
{
    ForeignImage image;
    image.files = {{"busybox", 0755, m_busybox}};
    const auto problem = load(image);
    QVERIFY2(problem.empty(), problem.c_str());
    auto session = openSession();
    QVERIFY2(session, m_engine->problem().c_str());
    RunRequest request;
    request.command = {"/busybox", "sleep", "600"};
    std::stop_source stop;
    struct Stopper : RunSink
    {
        std::stop_source& stop;
        explicit Stopper(std::stop_source& source)
            : stop(source)
        {
        }
        void onStarted(const std::string&) override { stop.request_stop(); }
    } sink(stop);
    QCOMPARE(runRequest(*session, request, sink, stop.get_token()).verdict, Verdict::Cancelled);
    request.command = {"/busybox", "echo", "still here"};
    RunSink plain;
    QCOMPARE(runRequest(*session, request, plain).stdoutBytes, "still here\n"s);
    QVERIFY(session->close());
}

void DockerImagesTest::anImagesUserIsTheProgramsUser_data()
{
    QTest::addColumn<QByteArray>("user");
    QTest::addColumn<QByteArray>("ids"); ///< Empty = the user is not in the image.
    QTest::newRow("name") << QByteArray("app") << QByteArray("1234 1300 1300 1400\n");
    QTest::newRow("number") << QByteArray("1234") << QByteArray("1234 1300 1300 1400\n");
    QTest::newRow("number and group") << QByteArray("4321:appg") << QByteArray("4321 1300 1300\n");
    QTest::newRow("root") << QByteArray("root") << QByteArray("65534 65534 65534\n");
    QTest::newRow("nobody knows it") << QByteArray("ghost") << QByteArray();
}

void DockerImagesTest::anImagesUserIsTheProgramsUser()
{
    QFETCH(QByteArray, user);
    QFETCH(QByteArray, ids);
    auto image = small();
    image.config = {{"User", user.toStdString()}};
    const auto problem = load(image);
    QVERIFY2(problem.empty(), problem.c_str());
    auto session = openSession();
    if (ids.isEmpty()) {
        QVERIFY(!session);
        QVERIFY2(
            m_engine->problem().find("'ghost'") != std::string::npos,
            m_engine->problem().c_str());
        return;
    }
    QVERIFY2(session, m_engine->problem().c_str());
    RunRequest request;
    request.command
        = {"sh", "-c", "echo `busybox id -u` `busybox id -g` `busybox id -G`; echo > mine"};
    RunSink sink;
    const auto record = runRequest(*session, request, sink);
    QCOMPARE(record.stdoutBytes, ids.toStdString());
    QCOMPARE(record.verdict, Verdict::Exited);
}

void DockerImagesTest::linksInAnImageLeadNowhere_data()
{
    QTest::addColumn<QByteArray>("link");
    QTest::addColumn<QByteArray>("target");
    const auto outside = QByteArray::fromStdString("../../../../../.." + kPlace);
    for (const char* link : {"work", "tmp", "run", ".sandbench"})
        QTest::addRow("%s out of the root", link) << QByteArray(link) << outside;
    QTest::newRow("tmp to /etc") << QByteArray("tmp") << QByteArray("/etc");
    QTest::newRow("home to the first process") << QByteArray("home") << QByteArray("/proc/1/root");
}

/// Either the sandbox works in folders of its own, or it is refused; nothing comes out.
void DockerImagesTest::linksInAnImageLeadNowhere()
{
    QFETCH(QByteArray, link);
    QFETCH(QByteArray, target);
    const QDir place(QString::fromStdString(kPlace));
    QVERIFY(place.mkpath("."));
    QVERIFY(::chmod(kPlace.c_str(), 01777) == 0);
    const auto removePlace = qScopeGuard([&] { QDir(place).removeRecursively(); });
    auto image = small();
    image.files.push_back({link.toStdString(), 0777, {}, false, target.toStdString()});
    const auto problem = load(image);
    QVERIFY2(problem.empty(), problem.c_str());
    auto session = openSession();
    if (session) {
        RunRequest request;
        request.command
            = {"sh", "-c",
               "for d in /work /tmp /home/user /run/sandbench /etc /; do echo x > $d/planted; done "
               "2>/dev/null; echo made > $SANDBENCH_OUTPUT/made.txt; echo done"};
        request.files = {{"given", "x"}};
        RunSink sink;
        const auto record = runRequest(*session, request, sink);
        QCOMPARE(record.stdoutBytes, "done\n"s);
        QCOMPARE(record.artifacts.size(), std::size_t(1));
        QVERIFY(session->close());
    } else {
        QVERIFY(!m_engine->problem().empty());
    }
    QCOMPARE(place.entryList(QDir::NoDotAndDotDot | QDir::AllEntries), QStringList());
    QVERIFY(!QFile::exists("/etc/planted") && !QFile::exists("/planted"));
}

void DockerImagesTest::refusesAVolumeWhereTheAgentIs()
{
    auto image = small();
    image.config = {{"Volumes", {{"/.sandbench/", Json::object()}}}};
    const auto problem = load(image);
    QVERIFY2(problem.empty(), problem.c_str());
    auto spec = boxSpec();
    spec.image = kImage;
    const auto box = open(spec);
    QCOMPARE(box.errorCode, ErrorCode::Unsupported);
    QVERIFY2(box.problem.find("/.sandbench") != std::string::npos, box.problem.c_str());
}

void DockerImagesTest::saysThatAnotherProcessorIsNotEmulated()
{
    if (BinfmtEntry::isThere("aarch64"))
        SKIP_WITHOUT("no_emulation", "this machine emulates aarch64 for everybody");
    auto image = small();
    image.machine = "arm64";
    const auto problem = load(image);
    QVERIFY2(problem.empty(), problem.c_str());
    auto spec = boxSpec();
    spec.image = kImage;
    const auto box = open(spec);
    QCOMPARE(box.errorCode, ErrorCode::Unsupported);
    QVERIFY2(
        box.problem.find("cannot run programs for aarch64") != std::string::npos,
        box.problem.c_str());
}

void DockerImagesTest::emulatesAnotherProcessorBehindTheFilter()
{
    const auto program = embeddedFile("agent/aarch64");
    if (!program)
        SKIP_WITHOUT("aarch64", "this build has no aarch64 agent; its compiler is not installed");
    const BinfmtEntry binfmt("aarch64");
    if (!BinfmtEntry::isThere("aarch64"))
        SKIP_WITHOUT("binfmt", binfmt.problem().c_str());
    ForeignImage image;
    image.machine = "arm64";
    image.files = {{"waiter", 0755, *program}, {"busybox", 0755, m_busybox}};
    const auto problem = load(image);
    QVERIFY2(problem.empty(), problem.c_str());
    auto spec = boxSpec();
    spec.image = kImage;
    auto box = open(spec);
    QVERIFY2(box.client, box.problem.c_str());
    // The program greets, reads the end of its input and ends.
    const auto said = box.run({"/waiter"});
    QVERIFY2(said.find("\"arch\":\"aarch64\"") != std::string::npos, said.c_str());
    // Everything that runs here, also an emulator, has the engine's filter and the machine's own.
    QCOMPARE(
        box.run({"/busybox", "awk", "/^Seccomp_filters/{print ($2 > 1)}", "/proc/self/status"}),
        "1\n"s);
    box.client->close();
    QVERIFY(box.instance->close());
}

SANDBENCH_TEST(DockerImagesTest);
#include "tst_docker_images.moc"
