// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/clock.h"
#include "tests/support/engine_test.h"
#include "tests/support/sandbox_under_test.h"

#include <chrono>
#include <map>
#include <memory>
#include <string>

namespace sandbench::test {

inline double secondsSince(Clock::time_point begin)
{
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Base of the conformance programs: every test starts with an open session, m_box.
class ConformanceTest : public EngineTest
{
    Q_OBJECT

protected:
    /// Interpreters that preload their libraries take seconds of each session.
    virtual SessionSpec spec() const { return withWarm(Warm::Never); }
    static SessionSpec withWarm(Warm warm);
    /// Of a sandbox with all the interpreters: the image that has them, where there are images.
    SessionSpec withAllInterpreters() const;
    /// Whether the next test may have the same session, without contexts and files. Opening one is
    /// most of what a test costs.
    virtual bool sharesItsSession() const { return false; }
    /// Before the session of a test is opened.
    virtual void prepare() { }
    Session& session() { return m_box->session(); }

    std::unique_ptr<SandboxUnderTest> m_box;

private Q_SLOTS:
    void init();
    void cleanup();

private:
    bool isTidied();

    std::map<std::string, std::unique_ptr<SandboxUnderTest>> m_kept; ///< By engine.
};

} // namespace sandbench::test
