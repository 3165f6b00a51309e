// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/conformance/toolchain_programs.h"
#include "tests/support/engine_test.h"
#include "tests/support/sandbox_under_test.h"

#include <map>
#include <memory>
#include <string>
#include <utility>

namespace sandbench::test {

/// Base of the tests of each language with its real compiler or interpreter, in a sandbox that has
/// it. Rows of addLanguages().
class ToolchainsTest : public EngineTest
{
    Q_OBJECT

protected:
    static void addLanguages();
    RunRequest request(const char* code) const;
    /// Reads arguments and a line, prints to both streams, exits with 5.
    RunRequest talk() const;

    LanguageCatalog m_catalog;
    const ToolchainPrograms* m_programs = nullptr;
    Language m_language;
    SandboxUnderTest* m_box = nullptr;

private Q_SLOTS:
    void initTestCase();
    void init();

private:
    /// By engine and image: compiling is what takes time here, not what needs to be alone.
    std::map<std::pair<std::string, std::string>, std::unique_ptr<SandboxUnderTest>> m_boxes;
};

} // namespace sandbench::test
