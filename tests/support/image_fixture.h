// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/docker/docker_image_store.h"
#include "tests/support/needs.h"

#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <string>
#include <vector>

/// What tests of images share: the engines and the registry that the environment names.
namespace images {

/// The API of "docker" (DOCKER_HOST) or "podman" (SANDBENCH_TEST_PODMAN); null = not there.
std::shared_ptr<sandbench::docker::DockerApi> api(const QString& engine);

/// For initTestCase_data(): every test is done with each of them, QFETCH_GLOBAL(QString, engine).
void eachEngine();

/// SANDBENCH_TEST_REGISTRY, "127.0.0.1:5055"; empty = not there.
std::string registry();

/// A name that no other test, run or program uses.
std::string uniqueName(const std::string& what);

/// A folder to build from, and what is built of it.
class Folder
{
public:
    QString path(const QString& name = {}) const;
    void write(const QString& name, const QByteArray& bytes) const;
    /// So many bytes that nothing compresses.
    void writeNoise(const QString& name, int bytes) const;

private:
    QTemporaryDir m_folder;
};

/// Builds an image with a layer of @p sizes bytes each, pushes it to the registry as
/// "<name>:1" with Docker and removes it there. False = it did not work.
bool publish(const std::string& name, const std::vector<int>& sizes);

/// Removes names at the end of a test, whatever came of it.
class Cleaner
{
public:
    explicit Cleaner(sandbench::ImageStore& store)
        : m_store(store)
    {
    }
    ~Cleaner();
    const std::string& add(std::string name);

private:
    sandbench::ImageStore& m_store;
    std::vector<std::string> m_names;
};

} // namespace images

/// Skips the test where this engine is not there, and fails it where it must be.
#define REQUIRE_ENGINE(name)                                                                       \
    do {                                                                                           \
        if (!images::api(name))                                                                    \
            SKIP_WITHOUT((name).toStdString(), "this engine does not run here");                   \
    } while (false)
