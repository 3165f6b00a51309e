// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
// What an engine does after nobody waits for it any more, with a proxy that decides when it does.
#include "core/engine/docker/docker_engine.h"
#include "tests/support/docker_fixture.h"
#include "tests/support/engine_proxy.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <semaphore>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::chrono_literals;

namespace {

using Containers = std::vector<std::string>;

bool makesAContainer(const Conversation& peer)
{
    return peer.path().ends_with("/containers/create");
}

} // namespace

class DockerStoppedOpenTest : public DockerFixture
{
    Q_OBJECT

private Q_SLOTS:
    void aStopAtAnyStepLeavesNothing();
    void whatIsMadeAfterAStopGoesWithTheNextOpen();
    void whatIsMadeAfterAStopGoesWithTheEngineObject();
    void anAttachmentWithoutAnAnswerIsGivenUp();
    void aContainerThatIsPrunedBeforeItRunsIsMadeAgain();

private:
    std::unique_ptr<Engine>
    engineAt(const EngineProxy& proxy, std::optional<std::chrono::milliseconds> patience = {})
    {
        DockerEngine::Options options;
        options.name = m_name;
        options.choose = [endpoint = proxy.endpoint(), name = m_name] {
            return docker::Connection{name, "test", endpoint, "test"};
        };
        options.defaultImage = testImage();
        options.attachPatience = patience;
        return std::make_unique<DockerEngine>(std::move(options));
    }
    std::string realSocket() const { return m_api->connection().endpoint.path; }
    /// Opens, and stops when the engine is asked for a container; it makes that afterwards.
    void openWhatIsMadeAfterAStop(EngineProxy& proxy, Engine& engine);
};

void DockerStoppedOpenTest::aContainerThatIsPrunedBeforeItRunsIsMadeAgain()
{
    for (const int losses : {1, 2, 3}) {
        std::atomic<int> attached = 0;
        EngineProxy proxy(realSocket());
        const auto engine = engineAt(proxy);
        proxy.setFault([&](Conversation& peer) {
            const auto path = peer.path();
            const auto end = path.rfind("/attach");
            const auto begin = path.find("/containers/");
            if (end != std::string::npos && begin < end && attached++ < losses)
                (void)m_api->remove(path.substr(begin, end - begin), {{"force", "1"}}, {});
            return false;
        });
        auto box = openBox(*engine, boxSpec());
        // Whoever loses every one is told so.
        QCOMPARE(attached.load(), std::min(losses + 1, 3));
        QVERIFY2((box.client != nullptr) == (losses < 3), box.problem.c_str());
        QVERIFY(!box.instance || box.instance->close());
    }
}

void DockerStoppedOpenTest::openWhatIsMadeAfterAStop(EngineProxy& proxy, Engine& engine)
{
    const auto stop = std::make_shared<std::stop_source>();
    const auto mayMake = std::make_shared<std::binary_semaphore>(0);
    const auto isMade = std::make_shared<std::binary_semaphore>(0);
    proxy.setFault([=, &proxy](Conversation& peer) {
        if (stop->stop_requested() || !makesAContainer(peer))
            return false;
        stop->request_stop();
        mayMake->acquire();
        proxy.loseAnswer(peer);
        isMade->release();
        return true;
    });
    const auto box = openBox(engine, boxSpec(), stop->get_token());
    mayMake->release();
    QVERIFY(!box.instance);
    QCOMPARE(box.errorCode, ErrorCode::Cancelled);
    isMade->acquire();
    QCOMPARE(containersOfThisProcess(m_name).size(), std::size_t(1));
}

void DockerStoppedOpenTest::aStopAtAnyStepLeavesNothing()
{
    for (const std::string step :
         {"/_ping", "/info", "/images/", "/containers/create", "/attach", "/start"}) {
        // The engine does every request to its end, also the one at which we stop.
        std::stop_source stop;
        std::binary_semaphore done(0);
        std::atomic<int> hits = 0;
        EngineProxy proxy(realSocket());
        auto engine = engineAt(proxy);
        proxy.setFault([&](Conversation& peer) {
            if (peer.path().find(step) == std::string::npos || hits++ != 0)
                return false;
            stop.request_stop();
            proxy.loseAnswer(peer);
            done.release();
            return true;
        });
        const auto box = openBox(*engine, boxSpec(), stop.get_token());
        QVERIFY2(stop.stop_requested(), step.c_str());
        QVERIFY2(!box.instance, step.c_str());
        QCOMPARE(box.errorCode, ErrorCode::Cancelled);
        done.acquire();
        engine.reset();
        QCOMPARE(containersOfThisProcess(m_name), Containers());
    }
}

void DockerStoppedOpenTest::whatIsMadeAfterAStopGoesWithTheNextOpen()
{
    EngineProxy proxy(realSocket());
    const auto engine = engineAt(proxy);
    openWhatIsMadeAfterAStop(proxy, *engine);
    const auto next = openBox(*engine, boxSpec());
    QVERIFY2(next.client, next.problem.c_str());
    QCOMPARE(containersOfThisProcess(m_name).size(), std::size_t(1));
}

void DockerStoppedOpenTest::whatIsMadeAfterAStopGoesWithTheEngineObject()
{
    EngineProxy proxy(realSocket());
    auto engine = engineAt(proxy);
    openWhatIsMadeAfterAStop(proxy, *engine);
    engine.reset();
    QCOMPARE(containersOfThisProcess(m_name), Containers());
}

void DockerStoppedOpenTest::anAttachmentWithoutAnAnswerIsGivenUp()
{
    EngineProxy proxy(realSocket());
    const auto engine = engineAt(proxy, 100ms);
    proxy.setFault([](Conversation& peer) {
        return peer.path().ends_with("/attach") && (peer.awaitEnd(), true);
    });
    const auto box = openBox(*engine, boxSpec());
    QVERIFY(!box.instance);
    QCOMPARE(box.errorCode, ErrorCode::Timeout);
    QVERIFY2(box.problem.find(proxy.endpoint().text()) != std::string::npos, box.problem.c_str());
    QCOMPARE(containersOfThisProcess(m_name), Containers());
}

SANDBENCH_TEST(DockerStoppedOpenTest);
#include "tst_docker_stopped_open.moc"
