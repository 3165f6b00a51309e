// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/language/host_tools.h"
#include "tests/conformance/toolchain_programs.h"
#include "tests/support/engine_test.h"
#include "tests/support/sandbox_under_test.h"
#include "tests/support/test_program.h"

#include <algorithm>
#include <cstdlib>
#include <future>
#include <map>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;

/// Each language with its real compiler or interpreter, in every engine that has it.
class ConformanceToolchainsTest : public EngineTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();

    void talksAndExitsAsItLikes_data() { addLanguages(); }
    void talksAndExitsAsItLikes();
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

private:
    void addLanguages();
    RunRequest request(const char* code) const;

    LanguageCatalog m_catalog;
    const ToolchainPrograms* m_programs = nullptr;
    Language m_language;
    /// By engine and image: compiling is what takes time here, not what needs to be alone.
    std::map<std::pair<std::string, std::string>, std::unique_ptr<SandboxUnderTest>> m_boxes;
    SandboxUnderTest* m_box = nullptr;
};

void ConformanceToolchainsTest::initTestCase()
{
    auto catalog = LanguageCatalog::load();
    QVERIFY2(catalog, catalog ? "" : catalog.error().text().c_str());
    m_catalog = *std::move(catalog);
    QCOMPARE(toolchainPrograms().size(), m_catalog.all().size());
}

void ConformanceToolchainsTest::addLanguages()
{
    QTest::addColumn<int>("language");
    const auto& all = toolchainPrograms();
    for (std::size_t i = 0; i < all.size(); ++i)
        QTest::newRow(all[i].language) << static_cast<int>(i);
}

void ConformanceToolchainsTest::init()
{
    QFETCH(int, language);
    m_programs = &toolchainPrograms()[static_cast<std::size_t>(language)];
    m_language = *m_catalog.find(m_programs->language);
    SessionSpec spec;
    spec.warm = Warm::Never;
    const bool isLocal = engineName() == "local";
    if (isLocal && !missingTools(m_language).empty())
        SKIP_WITHOUT(m_language.id, ("this machine lacks it: " + m_language.installHint).c_str());
    // Those of the default image are tested with the image under test.
    const bool inTestImage = m_language.image == kDefaultImage;
    if (!isLocal && !inTestImage)
        spec.sandbox.image = m_language.image;
    auto& box = m_boxes[{engineName(), spec.sandbox.image}];
    if (!box || !box->session().isAlive()) {
        box.reset();
        auto fresh = std::make_unique<SandboxUnderTest>(engine());
        if (const auto problem = fresh->start(spec); !problem.empty())
            SKIP_WITHOUT(
                isLocal || inTestImage ? engineName() : "languages_image"s, problem.c_str());
        box = std::move(fresh);
    }
    m_box = box.get();
}

RunRequest ConformanceToolchainsTest::request(const char* code) const
{
    RunRequest request;
    request.language = m_language.id;
    request.code = code;
    return request;
}

void ConformanceToolchainsTest::talksAndExitsAsItLikes()
{
    auto talk = request(m_programs->talk);
    talk.arguments = {"a b", "ü"};
    talk.stdinBytes = "line\nrest";
    RecordingSink sink;
    const auto record = m_box->run(talk, sink);
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
    sleeping.limits.wallSeconds = 3;
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
    auto talk = request(m_programs->talk);
    talk.arguments = {"a b", "ü"};
    talk.stdinBytes = "line\nrest";
    auto first = std::async(std::launch::async, [&] { return m_box->run(talk); });
    const auto second = m_box->run(talk);
    const auto other = first.get();
    QCOMPARE(second.stdoutBytes, std::string(kTalkOutput));
    QCOMPARE(other.stdoutBytes, std::string(kTalkOutput));
    QCOMPARE(endingOf(other), "exited 5"s);
}

SANDBENCH_TEST(ConformanceToolchainsTest);
#include "tst_conformance_toolchains.moc"
