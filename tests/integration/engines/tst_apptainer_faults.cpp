// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/private_folder.h"
#include "core/engine/apptainer/apptainer_engine.h"
#include "core/engine/image_store.h"
#include "tests/support/test_engine.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace sandbench;
using namespace std::chrono_literals;

namespace {

/// An image folder and a program that does what a test says instead of Apptainer.
class FakeApptainer
{
public:
    /// @p exec, @p build: lines of a shell program.
    FakeApptainer(const std::string& exec, const std::string& build)
        : m_folder(PrivateFolder::create("", "sandbench-test").value_or(PrivateFolder()))
    {
        std::filesystem::create_directories(image() + "/.singularity.d");
        std::filesystem::create_directory(path() + "/cache");
        std::ofstream(program()) << "#!/bin/sh\necho \"$@\" >> " << path()
                                 << "/calls\ncase $1 in\n--version) echo apptainer version 1.4.5 "
                                    ";;\nexec) "
                                 << exec << "\n;;\nbuild) " << build << "\n;;\nesac\n";
        std::filesystem::permissions(program(), std::filesystem::perms::owner_all);
        ApptainerEngine::Options options;
        options.program = program();
        options.cacheFolder = path() + "/cache";
        m_engine = std::make_unique<ApptainerEngine>(std::move(options));
    }

    Engine& engine() { return *m_engine; }
    const std::string& path() const { return m_folder.path(); }
    std::string image() const { return path() + "/image"; }
    std::string program() const { return path() + "/apptainer"; }
    std::string calls() const { return readFile(path() + "/calls", 1U << 20).value_or(""); }
    Error open(const std::string& image, std::stop_token stop = {})
    {
        SandboxSpec spec;
        spec.sessionId = "s";
        spec.image = image;
        const auto opened = m_engine->open(spec, std::move(stop));
        return opened ? Error(ErrorCode::Internal, "it opened") : opened.error();
    }

private:
    PrivateFolder m_folder;
    std::unique_ptr<Engine> m_engine;
};

} // namespace

/// Apptainer that does not what it should: a typed error that says what to do, nothing left.
class TestApptainerFaults : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_before = test::traces(); }
    void cleanup()
    {
        const auto left = test::leftovers(5000, m_before);
        QVERIFY2(left.empty(), left.empty() ? "" : left.front().c_str());
    }

    void saysWhatApptainerSaid()
    {
        FakeApptainer fake("echo 'FATAL:   image format not recognized' >&2; exit 255", "");
        const auto error = fake.open(fake.image());
        QCOMPARE(error.code(), ErrorCode::InvalidArgument);
        QVERIFY2(error.text().find("name a .sif") != std::string::npos, error.text().c_str());
    }

    void reportsAProgramThatEndsAtOnce()
    {
        FakeApptainer fake("exit 3", "");
        QCOMPARE(fake.open(fake.image()).code(), ErrorCode::Unavailable);
        const auto status = fake.engine().probe({});
        QVERIFY(!status.usable);
        QVERIFY(!status.problem.empty());
    }

    void takesGarbageForNoContainer()
    {
        FakeApptainer fake("head -c 100000 /dev/zero; sleep 1000", "");
        const auto error = fake.open(fake.image());
        QCOMPARE(error.code(), ErrorCode::Unavailable);
        QVERIFY2(error.text().find("first process") != std::string::npos, error.text().c_str());
    }

    void isNotHeldUpByEndlessMessages()
    {
        FakeApptainer fake("yes FATAL: no >&2 & sleep 0.3; kill $!; exit 1", "");
        QCOMPARE(fake.open(fake.image()).code(), ErrorCode::Unavailable);
    }

    void stopsAtOnceWhatHangs_data()
    {
        QTest::addColumn<QString>("exec");
        QTest::newRow("silent") << "sleep 1000";
        QTest::newRow("deaf") << "trap '' TERM INT; sleep 1000 & wait; sleep 1000";
    }
    void stopsAtOnceWhatHangs()
    {
        QFETCH(const QString, exec);
        FakeApptainer fake(exec.toStdString(), "");
        std::stop_source stop;
        std::chrono::steady_clock::time_point asked;
        std::jthread stopper([&] {
            while (fake.calls().find("exec") == std::string::npos)
                std::this_thread::yield();
            asked = std::chrono::steady_clock::now();
            stop.request_stop();
        });
        const auto error = fake.open(fake.image(), stop.get_token());
        stopper.join();
        QCOMPARE(error.code(), ErrorCode::Cancelled);
        const auto took = std::chrono::steady_clock::now() - asked;
        QVERIFY2(took < 1s, std::to_string(took / 1ms).c_str());
    }

    void unpacksAFileThatCannotBeMounted()
    {
        FakeApptainer fake(
            "echo 'INFO:    Converting SIF file to temporary sandbox...' >&2; sleep 1000",
            "mkdir \"$5\" && mkdir \"$5/.singularity.d\"");
        const auto file = fake.path() + "/some image.sif";
        std::ofstream(file) << std::string(32, 'x') << "SIF_MAGIC" << std::string(100, 'x');
        (void)fake.open(file);
        QVERIFY2(
            fake.calls().find("build --disable-cache --fix-perms --sandbox ") != std::string::npos,
            fake.calls().c_str());
        const auto images = fake.engine().images()->list({});
        QVERIFY(images);
        QCOMPARE(images->size(), 1U);
        QCOMPARE(images->front().tags, std::vector<std::string>{file});
    }

    void keepsNothingOfABuildThatFails()
    {
        FakeApptainer fake("", "mkdir \"$5\"; echo 'FATAL: no space left on device' >&2; exit 255");
        const auto pulled = fake.engine().images()->pull({"docker://a:1", {}, true}, {}, {});
        QVERIFY(pulled.failedAs(ErrorCode::ResourceExhausted));
        QVERIFY(std::filesystem::is_empty(fake.path() + "/cache"));
    }

    void stopsABuildAtOnce()
    {
        FakeApptainer fake("", "echo begun; sleep 1000 & wait");
        std::stop_source stop;
        std::chrono::steady_clock::time_point asked;
        const auto onProgress = [&](const ImageProgress& progress) {
            if (progress.line != "begun\n")
                return;
            asked = std::chrono::steady_clock::now();
            stop.request_stop();
        };
        const auto pulled = fake.engine().images()->pull(
            {"docker://a:1", {}, true}, onProgress, stop.get_token());
        QVERIFY(pulled.failedAs(ErrorCode::Cancelled));
        const auto took = std::chrono::steady_clock::now() - asked;
        QVERIFY2(took < 1s, std::to_string(took / 1ms).c_str());
        QVERIFY(std::filesystem::is_empty(fake.path() + "/cache"));
    }

    void findsNoImageThatNobodyHas()
    {
        FakeApptainer fake("", "");
        const auto error = fake.open("nowhere:1");
        QCOMPARE(error.code(), ErrorCode::NotFound);
        QVERIFY2(
            error.text().find("docker://nowhere:1") != std::string::npos, error.text().c_str());
        QCOMPARE(fake.open("docker://nowhere:1").code(), ErrorCode::NotFound);
        QCOMPARE(fake.open("/").code(), ErrorCode::InvalidArgument);
        QVERIFY(fake.calls().find("exec") == std::string::npos);
    }

    void showsFilesOfThisMachineToNoTenant()
    {
        FakeApptainer fake("", "");
        SandboxSpec spec;
        spec.sessionId = "s";
        spec.image = fake.image();
        spec.tenant = {"other", false};
        QVERIFY(fake.engine().open(spec, {}).failedAs(ErrorCode::NotFound));
        QVERIFY(fake.calls().find("exec") == std::string::npos);
    }

private:
    std::vector<std::string> m_before;
};

SANDBENCH_TEST(TestApptainerFaults);
#include "tst_apptainer_faults.moc"
