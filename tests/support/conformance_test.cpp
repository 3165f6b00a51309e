// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/conformance_test.h"

namespace sandbench::test {

void ConformanceTest::init()
{
    prepare();
    m_box = std::make_unique<SandboxUnderTest>(engineName());
    if (const auto problem = m_box->start(spec()); !problem.empty())
        SKIP_WITHOUT(engineName(), problem.c_str());
}

SessionSpec ConformanceTest::withAllInterpreters() const
{
    SessionSpec spec;
    if (engineName() != "local")
        spec.sandbox.image = kLanguagesImage;
    return spec;
}

void ConformanceTest::cleanup()
{
    m_box.reset();
}

} // namespace sandbench::test
