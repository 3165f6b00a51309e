// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The pictures of the pages, as the window shows what they are about. packaging/pictures saves
// them: SANDBENCH_TEST_PICTURES is the folder.
#include "tests/support/needs.h"
#include "tests/support/source_file.h"
#include "tests/support/test_program.h"
#include "tests/ui/display_fixture.h"
#include "ui/gate/gate_controller.h"
#include "ui/output/output_panel.h"
#include "ui/plots/plot_panel.h"

#include <QComboBox>
#include <QFile>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

namespace {

constexpr const char* kDice = R"py("""Why sums of dice look like a bell."""
import matplotlib.pyplot as plt
import numpy as np

rng = np.random.default_rng(6)
figure, axes = plt.subplots(2, 2, figsize=(6.4, 5.2))

for dice, axis in zip((1, 2, 5, 20), axes.flat):
    sums = rng.integers(1, 7, size=(10_000, dice)).sum(axis=1)
    axis.hist(sums, bins=np.arange(dice, 6 * dice + 2) - 0.5)
    axis.set_title(f"{dice} dice" if dice > 1 else "1 die")
    print(f"{dice:2} dice: mean {sums.mean():5.2f}, sd {sums.std():.2f}")

figure.tight_layout()
plt.show()

# Your turn: change the number, and run this line alone with F9.
print(rng.integers(1, 7, size=20))
)py";

constexpr const char* kAnswer
    = R"py("""Sums the orders of a customer. (As a language model wrote it.)"""
import json
import os
import pickle
import subprocess


def load(path):
    if path.endswith(".pkl"):
        return pickle.load(open(path, "rb"))
    return json.load(open(path))


def customer(name):
    return subprocess.run(f"grep {name} customers.csv", shell=True, capture_output=True).stdout


token = os.environ.get("API_TOKEN")
orders = load("orders.json")
print(sum(order["price"] for order in orders))
eval(input("formula: "))
)py";

constexpr const char* kTraining = R"py(import numpy as np
import matplotlib.pyplot as plt

rng = np.random.default_rng(7)
loss = np.exp(-np.arange(60) / 14) + rng.normal(0, .02, 60)
fig, ax = plt.subplots()
ax.plot(loss, 'o-', ms=3)
ax.set_title('Loss')
plt.show()
for epoch in range(0, 60, 5):
    print(f'epoch {epoch:2}  loss {loss[epoch]:.3f}', flush=True)
input('Go on? ')
)py";

} // namespace

class TestPictures : public DisplayTest
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { prepareDisplay(); }
    void cleanup() { closeWindow(); }

    void aProgramWithItsOutputAndWhatItDrew()
    {
        begin(QStringLiteral("local"), {1440, 860});
        if (!m_problem.isEmpty())
            SKIP_WITHOUT("local", qPrintable(m_problem));
        QFile example(sourceFile(QStringLiteral("resources/examples/02-plots.py")));
        QVERIFY(example.open(QIODevice::ReadOnly));
        open("02-plots.py", example.readAll());
        runFileAndWait();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->plots().count(), 3, kRunDeadline);
        save("screenshot.png");
    }

    void anAnswerThatAPolicyRefuses()
    {
        begin(QStringLiteral("local"));
        if (!m_problem.isEmpty())
            SKIP_WITHOUT("local", qPrintable(m_problem));
        open("answer.py", kAnswer);
        auto* policy = m_window->findChild<QComboBox*>(QStringLiteral("policy"));
        const int production = policy->findText(QStringLiteral("Production"));
        policy->setCurrentIndex(production);
        emit policy->activated(production);
        m_window->runFile();
        QTRY_VERIFY(m_window->messageText().startsWith(QStringLiteral("Not started")));
        action("dockFindings")->trigger();
        save("screenshot-review.png");
    }

    void aSessionInAContainerBesideAnEmbeddedOne()
    {
        begin(QStringLiteral("docker"));
        if (!m_problem.isEmpty())
            SKIP_WITHOUT("docker", qPrintable(m_problem));
        if (auto local = m_source->find("local", {}); !local || !(*local)->probe({}).usable)
            SKIP_WITHOUT("local", "the embedded engine cannot be used");
        SessionChoice embedded;
        embedded.set("engine", "local");
        m_window->sessions().add(embedded);
        open("dice.py", kDice);
        runFileAndWait();
        m_window->sessions().choose(0);
        open("train.py", kTraining);
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->output().plainText(1 << 16).contains("Go on?"), kRunDeadline);
        SessionController& container = m_window->controller();
        m_window->sessions().choose(1);
        m_window->editors().setCurrentIndex(0);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->plots().count(), 1, kRunDeadline);
        save("screenshot-sessions.png");
        container.sendInput("\n");
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 2, kRunDeadline);
    }

    void aProgramForAClass()
    {
        begin(QStringLiteral("local"));
        if (!m_problem.isEmpty())
            SKIP_WITHOUT("local", qPrintable(m_problem));
        action("layoutTeach")->trigger();
        open("dice.py", kDice);
        runFileAndWait();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->plots().count(), 1, kRunDeadline);
        save("screenshot-teaching.png");
    }

private:
    /// As from a file that is saved: without a mark in its tab.
    void open(const QString& name, const QByteArray& program)
    {
        QFile file(m_home.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(program) == program.size());
        file.close();
        const int before = m_window->editors().count();
        m_window->editors().openFile(file.fileName());
        QTRY_COMPARE(m_window->editors().count(), before + 1);
        QTRY_VERIFY(!m_window->editors().isOpening());
        QVERIFY(m_window->editors().current()->bytes() == program);
    }

    void save(const char* name)
    {
        QTRY_VERIFY_WITH_TIMEOUT(m_window->output().isDrained(), kRunDeadline);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->plots().isSettled(), kRunDeadline);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->gate().isSettled(), kRunDeadline);
        const QImage picture = settledScreen();
        QVERIFY(!picture.isNull());
        const QString folder = qEnvironmentVariable("SANDBENCH_TEST_PICTURES");
        if (!folder.isEmpty())
            QVERIFY(picture.save(folder + u'/' + QLatin1String(name), "PNG", 0));
    }
};

SANDBENCH_TEST_AFTER(PageTest::startDisplay, TestPictures);
#include "tst_pictures.moc"
