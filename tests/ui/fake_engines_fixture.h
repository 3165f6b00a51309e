// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/local/local_engine.h"
#include "core/language/language.h"
#include "tests/support/needs.h"
#include "tests/ui/fake_engines.h"
#include "tests/ui/window_fixture.h"

#include <QDockWidget>

#include <string>

namespace sandbench::test {

/// Base of the tests of the real window with the test's own engines, which tell what was asked of
/// them and open sandboxes only of a real engine that they get.
class FakeEnginesTest : public WindowTest
{
protected:
    /// For people to look at, where SANDBENCH_TEST_PICTURES names a folder: the window in both
    /// themes and two sizes, with @p dock in front, as NAME-THEME-WIDTH.png.
    void keepPictures(const char* dock, const QString& name) const
    {
        const QString folder = qEnvironmentVariable("SANDBENCH_TEST_PICTURES");
        if (folder.isEmpty())
            return;
        for (const char* theme : {"themeDark", "themeLight"})
            for (const QSize size : {QSize(800, 500), QSize(1440, 900)}) {
                action(theme)->trigger();
                m_window->resize(size);
                const bool isDark = theme == QLatin1String("themeDark");
                QTRY_COMPARE(m_window->palette().color(QPalette::Window).lightness() < 128, isDark);
                QTRY_COMPARE(m_window->size(), size); // what is folded has come to the front
                auto* shown = m_window->findChild<QDockWidget*>(QLatin1String(dock));
                shown->raise();
                QTRY_VERIFY(shown->widget()->isVisible());
                QVERIFY(m_window->grab().save(QStringLiteral("%1/%2-%3-%4.png")
                                                  .arg(folder, name, QLatin1String(theme))
                                                  .arg(size.width())));
            }
    }

    /// Before all, where the test opens sandboxes. Skips all of it where there is no real engine.
    void prepareWithSandboxes()
    {
        prepareOnce();
        const EngineStatus status = m_real.probe({});
        if (!status.usable)
            SKIP_WITHOUT("local", status.problem.c_str());
    }

    /// Before each: what was chosen is forgotten, and all engines are new. Sandboxes of Docker,
    /// which has the usual image, are the embedded engine's as well.
    void renewEngines()
    {
        QSettings().clear();
        m_engines = std::make_unique<FakeEngines>();
        m_engines->local->real = &m_real;
        m_engines->docker->real = &m_real;
        m_engines->docker->addImage(kDefaultImage);
    }

    /// Over the engines as they are now. It is not shown yet.
    void makeWindow(const std::string& policyFolder = {})
    {
        m_window.reset();
        auto sizes = SizeCatalog::load();
        QVERIFY(sizes);
        m_source = m_engines->source(*sizes);
        auto given = workbench(*m_source);
        given.policyFolder = policyFolder;
        WindowTest::makeWindow(given);
    }

    /// Over new engines that do nothing, large and with the focus.
    void openActiveWindow()
    {
        QSettings().clear();
        m_engines = std::make_unique<FakeEngines>();
        makeWindow();
        m_window->resize(1200, 800);
        m_window->show();
        m_window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
    }

    /// The window, whose thread called no engine.
    void close()
    {
        removeWindow();
        m_source.reset();
        QCOMPARE(m_engines->local->callsFromTheGui(), 0);
        QCOMPARE(m_engines->docker->callsFromTheGui(), 0);
    }

    std::unique_ptr<FakeEngines> m_engines;
    LocalEngine m_real;
};

} // namespace sandbench::test
