// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What the real window does alike with each real engine that has containers, offscreen.
#include "core/engine/image_store.h"
#include "tests/support/image_fixture.h"
#include "tests/support/needs.h"
#include "tests/support/test_program.h"
#include "tests/ui/window_fixture.h"
#include "ui/common/key_action.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/session/engine_source.h"
#include "ui/session/session_opener.h"
#include "ui/terminal/terminal_panel.h"
#include "ui/terminal/terminal_view.h"

#include <QInputDialog>
#include <QTest>

#include <memory>

using namespace sandbench;
using namespace sandbench::test;
using namespace sandbench::ui;

class TestContainerWindows : public WindowTest
{
    Q_OBJECT

private slots:
    void initTestCase() { prepareOnce(); }
    void cleanup()
    {
        if (m_window)
            m_window->controller().destroySession();
        removeWindow();
        m_source.reset();
    }

    void opensATerminal_data() { engines({"docker", "podman", "kubernetes"}); }
    void opensATerminal()
    {
        QFETCH(QString, engine);
        if (const QString problem = showWindowWith(engine); !problem.isEmpty())
            SKIP_WITHOUT(toStd(engine), qPrintable(problem));
        action("dockTerminal")->trigger();
        m_window->terminal().open(); // the window may have no focus here
        const auto& screen = m_window->terminal().view().screen();
        QTRY_VERIFY_WITH_TIMEOUT(screen.cursor().column > 0, kEngineDeadline);
        const auto size
            = '\n' + std::to_string(screen.rows()) + ' ' + std::to_string(screen.columns());
        auto& view = m_window->terminal().view();
        QTest::keyClicks(&view, QStringLiteral("echo $((6*7)) $TERM; stty size; exit 5"));
        QTest::keyClick(&view, Qt::Key_Return);
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->terminal().isOpen(), kEngineDeadline);
        QVERIFY2(
            m_window->terminal().messageText().contains(QStringLiteral("status 5")),
            qPrintable(m_window->terminal().messageText()));
        std::string text;
        for (auto line = screen.firstLine(); line < screen.endLine(); ++line)
            text += screen.textOf(line) + '\n';
        QVERIFY2(text.find("\n42 xterm-256color\n") != std::string::npos, text.c_str());
        QVERIFY2(text.find(size) != std::string::npos, text.c_str());
    }

    void keepsASessionAsAnImage_data() { engines({"docker", "podman"}); }
    void keepsASessionAsAnImage()
    {
        QFETCH(QString, engine);
        if (const QString problem = showWindowWith(engine); !problem.isEmpty())
            SKIP_WITHOUT(toStd(engine), qPrintable(problem));
        ImageStore& store = *(*m_source->find(toStd(engine), {}))->images();
        images::Cleaner cleaner(store);
        const QString image = toQString(cleaner.add(images::uniqueName("kept") + ":1"));
        QVERIFY(!action("sessionKeepImage")->isEnabled());
        run("import os\nos.makedirs('d/e')\nopen('d/e/made', 'w').write('of the session')\n");
        QVERIFY(action("sessionKeepImage")->isEnabled());
        action("sessionKeepImage")->trigger();
        auto* dialog = m_window->findChild<QInputDialog*>(QStringLiteral("keepAsImage"));
        QVERIFY(dialog);
        dialog->setTextValue(image);
        dialog->accept();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->messageText().contains("is made"), kEngineDeadline);
        const auto listed = store.list({});
        QVERIFY(listed);
        for (const ImageInfo& each : *listed)
            for (const std::string& tag : each.tags)
                QVERIFY2(tag.find("-keeping-") == std::string::npos, tag.c_str());
        // The session goes on, and another one finds in the image what this one made.
        QCOMPARE(m_window->controller().state(), SessionState::Idle);
        SessionChoice choice;
        choice.set("engine", toStd(engine));
        choice.set("image", toStd(image));
        m_window->sessions().add(choice);
        run("print(open('d/e/made').read())\nopen('d/e/made', 'a').write('!')\n");
        // What a container uses, nobody removes.
        for (int row = 0; row < m_window->sessions().rowCount(); ++row)
            m_window->sessions().at(row).destroySession();
        QString why;
        const auto isRemoved = [&] {
            const auto removed = store.remove(toStd(image), {});
            why = removed ? QString() : toQString(removed.error().text());
            return removed.has_value();
        };
        QVERIFY2(QTest::qWaitFor(isRemoved, 20'000), qPrintable(why));
    }

    void leavesNoImageOfWhatCannotBeKept()
    {
        if (const QString problem = showWindowWith(QStringLiteral("docker")); !problem.isEmpty())
            SKIP_WITHOUT("docker", qPrintable(problem));
        run("open('a', 'w')\n");
        action("sessionKeepImage")->trigger();
        auto* dialog = m_window->findChild<QInputDialog*>(QStringLiteral("keepAsImage"));
        dialog->setTextValue(QStringLiteral("No Name At All"));
        dialog->accept();
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->messageText().isEmpty(), kEngineDeadline);
        QVERIFY2(m_window->messageText().contains("name"), qPrintable(m_window->messageText()));
    }

    void saysWhyASessionCannotBeAnImage_data() { engines({"local", "kubernetes"}); }
    void saysWhyASessionCannotBeAnImage()
    {
        QFETCH(QString, engine);
        if (const QString problem = showWindowWith(engine); !problem.isEmpty())
            SKIP_WITHOUT(toStd(engine), qPrintable(problem));
        run("print(1)\n");
        QVERIFY(!action("sessionKeepImage")->isEnabled());
        const QString why = whyNot(*action("sessionKeepImage"));
        QVERIFY2(why.contains(QStringLiteral("snapshot")), qPrintable(why));
    }

private:
    static void engines(const QStringList& names)
    {
        QTest::addColumn<QString>("engine");
        for (const QString& name : names)
            QTest::newRow(qPrintable(name)) << name;
    }

    /// Opens no session yet. Returns why that engine is not here.
    QString showWindowWith(const QString& engine)
    {
        const auto sizes = SizeCatalog::load();
        const QByteArray address = engine == "docker" ? qgetenv("DOCKER_HOST")
            : engine == "podman"                      ? qgetenv("SANDBENCH_TEST_PODMAN")
                                                      : QByteArray();
        m_source = std::make_unique<EngineSource>(
            [address](const std::string&, const std::string& wanted) {
                return makeDefaultEngines({}, address.toStdString(), wanted);
            },
            [](const std::string&) { return std::vector<docker::Connection>(); }, *sizes);
        const auto found = m_source->find(toStd(engine), {});
        if (!found)
            return toQString(found.error().text());
        if (const auto status = (*found)->look({}); !status.usable)
            return toQString(status.problem);
        SessionChoice choice;
        choice.set("engine", toStd(engine));
        rememberChoice(choice);
        setAsksBeforeOpening(false);
        showWindow(workbench(*m_source));
        return {};
    }

    void run(const QByteArray& program)
    {
        m_window->editors().newDocument(QStringLiteral("a.py"), program);
        const auto before = m_ended->size();
        m_window->runFile();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), before + 1, kEngineDeadline);
        QCOMPARE(m_ended->back().at(0).value<RunRecord>().exitCode, 0);
        QTRY_COMPARE(m_window->sessions().chosen().state(), SessionState::Idle);
    }
};

SANDBENCH_TEST(TestContainerWindows);
#include "tst_container_windows.moc"
