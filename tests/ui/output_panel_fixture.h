// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/output_panel.h"

#include <QApplication>
#include <QClipboard>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <memory>

namespace sandbench::ui {

constexpr int kPatience = 60'000;

inline RunHeader header(const QStringList& names = {})
{
    return {
        QStringLiteral("run-1"), QStringLiteral("main.py"), QStringLiteral("py-1"),
        QDateTime::currentDateTime(), names};
}

inline RunSummary good()
{
    return {QStringLiteral("Finished"), RunSummary::Tone::Good, 1.5, 1024 * 1024, {}};
}

/// True: everything that was appended is shown.
inline bool drain(OutputPanel& panel)
{
    QSignalSpy spy(&panel, &OutputPanel::drained);
    QElapsedTimer clock;
    clock.start();
    while (!panel.isDrained() && clock.elapsed() < kPatience)
        spy.wait(1000);
    return panel.isDrained();
}

inline QByteArray clipboard()
{
    return QApplication::clipboard()->text().toUtf8();
}

/// Base of the output panel's tests: each gets a visible panel of its own.
class OutputPanelTest : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_panel = std::make_unique<OutputPanel>();
        m_panel->resize(900, 500);
        m_panel->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    }
    void cleanup() { m_panel.reset(); }

protected:
    std::unique_ptr<OutputPanel> m_panel;
};

} // namespace sandbench::ui
