// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/support/conformance_test.h"
#include "tests/support/test_program.h"

#include <csignal>
#include <future>

using namespace sandbench;
using namespace sandbench::test;
using namespace std::string_literals;

namespace {

/// The same cells in each language's own words.
struct Dialect
{
    const char* language;
    const char* remember; ///< x becomes 41.
    const char* tell; ///< Prints x + 1.
    const char* loop; ///< Prints "in", then works without end.
    const char* leave; ///< Ends with 7.
    const char* fail; ///< An error that nobody catches.
    const char* failure; ///< Of which this stands on stderr.
    const char* child; ///< Starts a program that prints "child", and "oops" on stderr.
    const char* readAll; ///< Prints all input between brackets.
    const char* value; ///< x + 1 as last expression.
    const char* number; ///< What of it is shown.
    const char* work; ///< Waits for the file "go".
    const char* die; ///< Kills the interpreter.
    const char* begin; ///< The beginning of something.
    const char* rest; ///< What it needs to be whole.
    const char* wrong; ///< Will never be anything.
};

const Dialect kDialects[] = {
    {"bash", "x=41", "echo $((x + 1))", "echo in; while :; do :; done", "exit 7", "nosuchprogram",
     "nosuchprogram: command not found", "bash -c 'echo child; echo oops >&2'", "echo \"[$(cat)]\"",
     "echo 42 > /dev/null", "", "until test -e go; do sleep 0.01; done; echo went", "kill -9 $$",
     "for i in 1 2", "do echo $i; done", "done"},
    {"ruby", "x = 41", "puts x + 1", "puts 'in'\nloop { }", "exit 7", "1 / 0",
     "divided by 0 (ZeroDivisionError)", "system(\"echo child; echo oops >&2\")\nnil",
     "puts \"[#{STDIN.read}]\"", "x + 1", "42", "sleep 0.01 until File.exist?('go')\nputs 'went'",
     "Process.kill(9, Process.pid)\nsleep", "def f", "end", "end"},
    {"javascript", "const x = 41", "console.log(x + 1)", "console.log('in'); for (;;);",
     "process.exit(7)", "null.field", "TypeError: Cannot read properties of null",
     "require('child_process').execSync('echo child; echo oops >&2', {stdio: 'inherit'}); "
     "undefined",
     "console.log('[' + require('fs').readFileSync(0, 'utf8') + ']')", "x + 1", "42",
     "while (!require('fs').existsSync('go')) await new Promise(r => setTimeout(r, 10));\n"
     "console.log('went')",
     "process.kill(process.pid, 'SIGKILL'); for (;;);", "x => `${x", "}`", ")"},
    {"r", "x <- 41", "cat(x + 1, '\\n', sep = '')", "cat('in\\n')\nrepeat {}", "quit(status = 7)",
     "stop('broken')", "Error: broken", "invisible(system('echo child; echo oops >&2'))",
     "cat('[', readLines(file('stdin'), warn = FALSE), ']\\n', sep = '')", "x + 1", "[1] 42",
     "while (!file.exists('go')) Sys.sleep(0.01)\ncat('went\\n')",
     "tools::pskill(Sys.getpid(), 9)\nSys.sleep(60)", "f <- function() {", "}", "}"},
};

} // namespace

/// Interpreter contexts beside Python's: whatever the language, they behave alike.
class ConformanceContextsTest : public ConformanceTest
{
    Q_OBJECT

protected:
    std::vector<std::string> engines() const override { return localAndOneWithImages(); }
    SessionSpec spec() const override { return withAllInterpreters(); }
    bool sharesItsSession() const override { return true; }

private Q_SLOTS:
    void keepsVariables_data() { languages(); }
    void keepsVariables();
    void showsTheLastValue_data() { languages(); }
    void showsTheLastValue();
    void survivesAnErrorAndSaysSo_data() { languages(); }
    void survivesAnErrorAndSaysSo();
    void survivesAnExit_data() { languages(); }
    void survivesAnExit();
    void interruptsACellAndKeepsItsState_data() { languages(); }
    void interruptsACellAndKeepsItsState();
    void endsACellAtItsLimitAndKeepsItsState_data() { languages(); }
    void endsACellAtItsLimitAndKeepsItsState();
    void capturesWhatChildrenPrint_data() { languages(); }
    void capturesWhatChildrenPrint();
    void givesEachCellItsOwnInput_data() { languages(); }
    void givesEachCellItsOwnInput();
    void takesTheEnvironmentOfARun_data() { languages(); }
    void takesTheEnvironmentOfARun();
    void runsContextsBesideEachOther_data() { languages(); }
    void runsContextsBesideEachOther();
    void listsResetsAndClosesContexts_data() { languages(); }
    void listsResetsAndClosesContexts();
    void saysWhenAnInterpreterWasKilled_data() { languages(); }
    void saysWhenAnInterpreterWasKilled();
    void leavesNoInterpreterAfterClose_data() { languages(); }
    void leavesNoInterpreterAfterClose();
    void tellsWhetherACellIsWhole_data() { languages(); }
    void tellsWhetherACellIsWhole();
    void keepsContextsOfSeveralLanguages();
    void undoesACellAndBranches();
    void undoingBringsFilesBack();
    void bringsBackWhatACellKilled();
    void undoesNothingInOtherLanguages();
    void tellsItsVariables();
    void tellsVariablesOfPythonOnly();

private:
    static void languages()
    {
        QTest::addColumn<int>("dialect");
        int at = 0;
        for (const auto& dialect : kDialects)
            QTest::newRow(dialect.language) << at++;
    }
    static const Dialect& dialect()
    {
        QFETCH(int, dialect);
        return kDialects[dialect];
    }
    /// Whether the language's interpreter is in this engine's sandboxes.
    bool isThere(const Dialect& it)
    {
        const auto opened = session().openContext("c", it.language);
        return opened || opened.error().code() != ErrorCode::NotFound;
    }
    static RunRequest
    request(const Dialect& it, const std::string& code, const std::string& context = "c")
    {
        auto made = cellRequest(context, code);
        made.language = it.language;
        return made;
    }
    RunRecord cell(const Dialect& it, const std::string& code, const std::string& context = "c")
    {
        return m_box->run(request(it, code, context));
    }
};

#define SKIP_UNLESS_THERE(it)                                                                      \
    if (!isThere(it))                                                                              \
    SKIP_WITHOUT((it).language, "this engine has no interpreter for that language")

void ConformanceContextsTest::keepsVariables()
{
    const auto& it = dialect();
    SKIP_UNLESS_THERE(it);
    QCOMPARE(endingOf(cell(it, it.remember)), "exited 0"s);
    const auto told = cell(it, it.tell);
    QCOMPARE(told.stderrBytes, ""s);
    QCOMPARE(told.stdoutBytes, "42\n"s);
}

void ConformanceContextsTest::showsTheLastValue()
{
    const auto& it = dialect();
    SKIP_UNLESS_THERE(it);
    QCOMPARE(endingOf(cell(it, it.remember)), "exited 0"s);
    const auto shown = cell(it, it.value);
    QCOMPARE(shown.resultText, std::string(it.number));
    QCOMPARE(shown.stdoutBytes, ""s);
}

void ConformanceContextsTest::survivesAnErrorAndSaysSo()
{
    const auto& it = dialect();
    SKIP_UNLESS_THERE(it);
    QCOMPARE(endingOf(cell(it, it.remember)), "exited 0"s);
    const auto failed = cell(it, it.fail);
    QVERIFY(failed.exitCode.value_or(0) != 0);
    QVERIFY2(failed.stderrBytes.find(it.failure) != std::string::npos, failed.stderrBytes.c_str());
    QVERIFY(it.language == "bash"s || failed.error);
    QCOMPARE(cell(it, it.tell).stdoutBytes, "42\n"s);
}

void ConformanceContextsTest::survivesAnExit()
{
    const auto& it = dialect();
    SKIP_UNLESS_THERE(it);
    QCOMPARE(endingOf(cell(it, it.remember)), "exited 0"s);
    const auto left = cell(it, it.leave);
    QCOMPARE(endingOf(left), "exited 7"s);
    QVERIFY(left.warnings.empty());
    QCOMPARE(cell(it, it.tell).stdoutBytes, "42\n"s);
}

void ConformanceContextsTest::interruptsACellAndKeepsItsState()
{
    const auto& it = dialect();
    SKIP_UNLESS_THERE(it);
    QCOMPARE(endingOf(cell(it, it.remember)), "exited 0"s);
    RecordingSink sink;
    bool sent = false;
    sink.whenOutput = [&](const std::string&) {
        if (!std::exchange(sent, true))
            QVERIFY(session().signal(sink.runId, SIGINT));
    };
    const auto record = m_box->run(request(it, it.loop), sink);
    QCOMPARE(endingOf(record), "cancelled"s);
    QCOMPARE(record.stdoutBytes, "in\n"s);
    QCOMPARE(cell(it, it.tell).stdoutBytes, "42\n"s);
}

void ConformanceContextsTest::endsACellAtItsLimitAndKeepsItsState()
{
    const auto& it = dialect();
    SKIP_UNLESS_THERE(it);
    QCOMPARE(endingOf(cell(it, it.remember)), "exited 0"s);
    auto limited = request(it, it.loop);
    limited.limits.wallSeconds = 0.5;
    const auto record = m_box->run(limited);
    QCOMPARE(endingOf(record), "wall_timeout"s);
    QCOMPARE(cell(it, it.tell).stdoutBytes, "42\n"s);
}

void ConformanceContextsTest::capturesWhatChildrenPrint()
{
    const auto& it = dialect();
    SKIP_UNLESS_THERE(it);
    const auto record = cell(it, it.child);
    QCOMPARE(record.stdoutBytes, "child\n"s);
    QCOMPARE(record.stderrBytes, "oops\n"s);
}

void ConformanceContextsTest::givesEachCellItsOwnInput()
{
    const auto& it = dialect();
    SKIP_UNLESS_THERE(it);
    auto first = request(it, it.readAll);
    first.stdinBytes = "one";
    QCOMPARE(m_box->run(first).stdoutBytes, "[one]\n"s);
    // What a cell leaves unread is nobody else's, and no input is an end of input at once.
    auto second = request(it, it.remember);
    second.stdinBytes = "left over";
    QCOMPARE(endingOf(m_box->run(second)), "exited 0"s);
    QCOMPARE(cell(it, it.readAll).stdoutBytes, "[]\n"s);
}

void ConformanceContextsTest::takesTheEnvironmentOfARun()
{
    const auto& it = dialect();
    SKIP_UNLESS_THERE(it);
    const std::map<std::string, std::string> reads
        = {{"bash", "printf %s \"$WORD\""},
           {"ruby", "print ENV['WORD']"},
           {"javascript", "process.stdout.write(process.env.WORD)"},
           {"r", "cat(Sys.getenv('WORD'))"}};
    auto one = request(it, reads.at(it.language));
    one.env["WORD"] = "50% \\ of\ttwo\nlines: \xc3\xbc";
    QCOMPARE(m_box->run(one).stdoutBytes, one.env["WORD"]);
}

void ConformanceContextsTest::runsContextsBesideEachOther()
{
    const auto& it = dialect();
    SKIP_UNLESS_THERE(it);
    auto waiting = std::async(std::launch::async, [&] { return cell(it, it.work, "waits"); });
    QCOMPARE(endingOf(cell(it, it.remember)), "exited 0"s);
    QCOMPARE(endingOf(m_box->bash("touch go")), "exited 0"s);
    QCOMPARE(waiting.get().stdoutBytes, "went\n"s);
    QCOMPARE(endingOf(m_box->bash("rm go")), "exited 0"s);
    QVERIFY(cell(it, it.tell, "waits").stdoutBytes != "42\n");
}

void ConformanceContextsTest::listsResetsAndClosesContexts()
{
    const auto& it = dialect();
    SKIP_UNLESS_THERE(it);
    QCOMPARE(session().openContext("c", it.language).error().code(), ErrorCode::AlreadyExists);
    QCOMPARE(endingOf(cell(it, it.remember)), "exited 0"s);
    const auto listed = session().listContexts();
    QVERIFY(listed);
    QCOMPARE(listed->size(), std::size_t(1));
    QCOMPARE(listed->front().name, "c"s);
    QCOMPARE(listed->front().language, std::string(it.language));
    QVERIFY(session().resetContext("c"));
    QVERIFY(cell(it, it.tell).stdoutBytes != "42\n");
    QVERIFY(session().closeContext("c"));
    QVERIFY(!session().closeContext("c"));
    QVERIFY(session().listContexts()->empty());
}

void ConformanceContextsTest::saysWhenAnInterpreterWasKilled()
{
    const auto& it = dialect();
    SKIP_UNLESS_THERE(it);
    QCOMPARE(endingOf(cell(it, it.remember)), "exited 0"s);
    const auto killed = cell(it, it.die);
    QCOMPARE(endingOf(killed), "signaled 9"s);
    QVERIFY(!killed.warnings.empty());
    QVERIFY(cell(it, it.tell).stdoutBytes != "42\n");
}

void ConformanceContextsTest::leavesNoInterpreterAfterClose()
{
    const auto& it = dialect();
    SKIP_UNLESS_THERE(it);
    const std::map<std::string, std::string> ownNumbers
        = {{"bash", "echo $$"},
           {"ruby", "puts Process.pid"},
           {"javascript", "console.log(process.pid)"},
           {"r", "cat(Sys.getpid(), '\\n', sep = '')"}};
    const auto number = cell(it, ownNumbers.at(it.language)).stdoutBytes;
    QVERIFY2(QByteArray::fromStdString(number).toInt() > 1, number.c_str());
    const auto look = "test -d /proc/" + number.substr(0, number.find('\n')) + "; echo $?";
    QCOMPARE(m_box->bash(look).stdoutBytes, "0\n"s);
    QVERIFY(session().closeContext("c"));
    // One that was killed is seen until somebody has waited for it.
    QTRY_COMPARE(m_box->bash(look).stdoutBytes, "1\n"s);
    QCOMPARE(m_box->bash("ls -A /tmp | grep -c sandbench-").stdoutBytes, "0\n"s);
}

void ConformanceContextsTest::tellsWhetherACellIsWhole()
{
    const auto& it = dialect();
    SKIP_UNLESS_THERE(it);
    const auto state = [&](const std::string& code) {
        const auto told = session().checkCell(request(it, code), {});
        return told ? static_cast<int>(*told) : -1;
    };
    const auto whole = it.begin + "\n"s + it.rest + '\n';
    QCOMPARE(state(it.begin + "\n"s), static_cast<int>(CellState::Open));
    QCOMPARE(state(whole), static_cast<int>(CellState::Complete));
    QCOMPARE(state(it.wrong + "\n"s), static_cast<int>(CellState::Complete));
    // Nothing of it has run.
    QCOMPARE(state(it.die + "\n"s), static_cast<int>(CellState::Complete));
    QCOMPARE(endingOf(cell(it, it.remember)), "exited 0"s);
}

void ConformanceContextsTest::keepsContextsOfSeveralLanguages()
{
    for (const auto& it : kDialects)
        if (const auto opened = session().openContext(it.language, it.language); !opened)
            SKIP_WITHOUT(it.language, "this engine has no interpreter for one of the languages");
    for (const auto& it : kDialects)
        QCOMPARE(endingOf(cell(it, it.remember, it.language)), "exited 0"s);
    for (const auto& it : kDialects)
        QCOMPARE(cell(it, it.tell, it.language).stdoutBytes, "42\n"s);
    auto wrong = cellRequest("bash", "1");
    RunSink sink;
    QCOMPARE(session().run(wrong, sink, {}).error().code(), ErrorCode::InvalidArgument);
}

void ConformanceContextsTest::undoesACellAndBranches()
{
    const auto told = [this](const std::string& context, const std::string& value) {
        return m_box->run(cellRequest(context, "print(" + value + ", end='')")).stdoutBytes;
    };
    m_box->run(cellRequest("u", "x = [1]"));
    m_box->run(cellRequest("u", "x.append(2)"));
    const auto steps = session().listContextSteps("u");
    QVERIFY2(steps, steps ? "" : steps.error().text().c_str());
    QCOMPARE(steps->size(), std::size_t(2));
    QCOMPARE(steps->back().number, 2);
    QCOMPARE(steps->back().text, std::string("x.append(2)"));
    QVERIFY(session().branchContext("u", "branch", 2));
    const auto undone = session().undoContext("u");
    QVERIFY2(undone, undone ? "" : undone.error().text().c_str());
    QCOMPARE(undone->number, 2);
    QCOMPARE(told("u", "x"), "[1]"s);
    m_box->run(cellRequest("branch", "x.append('b')"));
    QCOMPARE(told("branch", "x"), "[1, 'b']"s);
    QCOMPARE(told("u", "x"), "[1]"s);
    QCOMPARE(session().undoContext("u", 9).error().code(), ErrorCode::NotFound);
    QCOMPARE(session().branchContext("u", "branch").error().code(), ErrorCode::AlreadyExists);
    QVERIFY(session().closeContext("branch"));
    QVERIFY(session().closeContext("u"));
    QCOMPARE(session().undoContext("u").error().code(), ErrorCode::NotFound);
}

void ConformanceContextsTest::undoingBringsFilesBack()
{
    const auto run
        = [this](const char* code) { return m_box->run(cellRequest("f", code)).stdoutBytes; };
    constexpr const char* kTell = "import os\n"
                                  "print(sorted(os.listdir()), open('kept.txt').read(), end='')";
    run("open('kept.txt', 'w').write('one')");
    run("open('kept.txt', 'w').write('two'); open('new.txt', 'w').write('x')");
    const auto steps = session().listContextSteps("f");
    QVERIFY2(steps, steps ? "" : steps.error().text().c_str());
    QCOMPARE(steps->back().filesBack, 2);
    QCOMPARE(steps->back().filesLeft, 0);
    QVERIFY(steps->back().filesKnown);
    const auto undone = session().undoContext("f");
    QVERIFY2(undone, undone ? "" : undone.error().text().c_str());
    QCOMPARE(undone->filesBack, 2);
    const auto seen = run(kTell);
    QVERIFY2(seen.find("'kept.txt'") != seen.npos && seen.ends_with("one"), seen.c_str());
    QVERIFY2(seen.find("new.txt") == seen.npos && seen.find(".undo") == seen.npos, seen.c_str());
    // Files are kept for some contexts: of the others nothing is claimed.
    for (const char* name : {"f1", "f2", "f3", "f4"})
        (void)m_box->run(cellRequest(name, "open('other.txt', 'w').write('x')"));
    const auto later = session().listContextSteps("f");
    QVERIFY2(later && !later->empty(), later ? "" : later.error().text().c_str());
    QVERIFY(!later->back().filesKnown);
    QCOMPARE(later->back().filesBack, 0);
    for (const char* name : {"f", "f1", "f2", "f3", "f4"})
        QVERIFY(session().closeContext(name));
}

void ConformanceContextsTest::tellsItsVariables()
{
    QCOMPARE(session().listVariables("v").error().code(), ErrorCode::NotFound);
    m_box->run(cellRequest("v", "x = [1, 2.5]\nimport os\n_own = 1\ntext = 'é'"));
    const auto list = session().listVariables("v");
    QVERIFY2(list, list ? "" : list.error().text().c_str());
    QCOMPARE(list->total, std::int64_t(2));
    QCOMPARE(list->variables[0].name + " " + list->variables[0].value, "x [1, 2.5]"s);
    QCOMPARE(list->variables[1].size, "1 character"s);
    const auto whole = session().showVariable("v", "x");
    QVERIFY2(whole, whole ? "" : whole.error().text().c_str());
    QCOMPARE(whole->chart.series.at(0).values, (std::vector<double>{1, 2.5}));
    QCOMPARE(whole->table.rows.at(1).cells.at(0), "2.5"s);
    QCOMPARE(session().showVariable("v", "none").error().code(), ErrorCode::NotFound);
    QCOMPARE(session().showVariable("v", "").error().code(), ErrorCode::InvalidArgument);
    QCOMPARE(
        m_box->run(cellRequest("v", "print(sorted(n for n in globals() if n[0] != '_'))"))
            .stdoutBytes,
        "['os', 'text', 'x']\n"s);
    QVERIFY(session().closeContext("v"));
    QCOMPARE(session().listVariables("v").error().code(), ErrorCode::NotFound);
}

void ConformanceContextsTest::tellsVariablesOfPythonOnly()
{
    const auto& bash = kDialects[0];
    if (!isThere(bash))
        SKIP_WITHOUT("bash", "this engine's image has no bash");
    QCOMPARE(session().listVariables("c").error().code(), ErrorCode::Unsupported);
    QCOMPARE(session().showVariable("c", "x").error().code(), ErrorCode::Unsupported);
}

void ConformanceContextsTest::bringsBackWhatACellKilled()
{
    m_box->run(cellRequest("k", "x = 7"));
    const auto killed = m_box->run(cellRequest("k", "import os; os.kill(os.getpid(), 9)"));
    QVERIFY(!killed.warnings.empty());
    QVERIFY2(
        killed.warnings.back().ends_with("undo brings back what they were before"),
        killed.warnings.back().c_str());
    QVERIFY(session().undoContext("k"));
    QCOMPARE(m_box->run(cellRequest("k", "x")).resultText, "7"s);
    QVERIFY(session().closeContext("k"));
}

void ConformanceContextsTest::undoesNothingInOtherLanguages()
{
    auto cell = cellRequest("shell", "x=1");
    cell.language = "bash";
    m_box->run(cell);
    QCOMPARE(session().undoContext("shell").error().code(), ErrorCode::Unsupported);
    QCOMPARE(session().branchContext("shell", "other").error().code(), ErrorCode::Unsupported);
    QVERIFY(session().closeContext("shell"));
}

SANDBENCH_TEST(ConformanceContextsTest);
#include "tst_conformance_contexts.moc"
