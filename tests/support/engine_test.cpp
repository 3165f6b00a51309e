// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/engine_test.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace sandbench::test {

void EngineTest::initTestCase_data()
{
    QTest::addColumn<QString>("engine");
    for (const auto& name : engines())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

/// What is named, without an engine whose other one, the second of each pair, is named as well.
static std::vector<std::string> namesWithout(const std::map<std::string, std::string>& pairs)
{
    auto names = TestEngine::names();
    const std::set<std::string> all(names.begin(), names.end());
    std::erase_if(names, [&](const auto& name) {
        const auto pair = pairs.find(name);
        return pair != pairs.end() && all.contains(pair->second);
    });
    return names;
}

std::vector<std::string> EngineTest::engines() const
{
    return namesWithout({{"ssh", "local"}, {"slurm", "apptainer"}});
}

std::vector<std::string> EngineTest::oneForEachClient()
{
    return namesWithout({{"ssh", "local"}, {"slurm", "apptainer"}, {"podman", "docker"}});
}

std::vector<std::string> EngineTest::localAndOneWithImages()
{
    bool hasEmbedded = false, hasImages = false;
    auto names = TestEngine::names();
    std::erase_if(names, [&](const auto& name) {
        const bool isEmbedded = name == "local" || name == "ssh";
        return std::exchange(isEmbedded ? hasEmbedded : hasImages, true);
    });
    return names;
}

std::string EngineTest::engineName()
{
    QFETCH_GLOBAL(QString, engine);
    return engine.toStdString();
}

TestEngine& EngineTest::engine()
{
    auto& engine = m_engines[engineName()];
    if (!engine)
        engine = std::make_unique<TestEngine>(engineName());
    return *engine;
}

} // namespace sandbench::test
