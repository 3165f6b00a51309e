// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/toolchains_test.h"
#include "tests/support/test_program.h"

#include <cstdlib>
#include <future>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;

/// What compilers and interpreters do does not hang on the engine, but on whether they are this
/// machine's or an image's.
class ConformanceToolchainsTest : public ToolchainsTest
{
    Q_OBJECT

protected:
    std::vector<std::string> engines() const override { return localAndOneWithImages(); }

private Q_SLOTS:
    void showsWhatItsCompilerSays_data() { addLanguages(); }
    void showsWhatItsCompilerSays();
    void showsAnErrorOfTheProgram_data() { addLanguages(); }
    void showsAnErrorOfTheProgram();
    void endsAtTheWallClock_data() { addLanguages(); }
    void endsAtTheWallClock();
    void usesSeveralFiles_data() { addLanguages(); }
    void usesSeveralFiles();
    void takesEmptyCode_data() { addLanguages(); }
    void takesEmptyCode();
    void keepsItsCachesInTheSandbox_data();
    void keepsItsCachesInTheSandbox();
    void runsBesideItself_data() { addLanguages(); }
    void runsBesideItself();
};

void ConformanceToolchainsTest::showsWhatItsCompilerSays()
{
    const auto record = m_box->run(request(m_programs->broken));
    QCOMPARE(record.verdict == Verdict::Exited, true);
    QVERIFY(record.exitCode.value_or(0) != 0);
    QCOMPARE(record.phase == RunPhase::Compile, !m_language.compile.empty());
    const auto said = record.stdoutBytes + record.stderrBytes;
    QVERIFY2(
        said.find(m_language.id == "r" ? "unexpected" : "main") != std::string::npos
            || said.find("Main") != std::string::npos,
        said.c_str());
}

void ConformanceToolchainsTest::showsAnErrorOfTheProgram()
{
    const auto record = m_box->run(request(m_programs->failing));
    QCOMPARE(endingOf(record), std::string(m_programs->failure));
    QCOMPARE(record.phase == RunPhase::Run, true);
    QVERIFY2(
        record.stderrBytes.find(m_programs->complaint) != std::string::npos,
        record.stderrBytes.c_str());
}

void ConformanceToolchainsTest::endsAtTheWallClock()
{
    auto sleeping = request(m_programs->sleeping);
    sleeping.limits.wallSeconds = m_language.compile.empty() ? 1 : 3;
    const auto record = m_box->run(sleeping);
    QCOMPARE(endingOf(record), "wall_timeout"s);
    // A slow machine may still be compiling then.
    if (record.phase == RunPhase::Run && !record.stdoutBytes.empty())
        QCOMPARE(record.stdoutBytes, "in\n"s);
}

void ConformanceToolchainsTest::usesSeveralFiles()
{
    auto calling = request(m_programs->calling);
    for (const auto& file : m_programs->others)
        calling.files.push_back({file.name, file.text});
    const auto record = m_box->run(calling);
    QCOMPARE(record.stderrBytes, ""s);
    QCOMPARE(record.stdoutBytes, "42\n"s);
    QCOMPARE(endingOf(record), "exited 0"s);
}

void ConformanceToolchainsTest::takesEmptyCode()
{
    const auto record = m_box->run(request(""));
    QCOMPARE(record.verdict == Verdict::Exited, true);
    // A script may hold nothing; elsewhere there is no program in it, which its compiler says, or
    // Java's launcher.
    const bool isScript = m_language.compile.empty() || m_language.id == "typescript";
    QCOMPARE(record.exitCode == 0, isScript);
    if (!isScript)
        QVERIFY(!record.stderrBytes.empty());
}

void ConformanceToolchainsTest::keepsItsCachesInTheSandbox_data()
{
    QTest::addColumn<int>("language");
    QTest::addColumn<QString>("count"); // a command that counts what is kept
    const auto row = [](const char* language, const char* count) {
        const auto& all = toolchainPrograms();
        const auto found = std::find_if(all.begin(), all.end(), [&](const ToolchainPrograms& it) {
            return std::string_view(it.language) == language;
        });
        QTest::newRow(language) << static_cast<int>(found - all.begin()) << QString(count);
    };
    row("go", "find ~/.cache/go-build -name '*-d' | wc -l");
    // An older Node has no such cache; a class archive is the machine's own.
    row("javascript",
        "node -e 'process.exit(require(\"module\").enableCompileCache ? 0 : 1)' || exec echo 1\n"
        "find ~/.cache/node -type f | wc -l");
    row("java", "java -Xshare:on -version >/dev/null 2>&1 && echo 1");
}

void ConformanceToolchainsTest::keepsItsCachesInTheSandbox()
{
    QFETCH(QString, count);
    const auto talk = request(m_programs->talk);
    QCOMPARE(m_box->run(talk).verdict == Verdict::Exited, true);
    const auto kept = m_box->bash(count.toStdString()).stdoutBytes;
    QVERIFY2(std::atoi(kept.c_str()) > 0, kept.c_str());
    QCOMPARE(m_box->run(talk).verdict == Verdict::Exited, true);
    QCOMPARE(m_box->bash(count.toStdString()).stdoutBytes, kept);
}

void ConformanceToolchainsTest::runsBesideItself()
{
    auto first = std::async(std::launch::async, [&] { return m_box->run(talk()); });
    const auto second = m_box->run(talk());
    const auto other = first.get();
    QCOMPARE(second.stdoutBytes, std::string(kTalkOutput));
    QCOMPARE(other.stdoutBytes, std::string(kTalkOutput));
    QCOMPARE(endingOf(other), "exited 5"s);
}

SANDBENCH_TEST(ConformanceToolchainsTest);
#include "tst_conformance_toolchains.moc"
