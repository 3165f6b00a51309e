// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/container_options.h"
#include "tests/support/docker_fixture.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace sandbench;
using namespace sandbench::test;
using std::string_literals::operator""s;

class DockerExistingTest : public DockerFixture
{
    Q_OBJECT

private Q_SLOTS:
    void worksInARunningContainerAndLeavesNoTrace();
    void worksInAContainerWithoutAShell();
    void startsAStoppedContainerAndStopsItAgain();
    void refusesContainersThatCannotRun();
};

void DockerExistingTest::worksInARunningContainerAndLeavesNoTrace()
{
    const auto image = m_name == "podman" ? "localhost/" + testImage() : testImage();
    const auto id = makeContainer(
        {{"Image", image},
         {"Entrypoint", {"sleep", "1000"}},
         {"HostConfig", {{"NetworkMode", "none"}}}});
    QVERIFY(m_api->post("/containers/" + id + "/start", {}, {}, {}));
    auto spec = boxSpec();
    containerOf(spec).existing = id.substr(0, 12);
    auto box = open(spec);
    QVERIFY2(box.client, box.problem.c_str());
    QCOMPARE(
        box.python("import os; open('x', 'w'); print(os.getuid(), os.getcwd())"),
        "65534 /tmp/sandbench-lifecycle/work\n"s);
    QCOMPARE(box.python("print(open('/proc/1/comm').read())"), "sleep\n\n"s);
    box.client->close();
    QVERIFY(box.instance->close());
    QCOMPARE(stateOf(id), "running"s);
    const auto changes = m_api->get("/containers/" + id + "/changes", {}, {});
    QVERIFY(changes);
    for (const auto& change : *changes)
        QVERIFY2(
            jsonString(change, "Path").find("sandbench") == std::string::npos,
            jsonString(change, "Path").c_str());
}

void DockerExistingTest::worksInAContainerWithoutAShell()
{
    const auto name = makeScratchImage();
    QVERIFY(!name.empty());
    const auto image = m_name == "podman" ? "localhost/" + name : name;
    const auto id = makeContainer(
        {{"Image", image},
         {"Entrypoint", {"/waiter"}},
         {"OpenStdin", true},
         {"HostConfig", {{"NetworkMode", "none"}}}});
    QVERIFY(m_api->post("/containers/" + id + "/start", {}, {}, {}));
    auto spec = boxSpec();
    containerOf(spec).existing = id;
    auto box = open(spec);
    QVERIFY2(box.client, box.problem.c_str());
    QVERIFY(box.run({"/waiter"}).find("\"protocol\"") != std::string::npos);
    box.client->close();
    QVERIFY(box.instance->close());
    QCOMPARE(stateOf(id), "running"s);
}

void DockerExistingTest::startsAStoppedContainerAndStopsItAgain()
{
    const auto image = m_name == "podman" ? "localhost/" + testImage() : testImage();
    const auto id = makeContainer(
        {{"Image", image},
         {"Entrypoint", {"sleep", "1000"}},
         {"HostConfig", {{"NetworkMode", "none"}}}});
    auto spec = boxSpec();
    containerOf(spec).existing = id;
    auto box = open(spec);
    QVERIFY2(box.client, box.problem.c_str());
    QCOMPARE(stateOf(id), "running"s);
    QCOMPARE(box.python("print('here')"), "here\n"s);
    box.client->close();
    QVERIFY(box.instance->close());
    QCOMPARE(stateOf(id), "exited"s);
}

void DockerExistingTest::refusesContainersThatCannotRun()
{
    const auto image = m_name == "podman" ? "localhost/" + testImage() : testImage();
    const Json none = {{"NetworkMode", "none"}};
    auto spec = boxSpec();
    containerOf(spec).existing = "no-such-container";
    QCOMPARE(open(spec).errorCode, ErrorCode::NotFound);

    containerOf(spec).existing = makeContainer(
        {{"Image", image}, {"Entrypoint", {"sleep", "1000"}}, {"HostConfig", none}});
    const auto path = "/containers/" + containerOf(spec).existing;
    QVERIFY(m_api->post(path + "/start", {}, {}, {}));
    QVERIFY(m_api->post(path + "/pause", {}, {}, {}));
    const auto paused = open(spec);
    QCOMPARE(paused.errorCode, ErrorCode::Unavailable);
    QVERIFY2(paused.problem.find("unpause") != std::string::npos, paused.problem.c_str());
    QVERIFY(m_api->post(path + "/unpause", {}, {}, {}));

    containerOf(spec).existing
        = makeContainer({{"Image", image}, {"Entrypoint", {"true"}}, {"HostConfig", none}});
    const auto brief = open(spec);
    QVERIFY(!brief.instance);
    QVERIFY2(
        brief.problem.find("ends as soon as it is started") != std::string::npos,
        brief.problem.c_str());
}

SANDBENCH_TEST(DockerExistingTest);
#include "tst_docker_existing.moc"
