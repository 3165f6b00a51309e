// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/embedded.h"
#include "core/engine/docker/agent_volume.h"
#include "tests/support/hostile_http_server.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <ctime>

using namespace sandbench;
using namespace sandbench::docker;
using namespace sandbench::test;

namespace {

std::string timeBefore(std::time_t seconds)
{
    const std::time_t then = std::time(nullptr) - seconds;
    std::tm parts = {};
    ::gmtime_r(&then, &parts);
    char text[40];
    std::strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

std::string dateOfNow()
{
    const std::time_t now = std::time(nullptr);
    std::tm parts = {};
    ::gmtime_r(&now, &parts);
    char text[60];
    std::strftime(text, sizeof text, "Date: %a, %d %b %Y %H:%M:%S GMT\r\n", &parts);
    return text;
}

} // namespace

class AgentVolumeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aNewVersionRemovesTheOldOnesThatNobodyUses()
    {
        const auto machine = std::string("x86_64");
        const auto agent = embeddedFile("agent/" + machine).value_or("");
        QVERIFY(!agent.empty());
        std::string own;
        constexpr std::time_t kDay = 24 * 3600;
        HostileHttpServer server(afterHello([&](Conversation& peer) {
            const auto path = peer.path().substr(peer.path().find('/', 1));
            if (path == "/volumes") {
                Json list = Json::array();
                for (const auto& [name, age] : std::map<std::string, std::time_t>{
                         {"sandbench-agent-old-x86_64", 30 * kDay},
                         {"sandbench-agent-used-x86_64", 30 * kDay},
                         {"sandbench-agent-young-x86_64", kDay},
                         {own, 30 * kDay},
                         {"another-agent", 30 * kDay}})
                    list.push_back({{"Name", name}, {"CreatedAt", timeBefore(age)}});
                peer.answer(200, writeJson({{"Volumes", list}}), dateOfNow());
            } else if (path == "/volumes/create") {
                own = jsonString(*parseJson(peer.body), "Name");
                peer.answer(201, "{}");
            } else if (path == "/volumes/sandbench-agent-used-x86_64") {
                peer.answer(409, "{\"message\":\"volume is in use\"}");
            } else if (peer.line.starts_with("DELETE ")) {
                peer.answer(204, "");
            } else if (path == "/containers/create") {
                peer.answer(201, "{\"Id\":\"filler\"}");
            } else if (path == "/containers/filler/archive") {
                peer.answer(200, agent);
            } else {
                peer.answer(404, "{\"message\":\"there is none\"}");
            }
        }));
        const auto api = DockerApi::connect({"docker", "test", server.endpoint(), "test"}, {});
        QVERIFY2(api, api ? "" : api.error().text().c_str());
        Doubts doubts(*api, std::make_shared<sandbench::reaper::Reaper>("/nonexistent"));
        AgentVolumes volumes(*api, doubts);
        ImageFacts image;
        image.machine = machine;
        const auto volume = volumes.prepare(image, {});
        QVERIFY2(volume, volume ? "" : volume.error().text().c_str());
        QCOMPARE(*volume, own);
        QStringList removed;
        for (const auto& line : server.requests())
            if (line.starts_with("DELETE ") && line.find("/volumes/") != std::string::npos)
                removed << QString::fromStdString(line).section('/', 3).section(' ', 0, 0);
        QCOMPARE(
            removed, QStringList({"sandbench-agent-old-x86_64", "sandbench-agent-used-x86_64"}));
    }

    void takesTheVolumeThatAnotherProgramIsMakingWithPodman()
    {
        const auto agent = embeddedFile("agent/x86_64").value_or("");
        int looks = 0;
        HostileHttpServer server(afterHello([&](Conversation& peer) {
            const auto path = peer.path().substr(peer.path().find('/', 1));
            if (path == "/volumes/create")
                peer.answer(
                    500,
                    "{\"message\":\"adding volume to state: name x is in use: volume already "
                    "exists\"}");
            else if (path.starts_with("/volumes/") && ++looks > 3)
                peer.answer(200, "{}");
            else if (path == "/containers/create")
                peer.answer(201, "{\"Id\":\"filler\"}");
            else if (path == "/containers/filler/archive")
                peer.answer(200, agent);
            else if (peer.line.starts_with("DELETE "))
                peer.answer(204, "");
            else
                peer.answer(404, "{\"message\":\"there is none\"}");
        }));
        const auto api = DockerApi::connect({"docker", "test", server.endpoint(), "test"}, {});
        QVERIFY2(api, api ? "" : api.error().text().c_str());
        Doubts doubts(*api, std::make_shared<sandbench::reaper::Reaper>("/nonexistent"));
        AgentVolumes volumes(*api, doubts);
        ImageFacts image;
        image.machine = "x86_64";
        const auto volume = volumes.prepare(image, {});
        QVERIFY2(volume, volume ? "" : volume.error().text().c_str());
        QCOMPARE(looks, 4);
    }
};

SANDBENCH_TEST(AgentVolumeTest);
#include "tst_agent_volume.moc"
