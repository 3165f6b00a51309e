// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/fake_engines.h"
#include "tests/ui/window_fixture.h"
#include "ui/async/job_runner.h"
#include "ui/common/text.h"
#include "ui/session/new_session_dialog.h"

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QPointer>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

namespace sandbench::test {

using namespace sandbench::ui;

/// Base of the tests of the dialog for new sessions: offscreen, with engines of the test.
class NewSessionTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { keepSettingsIn(m_dir); }

    void init()
    {
        QSettings().clear();
        m_engines = std::make_unique<FakeEngines>();
        m_engines->docker->addImage("python:3.12");
        m_engines->docker->tags = {"python:3.12", "alpine:3.20"};
        auto sizes = SizeCatalog::load();
        QVERIFY(sizes);
        m_source = m_engines->source(*sizes);
        m_jobs = std::make_unique<JobRunner>();
        m_start = SessionChoice();
        m_start.set("engine", "local");
    }

    void cleanup()
    {
        delete m_dialog;
        m_jobs.reset();
        m_source.reset();
        QCOMPARE(m_engines->local->callsFromTheGui(), 0);
        QCOMPARE(m_engines->docker->callsFromTheGui(), 0);
    }

protected:
    void open(const std::string& engine = "local", const std::string& standardImage = {})
    {
        m_start.set("engine", engine);
        m_dialog = new NewSessionDialog(
            *m_source, *m_jobs, m_start, standardImage, NewSessionDialog::Purpose::Open, nullptr);
        m_dialog->open();
        QVERIFY(QTest::qWaitForWindowActive(m_dialog));
    }

    void openWithImage(const std::string& image)
    {
        m_start.set("image", image);
        open("docker");
    }

    QAbstractButton* button(const char* name) const
    {
        return m_dialog->findChild<QAbstractButton*>(QLatin1String(name));
    }
    QLabel* label(const char* name) const
    {
        return m_dialog->findChild<QLabel*>(QLatin1String(name));
    }
    QComboBox* image() const { return m_dialog->findChild<QComboBox*>(QStringLiteral("image")); }
    bool shows(const QString& text) const
    {
        for (const QLabel* label : m_dialog->findChildren<QLabel*>())
            if (label->isVisible() && label->text().contains(text))
                return true;
        return false;
    }

    workspace::SandboxRequest request() const
    {
        auto read = requestOf(m_dialog->choice(), *m_source);
        return read ? *std::move(read) : workspace::SandboxRequest();
    }
    SandboxLimits limits() const { return request().session.sandbox.limits; }
    std::string said(const char* member) const { return m_dialog->choice().text(member); }

    QTemporaryDir m_dir;
    std::unique_ptr<FakeEngines> m_engines;
    std::unique_ptr<EngineSource> m_source;
    std::unique_ptr<JobRunner> m_jobs;
    SessionChoice m_start;
    QPointer<NewSessionDialog> m_dialog;
};

} // namespace sandbench::test
