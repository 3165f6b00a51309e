// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/conformance_test.h"

namespace sandbench::test {

void ConformanceTest::init()
{
    prepare();
    m_box = std::move(m_kept[engineName()]);
    if (m_box && m_box->session().isAlive())
        return;
    m_box = std::make_unique<SandboxUnderTest>(engine());
    if (const auto problem = m_box->start(spec()); !problem.empty())
        SKIP_WITHOUT(engineName(), problem.c_str());
}

SessionSpec ConformanceTest::withWarm(Warm warm)
{
    SessionSpec spec;
    spec.warm = warm;
    return spec;
}

SessionSpec ConformanceTest::withAllInterpreters() const
{
    auto spec = withWarm(Warm::Never);
    if (!isEmbedded())
        spec.sandbox.image = kLanguagesImage;
    return spec;
}

bool ConformanceTest::isTidied()
{
    const auto contexts = session().listContexts();
    if (!contexts)
        return false;
    for (const auto& context : *contexts)
        if (!session().closeContext(context.name))
            return false;
    return m_box->bash("find /work -mindepth 1 ! -path /work/output -delete").exitCode == 0;
}

void ConformanceTest::cleanup()
{
    if (sharesItsSession() && m_box && m_box->session().isAlive() && isTidied())
        m_kept[engineName()] = std::move(m_box);
    m_box.reset();
}

} // namespace sandbench::test
