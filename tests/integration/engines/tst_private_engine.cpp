// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/archive/tar_writer.h"
#include "core/engine/container_options.h"
#include "core/engine/docker/docker_engine.h"
#include "core/engine/image_store.h"
#include "tests/support/docker_fixture.h"
#include "tests/support/needs.h"
#include "tests/support/private_engine.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>

using namespace sandbench;
using namespace sandbench::test;
using std::string_literals::operator""s;

namespace {

std::unique_ptr<DockerEngine> engineOf(const PrivateEngine& daemon, const std::string& name)
{
    docker::Connection connection;
    connection.engine = name;
    connection.endpoint = *net::parseEndpoint(daemon.address());
    DockerEngine::Options options;
    options.name = name;
    options.choose = [connection]() -> Result<docker::Connection> { return connection; };
    options.defaultImage = daemon.image();
    return std::make_unique<DockerEngine>(std::move(options));
}

} // namespace

/// What only an engine of one's own may be put to.
class PrivateEngineTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void theRuntimeThatIsAskedForIsTheOneThatIsUsed();
    void aFullDiskIsToldAndLeavesNothing_data();
    void aFullDiskIsToldAndLeavesNothing();
};

void PrivateEngineTest::theRuntimeThatIsAskedForIsTheOneThatIsUsed()
{
    PrivateEngine daemon("docker");
    const auto notes = daemon.addRuntime("noting");
    if (const auto started = daemon.start(); !started)
        SKIP_WITHOUT("private_engines", started.error().text().c_str());
    const auto engine = engineOf(daemon, "docker");
    auto box = openBox(*engine, boxSpec());
    QVERIFY2(box.client, box.problem.c_str());
    QVERIFY(box.instance->close());
    QVERIFY(!QFile::exists(QString::fromStdString(notes)));

    auto spec = boxSpec();
    containerOf(spec).runtime = "noting";
    box = openBox(*engine, spec);
    QVERIFY2(box.client, box.problem.c_str());
    QCOMPARE(box.run({"/bin/bash", "-c", "echo runs"}), "runs\n"s);
    const auto& layers = box.instance->isolation().layers;
    QVERIFY(std::find(layers.begin(), layers.end(), "runtime noting") != layers.end());
    QVERIFY(box.instance->close());
    QVERIFY(QFile::exists(QString::fromStdString(notes)));

    containerOf(spec).runtime = "kata";
    box = openBox(*engine, spec);
    QCOMPARE(box.errorCode, ErrorCode::NotFound);
    QVERIFY2(box.problem.find("noting") != std::string::npos, box.problem.c_str());
}

void PrivateEngineTest::aFullDiskIsToldAndLeavesNothing_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("docker") << "docker";
    QTest::newRow("podman") << "podman";
}

void PrivateEngineTest::aFullDiskIsToldAndLeavesNothing()
{
    QFETCH(QString, name);
    PrivateEngine daemon(name.toStdString(), 64U << 20);
    if (const auto started = daemon.start(); !started)
        SKIP_WITHOUT("private_engines", started.error().text().c_str());
    const auto engine = engineOf(daemon, name.toStdString());
    // Room for what describes a container, not for the agent.
    const auto filler = daemon.dataFolder() + "/filler";
    {
        std::ofstream file(filler, std::ios::binary);
        const std::string piece(64 << 10, 'x');
        while (file.write(piece.data(), static_cast<std::streamsize>(piece.size())))
            file.flush();
    }
    std::filesystem::resize_file(filler, std::filesystem::file_size(filler) - (400U << 10));

    auto box = openBox(*engine, boxSpec());
    QVERIFY(!box.instance);
    QVERIFY2(box.problem.find("no space left") != std::string::npos, box.problem.c_str());
    QCOMPARE(box.errorCode, ErrorCode::ResourceExhausted);

    const std::string noise(4U << 20, 'n');
    const TarEntry entries[] = {{"noise", 0644, noise}};
    QTemporaryDir folder;
    const auto path = folder.filePath("root.tar").toStdString();
    std::ofstream(path, std::ios::binary) << *makeTar(entries);
    const auto imported
        = engine->images()->import(path, "localhost/too-big:1", [](const auto&) {}, {});
    QVERIFY(!imported);
    QCOMPARE(imported.error().code(), ErrorCode::ResourceExhausted);
    const auto list = engine->images()->list({});
    QVERIFY(list);
    QCOMPARE(list->size(), std::size_t(1));

    // Nothing half-made is in the way once there is room again.
    std::filesystem::remove(filler);
    box = openBox(*engine, boxSpec());
    QVERIFY2(box.client, box.problem.c_str());
    QCOMPARE(box.run({"/bin/bash", "-c", "echo runs"}), "runs\n"s);
    QVERIFY(box.instance->close());
    QVERIFY(engine->sandboxes({})->empty());
}

SANDBENCH_TEST(PrivateEngineTest);
#include "tst_private_engine.moc"
