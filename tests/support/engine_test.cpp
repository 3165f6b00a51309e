// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/engine_test.h"

namespace sandbench::test {

void EngineTest::initTestCase_data()
{
    QTest::addColumn<QString>("engine");
    for (const auto& name : engines())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
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
