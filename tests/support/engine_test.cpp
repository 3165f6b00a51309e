// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/engine_test.h"

#include <algorithm>
#include <utility>

namespace sandbench::test {

void EngineTest::initTestCase_data()
{
    QTest::addColumn<QString>("engine");
    for (const auto& name : engines())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

std::vector<std::string> EngineTest::engines() const
{
    auto names = TestEngine::names();
    const auto all = names;
    std::erase_if(names, [&](const auto& name) {
        const std::string made = name == "ssh" ? "local" : name == "slurm" ? "apptainer" : "";
        return std::find(all.begin(), all.end(), made) != all.end();
    });
    return names;
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
