// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The real window with the real Docker engine, offscreen.
#include "tests/support/needs.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_fixture.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/output/output_panel.h"
#include "ui/plots/plot_panel.h"
#include "ui/session/engine_source.h"
#include "ui/session/new_session_dialog.h"
#include "ui/session/session_opener.h"
#include "ui/session/session_panel.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QFile>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestDockerWindow : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        prepareOnce();
        auto sizes = SizeCatalog::load();
        QVERIFY(sizes);
        m_source = std::make_unique<EngineSource>(
            [](const std::string& connection, const std::string&) {
                return makeDefaultEngines({}, connection);
            },
            [](const std::string& engine) {
                return docker::findConnections(engine, {}, docker::Surroundings::ofThisProcess());
            },
            *sizes);
        auto engine = m_source->find("docker", {});
        QVERIFY(engine);
        const EngineStatus status = (*engine)->probe({});
        if (!status.usable)
            SKIP_WITHOUT("docker", status.problem.c_str());
    }

    void cleanup() { removeWindow(); }

    void runsAProgramInAContainerThatTheUserChose()
    {
        showWindow(workbench(*m_source));
        m_window->findChild<QAction*>(QStringLiteral("sessionNew"))->trigger();
        auto* dialog = m_window->findChild<NewSessionDialog*>();
        QVERIFY(dialog);
        dialog->findChild<QAbstractButton*>(QStringLiteral("engine-docker"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(
            dialog->summaryText().contains(QStringLiteral("Isolated by")), kEngineDeadline);
        auto* size = dialog->findChild<QComboBox*>(QStringLiteral("size"));
        size->setCurrentIndex(size->findData(QStringLiteral("small")));
        auto* accept = dialog->findChild<QAbstractButton*>(QStringLiteral("accept"));
        QVERIFY2(accept->isEnabled(), qPrintable(dialog->problem()));
        accept->click();
        QTRY_COMPARE_WITH_TIMEOUT(
            m_window->controller().state(), SessionState::Idle, kEngineDeadline);
        const QString facts = m_window->findChild<SessionPanel*>()->factsText();
        QVERIFY2(facts.contains(QStringLiteral("Engine: Docker")), qPrintable(facts));
        QVERIFY2(facts.contains(QStringLiteral("Image: sandbench-python")), qPrintable(facts));
        QVERIFY2(facts.contains(QStringLiteral("Network: none")), qPrintable(facts));
        m_window->editors().newDocument(
            QStringLiteral("a.py"),
            "import os, matplotlib.pyplot as plt\nplt.plot([1, 3])\nplt.show()\n"
            "print('uid', os.getuid())\n");
        m_window->runFile();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kEngineDeadline);
        QCOMPARE(m_ended->at(0).at(0).value<RunRecord>().exitCode, 0);
        QTRY_COMPARE_WITH_TIMEOUT(m_window->plots().count(), 1, kEngineDeadline);
        QTRY_VERIFY(m_window->output().isDrained());
        const QByteArray text = m_window->output().plainText(1 << 16);
        QVERIFY2(text.contains("uid ") && !text.contains("uid 0"), text.constData());
        const std::string id = m_window->controller().session()->id();
        m_window->controller().destroySession();
        QTRY_VERIFY_WITH_TIMEOUT(!exists(id), kEngineDeadline);
    }

    void saysThatTheContainerWasRemovedFromOutsideAndOpensAnotherOne()
    {
        remember();
        showWindow(workbench(*m_source));
        m_window->opener().openAhead();
        QTRY_COMPARE_WITH_TIMEOUT(
            m_window->controller().state(), SessionState::Idle, kEngineDeadline);
        const std::string lost = m_window->controller().session()->id();
        QVERIFY((*m_source->find("docker", {}))->removeSandbox(lost, {}));
        QTRY_COMPARE_WITH_TIMEOUT(
            m_window->controller().state(), SessionState::Lost, kEngineDeadline);
        const auto* panel = m_window->findChild<SessionPanel*>();
        QVERIFY2(
            panel->emptyText().contains(QStringLiteral("outside")), qPrintable(panel->emptyText()));
        QVERIFY2(
            m_window->messageText().contains(QStringLiteral("outside")),
            qPrintable(m_window->messageText()));
        m_window->findChild<QAbstractButton*>(QStringLiteral("newSession"))->click();
        auto* accept = m_window->findChild<NewSessionDialog*>()->findChild<QAbstractButton*>(
            QStringLiteral("accept"));
        QVERIFY(accept->isEnabled());
        accept->click();
        QTRY_COMPARE_WITH_TIMEOUT(
            m_window->controller().state(), SessionState::Idle, kEngineDeadline);
        QVERIFY(m_window->controller().session()->id() != lost);
        QCOMPARE(m_window->sessions().rowCount(), 2);
        QCOMPARE(m_window->sessions().at(0).state(), SessionState::Lost);
        m_window->editors().newDocument(QStringLiteral("a.py"), "print('again')\n");
        m_window->runFile();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kEngineDeadline);
        QCOMPARE(m_ended->at(0).at(0).value<RunRecord>().exitCode, 0);
    }

    void runsProgramsOfTwoEnginesSideBySide()
    {
        const EngineStatus embedded = (*m_source->find("local", {}))->probe({});
        if (!embedded.usable)
            SKIP_WITHOUT("local", embedded.problem.c_str());
        remember();
        showWindow(workbench(*m_source));
        SessionList& sessions = m_window->sessions();
        runUntilItWaits("in-container");
        SessionChoice local;
        local.set("engine", "local");
        SessionController& second = sessions.add(local);
        runUntilItWaits("in-embedded");
        QCOMPARE(sessions.running(), 2);
        for (int row : {0, 1}) {
            sessions.choose(row);
            QTRY_COMPARE_WITH_TIMEOUT(m_window->plots().count(), 1, kEngineDeadline);
            const QByteArray text = m_window->output().plainText(1 << 16);
            QVERIFY2(text.contains("in-container") == (row == 0), text.constData());
            QVERIFY2(text.contains("in-embedded") == (row == 1), text.constData());
        }
        QCOMPARE(sessions.nameOf(sessions.at(0)), QStringLiteral("Docker · sandbench-python:1"));
        QCOMPARE(sessions.nameOf(second), QStringLiteral("Embedded 1"));
        for (int row : {0, 1})
            sessions.at(row).sendInput("\n");
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 2, kEngineDeadline);
        for (const QVariantList& ended : *m_ended)
            QCOMPARE(ended.at(0).value<RunRecord>().exitCode, 0);
        const std::string id = sessions.at(0).session()->id();
        sessions.remove(sessions.at(0));
        QTRY_VERIFY_WITH_TIMEOUT(!exists(id), kEngineDeadline);
        QCOMPARE(second.state(), SessionState::Idle);
    }

    void showsAFolderThatTheUserChoseAndNothingElseOfIt()
    {
        QTemporaryDir shared;
        QFile given(shared.filePath(QStringLiteral("given.txt")));
        QVERIFY(given.open(QIODevice::WriteOnly) && given.write("given") == 5);
        given.close();
        QVERIFY(QFile::setPermissions(
            shared.path(), QFile::permissions(shared.path()) | QFile::ReadOther | QFile::ExeOther));
        remember(toStd(shared.path()));
        showWindow(workbench(*m_source));
        m_window->editors().newDocument(
            QStringLiteral("a.py"),
            "print(open('/data/shared/given.txt').read())\n"
            "try:\n    open('/data/shared/new', 'w')\nexcept OSError as e:\n    "
            "print(e.strerror)\n");
        m_window->runFile();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), 1, kEngineDeadline);
        QTRY_VERIFY(m_window->output().isDrained());
        const QByteArray text = m_window->output().plainText(1 << 16);
        QVERIFY2(text.contains("given\nRead-only file system"), text.constData());
        QVERIFY(!QFile::exists(shared.filePath(QStringLiteral("new"))));
    }

    void saysThatAnImageIsMissingBeforeAnythingIsMade()
    {
        SessionChoice choice;
        choice.set("engine", "docker");
        choice.set("image", "sandbench-there-is-none:1");
        rememberChoice(choice);
        setAsksBeforeOpening(false);
        showWindow(workbench(*m_source));
        m_window->editors().newDocument(QStringLiteral("a.py"), "print(1)\n");
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->findChild<NewSessionDialog*>(), kEngineDeadline);
        auto* pull = m_window->findChild<QAbstractButton*>(QStringLiteral("pull"));
        QTRY_VERIFY_WITH_TIMEOUT(pull->isVisible(), kEngineDeadline);
    }

private:
    static void remember(const std::string& folder = {})
    {
        SessionChoice choice;
        choice.set("engine", "docker");
        if (!folder.empty())
            choice.said["mounts"] = Json::array({{{"source", folder}, {"target", "/data/shared"}}});
        rememberChoice(choice);
        setAsksBeforeOpening(false);
    }

    void runUntilItWaits(const QByteArray& word)
    {
        m_window->editors().newDocument(
            QString::fromLatin1(word + ".py"),
            "import matplotlib.pyplot as plt\nplt.plot([1, 3])\nplt.show()\nprint('" + word
                + "', flush=True)\ninput()\n");
        m_window->runFile();
        QTRY_VERIFY_WITH_TIMEOUT(
            m_window->output().plainText(1 << 16).contains(word), kEngineDeadline);
    }

    bool exists(const std::string& id) const
    {
        const auto found = (*m_source->find("docker", {}))->sandboxes({});
        return !found || std::any_of(found->begin(), found->end(), [&](const SandboxInfo& info) {
            return info.sessionId == id;
        });
    }
};

SANDBENCH_TEST(TestDockerWindow);
#include "tst_docker_window.moc"
