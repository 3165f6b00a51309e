// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/python_kernel_driver.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace sandbench;
using namespace sandbench::test;

/// What processes show that a program starts.
class TestPythonKernelChildren : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void keepsWhatChildrenShow_data();
    void keepsWhatChildrenShow();
    void leavesTheEnvironmentOfChildrenAsItIs();

private:
    QString summary(const PythonOutcome& outcome) const;

    QTemporaryDir m_folder;
    std::unique_ptr<PythonKernel> m_kernel;
};

void TestPythonKernelChildren::initTestCase()
{
    m_kernel = std::make_unique<PythonKernel>();
    m_kernel->bare().waitReady();
    const auto cwd = m_folder.path().toStdString();
    const PythonRun program = {cwd + "/main.py", cwd};
    QVERIFY(writeTestFile(program.path, "import matplotlib, plotly\n"));
    if (m_kernel->bare().run(program).status != 0)
        SKIP_WITHOUT("matplotlib", "matplotlib and plotly are not installed");
}

QString TestPythonKernelChildren::summary(const PythonOutcome& outcome) const
{
    QStringList words;
    for (const auto& [header, body] : outcome.records()) {
        const auto kind = jsonString(header, "kind", "broken");
        const auto what = jsonString(header, kind == "file" ? "path" : "name");
        words << QString::fromStdString(kind + ":" + what).replace(m_folder.path(), "W");
    }
    return words.join(' ');
}

void TestPythonKernelChildren::keepsWhatChildrenShow_data()
{
    QTest::addColumn<QByteArray>("source");
    QTest::addColumn<QString>("records");
    const auto row = [](const char* name, const QByteArray& source, const char* records) {
        QTest::newRow(name) << source << QString(records);
    };
    const QByteArray draw = "import matplotlib.pyplot as p; p.plot([1]); p.title(\"t\"); ";
    const QByteArray program = "[sys.executable, '-c', '" + draw + "p.show()']";
    row("subprocess", "import subprocess, sys\nsubprocess.run(" + program + ", check=True)\n",
        "display:figure-1");
    row("never shown",
        "import subprocess, sys\nsubprocess.run([sys.executable, '-c', '" + draw + "'])\n",
        "display:figure-1");
    row("saved",
        "import subprocess, sys\nsubprocess.run([sys.executable, '-c', '" + draw
            + "p.savefig(\"a.png\")'])\n",
        "file:W/a.png");
    row("with an environment of its own",
        "import subprocess, sys\nsubprocess.run(" + program + ", env={'MPLBACKEND': 'agg'})\n",
        "display:figure-1");
    row("through a shell",
        "import subprocess\nopen('c.py', 'w').write('" + draw
            + "p.show()')\nsubprocess.run('cd . && python3 c.py', shell=True)\n",
        "display:figure-1");
    row("os.system",
        "import os\nopen('c.py', 'w').write('" + draw + "p.show()')\nos.system('python3 c.py')\n",
        "display:figure-1");
    row("a child's child",
        "import subprocess, sys\nopen('c.py', 'w').write('import subprocess, sys; "
        "subprocess.run([sys.executable, \"d.py\"])')\nopen('d.py', 'w').write('"
            + draw + "p.show()')\nsubprocess.run([sys.executable, 'c.py'])\n",
        "display:figure-1");
    row("chart",
        "import subprocess, sys\nsubprocess.run([sys.executable, '-c', "
        "'import plotly.graph_objects as g; g.Figure().show()'])\n",
        "display:plotly-1");
    row("fork",
        "import os\n" + draw + "\nif os.fork() == 0: p.show(); os._exit(0)\nos.wait(); p.close()\n",
        "display:figure-1");
    for (const auto* method : {"fork", "spawn", "forkserver"})
        row(QByteArray("multiprocessing ").append(method).constData(),
            "import multiprocessing as m\ndef f(i):\n    " + draw
                + "p.show()\nif __name__ == '__main__':\n    c = m.get_context('" + method
                + "')\n    q = c.Process(target=f, args=(1,)); q.start(); q.join()\n",
            "display:figure-1");
    row("isolated, which reads nothing of ours",
        "import subprocess, sys\nsubprocess.run([sys.executable, '-I', '-c', '" + draw
            + "p.show()'])\n",
        "");
}

void TestPythonKernelChildren::keepsWhatChildrenShow()
{
    QFETCH(QByteArray, source);
    const auto cwd = m_folder.path().toStdString();
    PythonRun program = {cwd + "/main.py", cwd};
    program.environment = {"TMPDIR=" + cwd};
    QVERIFY(writeTestFile(program.path, source.toStdString()));
    const auto outcome = m_kernel->bare().run(program);
    QCOMPARE(QByteArray::fromStdString(outcome.err), QByteArray());
    const auto told = outcome.records("children");
    QCOMPARE(told.size(), std::size_t{1});
    const auto folder = jsonString(told[0].header, "path");
    QVERIFY(folder.starts_with(cwd + "/.sandbench-"));
    PythonOutcome kept;
    QDir records(QString::fromStdString(folder));
    for (const auto& name : records.entryList(QDir::Files, QDir::Name)) {
        QFile file(records.filePath(name));
        if (name[0].isDigit() && file.open(QFile::ReadOnly))
            kept.display += file.readAll().toStdString();
    }
    QVERIFY(records.removeRecursively() || source.contains("fork()"));
    QTEST(summary(kept), "records");
    for (const auto& record : kept.records()) {
        QVERIFY(jsonInt(record.header, "process") > 0);
        if (jsonString(record.header, "kind") == "display" && !source.contains("plotly"))
            QCOMPARE(jsonString(record.header, "title"), std::string("t"));
    }
}

void TestPythonKernelChildren::leavesTheEnvironmentOfChildrenAsItIs()
{
    const std::string look = "import os, sys\nprint(sorted(os.environ.items()), sys.path[1:], "
                             "len(sys.meta_path) > 0)\n";
    const auto cwd = m_folder.path().toStdString();
    QVERIFY(writeTestFile(cwd + "/look.py", look));
    PythonRun program = {cwd + "/main.py", cwd};
    for (const auto* path : {"", "PYTHONPATH=/nowhere"}) {
        program.environment = {"TMPDIR=" + cwd};
        if (*path)
            program.environment.emplace_back(path);
        QVERIFY(writeTestFile(
            program.path, "import subprocess, sys\nsubprocess.run([sys.executable, 'look.py'])\n"));
        const auto here = m_kernel->bare().run(program);
        QCOMPARE(here.err, std::string());
        QCOMPARE(here.out, runRealPython(program).out);
    }
}

SANDBENCH_TEST(TestPythonKernelChildren);
#include "tst_python_kernel_children.moc"
