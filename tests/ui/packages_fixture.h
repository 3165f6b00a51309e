// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/package_folder.h"
#include "tests/ui/fake_engines_fixture.h"
#include "ui/common/message_bar.h"
#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/packages/package_installs.h"
#include "ui/packages/packages_panel.h"
#include "ui/session/session_opener.h"

#include <QAbstractButton>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>

namespace sandbench::test {

using namespace sandbench::ui;

/// Base of the tests of packages in the real window: sandboxes of the embedded engine, which the
/// test's Docker calls its own, and a folder of packages that the settings name.
class PackagesTest : public FakeEnginesTest
{
    Q_OBJECT

private slots:
    void initTestCase()
    {
        qputenv("XDG_CONFIG_HOME", m_dir.filePath(QStringLiteral("config")).toLocal8Bit());
        writeConfig("languages/absent.json", kAbsent);
        prepareWithSandboxes();
    }

    void init()
    {
        m_folder.clear();
        m_folder.addWheel("late_thing", "1.0", {{"late_thing.py", "answer = 42\n"}});
        writeSettings("{\"packages\": {\"wheels\": \"" + m_folder.path() + "\"}}");
        renewEngines();
        m_engines->docker->addImage(kLanguagesImage);
    }

    void cleanup() { close(); }

protected:
    void writeSettings(const std::string& json) { writeConfig("settings.json", json); }
    void writeConfig(const char* name, const std::string& json)
    {
        QFile file(m_dir.filePath(QStringLiteral("config/sandbench/") + QLatin1String(name)));
        QVERIFY(QDir().mkpath(QFileInfo(file).path()));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(json));
    }
    QByteArray settings() const
    {
        QFile file(m_dir.filePath(QStringLiteral("config/sandbench/settings.json")));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    void show(const char* engine = "local", const std::string& image = {})
    {
        SessionChoice choice;
        choice.set("engine", engine);
        choice.set("image", image);
        rememberChoice(choice);
        setAsksBeforeOpening(false);
        makeWindow();
        m_window->show();
        // In front, so that what stands in it counts as visible.
        action("dockPackages")->trigger();
    }

    void openSession()
    {
        m_window->opener().openAhead();
        QTRY_COMPARE_WITH_TIMEOUT(m_window->controller().state(), SessionState::Idle, kRunDeadline);
        QTRY_COMPARE(label("packageNetwork")->text().isEmpty(), false);
    }

    void openDocument(const char* name, const QByteArray& text)
    {
        m_window->editors().newDocument(QLatin1String(name), text);
    }

    RunRecord run()
    {
        const auto before = m_ended->size();
        m_window->runFile();
        if (!QTest::qWaitFor([&] { return m_ended->size() > before; }, kRunDeadline))
            return {};
        return m_ended->back().at(0).value<RunRecord>();
    }

    // Ends when the button may be pressed.
    void typeNames(const char* names)
    {
        this->names()->setText(QLatin1String(names));
        QTRY_VERIFY_WITH_TIMEOUT(button("packageInstall")->isEnabled(), kRunDeadline);
    }
    PackagesPanel& panel() const { return *m_window->findChild<PackagesPanel*>(); }
    MessageBar& offer() const
    {
        return *m_window->findChild<MessageBar*>(QStringLiteral("offers"));
    }
    QLineEdit* names() const
    {
        return panel().findChild<QLineEdit*>(QStringLiteral("packageNames"));
    }
    QLabel* label(const char* name) const
    {
        return m_window->findChild<QLabel*>(QLatin1String(name));
    }
    QAbstractButton* button(const char* name) const
    {
        return m_window->findChild<QAbstractButton*>(QLatin1String(name));
    }

    static constexpr auto kAbsent = R"({"id": "absent", "name": "Absent", "extensions": [".absent"],
        "default_file_name": "main.absent", "image": "sandbench-python:1",
        "probe": ["no-such-program"], "run": ["no-such-program", "{file}"],
        "install_hint": "apt install absent"})";
    PackageFolder m_folder;
};

} // namespace sandbench::test
