// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/docker_fixture.h"

#include "core/archive/tar_writer.h"
#include "core/base/embedded.h"
#include "core/engine/image_store.h"
#include "tests/support/needs.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <sys/utsname.h>
#include <unistd.h>
#include <utility>

using std::string_literals::operator""s;

namespace sandbench::test {

SandboxSpec boxSpec()
{
    SandboxSpec spec;
    spec.sessionId = "lifecycle";
    spec.limits.diskBytes = 64U << 20;
    return spec;
}

std::string Box::run(const std::vector<std::string>& argv, const std::string& folder)
{
    const auto setup = instance->guestSetup();
    const Json request
        = {{"verb", "run"},
           {"argv", argv},
           {"cwd", folder.empty() ? setup.workFolder : folder},
           {"env", {{"PATH", "/usr/bin:/bin"}}},
           {"stdin", false},
           {"limits", {{"wall_seconds", 20}}}};
    auto stream = client->open(request);
    if (!stream)
        return "!" + stream.error().text();
    std::string out;
    for (;;) {
        const auto item = stream->next({});
        if (!item)
            return out + "!" + item.error().text();
        if (item->kind == agent::StreamItem::Kind::Data)
            out += item->bytes();
        if (item->kind != agent::StreamItem::Kind::Reply)
            continue;
        if (jsonInt(item->json, "exit_code", -1) != 0)
            out += "!" + writeJson(item->json);
        return out;
    }
}

Box openBox(Engine& engine, const SandboxSpec& spec, std::stop_token stop)
{
    Box box;
    const auto fail = [&box](const Error& error) {
        box.problem = error.text();
        box.errorCode = error.code();
    };
    auto instance = engine.open(spec, stop);
    if (!instance) {
        fail(instance.error());
        return box;
    }
    box.instance = std::move(*instance);
    agent::AgentClient::Options options;
    options.setup = box.instance->guestSetup();
    auto client = agent::AgentClient::connect(box.instance->stream(), options, stop);
    if (client)
        box.client = std::move(*client);
    else
        fail(client.error());
    return box;
}

void DockerFixture::initTestCase_data()
{
    QTest::addColumn<QString>("engine");
    QTest::newRow("docker") << "docker";
    QTest::newRow("podman") << "podman";
}

void DockerFixture::init()
{
    QFETCH_GLOBAL(QString, engine);
    if (std::exchange(m_name, engine.toStdString()) != engine.toStdString()) {
        m_engine = std::make_unique<TestEngine>(m_name);
        m_api.reset();
        if (const auto connection = testConnection(m_name))
            if (auto api = docker::DockerApi::connect(*connection, {}))
                m_api = std::move(*api);
    }
    if (!m_api)
        SKIP_WITHOUT(
            m_name, "no engine to test with answers; see DOCKER_HOST, SANDBENCH_TEST_PODMAN");
}

void DockerFixture::cleanup()
{
    if (!m_api)
        return;
    for (const auto& container : std::exchange(m_containers, {}))
        (void)m_api->remove("/containers/" + container, {{"force", "1"}, {"v", "1"}}, {});
    for (const auto& image : std::exchange(m_images, {}))
        (void)m_api->remove("/images/" + image, {{"force", "1"}}, {});
    QCOMPARE(containersOfThisProcess(m_name), std::vector<std::string>());
}

std::string DockerFixture::makeContainer(const Json& body)
{
    auto made = m_api->post("/containers/create", {}, body, {});
    if (!made) {
        qWarning("%s", made.error().text().c_str());
        return {};
    }
    m_containers.push_back(jsonString(*made, "Id"));
    return m_containers.back();
}

std::string DockerFixture::stateOf(const std::string& container)
{
    const auto inspected = m_api->get("/containers/" + container + "/json", {}, {});
    return inspected ? jsonString((*inspected)["State"], "Status") : inspected.error().text();
}

std::string DockerFixture::makeScratchImage()
{
    utsname system = {};
    ::uname(&system);
    const auto program = embeddedFile("agent/"s + system.machine);
    const TarEntry entries[]
        = {{"waiter", 0755, program.value_or(""), false}, {"tmp", 01777, {}, true}};
    const auto tar = makeTar(entries);
    QTemporaryDir folder;
    const auto path = folder.filePath("root.tar").toStdString();
    std::ofstream(path, std::ios::binary) << *tar;
    // Of this process alone: an image whose name another takes over stays behind without one.
    auto name = "sandbench-test-scratch-" + std::to_string(::getpid()) + ":1";
    const auto made = m_engine->engine().images()->import(path, name, [](const auto&) {}, {});
    if (!made) {
        qWarning("%s", made.error().text().c_str());
        return {};
    }
    m_images.push_back(name);
    return name;
}

} // namespace sandbench::test
