// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/image_fixture.h"

#include "core/engine/docker/image_reference.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRandomGenerator>

#include <atomic>
#include <unistd.h>

using namespace sandbench;

namespace images {

std::shared_ptr<docker::DockerApi> api(const QString& engine)
{
    const auto address = qgetenv(engine == "docker" ? "DOCKER_HOST" : "SANDBENCH_TEST_PODMAN");
    const auto endpoint = net::parseEndpoint(address.toStdString());
    if (!endpoint)
        return nullptr;
    const docker::Connection connection{engine.toStdString(), "test", *endpoint, "environment"};
    auto connected = docker::DockerApi::connect(connection, {});
    return connected ? *connected : nullptr;
}

void eachEngine()
{
    QTest::addColumn<QString>("engine");
    QTest::newRow("docker") << "docker";
    QTest::newRow("podman") << "podman";
}

std::string registry()
{
    return qgetenv("SANDBENCH_TEST_REGISTRY").toStdString();
}

std::string uniqueName(const std::string& what)
{
    static std::atomic<int> count = 0;
    return "sandbench-test-" + what + "-" + std::to_string(::getpid()) + "-"
        + std::to_string(++count);
}

QString Folder::path(const QString& name) const
{
    return name.isEmpty() ? m_folder.path() : m_folder.filePath(name);
}

void Folder::write(const QString& name, const QByteArray& bytes) const
{
    QDir().mkpath(QFileInfo(path(name)).path());
    QFile file(path(name));
    if (file.open(QIODevice::WriteOnly))
        file.write(bytes);
}

void Folder::writeNoise(const QString& name, int bytes) const
{
    QByteArray noise(bytes, Qt::Uninitialized);
    QRandomGenerator::system()->fillRange(
        reinterpret_cast<quint32*>(noise.data()), bytes / int(sizeof(quint32)));
    write(name, noise);
}

bool publish(const std::string& name, const std::vector<int>& sizes)
{
    const auto docker = api("docker");
    if (!docker)
        return false;
    const Folder folder;
    QByteArray recipe = "FROM scratch\n";
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const auto file = QString("layer%1").arg(i);
        folder.writeNoise(file, sizes[i]);
        recipe += QString("COPY %1 /%1\n").arg(file).toUtf8();
    }
    folder.write("Dockerfile", recipe);
    const auto store = docker::makeImageStore(docker);
    BuildRequest request;
    request.contextFolder = folder.path().toStdString();
    request.tag = registry() + "/" + name + ":1";
    if (const auto built = store->build(request, {}, {}); !built) {
        qWarning("%s", built.error().text().c_str());
        return false;
    }
    net::HttpRequest push;
    push.method = "POST";
    push.headers.emplace_back("X-Registry-Auth", "e30=");
    std::string answer;
    const auto take = [&](std::string_view bytes) -> Result<void> {
        answer += bytes;
        return {};
    };
    const auto pushed = docker->stream(
        push, "/images/" + registry() + "/" + name + "/push", {{"tag", "1"}}, take, {});
    const bool removed = store->remove(request.tag, {}).has_value();
    return pushed && removed && answer.find("digest: sha256:") != std::string::npos;
}

Cleaner::~Cleaner()
{
    for (const auto& name : m_names)
        (void)m_store.remove(name, {}).has_value();
}

const std::string& Cleaner::add(std::string name)
{
    m_names.push_back(std::move(name));
    return m_names.back();
}

} // namespace images
