// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/support/needs.h"
#include "tests/support/test_engine.h"

#include <QTest>

#include <map>
#include <memory>
#include <string>
#include <vector>

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
    /// Those that the tests run in: all that are named, but ssh beside local and Slurm beside
    /// Apptainer. They carry what those two make, by the same code: where those run too, only tests
    /// of what is between need them, and say so by TestEngine::names().
    virtual std::vector<std::string> engines() const;
    /// For what hangs on the agent and the programs in a sandbox, which are those of this machine
    /// or of an image: the first engine of each kind that is named.
    static std::vector<std::string> localAndOneWithImages();
    /// For what hangs on the client that brings files and commands into a sandbox: Podman's is
    /// Docker's, so beside Docker it is left out.
    static std::vector<std::string> oneForEachClient();
    /// The engine of this row.
    static std::string engineName();
    /// The embedded engine, here or on another machine: its sandboxes have that machine's programs
    /// and no image.
    static bool isEmbedded() { return engineName() == "local" || engineName() == "ssh"; }
    /// The same for all tests of a program, as a user has it.
    TestEngine& engine();

private Q_SLOTS:
    void initTestCase_data();

private:
    std::map<std::string, std::unique_ptr<TestEngine>> m_engines; ///< By name.
};

} // namespace sandbench::test
