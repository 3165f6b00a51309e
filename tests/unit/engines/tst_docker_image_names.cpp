// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/docker/image_json.h"
#include "core/engine/docker/image_reference.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::docker;

class TestDockerImageNames : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void takesANameApart_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("parts");
        QTest::addColumn<QString>("whole");
        QTest::newRow("short") << "python"
                               << "|python||"
                               << "docker.io/library/python:latest";
        QTest::newRow("tag") << "python:3.12-slim"
                             << "|python|3.12-slim|"
                             << "docker.io/library/python:3.12-slim";
        QTest::newRow("team") << "team/tool"
                              << "|team/tool||"
                              << "docker.io/team/tool:latest";
        QTest::newRow("registry") << "registry.example/a/b/c:1"
                                  << "registry.example|a/b/c|1|"
                                  << "registry.example/a/b/c:1";
        QTest::newRow("port") << "127.0.0.1:5055/probe"
                              << "127.0.0.1:5055|probe||"
                              << "127.0.0.1:5055/probe:latest";
        QTest::newRow("port, tag") << "host:5/p:1"
                                   << "host:5|p|1|"
                                   << "host:5/p:1";
        QTest::newRow("localhost") << "localhost/x"
                                   << "localhost|x||"
                                   << "localhost/x:latest";
        QTest::newRow("IPv6") << "[::1]:5000/x:2"
                              << "[::1]:5000|x|2|"
                              << "[::1]:5000/x:2";
        QTest::newRow("old hub") << "index.docker.io/python"
                                 << "index.docker.io|python||"
                                 << "docker.io/library/python:latest";
        const auto digest = "sha256:" + QString(64, 'a');
        QTest::newRow("digest") << "x@" + digest << "|x||" + digest
                                << "docker.io/library/x@" + digest;
        QTest::newRow("separators") << "a.b_c__d---e/f"
                                    << "a.b_c__d---e|f||"
                                    << "";
    }

    void takesANameApart()
    {
        QFETCH(QString, text);
        QFETCH(QString, parts);
        QFETCH(QString, whole);
        const auto reference = parseImageReference(text.toStdString());
        if (whole.isEmpty()) { // its first part has a dot, so it is a registry's; '_' is none
            QVERIFY(!reference);
            return;
        }
        QVERIFY2(reference, reference ? "" : reference.error().text().c_str());
        QCOMPARE(
            QString::fromStdString(
                reference->registry + "|" + reference->path + "|" + reference->tag + "|"
                + reference->digest),
            parts);
        QCOMPARE(reference->text(), text.toStdString());
        QCOMPARE(QString::fromStdString(inRegistry(*reference).text()), whole);
    }

    void refusesWhatIsNoName_data()
    {
        QTest::addColumn<QByteArray>("text");
        for (const char* text : {"",     " ",          "Python", "a//b",       "/a",   "a/",
                                 "a:",   ":1",         "a:b:c",  "a b",        "a\nb", "-a",
                                 "a-",   "a..b",       "a___b",  "a@sha256:1", "a@",   "http://x/y",
                                 "x:/y", "host:99x/y", "[::1/x", "../x",       "a:.x", "a%2f",
                                 "a?b",  "a#b",        "\xff"})
            QTest::newRow(text) << QByteArray(text);
        QTest::newRow("long") << QByteArray(600, 'a');
        QTest::newRow("long tag") << QByteArray("a:" + QByteArray(129, 'x'));
        QTest::newRow("NUL") << QByteArray("a\0b", 3);
    }

    void refusesWhatIsNoName()
    {
        QFETCH(QByteArray, text);
        const auto reference = parseImageReference(text.toStdString());
        QVERIFY(!reference);
        QCOMPARE(reference.error().code(), ErrorCode::InvalidArgument);
        QVERIFY(reference.error().message().find('\n') == std::string::npos);
    }

    void givesPodmanALocalName()
    {
        const auto name = *parseImageReference("sandbench-python:1");
        QCOMPARE(asLocal(name, true).text(), std::string("localhost/sandbench-python:1"));
        QCOMPARE(asLocal(name, false).text(), std::string("sandbench-python:1"));
        const auto foreign = *parseImageReference("registry.example/x");
        QCOMPARE(asLocal(foreign, true).text(), std::string("registry.example/x:latest"));
    }

    void knowsAnIdFromAName()
    {
        QVERIFY(isImageId("sha256:" + std::string(64, 'f')));
        QVERIFY(isImageId("61f8c509846c"));
        QVERIFY(!isImageId("deadbeef"));
        QVERIFY(!isImageId("python"));
        QVERIFY(!isImageId("sha256:12"));
    }

    void knowsAnImageWithoutATimeFromOneOf1970()
    {
        const auto listed = [](const char* created) {
            return imageOfSummary(Json::parse(std::string(R"({"Created":)") + created + "}"))
                .createdAt;
        };
        QCOMPARE(listed("0"), std::int64_t(0));
        QCOMPARE(
            listed("-62135596800"), std::int64_t(-1)); // the year 1, by which engines say never
        QCOMPARE(imageOfSummary(Json::object()).createdAt, std::int64_t(-1));
        const auto inspected = [](const char* created) {
            return imageOfInspect(Json{{"Created", created}}).createdAt;
        };
        QCOMPARE(inspected("1970-01-01T00:00:00Z"), std::int64_t(0));
        QCOMPARE(inspected("0001-01-01T00:00:00Z"), std::int64_t(-1));
        QCOMPARE(inspected(""), std::int64_t(-1));
    }

    void readsAnImageOfEitherEngine()
    {
        const auto docker = imageOfInspect(Json::parse(R"({"Id":"sha256:abc","RepoTags":["x:1"],
            "Created":"2026-11-21T16:19:16.425328655Z","Os":"linux","Architecture":"arm","Variant":"v7",
            "Size":10,"Config":{"User":"7","Env":["A=B"],"Cmd":["sh"],"Entrypoint":null,
            "WorkingDir":"/w","Labels":{"l":"v","n":3}}})"));
        QCOMPARE(docker.id, std::string("sha256:abc"));
        QCOMPARE(docker.platform, std::string("linux/arm/v7"));
        QCOMPARE(docker.createdAt, std::int64_t(1795277956));
        QCOMPARE(docker.bytes, std::uint64_t(10));
        QCOMPARE(docker.user, std::string("7"));
        QCOMPARE(docker.command, std::vector<std::string>{"sh"});
        QVERIFY(docker.entrypoint.empty());
        QCOMPARE(docker.labels.size(), std::size_t(1));
        QCOMPARE(imageOfInspect(Json::parse(R"({"Id":"abc"})")).id, std::string("sha256:abc"));
        const auto nameless
            = imageOfSummary(Json::parse(R"({"Id":"sha256:a","RepoTags":["<none>:<none>"]})"));
        QVERIFY(nameless.tags.empty());
    }

    void takesAnythingForAnImageWithoutFalling()
    {
        for (const char* text :
             {"null", "[]", "7", R"({"Id":7,"RepoTags":{},"Config":[],"Size":-1})"}) {
            QVERIFY(imageOfInspect(Json::parse(text)).id.empty());
            QVERIFY(imageOfSummary(Json::parse(text)).tags.empty());
            QCOMPARE(diskUseOf(Json::parse(text)).imageBytes, std::uint64_t(0));
            QVERIFY(containerNames(Json::parse(text)).empty());
        }
    }

    void addsUpWhatTheDiskHolds()
    {
        const auto use = diskUseOf(Json::parse(R"({"LayersSize":100,
            "Images":[{"Size":60,"SharedSize":10,"Containers":1},{"Id":"a","Size":50,"SharedSize":10,"Containers":0},
                {"Id":"a","Size":50,"SharedSize":10,"Containers":0}],
            "Containers":[{"SizeRw":3,"State":"running"},{"SizeRw":4,"State":"exited"}],
            "Volumes":[{"UsageData":{"Size":5,"RefCount":1}},{"UsageData":{"Size":6,"RefCount":0}}],
            "BuildCache":[{"Size":7,"InUse":false},{"Size":8,"Shared":true}]})"));
        QCOMPARE(use.imageBytes, std::uint64_t(100));
        QCOMPARE(use.containerBytes, std::uint64_t(7));
        QCOMPARE(use.volumeBytes, std::uint64_t(11));
        QCOMPARE(use.cacheBytes, std::uint64_t(7));
        QCOMPARE(use.reclaimableBytes, std::uint64_t(40 + 4 + 6 + 7));
    }
};

SANDBENCH_TEST(TestDockerImageNames);
#include "tst_docker_image_names.moc"
