// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/private_folder.h"
#include "core/engine/apptainer/container_checks.h"
#include "core/engine/apptainer/container_command.h"
#include "core/engine/apptainer/container_mounts.h"
#include "core/engine/apptainer/image_build.h"
#include "core/engine/apptainer/image_cache.h"
#include "core/engine/apptainer/image_library.h"
#include "core/engine/apptainer/image_name.h"
#include "core/engine/apptainer/messages.h"
#include "core/engine/apptainer/program.h"
#include "core/engine/container_options.h"
#include "core/engine/kubernetes/pod_options.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace sandbench;

namespace {

std::string wordsOf(const std::vector<std::string>& words)
{
    std::string text = " ";
    for (const auto& word : words)
        text += word + ' ';
    return text;
}

void writeTo(const std::string& path, const std::string& text)
{
    std::ofstream(path, std::ios::binary) << text;
}

/// A cache with one image in it, whose key has the digit @p digit.
std::string keepImage(apptainer::ImageCache& cache, char digit, const std::string& name)
{
    const std::string key(64, digit);
    const auto folder = cache.begin();
    if (!folder)
        return {};
    std::filesystem::create_directory(folder->path() + "/image/root");
    writeTo(folder->path() + "/image/root/file", "content");
    ImageInfo info;
    info.id = "sha256:" + key;
    info.tags = {name};
    info.bytes = 7;
    const auto kept = cache.keep(*folder, info, key);
    return kept ? kept->key : std::string();
}

} // namespace

class TestApptainer : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void asksForEveryLayer()
    {
        apptainer::ContainerPlan plan;
        plan.image = "/cache/image.sif";
        plan.hostname = "box";
        plan.scratch = apptainer::scratchFolders({});
        const auto text = wordsOf(apptainer::execArguments(plan));
        for (const char* part :
             {" apptainer exec ", " --userns ", " --containall ", " --cleanenv ", " --no-home ",
              " --no-privs ", " --no-eval ", " --net --network none ", " --hostname box ",
              " --no-mount hostfs,bind-paths,cwd,home,tmp,sys ", " --scratch /work ",
              " --scratch /tmp ", " /cache/image.sif /.sandbench/agent "})
            QVERIFY2(text.find(part) != std::string::npos, part);
        for (const char* part :
             {" --nv ", " --rocm ", " --writable-tmpfs ", " --bind ", " --fakeroot "})
            QVERIFY2(text.find(part) == std::string::npos, part);
    }

    void relaxesOnlyWhatItIsAskedFor()
    {
        apptainer::ContainerPlan plan;
        plan.writableRoot = plan.nvidia = true;
        const auto text = wordsOf(apptainer::execArguments(plan));
        QVERIFY(text.find(" --writable-tmpfs ") != std::string::npos);
        QVERIFY(text.find(" --nv ") != std::string::npos);
        QVERIFY(text.find(" --rocm ") == std::string::npos);
    }

    void takesOddPathsOfTheHostForOneMount()
    {
        apptainer::ContainerPlan plan;
        plan.binds = {{"/a,b:c\"d,destination=/etc", "/data", true}, {"/plain", "/x"}};
        const auto text = wordsOf(apptainer::execArguments(plan));
        QVERIFY2(
            text.find("--mount type=bind,\"source=/a,b:c\"\"d,destination=/etc\",\"destination="
                      "/data\" ")
                != std::string::npos,
            text.c_str());
        QVERIFY(text.find("\"destination=/x\",ro ") != std::string::npos);
    }

    void sharesTheDiskLimitAmongItsFolders()
    {
        SandboxSpec spec;
        spec.limits.diskBytes = 400U << 20;
        spec.workingFolder = "/app";
        spec.bringsWorkingFolder = true;
        const auto folders = apptainer::scratchFolders(spec);
        const auto bytesOf = [&](const std::string& path) {
            const auto found
                = std::find_if(folders.begin(), folders.end(), [&](const auto& folder) {
                      return folder.path == path;
                  });
            return found == folders.end() ? 0 : found->bytes;
        };
        QCOMPARE(bytesOf("/work"), std::uint64_t(400U << 20));
        QCOMPARE(bytesOf("/app"), std::uint64_t(400U << 20));
        QCOMPARE(bytesOf("/tmp"), std::uint64_t(100U << 20));
        spec.workingFolder = "/work/below";
        QCOMPARE(apptainer::scratchFolders(spec).size(), folders.size() - 1);
    }

    void knowsItsVersions_data()
    {
        QTest::addColumn<QString>("output");
        QTest::addColumn<QString>("version");
        QTest::newRow("Apptainer") << "apptainer version 1.4.5\n"
                                   << "Apptainer 1.4.5";
        QTest::newRow("of a distribution") << "apptainer version 1.3.0-1.el9\n"
                                           << "Apptainer 1.3.0";
        QTest::newRow("SingularityCE") << "singularity-ce version 4.1.0+ds"
                                       << "SingularityCE 4.1.0";
        QTest::newRow("too old") << "apptainer version 1.0.3\n"
                                 << "";
        QTest::newRow("old Singularity") << "singularity version 3.8.7\n"
                                         << "";
        QTest::newRow("no number") << "apptainer version new\n"
                                   << "";
        QTest::newRow("garbage") << "\x1b[31mwhat?\n"
                                 << "";
        QTest::newRow("nothing") << ""
                                 << "";
    }
    void knowsItsVersions()
    {
        QFETCH(const QString, output);
        QFETCH(const QString, version);
        const auto read = apptainer::readVersion(output.toStdString());
        QCOMPARE(QString::fromStdString(read.value_or("")), version);
        if (!read) {
            QCOMPARE(read.error().code(), ErrorCode::Unsupported);
            QVERIFY(read.error().message().find("; install ") != std::string::npos);
        }
    }

    void saysWhatIsMissingWithoutTheProgram()
    {
        apptainer::Surroundings none;
        none.path = "/nowhere:relative";
        QVERIFY(
            apptainer::findProgram("/nowhere/apptainer", none).failedAs(ErrorCode::Unavailable));
        QVERIFY(apptainer::findProgram("apptainer", none).failedAs(ErrorCode::InvalidArgument));
    }

    void handsOnNothingOfTheCallersEnvironment()
    {
        qputenv("APPTAINER_BIND", "/etc:/stolen");
        qputenv("SINGULARITYENV_LD_PRELOAD", "/x.so");
        qputenv("APPTAINER_NV", "1");
        const auto environment
            = apptainer::programEnvironment(apptainer::Surroundings::ofThisProcess(), "/c");
        for (const auto& entry : environment) {
            QVERIFY2(entry.find("stolen") == std::string::npos, entry.c_str());
            QVERIFY2(!entry.starts_with("SINGULARITYENV_"), entry.c_str());
            QVERIFY2(!entry.starts_with("APPTAINER_NV"), entry.c_str());
        }
        QVERIFY(
            std::find(environment.begin(), environment.end(), "APPTAINER_CACHEDIR=/c")
            != environment.end());
        qunsetenv("APPTAINER_BIND");
        qunsetenv("SINGULARITYENV_LD_PRELOAD");
        qunsetenv("APPTAINER_NV");
    }

    void tellsItsReasonsApart_data()
    {
        QTest::addColumn<QString>("said");
        QTest::addColumn<int>("code");
        QTest::addColumn<QString>("part");
        QTest::newRow("no image") << "INFO: x\nFATAL:   While checking container encryption: could "
                                     "not open image /x: image format not recognized\n"
                                  << static_cast<int>(ErrorCode::InvalidArgument) << "name a .sif";
        QTest::newRow("no rights")
            << "\x1b[31mFATAL: \x1b[0m  container creation failed: Failed to create user "
               "namespace: not allowed\n"
            << static_cast<int>(ErrorCode::Unavailable) << "sysctl";
        QTest::newRow("other machine")
            << "FATAL: the image's architecture (arm64) could not run on the host's (amd64)\n"
            << static_cast<int>(ErrorCode::Unsupported) << "for this one";
        QTest::newRow("cut off") << "FATAL: could not open image /x: reading descriptors: EOF\n"
                                 << static_cast<int>(ErrorCode::InvalidArgument) << "damaged";
        QTest::newRow("unknown") << "one\ntwo\n"
                                 << static_cast<int>(ErrorCode::Unavailable) << "two";
        QTest::newRow("silent") << "" << static_cast<int>(ErrorCode::Unavailable)
                                << "gave no reason";
    }
    void tellsItsReasonsApart()
    {
        QFETCH(const QString, said);
        QFETCH(const int, code);
        QFETCH(const QString, part);
        const auto error = apptainer::startProblem(said.toStdString());
        QCOMPARE(static_cast<int>(error.code()), code);
        QVERIFY2(
            error.message().find(part.toStdString()) != std::string::npos, error.message().c_str());
        QVERIFY(error.message().find('\x1b') == std::string::npos);
        for (int cut = 0; cut <= said.size(); ++cut)
            QVERIFY(!apptainer::startProblem(said.left(cut).toStdString()).message().empty());
    }

    void explainsWhatABuildSaid()
    {
        QCOMPARE(
            apptainer::buildProblem("FATAL: Unable to pull: manifest unknown\n").code(),
            ErrorCode::NotFound);
        QCOMPARE(
            apptainer::buildProblem("FATAL: write /x: no space left on device\n").code(),
            ErrorCode::ResourceExhausted);
        QCOMPARE(
            apptainer::buildProblem("FATAL: dial tcp: connect: connection refused\n").code(),
            ErrorCode::ConnectionLost);
        const auto refused = apptainer::buildProblem("FATAL: denied: access to x is denied\n");
        QVERIFY(refused.text().find("registry login") != std::string::npos);
        const auto closed = apptainer::buildProblem("FATAL: stat /x: permission denied\n");
        QCOMPARE(closed.code(), ErrorCode::PermissionDenied);
        QVERIFY(closed.text().find("registry login") == std::string::npos);
        QCOMPARE(apptainer::buildProblem("").code(), ErrorCode::Unavailable);
    }

    void buildsIntoAFileOrAFolder()
    {
        QCOMPARE(
            wordsOf(apptainer::buildArguments({"docker://x", "/c/root", true, false, "/c/tmp"})),
            std::string(" apptainer build --disable-cache --fix-perms --sandbox --no-https "
                        "/c/root docker://x "));
        QCOMPARE(
            wordsOf(
                apptainer::buildArguments({"docker://x", "/c/image.sif", false, true, "/c/tmp"})),
            std::string(" apptainer build --disable-cache --fix-perms /c/image.sif docker://x "));
    }

    void readsWhatANameMeans_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("kind");
        using enum apptainer::ImageName::Kind;
        QTest::newRow("file") << "/data/a b.sif" << static_cast<int>(File);
        QTest::newRow("registry") << "docker://alpine:3" << static_cast<int>(Registry);
        QTest::newRow("sif registry") << "oras://ghcr.io/a/b:1" << static_cast<int>(Registry);
        QTest::newRow("engine") << "sandbench-python:1" << static_cast<int>(Engine);
        QTest::newRow("with a port") << "localhost:5000/a/b@sha256:00" << static_cast<int>(Engine);
        for (const char* odd :
             {"", "-h", "--nv", "docker://-x", "docker://a b", "instance://x", "docker-daemon://x",
              "a b", "relative.sif", "/a/../etc", "x;y", "docker://", "shub://a", "docker://a\nb"})
            QTest::newRow(qPrintable(QStringLiteral("odd <%1>").arg(odd))) << odd << -1;
    }
    void readsWhatANameMeans()
    {
        QFETCH(const QString, name);
        QFETCH(const int, kind);
        const auto read = apptainer::parseImageName(name.toStdString());
        QCOMPARE(read ? static_cast<int>(read->kind) : -1, kind);
        if (!read)
            QCOMPARE(read.error().code(), ErrorCode::InvalidArgument);
    }

    void takesOnlyImagesForImages()
    {
        const auto folder = PrivateFolder::create("", "sandbench-test");
        QVERIFY(folder);
        const auto path = folder->path();
        QVERIFY(apptainer::formOfFile(path + "/none").failedAs(ErrorCode::NotFound));
        QVERIFY(apptainer::formOfFile("/").failedAs(ErrorCode::InvalidArgument));
        QVERIFY(apptainer::formOfFile("/dev/null").failedAs(ErrorCode::InvalidArgument));
        QVERIFY(apptainer::formOfFile(path).failedAs(ErrorCode::InvalidArgument));
        writeTo(path + "/junk.sif", std::string(4096, 'x'));
        QVERIFY(apptainer::formOfFile(path + "/junk.sif").failedAs(ErrorCode::InvalidArgument));
        writeTo(path + "/short.sif", "SIF_MAGIC");
        QVERIFY(apptainer::formOfFile(path + "/short.sif").failedAs(ErrorCode::InvalidArgument));
        writeTo(path + "/good.sif", std::string(32, '\0') + "SIF_MAGIC" + std::string(99, '\0'));
        QVERIFY(
            apptainer::formOfFile(path + "/good.sif").value_or(apptainer::FileForm::Folder)
            == apptainer::FileForm::Sif);
        std::filesystem::create_directory_symlink("/etc", path + "/.singularity.d");
        QVERIFY(apptainer::formOfFile(path).failedAs(ErrorCode::InvalidArgument));
        std::filesystem::remove(path + "/.singularity.d");
        std::filesystem::create_directory(path + "/.singularity.d");
        QVERIFY(
            apptainer::formOfFile(path).value_or(apptainer::FileForm::Sif)
            == apptainer::FileForm::Folder);
    }

    void refusesWhatApptainerHasNot_data()
    {
        QTest::addColumn<int>("which");
        for (int i = 0; i < 10; ++i)
            QTest::addRow("%d", i) << i;
    }
    void refusesWhatApptainerHasNot()
    {
        QFETCH(const int, which);
        SandboxSpec spec;
        auto& asked = containerOf(spec);
        QVERIFY(apptainer::checkOptions(spec));
        switch (which) {
        case 0:
            spec.network.name = "bridge";
            break;
        case 1:
            asked.user = "root";
            break;
        case 2:
            asked.runtime = "runsc";
            break;
        case 3:
            asked.commitTag = "x:1";
            break;
        case 4:
            asked.gpus = "2";
            break;
        case 5:
            asked.labels["a"] = "b";
            break;
        case 6:
            asked.existing = "c1";
            break;
        case 7:
            spec.keepFor = std::chrono::seconds(60);
            break;
        case 8:
            asked.extraHosts = {"db:10.0.0.5\n6.6.6.6 x"};
            break;
        case 9:
            spec.workingFolder = "/a,b";
            spec.bringsWorkingFolder = true;
            break;
        }
        const auto checked = apptainer::checkOptions(spec);
        QVERIFY(!checked);
        QVERIFY2(
            checked.error().message().find(which < 8 ? "; " : "no ") != std::string::npos,
            checked.error().message().c_str());
    }

    void mountsOnlyWhatIsPlain()
    {
        const auto folder = PrivateFolder::create("", "sandbench-test");
        QVERIFY(folder);
        const auto mounted = [&](const std::string& source, const std::string& target) {
            SandboxSpec spec;
            containerOf(spec).mounts = {{source, target, false}};
            return apptainer::readMounts(spec);
        };
        const auto good = mounted(folder->path(), "/data");
        QVERIFY(good);
        QCOMPARE(good->front().target, std::string("/data"));
        std::filesystem::create_directory_symlink("/etc", folder->path() + "/link");
        QVERIFY(!mounted(folder->path() + "/link", "/data"));
        QVERIFY(!mounted(folder->path() + "/none", "/data"));
        for (const char* source : {"/", "/etc", "/proc", "/dev/shm", "relative", "/a/../b"})
            QVERIFY2(!mounted(source, "/data"), source);
        for (const char* target :
             {"/", "/work", "/tmp/x", "/a,b", "/a:rw", "/.sandbench/agent", "/.singularity.d/env",
              "relative", "/a\"b"})
            QVERIFY2(!mounted(folder->path(), target), target);
    }

    void findsTheFirstProcessOfAContainer()
    {
        const std::string status
            = "Name:\tagent\nPid:\t4711\nPPid:\t1\nUid:\t1000\t1001\t1000\t1000\n"
              "Gid:\t100\t101\t100\t100\nNSpid:\t4711\t1\nThreads:\t1\n";
        const auto init = apptainer::parseContainerInit(status);
        QVERIFY(init);
        QCOMPARE(init->pid, 4711);
        QCOMPARE(init->uid, 1001U);
        QCOMPARE(init->gid, 101U);
        for (std::size_t cut = 0; cut < status.size(); ++cut)
            (void)apptainer::parseContainerInit(status.substr(0, cut));
        QVERIFY(!apptainer::parseContainerInit("Pid:\t1\nNSpid:\t1\n"));
        QVERIFY(
            !apptainer::parseContainerInit("\nPid:\t7\nUid:\t1\t1\nGid:\t1\t1\nNSpid:\t7\t2\n"));
        QVERIFY(!apptainer::parseContainerInit("\nPid:\t7\nUid:\t1\nGid:\t1\t1\nNSpid:\t7\t1\n"));
    }

    void keepsWhatIsSaidOfAnImage()
    {
        ImageInfo info;
        info.id = "sha256:12";
        info.tags = {"a:1", "b"};
        info.bytes = 9;
        info.createdAt = 77;
        info.labels = {{"org.sandbench.tenant", "t"}};
        info.env = {"PATH=/x"};
        const auto text = apptainer::writeImageFacts(info);
        const auto read = apptainer::parseImageFacts(text);
        QVERIFY(read);
        QCOMPARE(read->id, info.id);
        QCOMPARE(read->tags, info.tags);
        QCOMPARE(read->labels, info.labels);
        QCOMPARE(read->env, info.env);
        QCOMPARE(read->createdAt, info.createdAt);
        for (std::size_t cut = 0; cut < text.size(); ++cut)
            QVERIFY(!apptainer::parseImageFacts(text.substr(0, cut)));
        const auto undated = apptainer::parseImageFacts(R"({"id": "sha256:12"})");
        QVERIFY(undated);
        QCOMPARE(undated->createdAt, std::int64_t(-1));
        QVERIFY(!apptainer::parseImageFacts("[]"));
        QVERIFY(!apptainer::parseImageFacts(R"({"id": 5})"));
    }

    void findsImagesByNameIdAndKey()
    {
        const auto folder = PrivateFolder::create("", "sandbench-test");
        QVERIFY(folder);
        apptainer::ImageCache cache(folder->path() + "/deep/cache");
        QVERIFY(cache.list().empty());
        const auto key = keepImage(cache, 'a', "x:1");
        QCOMPARE(key, std::string(64, 'a'));
        for (const auto& name : {std::string("x:1"), "sha256:" + key, key})
            QVERIFY2(cache.find(name), name.c_str());
        QVERIFY(!cache.find("x"));
        QCOMPARE(cache.find(key)->path, cache.folder() + "/" + key + "/root");
        // Nothing of the making stays.
        for (const auto& entry : std::filesystem::directory_iterator(cache.folder()))
            QCOMPARE(entry.path().filename().string(), key);
    }

    void givesANameToTheNewestImageOnly()
    {
        const auto folder = PrivateFolder::create("", "sandbench-test");
        QVERIFY(folder);
        apptainer::ImageCache cache(folder->path());
        QCOMPARE(keepImage(cache, 'a', "x:1").size(), 64U);
        QCOMPARE(keepImage(cache, 'b', "x:1").size(), 64U);
        QCOMPARE(cache.find("x:1")->key, std::string(64, 'b'));
        QVERIFY(cache.find(std::string(64, 'a'))->info.tags.empty());
        // The same once more, as by two programs at once.
        QCOMPARE(keepImage(cache, 'b', "x:1"), std::string(64, 'b'));
        QCOMPARE(cache.list().size(), 2U);
    }

    void removesNoImageThatIsInUse()
    {
        const auto folder = PrivateFolder::create("", "sandbench-test");
        QVERIFY(folder);
        apptainer::ImageCache cache(folder->path());
        const auto key = keepImage(cache, 'c', "x:1");
        {
            const auto held = cache.use(key);
            QVERIFY(held);
            QVERIFY(cache.remove(key).failedAs(ErrorCode::AlreadyExists));
            QVERIFY(cache.find(key));
        }
        QVERIFY(cache.remove(key));
        QVERIFY(!cache.find(key));
        QVERIFY(cache.use(key).failedAs(ErrorCode::NotFound));
        QVERIFY(cache.remove(key).failedAs(ErrorCode::NotFound));
        QVERIFY(std::filesystem::is_empty(folder->path()));
    }

    void takesNothingElseInTheFolderForAnImage()
    {
        const auto folder = PrivateFolder::create("", "sandbench-test");
        QVERIFY(folder);
        const auto place = folder->path() + "/" + std::string(64, 'd');
        std::filesystem::create_directory(place);
        writeTo(place + "/image.json", "{broken");
        std::filesystem::create_directory(folder->path() + "/other");
        apptainer::ImageCache cache(folder->path());
        QVERIFY(cache.list().empty());
        QVERIFY(!cache.find("../" + std::string(64, 'd')));
    }
};

SANDBENCH_TEST(TestApptainer);
#include "tst_apptainer.moc"
