// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/engine/registry.h"
#include "core/workspace/workspace.h"
#include "tests/support/needs.h"
#include "ui/main_window.h"
#include "ui/session/engine_source.h"
#include "ui/settings/settings_store.h"

#include <QAction>
#include <QCoreApplication>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

Q_DECLARE_METATYPE(sandbench::RunRecord)

namespace sandbench::test {

/// Units: ms. In a sandbox of this machine, and of an engine that may fetch and place it first.
constexpr int kRunDeadline = 60'000;
constexpr int kEngineDeadline = 120'000;

inline void keepSettingsIn(const QTemporaryDir& folder)
{
    QSettings::setDefaultFormat(QSettings::IniFormat);
    QSettings::setPath(QSettings::IniFormat, QSettings::UserScope, folder.path());
    QCoreApplication::setOrganizationName(QStringLiteral("sandbench-test"));
}

/// As earlier versions remembered it; a window takes it over.
inline void setAsksBeforeOpening(bool asks)
{
    QSettings().setValue(QStringLiteral("session/asks"), asks);
}

/// Base of the tests of the real window: settings, history and unsaved text in a folder of the
/// test's own.
class WindowTest : public QObject
{
protected:
    void prepareOnce()
    {
        keepSettingsIn(m_dir);
        auto composition = Composition::create();
        QVERIFY2(composition, composition ? "" : composition.error().text().c_str());
        m_composition = std::move(*composition);
        workspace::WorkspaceOptions options;
        options.folder = m_dir.path().toStdString();
        options.reaps = false;
        auto workspace = workspace::Workspace::open(*m_composition, std::move(options));
        QVERIFY2(workspace, workspace ? "" : workspace.error().text().c_str());
        m_workspace = std::move(*workspace);
    }

    /// The same for a test over the engines of this machine, which opens sandboxes of the embedded
    /// one. Skips all of it where that cannot be.
    void prepareWithEmbeddedEngine()
    {
        prepareOnce();
        const auto engine = m_composition->engines().find("local");
        QVERIFY(engine);
        if (const auto status = (*engine)->probe({}); !status.usable)
            SKIP_WITHOUT("local", status.problem.c_str());
        m_source = std::make_unique<ui::EngineSource>(
            [](const std::string&, const std::string&) { return makeDefaultEngines(); },
            [](const std::string&) { return std::vector<docker::Connection>(); }, SizeCatalog());
    }

    ui::Workbench workbench(ui::EngineSource& engines) const
    {
        return {engines, *m_workspace, m_dir.path(), QString()};
    }

    /// Instead of the one that may be there. It is not shown yet.
    void makeWindow(const ui::Workbench& workbench)
    {
        m_window = std::make_unique<ui::MainWindow>(workbench);
        m_ended = std::make_unique<QList<QVariantList>>();
        m_window->sessions().forEach(m_window.get(), [this](ui::SessionController* session) {
            connect(
                session, &ui::SessionController::runEnded, m_window.get(),
                [this](const RunRecord& record) {
                    *m_ended << QVariantList{QVariant::fromValue(record)};
                });
        });
    }
    void showWindow(const ui::Workbench& workbench)
    {
        makeWindow(workbench);
        m_window->show();
    }
    void removeWindow()
    {
        m_window.reset();
        m_ended.reset();
    }

    void runFileAndWait()
    {
        const auto before = m_ended->size();
        m_window->runFile();
        QTRY_COMPARE_WITH_TIMEOUT(m_ended->size(), before + 1, kRunDeadline);
    }

    QAction* action(const char* name) const
    {
        return m_window->findChild<QAction*>(QLatin1String(name));
    }

    QTemporaryDir m_dir;
    std::unique_ptr<Composition> m_composition;
    std::unique_ptr<workspace::Workspace> m_workspace;
    std::unique_ptr<ui::EngineSource> m_source; ///< For tests that make theirs.
    std::unique_ptr<ui::MainWindow> m_window;
    std::unique_ptr<QList<QVariantList>> m_ended; ///< The runs of all its sessions that ended.
};

} // namespace sandbench::test
