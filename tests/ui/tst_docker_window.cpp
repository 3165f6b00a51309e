// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// The real window with the real Docker engine, offscreen.
#include "core/language/language.h"
#include "tests/support/needs.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/main_window.h"
#include "ui/output/output_panel.h"
#include "ui/plots/plot_panel.h"
#include "ui/session/engine_source.h"
#include "ui/session/new_session_dialog.h"
#include "ui/session/session_opener.h"
#include "ui/session/session_panel.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QFile>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace sandbench;
using namespace sandbench::ui;

namespace {
constexpr int kDeadline = 120'000;
} // namespace

Q_DECLARE_METATYPE(sandbench::RunRecord)

class TestDockerWindow : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        QSettings::setDefaultFormat(QSettings::IniFormat);
        QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, m_dir.path());
        QCoreApplication::setOrganizationName(QStringLiteral("sandbench-test"));
        auto languages = LanguageCatalog::load();
        QVERIFY(languages);
        m_languages = std::make_unique<LanguageCatalog>(std::move(*languages));
        auto artifacts = ArtifactStore::create(m_dir.path().toStdString());
        QVERIFY(artifacts);
        m_artifacts = std::move(*artifacts);
        auto sizes = SizeCatalog::load();
        QVERIFY(sizes);
        m_engines = std::make_unique<EngineSource>(
            [](const std::string& connection, const std::string&) {
                return makeDefaultEngines({}, connection);
            },
            [](const std::string& engine) {
                return docker::findConnections(engine, {}, docker::Surroundings::ofThisProcess());
            },
            *sizes);
        auto engine = m_engines->find("docker", {});
        QVERIFY(engine);
        const EngineStatus status = (*engine)->probe({});
        if (!status.usable)
            SKIP_WITHOUT("docker", status.problem.c_str());
    }

    void runsAProgramInAContainerThatTheUserChose()
    {
        MainWindow window(
            Workbench{*m_engines, *m_languages, *m_artifacts, m_dir.path(), QString()});
        QSignalSpy ended(&window.controller(), &SessionController::runEnded);
        window.show();
        window.findChild<QAction*>(QStringLiteral("sessionNew"))->trigger();
        auto* dialog = window.findChild<NewSessionDialog*>();
        QVERIFY(dialog);
        dialog->findChild<QAbstractButton*>(QStringLiteral("engine-docker"))->click();
        QTRY_VERIFY_WITH_TIMEOUT(
            dialog->summaryText().contains(QStringLiteral("Isolated by")), kDeadline);
        auto* size = dialog->findChild<QComboBox*>(QStringLiteral("size"));
        size->setCurrentIndex(size->findData(QStringLiteral("small")));
        auto* accept = dialog->findChild<QAbstractButton*>(QStringLiteral("accept"));
        QVERIFY2(accept->isEnabled(), qPrintable(dialog->problem()));
        accept->click();
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), SessionState::Idle, kDeadline);
        const QString facts = window.findChild<SessionPanel*>()->factsText();
        QVERIFY2(facts.contains(QStringLiteral("Engine: Docker")), qPrintable(facts));
        QVERIFY2(facts.contains(QStringLiteral("Image: sandbench-python")), qPrintable(facts));
        QVERIFY2(facts.contains(QStringLiteral("Network: none")), qPrintable(facts));
        window.editors().newDocument(
            QStringLiteral("a.py"),
            "import os, matplotlib.pyplot as plt\nplt.plot([1, 3])\nplt.show()\n"
            "print('uid', os.getuid())\n");
        window.runFile();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, kDeadline);
        QCOMPARE(ended.at(0).at(0).value<RunRecord>().exitCode, 0);
        QTRY_COMPARE_WITH_TIMEOUT(window.plots().count(), 1, kDeadline);
        QTRY_VERIFY(window.output().isDrained());
        const QByteArray text = window.output().plainText(1 << 16);
        QVERIFY2(text.contains("uid ") && !text.contains("uid 0"), text.constData());
        const std::string id = window.controller().session()->id();
        window.controller().destroySession();
        QTRY_VERIFY_WITH_TIMEOUT(!exists(id), kDeadline);
    }

    void saysThatTheContainerWasRemovedFromOutsideAndOpensAnotherOne()
    {
        remember({});
        MainWindow window(
            Workbench{*m_engines, *m_languages, *m_artifacts, m_dir.path(), QString()});
        QSignalSpy ended(&window.controller(), &SessionController::runEnded);
        window.show();
        window.opener().openAhead();
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), SessionState::Idle, kDeadline);
        const std::string lost = window.controller().session()->id();
        QVERIFY((*m_engines->find("docker", {}))->removeSandbox(lost, {}));
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), SessionState::Lost, kDeadline);
        const auto* panel = window.findChild<SessionPanel*>();
        QVERIFY2(
            panel->emptyText().contains(QStringLiteral("outside")), qPrintable(panel->emptyText()));
        QVERIFY2(
            window.messageText().contains(QStringLiteral("outside")),
            qPrintable(window.messageText()));
        window.findChild<QAbstractButton*>(QStringLiteral("newSession"))->click();
        auto* accept = window.findChild<NewSessionDialog*>()->findChild<QAbstractButton*>(
            QStringLiteral("accept"));
        QVERIFY(accept->isEnabled());
        accept->click();
        QTRY_COMPARE_WITH_TIMEOUT(window.controller().state(), SessionState::Idle, kDeadline);
        QVERIFY(window.controller().session()->id() != lost);
        window.editors().newDocument(QStringLiteral("a.py"), "print('again')\n");
        window.runFile();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, kDeadline);
        QCOMPARE(ended.at(0).at(0).value<RunRecord>().exitCode, 0);
    }

    void showsAFolderThatTheUserChoseAndNothingElseOfIt()
    {
        QTemporaryDir shared;
        QFile given(shared.filePath(QStringLiteral("given.txt")));
        QVERIFY(given.open(QIODevice::WriteOnly) && given.write("given") == 5);
        given.close();
        QVERIFY(QFile::setPermissions(
            shared.path(), QFile::permissions(shared.path()) | QFile::ReadOther | QFile::ExeOther));
        remember({{toStd(shared.path()), "/data/shared", false}});
        MainWindow window(
            Workbench{*m_engines, *m_languages, *m_artifacts, m_dir.path(), QString()});
        QSignalSpy ended(&window.controller(), &SessionController::runEnded);
        window.show();
        window.editors().newDocument(
            QStringLiteral("a.py"),
            "print(open('/data/shared/given.txt').read())\n"
            "try:\n    open('/data/shared/new', 'w')\nexcept OSError as e:\n    "
            "print(e.strerror)\n");
        window.runFile();
        QTRY_COMPARE_WITH_TIMEOUT(ended.size(), 1, kDeadline);
        QTRY_VERIFY(window.output().isDrained());
        const QByteArray text = window.output().plainText(1 << 16);
        QVERIFY2(text.contains("given\nRead-only file system"), text.constData());
        QVERIFY(!QFile::exists(shared.filePath(QStringLiteral("new"))));
    }

    void saysThatAnImageIsMissingBeforeAnythingIsMade()
    {
        SessionChoice choice;
        choice.engine = "docker";
        choice.image = "sandbench-there-is-none:1";
        rememberChoice(choice);
        setAsksBeforeOpening(false);
        MainWindow window(
            Workbench{*m_engines, *m_languages, *m_artifacts, m_dir.path(), QString()});
        window.show();
        window.editors().newDocument(QStringLiteral("a.py"), "print(1)\n");
        window.runFile();
        QTRY_VERIFY_WITH_TIMEOUT(window.findChild<NewSessionDialog*>(), kDeadline);
        auto* pull = window.findChild<QAbstractButton*>(QStringLiteral("pull"));
        QTRY_VERIFY_WITH_TIMEOUT(pull->isVisible(), kDeadline);
    }

private:
    static void remember(const std::vector<Mount>& mounts)
    {
        SessionChoice choice;
        choice.engine = "docker";
        choice.mounts = mounts;
        rememberChoice(choice);
        setAsksBeforeOpening(false);
    }

    bool exists(const std::string& id) const
    {
        const auto found = (*m_engines->find("docker", {}))->sandboxes({});
        return !found || std::any_of(found->begin(), found->end(), [&](const SandboxInfo& info) {
            return info.sessionId == id;
        });
    }

    QTemporaryDir m_dir;
    std::unique_ptr<LanguageCatalog> m_languages;
    std::unique_ptr<ArtifactStore> m_artifacts;
    std::unique_ptr<EngineSource> m_engines;
};

QTEST_MAIN(TestDockerWindow)
#include "tst_docker_window.moc"
