// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/embedded.h"
#include "tests/integration/agent/python_kernel_driver.h"
#include "tests/integration/agent/python_programs.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <map>
#include <memory>

using namespace sandbench;
using namespace sandbench::test;

/// A stateless run behaves exactly like `python3 main.py`: the same programs through both.
class TestPythonKernel : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void behavesLikePython3_data();
    void behavesLikePython3();
    void preloadedServerBehavesLikePython3_data();
    void preloadedServerBehavesLikePython3();
    void behavesLikePython3WhereItWasCompiledForAnother_data();
    void behavesLikePython3WhereItWasCompiledForAnother();
    void oneKernelFrameStandsBelowAProgram();
    void drawsOtherRandomNumbersInEachRun();

private:
    void compare(KernelServer& server);
    static QByteArray comparable(const std::string& text);
    void prepareFolder(const PythonProgram& program);

    QTemporaryDir m_folder;
    std::vector<PythonProgram> m_programs;
    /// What python3 did, by program; both servers are compared with it.
    std::map<std::size_t, PythonOutcome> m_real;
    std::unique_ptr<PythonKernel> m_kernel, m_text;
    KernelServer m_full;
};

void TestPythonKernel::initTestCase()
{
    m_kernel = std::make_unique<PythonKernel>();
    const auto ready = m_kernel->bare().waitReady();
    QCOMPARE(ready.value("kind"), std::string("bare"));
    m_full = m_kernel->preload({"json", "random", "threading", "no_such_module"});
    const auto full = m_full.waitReady();
    QCOMPARE(full.value("kind"), std::string("full"));
    for (auto make : {exitPrograms, sourcePrograms, statePrograms, processPrograms}) {
        auto some = make();
        m_programs.insert(m_programs.end(), some.begin(), some.end());
    }
}

void TestPythonKernel::behavesLikePython3_data()
{
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < m_programs.size(); ++i)
        QTest::newRow(m_programs[i].name.c_str()) << i;
}

void TestPythonKernel::preloadedServerBehavesLikePython3_data()
{
    // What is loaded shows in these three alone.
    const std::vector<std::string> differ
        = {"modules at start", "sibling named json", "sibling named random"};
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < m_programs.size(); ++i) {
        if (std::find(differ.begin(), differ.end(), m_programs[i].name) == differ.end())
            QTest::newRow(m_programs[i].name.c_str()) << i;
    }
}

/// Addresses and process numbers differ from run to run.
QByteArray TestPythonKernel::comparable(const std::string& text)
{
    QString copy = QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
    copy.replace(QRegularExpression("0x[0-9a-f]+"), "0x…");
    copy.replace(QRegularExpression("/tmp/tmp[a-z0-9_]+"), "/tmp/tmp…");
    copy.replace(QRegularExpression("repeated [0-9]+ more"), "repeated … more"); // one kernel frame
    copy.replace(QRegularExpression("started [0-9]+"), "started …");
    copy.replace(QRegularExpression("SigQ:\\t[0-9]+"), "SigQ:\t…"); // of all that the user runs
    return copy.toLatin1();
}

void TestPythonKernel::prepareFolder(const PythonProgram& program)
{
    QDir folder(m_folder.path());
    for (const auto& entry : folder.entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot))
        QVERIFY(
            entry.isDir() ? QDir(entry.filePath()).removeRecursively()
                          : folder.remove(entry.fileName()));
    QVERIFY(writeTestFile(m_folder.filePath("main.py").toStdString(), program.source));
    for (const auto& [name, text] : program.files) {
        QVERIFY(QDir().mkpath(QFileInfo(m_folder.filePath(name.c_str())).path()));
        QVERIFY(writeTestFile(m_folder.filePath(name.c_str()).toStdString(), text));
    }
}

void TestPythonKernel::compare(KernelServer& server)
{
    QFETCH(std::size_t, index);
    const auto& program = m_programs.at(index);
    const std::string cwd = m_folder.path().toStdString();
    const PythonRun run
        = {cwd + "/main.py", cwd, program.arguments, program.environment, {}, program.input};
    if (!m_real.contains(index)) {
        prepareFolder(program);
        m_real[index] = runRealPython(run);
    }
    prepareFolder(program);
    const auto ours = server.run(run);
    const auto& real = m_real[index];
    QCOMPARE(comparable(ours.out), comparable(real.out));
    QCOMPARE(comparable(ours.err), comparable(real.err));
    QCOMPARE(ours.status, real.status);
}

void TestPythonKernel::behavesLikePython3()
{
    compare(m_kernel->bare());
}

void TestPythonKernel::preloadedServerBehavesLikePython3()
{
    compare(m_full);
}

void TestPythonKernel::behavesLikePython3WhereItWasCompiledForAnother_data()
{
    // How programs end is what the kernel does most about.
    QTest::addColumn<std::size_t>("index");
    for (std::size_t i = 0; i < exitPrograms().size(); ++i)
        QTest::newRow(m_programs[i].name.c_str()) << i;
}

void TestPythonKernel::behavesLikePython3WhereItWasCompiledForAnother()
{
    if (!m_text) {
        std::string source(embeddedFile("guest/python_kernel.py").value_or(""));
        const std::string question = "MAGIC_NUMBER == ";
        const auto at = source.find(question);
        QVERIFY2(at != std::string::npos, "the build had no Python to compile the kernel with");
        source.replace(at, question.size(), "MAGIC_NUMBER != ");
        m_text = std::make_unique<PythonKernel>(source);
        QCOMPARE(m_text->bare().waitReady().value("kind"), std::string("bare"));
    }
    compare(m_text->bare());
}

void TestPythonKernel::oneKernelFrameStandsBelowAProgram()
{
    // The one difference that cannot be hidden: Python cannot run code without a caller. It costs a
    // level of recursion and shows in stack dumps; tracebacks of exceptions do not have it.
    const std::string cwd = m_folder.path().toStdString();
    const PythonRun run = {cwd + "/main.py", cwd};
    QVERIFY(writeTestFile(
        run.path, "import sys\nf = sys._getframe().f_back\nprint(f.f_code.co_name, f.f_back)\n"));
    QCOMPARE(m_kernel->bare().run(run).out, std::string("<module> None\n"));
    QCOMPARE(m_full.run(run).out, std::string("<module> None\n"));
}

void TestPythonKernel::drawsOtherRandomNumbersInEachRun()
{
    const std::string cwd = m_folder.path().toStdString();
    const PythonRun run = {cwd + "/main.py", cwd};
    for (const char* draw :
         {"import random; print(random.random())", "import uuid; print(uuid.uuid4())",
          "import tempfile; print(tempfile.mktemp())", "import secrets; print(secrets.token_hex())",
          "from random import getrandbits; print(getrandbits(64))"}) {
        QVERIFY(writeTestFile(run.path, draw));
        QVERIFY(m_full.run(run).out != m_full.run(run).out);
        QVERIFY(m_kernel->bare().run(run).out != m_kernel->bare().run(run).out);
    }
}

SANDBENCH_TEST(TestPythonKernel);
#include "tst_python_kernel.moc"
