// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/engine_test.h"
#include "tests/support/sandbox_under_test.h"

#include <chrono>
#include <memory>
#include <string>

namespace sandbench::test {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Base of the conformance programs: every test starts with an open session of its own, m_box.
class ConformanceTest : public EngineTest
{
    Q_OBJECT

protected:
    virtual SessionSpec spec() const { return {}; }
    /// Of a sandbox with all the interpreters: the image that has them, where there are images.
    SessionSpec withAllInterpreters() const;
    /// Before the session of a test is opened.
    virtual void prepare() { }
    Session& session() { return m_box->session(); }

    std::unique_ptr<SandboxUnderTest> m_box;

private slots:
    void init();
    void cleanup();
};

} // namespace sandbench::test
