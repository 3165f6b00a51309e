// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/page_fixture.h"
#include "tests/ui/window_fixture.h"
#include "ui/common/window_style.h"
#include "ui/editor/editor_tabs.h"
#include "ui/session/session_opener.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QImage>
#include <QScreen>

#include <utility>

namespace sandbench::test {

/// Base of the tests that look at the real window on a real display, with real engines: see
/// PageTest::startDisplay().
class DisplayTest : public WindowTest
{
protected:
    void prepareDisplay()
    {
        // Whose documents, settings and engines the test has.
        qputenv("HOME", m_home.path().toUtf8());
        qputenv("XDG_CONFIG_HOME", m_home.filePath(QStringLiteral(".config")).toUtf8());
        QVERIFY(QDir(m_home.path()).mkpath(QStringLiteral("Documents")));
        QApplication::setStyle(new ui::WindowStyle); // as main() does
        prepareOnce();
        auto sizes = SizeCatalog::load();
        QVERIFY(sizes);
        m_source = std::make_unique<ui::EngineSource>(
            [](const std::string& connection, const std::string& engine) {
                return makeDefaultEngines({}, connection, engine);
            },
            [](const std::string& engine) {
                return docker::findConnections(engine, {}, docker::Surroundings::ofThisProcess());
            },
            *sizes);
    }

    void closeWindow()
    {
        if (m_window)
            m_window->editors().forgetAll();
        removeWindow();
    }

    /// The window of somebody who chose @p engine before.
    void begin(const QString& engine, QSize size = {1440, 900})
    {
        m_problem.clear();
        auto found = m_source->find(engine.toStdString(), {});
        QVERIFY(found);
        const EngineStatus status = (*found)->probe({});
        if (!status.usable) {
            m_problem = QString::fromStdString(status.problem);
            return;
        }
        QSettings().clear();
        ui::SessionChoice choice;
        choice.set("engine", engine.toStdString());
        ui::rememberChoice(choice);
        setAsksBeforeOpening(false);
        makeWindow(workbench(*m_source));
        m_window->resize(size);
        action("themeLight")->trigger();
        m_window->openAtStart({});
        m_window->show();
        m_window->opener().openAhead();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        QTRY_COMPARE_WITH_TIMEOUT(
            m_window->controller().state(), ui::SessionState::Idle, kEngineDeadline);
    }

    QImage screen() const { return m_window->screen()->grabWindow(m_window->winId()).toImage(); }

    /// When the display has changed no more for a moment: all is laid out and drawn.
    QImage settledScreen() const
    {
        constexpr int kStill = 200; // ms, less than a cursor takes to blink
        QImage shown;
        QElapsedTimer still;
        (void)QTest::qWaitFor([&] {
            QImage next = screen();
            if (std::exchange(shown, next) != next)
                still.start();
            return still.elapsed() >= kStill;
        });
        return shown;
    }

    QTemporaryDir m_home;
    QString m_problem; ///< Why the engine cannot be used; empty = it can.
};

} // namespace sandbench::test
