// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The packages dock in the real window: names, files and folders, what is installed from them, and
// what is said when it is not.
#include "core/policy/gate/policy_catalog.h"
#include "tests/support/test_program.h"
#include "tests/ui/packages_fixture.h"
#include "ui/gate/gate_controller.h"
#include "ui/output/output_panel.h"
#include "ui/packages/package_words.h"
#include "ui/packages/sources_dialog.h"

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

#define REQUIRE_PIP()                                                                              \
    do {                                                                                           \
        openDocument("probe.py", "import pip\n");                                                  \
        if (run().exitCode != 0)                                                                   \
            SKIP_WITHOUT("pip", "there is no pip in this sandbox");                                \
    } while (false)

class TestPackagesPanel : public PackagesTest
{
    Q_OBJECT

private slots:
    void readsNamesWithBlanksOrCommasBetweenThem()
    {
        const std::vector<std::string> expected{"numpy", "pandas>=2,<3", "requests"};
        QCOMPARE(
            readPackageWords("pip", QStringLiteral(" numpy, pandas>=2,<3  requests,")).names,
            expected);
        QVERIFY(readPackageWords("pip", QStringLiteral("  ")).problem.isEmpty());
    }

    void saysOfEachNameThatIsNoneWhy_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("why");
        QTest::newRow("option") << "--index-url=x"
                                << "is an option";
        QTest::newRow("shell") << "numpy;id"
                               << "is not the name of a package";
        QTest::newRow("path") << "../numpy"
                              << "is not the name of a package";
        QTest::newRow("second") << "numpy -r"
                                << "'-r' is an option";
    }

    void saysOfEachNameThatIsNoneWhy()
    {
        QFETCH(QString, text);
        QFETCH(QString, why);
        const PackageWords words = readPackageWords("pip", text);
        QVERIFY(words.names.empty());
        QVERIFY2(words.problem.contains(why), qPrintable(words.problem));
    }

    void showsWhileTypingThatANameIsNone()
    {
        show();
        openDocument("a.py", "");
        openSession();
        names()->setText(QStringLiteral("numpy;rm"));
        QVERIFY(label("packageWrong")->isVisible());
        QVERIFY(
            label("packageWrong")->text().contains(QStringLiteral("not the name of a package")));
        QVERIFY(!button("packageInstall")->isEnabled());
        names()->setText(QStringLiteral("numpy"));
        QVERIFY(!label("packageWrong")->isVisible());
        QTRY_VERIFY(button("packageInstall")->isEnabled());
    }

    void followsTheLanguageOfTheDocument()
    {
        show();
        openDocument("a.py", "");
        QVERIFY(
            label("packagesTitle")->text().contains(QStringLiteral("Python, installed by pip")));
        openDocument("a.js", "");
        QVERIFY(label("packagesTitle")->text().contains(QStringLiteral("installed by npm")));
        openDocument("A.java", "");
        QVERIFY(label("packagesTitle")->text().contains(QStringLiteral("no package manager")));
        QVERIFY(!names()->isEnabled());
        openDocument("a.sh", "");
        QVERIFY(label("packagesTitle")->text().contains(QStringLiteral("only root can install")));
    }

    void installsFromTheFolderOfTheSettings()
    {
        show();
        REQUIRE_PIP();
        openDocument("a.py", "import late_thing\nprint(late_thing.answer)\n");
        QVERIFY(label("packageNetwork")->text().contains(QStringLiteral("no network is used")));
        typeNames("late-thing");
        QTest::keyClick(names(), Qt::Key_Return);
        QVERIFY(button("packageCancel")->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(
            label("packagesInstalled")->text().contains(QStringLiteral("late-thing (pip)")),
            kRunDeadline);
        QVERIFY(!button("packageCancel")->isVisible());
        QTRY_VERIFY(panel().logText().contains("Successfully installed late-thing-1.0"));
        QVERIFY(!panel().visibleRegion().isEmpty());
        QCOMPARE(run().stdoutBytes, std::string("42\n"));
        QVERIFY(!m_window->output().visibleRegion().isEmpty()); // where that can be read
        m_window->controller().destroySession();
        QVERIFY(
            label("packagesInstalled")->text().contains(QStringLiteral("only what its sandbox")));
    }

    void opensASessionForAnInstallWhereThereIsNone()
    {
        show();
        openDocument("a.py", "import late_thing\nprint(late_thing.answer)\n");
        typeNames("late-thing");
        QVERIFY(button("packageInstall")->text().contains(QStringLiteral("New Session")));
        button("packageInstall")->click();
        QTRY_VERIFY_WITH_TIMEOUT(!button("packageCancel")->isVisible(), kRunDeadline);
        if (label("packageFailure")->text().contains(QStringLiteral("No module named pip")))
            SKIP_WITHOUT("pip", "there is no pip in this sandbox");
        QVERIFY2(
            label("packagesInstalled")->text().contains(QStringLiteral("late-thing (pip)")),
            qPrintable(label("packageFailure")->text()));
        QCOMPARE(run().stdoutBytes, std::string("42\n"));
    }

    void showsTheTellingLineOfAFailure()
    {
        show();
        REQUIRE_PIP();
        typeNames("missing-thing==3");
        button("packageInstall")->click();
        QTRY_VERIFY_WITH_TIMEOUT(label("packageFailure")->isVisible(), kRunDeadline);
        QVERIFY2(
            label("packageFailure")
                ->text()
                .contains(QStringLiteral("No matching distribution found for missing-thing==3")),
            qPrintable(label("packageFailure")->text()));
        QTRY_VERIFY(panel().logText().contains("No matching distribution"));
        QCOMPARE(names()->text(), QStringLiteral("missing-thing==3")); // to be put right
        QCOMPARE(m_window->controller().state(), SessionState::Idle);
    }

    void keepsOutWhatTheChosenPolicyRefuses()
    {
        show();
        openDocument("a.py", "");
        openSession();
        auto* installs = m_window->findChild<PackageInstalls*>();
        const auto policies = PolicyCatalog::load();
        QVERIFY(policies);
        const auto strict = policies->find("strict");
        QVERIFY(strict);
        installs->setPolicy([policy = *strict] { return policy; });
        typeNames("Requests");
        button("packageInstall")->click();
        QTRY_VERIFY_WITH_TIMEOUT(label("packageFailure")->isVisible(), kRunDeadline);
        QVERIFY2(
            label("packageFailure")->text().contains(QStringLiteral("the policy strict")),
            qPrintable(label("packageFailure")->text()));
    }

    void installsNothingWhereTheChosenPolicyIsGone()
    {
        QSettings().setValue(QStringLiteral("gate/policy"), QStringLiteral("policy/gone"));
        show();
        const auto& policies = m_window->findChild<GateController*>()->policies();
        QTRY_VERIFY_WITH_TIMEOUT(!policies.isReading(), kRunDeadline);
        openDocument("a.py", "");
        openSession();
        typeNames("requests");
        button("packageInstall")->click();
        QTRY_VERIFY_WITH_TIMEOUT(label("packageFailure")->isVisible(), kRunDeadline);
        QVERIFY2(
            label("packageFailure")->text().contains(QStringLiteral("gone is not there any more")),
            qPrintable(label("packageFailure")->text()));
    }

    void cancelsAnInstallThatHangsAtOnce()
    {
        m_folder.addSource("slow", "1.0", "import time\nwhile True: time.sleep(3600)\n");
        show();
        REQUIRE_PIP();
        typeNames("slow");
        button("packageInstall")->click();
        QTRY_VERIFY_WITH_TIMEOUT(panel().logText().contains("slow"), kRunDeadline);
        button("packageCancel")->click();
        QVERIFY(!button("packageCancel")->isVisible()); // now, not when pip has ended
        QVERIFY(label("packageFailure")->text().contains(QStringLiteral("cancelled")));
        QCOMPARE(m_window->controller().state(), SessionState::Idle);
        openDocument("b.py", "print('still here')\n");
        QCOMPARE(run().stdoutBytes, std::string("still here\n"));
    }

    void installsWhatAFileLists()
    {
        show();
        REQUIRE_PIP();
        m_folder.write("wanted.txt", "late-thing==1.0  # and why\n");
        openFile(m_folder.path() + "/wanted.txt");
        QTRY_VERIFY_WITH_TIMEOUT(
            label("packagesInstalled")->text().contains(QStringLiteral("requirements.txt (pip)")),
            kRunDeadline);
    }

    void saysWhichLineOfAFileIsWrong()
    {
        show();
        openDocument("a.py", "");
        openSession();
        m_folder.write("wanted.txt", "numpy\n--index-url https://elsewhere.example\n");
        openFile(m_folder.path() + "/wanted.txt");
        QTRY_VERIFY(label("packageFailure")->text().contains(QStringLiteral("line 2")));
        openFile(m_folder.path() + "/late_thing-1.0-py3-none-any.whl");
        QTRY_VERIFY(
            label("packageFailure")->text().contains(QStringLiteral("no package manager reads")));
    }

    void keepsTheSourcesInTheSettings()
    {
        writeSettings("{\"mine\": 1}");
        show();
        openDocument("a.py", "");
        openSession();
        QVERIFY(label("packageNetwork")->text().contains(QStringLiteral("network slirp4netns")));
        auto* dialog = openSources();
        field("sourceProxy")->setText(QStringLiteral("not an address"));
        button("sourceSave")->click();
        QTRY_VERIFY(label("sourceProblem")->text().contains(QStringLiteral("packages.proxy")));
        QVERIFY(dialog->isVisible());
        QCOMPARE(settings(), QByteArray("{\"mine\": 1}"));
        field("sourceProxy")->clear();
        field("sourceIndex")->setText(QStringLiteral("https://packages.lab.example/simple"));
        field("sourceFolder")->setText(toQString(m_folder.path()));
        QPointer<SourcesDialog> guard(dialog);
        button("sourceSave")->click();
        QTRY_VERIFY(!guard);
        QVERIFY(settings().contains("\"pip\": \"https://packages.lab.example/simple\""));
        QVERIFY(settings().contains("\"mine\": 1"));
        QVERIFY(label("packageNetwork")->text().contains(toQString(m_folder.path())));
        openSources();
        field("sourceFolder")->clear();
        field("sourceIndex")->clear();
        button("sourceSave")->click();
        QTRY_VERIFY(!settings().contains("packages"));
    }

private:
    // As the file dialog does it.
    void openFile(const std::string& path)
    {
        QTRY_VERIFY(button("packageFile")->isEnabled());
        m_window->findChild<PackageInstalls*>()->installFile(toQString(path));
    }
    SourcesDialog* openSources()
    {
        button("packageSources")->click();
        return panel().findChild<SourcesDialog*>();
    }
    QLineEdit* field(const char* name) const
    {
        return panel().findChild<QLineEdit*>(QLatin1String(name));
    }
};

SANDBENCH_TEST(TestPackagesPanel);
#include "tst_packages_panel.moc"
