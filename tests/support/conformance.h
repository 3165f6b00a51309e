// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/sandbox_under_test.h"

#include <QTest>

#include <chrono>
#include <string>

namespace QTest {

template <> inline char* toString(const std::string& text)
{
    return qstrdup(text.substr(0, 2000).c_str());
}

} // namespace QTest

namespace sandbench::test {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Global data of every conformance program: one row per engine.
inline void addEngineRows()
{
    QTest::addColumn<QString>("engine");
    for (const auto& name : SandboxUnderTest::engineNames())
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
}

} // namespace sandbench::test

/// For init(): opens @p box on this row's engine; a missing engine skips the test, or fails it
/// where it is required.
#define OPEN_SANDBOX(box, ...)                                                                     \
    do {                                                                                           \
        QFETCH_GLOBAL(QString, engine);                                                            \
        const auto problem = (box).start(engine.toStdString() __VA_OPT__(, ) __VA_ARGS__);         \
        if (!problem.empty()                                                                       \
            && sandbench::test::SandboxUnderTest::isRequired(engine.toStdString()))                \
            QFAIL(problem.c_str());                                                                \
        if (!problem.empty())                                                                      \
            QSKIP(problem.c_str());                                                                \
    } while (false)
