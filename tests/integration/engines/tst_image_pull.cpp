// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/image_fixture.h"
#include "tests/support/registry_proxy.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <set>

using namespace sandbench;
using images::Cleaner;
using test::RegistryProxy;

namespace {

constexpr int kSmall = 1 << 20;
constexpr int kLarge = 6 << 20;

} // namespace

/// Pulls through the real engines from a real registry.
class TestImagePull : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase_data() { images::eachEngine(); }
    void init()
    {
        QFETCH_GLOBAL(QString, engine);
        REQUIRE_ENGINE(engine);
        if (images::registry().empty())
            SKIP_WITHOUT("registry", "SANDBENCH_TEST_REGISTRY names no registry");
        if (!images::api("docker"))
            SKIP_WITHOUT("docker", "Docker, which fills the registry, does not run here");
        m_engine = engine;
        m_api = images::api(engine);
        m_store = docker::makeImageStore(m_api);
    }

    void tellsOfEachLayer()
    {
        const auto name = images::uniqueName("pull");
        QVERIFY(images::publish(name, {kSmall, kLarge}));
        Cleaner cleaner(*m_store);
        const auto image = cleaner.add(images::registry() + "/" + name + ":1");
        std::set<std::string> layers;
        ImageProgress last;
        const auto id = m_store->pull(
            pullOf(image),
            [&](const ImageProgress& progress) {
                last = progress;
                for (const auto& layer : progress.layers)
                    layers.insert(layer.id);
            },
            {});
        QVERIFY2(id, id ? "" : id.error().text().c_str());
        QCOMPARE(layers.size(), std::size_t(2));
        for (const auto& layer : last.layers)
            QCOMPARE(layer.status, std::string("Pull complete"));
        if (m_engine == "docker") { // Podman counts only where it verifies the registry
            QVERIFY(last.totalBytes >= std::uint64_t(kLarge));
            QCOMPARE(last.doneBytes, last.totalBytes);
        }
        const auto info = m_store->inspect(image, {});
        QVERIFY(info);
        QCOMPARE(info->id, *id);
    }

    void saysThatAnImageIsNotThere()
    {
        const auto id = m_store->pull(
            pullOf(images::registry() + "/" + images::uniqueName("missing") + ":1"), {}, {});
        QVERIFY(!id);
        QCOMPARE(id.error().code(), ErrorCode::NotFound);
    }

    void saysThatARegistryDoesNotAnswer()
    {
        std::string address;
        {
            const RegistryProxy gone("127.0.0.1:1");
            address = gone.address();
        }
        const auto id = m_store->pull(pullOf(address + "/x:1"), {}, {});
        QVERIFY(!id);
        QVERIFY2(id.error().code() == ErrorCode::Unavailable, id.error().text().c_str());
    }

    void logsInWhereTheRegistryAsksForIt()
    {
        const auto name = images::uniqueName("private");
        QVERIFY(images::publish(name, {kSmall}));
        RegistryProxy proxy(images::registry(), "Basic bWU6c2VjcmV0"); // me:secret
        Cleaner cleaner(*m_store);
        const auto image = cleaner.add(proxy.address() + "/" + name + ":1");

        const images::Folder config;
        qputenv("DOCKER_CONFIG", config.path().toUtf8());
        const auto refused = m_store->pull(pullOf(image), {}, {});
        config.write(
            "config.json",
            "{\"auths\":{\"" + QByteArray::fromStdString(proxy.address())
                + "\":{\"auth\":\"bWU6c2VjcmV0\"}}}");
        const auto id = m_store->pull(pullOf(image), {}, {});
        // The same from a program that keeps the password.
        config.write(
            "config.json",
            "{\"credHelpers\":{\"" + QByteArray::fromStdString(proxy.address())
                + "\":\"sandbench-test\"}}");
        config.write(
            "docker-credential-sandbench-test",
            "#!/bin/sh\nread -r asked\n[ \"$1 $asked\" = \"get "
                + QByteArray::fromStdString(proxy.address())
                + "\" ] && echo '{\"Username\":\"me\",\"Secret\":\"secret\"}'\n");
        QFile(config.path("docker-credential-sandbench-test"))
            .setPermissions(QFile::ReadOwner | QFile::ExeOwner);
        const auto path = qgetenv("PATH");
        qputenv("PATH", config.path().toUtf8() + ":" + path);
        const auto removed = m_store->remove(image, {});
        const auto kept = m_store->pull(pullOf(image), {}, {});
        qputenv("PATH", path);
        qunsetenv("DOCKER_CONFIG");

        QVERIFY2(removed, removed ? "" : removed.error().text().c_str());
        QVERIFY2(kept, kept ? "" : kept.error().text().c_str());
        QVERIFY(!refused);
        QVERIFY2(
            refused.error().code() == ErrorCode::PermissionDenied, refused.error().text().c_str());
        QVERIFY(refused.error().text().find("secret") == std::string::npos);
        QVERIFY2(id, id ? "" : id.error().text().c_str());
    }

    void endsWhenTheEngineIsCutOff()
    {
        if (m_api->connection().endpoint.kind != net::Endpoint::Kind::Unix)
            SKIP_WITHOUT(m_engine.toStdString(), "only a socket can be stood in for here");
        const auto name = images::uniqueName("cut");
        QVERIFY(images::publish(name, {kSmall, kLarge}));
        RegistryProxy registry(images::registry());
        registry.stallAfter(kLarge / 2);
        RegistryProxy between(m_api->connection().endpoint.path);
        auto connection = m_api->connection();
        connection.endpoint = *net::parseEndpoint("tcp://" + between.address());
        const auto api = docker::DockerApi::connect(connection, {});
        QVERIFY2(api, api ? "" : api.error().text().c_str());
        const auto store = docker::makeImageStore(*api);
        const auto id = store->pull(
            pullOf(registry.address() + "/" + name + ":1"),
            [&](const ImageProgress& progress) {
                if (!progress.layers.empty())
                    between.cutAfter(0);
            },
            {});
        QVERIFY(!id);
        QVERIFY2(id.error().code() == ErrorCode::ConnectionLost, id.error().text().c_str());
    }

    void goesOnAfterAPullThatWasCancelled()
    {
        const auto name = images::uniqueName("cancel");
        QVERIFY(images::publish(name, {kSmall, kLarge}));
        RegistryProxy proxy(images::registry());
        proxy.stallAfter(kLarge / 2 + kSmall);
        Cleaner cleaner(*m_store);
        const auto image = cleaner.add(proxy.address() + "/" + name + ":1");
        std::stop_source stop;
        std::jthread watcher([&](std::stop_token end) {
            while (!end.stop_requested() && !proxy.isStalling())
                std::this_thread::yield();
            stop.request_stop();
        });
        const auto cancelled = m_store->pull(pullOf(image), {}, stop.get_token());
        QVERIFY(!cancelled);
        QCOMPARE(cancelled.error().code(), ErrorCode::Cancelled);
        proxy.behave();
        const auto id = m_store->pull(pullOf(image), {}, {});
        QVERIFY2(id, id ? "" : id.error().text().c_str());
        QCOMPARE(m_store->inspect(image, {})->id, *id);
    }

    void survivesARegistryThatIsCutInTheMiddle()
    {
        const auto name = images::uniqueName("flaky");
        QVERIFY(images::publish(name, {kLarge}));
        RegistryProxy proxy(images::registry());
        proxy.cutAfter(kLarge / 2);
        Cleaner cleaner(*m_store);
        const auto image = cleaner.add(proxy.address() + "/" + name + ":1");
        const auto cut = m_store->pull(pullOf(image), {}, {});
        QVERIFY(!cut);
        QVERIFY2(
            cut.error().code() == ErrorCode::ConnectionLost
                || cut.error().code() == ErrorCode::Unavailable,
            cut.error().text().c_str());
        proxy.behave();
        const auto id = m_store->pull(pullOf(image), {}, {});
        QVERIFY2(id, id ? "" : id.error().text().c_str());
    }

private:
    /// Docker trusts every registry of this machine; Podman has to be told.
    PullRequest pullOf(const std::string& image) const { return {image, {}, m_engine != "podman"}; }

    QString m_engine;
    std::shared_ptr<docker::DockerApi> m_api;
    std::unique_ptr<ImageStore> m_store;
};

SANDBENCH_TEST(TestImagePull);
#include "tst_image_pull.moc"
