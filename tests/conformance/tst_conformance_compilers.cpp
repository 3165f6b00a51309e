// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/toolchains_test.h"
#include "tests/support/test_program.h"

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;

/// Every language is compiled and run, with the compilers of this machine and with an image's.
class ConformanceCompilersTest : public ToolchainsTest
{
    Q_OBJECT

protected:
    std::vector<std::string> engines() const override { return localAndOneWithImages(); }

private Q_SLOTS:
    void talksAndExitsAsItLikes_data() { addLanguages(); }
    void talksAndExitsAsItLikes();
};

void ConformanceCompilersTest::talksAndExitsAsItLikes()
{
    RecordingSink sink;
    const auto record = m_box->run(talk(), sink);
    QCOMPARE(record.stderrBytes, "problem\n"s);
    QCOMPARE(record.stdoutBytes, std::string(kTalkOutput));
    QCOMPARE(endingOf(record), "exited 5"s);
    QCOMPARE(record.phase == RunPhase::Run, true);
    QCOMPARE(record.artifacts.size(), std::size_t(0));
    std::vector<std::string> phases;
    for (const auto& step : m_language.compile)
        phases.push_back("compile " + step.front());
    if (!phases.empty())
        phases.emplace_back("run ");
    QCOMPARE(sink.phases, phases);
}

SANDBENCH_TEST(ConformanceCompilersTest);
#include "tst_conformance_compilers.moc"
