// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/integration/agent/python_kernel_driver.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <functional>

using namespace sandbench;
using namespace sandbench::test;

/// Prints what each step costs. Only the results are demanded: a shared machine proves no time.
class TestPythonKernelSpeed : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void startsAServer();
    void runsPrograms();
    void runsPreloadedPrograms();
    void runsCells();

private:
    static void report(const char* what, int times, const std::function<double()>& measure);
    std::string write(std::string_view source) const;

    QTemporaryDir m_folder;
};

void TestPythonKernelSpeed::report(
    const char* what, int times, const std::function<double()>& measure)
{
    std::vector<double> all;
    for (int i = 0; i < times; ++i)
        all.push_back(measure());
    std::sort(all.begin(), all.end());
    qInfo("%-24s min %7.2f ms, median %7.2f ms", what, all.front(), all[all.size() / 2]);
}

std::string TestPythonKernelSpeed::write(std::string_view source) const
{
    auto path = m_folder.filePath("main.py").toStdString();
    return writeTestFile(path, source) ? path : std::string();
}

void TestPythonKernelSpeed::startsAServer()
{
    report("server ready", 9, [] {
        QElapsedTimer timer;
        timer.start();
        PythonKernel kernel;
        kernel.bare().waitReady();
        return static_cast<double>(timer.nsecsElapsed()) / 1e6;
    });
}

void TestPythonKernelSpeed::runsPrograms()
{
    PythonKernel kernel;
    kernel.bare().waitReady();
    const PythonRun run = {write("print('hello')\n"), m_folder.path().toStdString()};
    report("hello", 41, [&] {
        const auto outcome = kernel.bare().run(run);
        return outcome.out == "hello\n" ? outcome.milliseconds : -1;
    });
    report("python3 hello", 15, [&] { return runRealPython(run).milliseconds; });
}

void TestPythonKernelSpeed::runsPreloadedPrograms()
{
    PythonKernel kernel;
    kernel.bare().waitReady();
    QElapsedTimer timer;
    timer.start();
    auto full = kernel.preload(
        {"numpy", "pandas", "matplotlib", "matplotlib.pyplot", "plotly", "plotly.graph_objects",
         "plotly.express"});
    const auto ready = full.waitReady();
    qInfo("preloaded after          %lld ms", static_cast<long long>(timer.elapsed()));
    const std::vector<std::pair<const char*, const char*>> programs = {
        {"numpy", "import numpy as np\nprint(np.arange(4).sum())\n"},
        {"pandas", "import pandas as pd\nprint(pd.DataFrame({'a': [1]}))\n"},
        {"matplotlib",
         "import matplotlib.pyplot as plt\nplt.plot([1, 4, 2])\nplt.title('t')\nplt.show()\n"},
        {"plotly", "import plotly.graph_objects as go\ngo.Figure(go.Scatter(y=[1, 2])).show()\n"},
    };
    for (const auto& [name, source] : programs) {
        if (QString::fromStdString(ready.value("module")).isEmpty())
            SKIP_WITHOUT("numpy", "no library of the preloaded ones is installed");
        const PythonRun run = {write(source), m_folder.path().toStdString()};
        report(name, 15, [&, label = name] {
            const auto outcome = full.run(run);
            return outcome.status == 0 ? outcome.milliseconds : (qWarning("%s", label), -1);
        });
    }
}

void TestPythonKernelSpeed::runsCells()
{
    PythonKernel kernel;
    kernel.bare().waitReady();
    KernelContext context(kernel.bare(), m_folder.path().toStdString());
    report("cell hello", 101, [&] {
        const auto outcome = context.cell("print('hello')\n");
        return outcome.out == "hello\n" ? outcome.milliseconds : -1;
    });
}

SANDBENCH_TEST(TestPythonKernelSpeed);
#include "tst_python_kernel_speed.moc"
