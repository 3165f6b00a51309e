// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/needs.h"
#include "tests/support/test_engine.h"

#include <QTest>

#include <string>

namespace QTest {

template <> inline char* toString(const std::string& text)
{
    return qstrdup(text.substr(0, 2000).c_str());
}

} // namespace QTest

namespace sandbench::test {

/// Base of the tests that hold for every engine: each of them runs once per engine.
class EngineTest : public QObject
{
    Q_OBJECT

protected:
    /// The engine of this row.
    static std::string engineName();

private slots:
    void initTestCase_data();
};

} // namespace sandbench::test
