// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// Runtime profiles in the dialog for new sessions.
#include "core/engine/container_options.h"
#include "tests/support/test_program.h"
#include "tests/ui/new_session_fixture.h"

#include <QCheckBox>
#include <QLineEdit>
#include <QSpinBox>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestNewSessionProfiles : public NewSessionTest
{
    Q_OBJECT

private slots:
    void setsTheControlsAndShowsEachDifference()
    {
        openWithImage("python:3.12");
        choose("permissive");
        const SessionChoice choice = m_dialog->choice();
        QCOMPARE(choice.text("profile"), "permissive");
        QCOMPARE(choice.text("network"), "bridge");
        QCOMPARE(choice.text("root"), "writable");
        QCOMPARE(choice.text("user"), "root");
        QCOMPARE(limits().memoryBytes, 4ULL << 30);
        QCOMPARE(limits().pids, 2048ULL);
        for (const char* line :
             {"memory 4 GiB (default: 1 GiB)", "processes 2048", "time 600 s (default: 60 s)",
              "network bridge (default: none)", "root file system writable", "user root"})
            QVERIFY2(text().contains(QLatin1String(line)), qPrintable(text()));
        QVERIFY(!text().contains(QStringLiteral("by hand")));
        QVERIFY(m_dialog->summaryText().contains(QStringLiteral("programs are root")));
        QVERIFY(m_dialog->summaryText().contains(QStringLiteral("change the files of the image")));
    }

    void showsWhatWasChangedByHandAfterwards()
    {
        openWithImage("python:3.12");
        choose("strict");
        QCOMPARE(said("user"), "65534:65534");
        m_dialog->findChild<QSpinBox*>(QStringLiteral("memory"))->setValue(768);
        m_dialog->findChild<QLineEdit*>(QStringLiteral("user"))->clear();
        QCOMPARE(said("profile"), "strict");
        QCOMPARE(limits().memoryBytes, 768ULL << 20);
        QVERIFY2(
            text().contains(QStringLiteral("memory 768 MiB (default: 1 GiB), changed by hand")),
            qPrintable(text()));
        QVERIFY(text().contains(QStringLiteral("not as the profile says: memory 512 MiB")));
        QVERIFY(text().contains(QStringLiteral("not as the profile says: user 65534:65534")));
        QVERIFY(text().contains(QStringLiteral("• processes 64 (default: 256)\n")));
    }

    void goesBackToTheDefault()
    {
        openWithImage("python:3.12");
        choose("permissive");
        choose("standard");
        QVERIFY(limits() == SandboxLimits());
        for (const char* member : {"profile", "network", "user", "root"})
            QVERIFY2(said(member).empty(), member);
        QVERIFY(!text().contains(u'•'));
    }

    void takesOnlyTheLimitsInTheEmbeddedEngine()
    {
        open("local");
        choose("permissive");
        for (const char* member : {"network", "user", "root"})
            QVERIFY2(said(member).empty(), member);
        QCOMPARE(limits().memoryBytes, 4ULL << 30);
        QVERIFY(text().contains(QStringLiteral("memory 4 GiB")));
        QVERIFY2(!text().contains(QStringLiteral("• network")), qPrintable(text()));
        QVERIFY(!m_dialog->findChild<QLineEdit*>(QStringLiteral("user"))->isVisible());
    }

    void isRememberedWithWhatItSets()
    {
        SessionChoice choice;
        choice.said
            = {{"engine", "docker"}, {"profile", "strict"}, {"user", "1000"}, {"root", "writable"}};
        rememberChoice(choice);
        const auto back = rememberedChoice();
        QVERIFY(back);
        QVERIFY(back->said == choice.said);
        const auto request = requestOf(*back, *m_source);
        QVERIFY(request);
        QCOMPARE(request->runLimits.wallSeconds, 30.0);
        QCOMPARE(request->runLimits.cpuSeconds, 30.0);
        QCOMPARE(containerOf(request->session.sandbox).user, "1000");
        choice.set("profile", "gone");
        QVERIFY(!requestOf(choice, *m_source));
    }

    void refusesAUserThatIsNone()
    {
        openWithImage("python:3.12");
        QTRY_VERIFY(button("accept")->isEnabled());
        m_dialog->findChild<QLineEdit*>(QStringLiteral("user"))->setText(QStringLiteral("a b"));
        QVERIFY(m_dialog->problem().contains(QStringLiteral("is no user")));
        QVERIFY(!button("accept")->isEnabled());
    }

private:
    void choose(const char* name)
    {
        auto* profile = m_dialog->findChild<QComboBox*>(QStringLiteral("profile"));
        profile->setCurrentIndex(profile->findText(QLatin1String(name)));
        emit profile->activated(profile->currentIndex());
    }
    QString text() const { return label("profileText")->text(); }
};

SANDBENCH_TEST(TestNewSessionProfiles);
#include "tst_new_session_profiles.moc"
