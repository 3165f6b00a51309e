// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/fake_engines.h"
#include "tests/ui/window_fixture.h"

#include <string>

namespace sandbench::test {

/// Base of the tests of the real window with the test's own engines, which tell what was asked of
/// them and open sandboxes only of a real engine that they get.
class FakeEnginesTest : public WindowTest
{
protected:
    /// Over the engines as they are now. It is not shown yet.
    void makeWindow(const std::string& policyFolder = {})
    {
        m_window.reset();
        auto sizes = SizeCatalog::load();
        QVERIFY(sizes);
        m_source = m_engines->source(*sizes);
        auto given = workbench(*m_source);
        given.policyFolder = policyFolder;
        WindowTest::makeWindow(given);
    }

    /// The window, whose thread called no engine.
    void close()
    {
        removeWindow();
        m_source.reset();
        QCOMPARE(m_engines->local->callsFromTheGui(), 0);
        QCOMPARE(m_engines->docker->callsFromTheGui(), 0);
    }

    std::unique_ptr<FakeEngines> m_engines;
};

} // namespace sandbench::test
