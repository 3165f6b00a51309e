// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/script_run.h"

#include "ui/common/text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/gate/gate_controller.h"
#include "ui/main_window.h"
#include "ui/output/output_panel.h"
#include "ui/plots/plot_panel.h"

#include <QPixmap>
#include <QTimer>

#include <cstdio>

namespace sandbench::ui {

// The exit status for "the run could not even start", as in sandbenchctl.
static constexpr int kEngineFailure = 125;
static constexpr int kCannotOpen = 2;
// A page that never reports itself drawn must not keep a script waiting for ever.
static constexpr int kDrawDeadlineMilliseconds = 20'000;

ScriptRun::ScriptRun(MainWindow& window, Options options, QObject* parent)
    : QObject(parent)
    , m_window(window)
    , m_options(std::move(options))
{
    connect(
        &m_window.controller(), &SessionController::runEnded, this,
        [this](const RunRecord& record) { ended(exitStatusOf(record)); });
    const auto engineFailed = [this](const Error& error) {
        std::fprintf(stderr, "sandbench: %s\n", error.text().c_str());
        ended(kEngineFailure);
    };
    connect(&m_window.controller(), &SessionController::openFailed, this, engineFailed);
    connect(&m_window.controller(), &SessionController::failed, this, engineFailed);
    connect(&m_window.editors(), &EditorTabs::failed, this, [this](const QString& sentence) {
        std::fprintf(stderr, "sandbench: %s\n", toStd(sentence).c_str());
        m_cannotOpen = m_cannotOpen || m_window.editors().isOpening();
    });
    connect(&m_window.output(), &OutputPanel::drained, this, &ScriptRun::finishWhenDrawn);
    connect(&m_window.plots(), &PlotPanel::settled, this, &ScriptRun::finishWhenDrawn);
    connect(&m_window.gate(), &GateController::settled, this, &ScriptRun::finishWhenDrawn);
}

void ScriptRun::start()
{
    if (m_window.editors().isOpening()) {
        connect(
            &m_window.editors(), &EditorTabs::opened, this, &ScriptRun::start,
            Qt::SingleShotConnection);
        return;
    }
    if (m_cannotOpen || !m_options.run)
        ended(m_cannotOpen ? kCannotOpen : 0);
    else
        m_window.runFile();
}

void ScriptRun::ended(int exitStatus)
{
    if (!m_options.quitAtEnd || m_exitStatus)
        return;
    m_exitStatus = exitStatus;
    QTimer::singleShot(kDrawDeadlineMilliseconds, this, [this] {
        if (!m_done) {
            std::fprintf(
                stderr, "sandbench: the window was not drawn completely within %d s\n",
                kDrawDeadlineMilliseconds / 1000);
            m_done = true;
            emit finished(savePicture() ? kEngineFailure : 1);
        }
    });
    finishWhenDrawn();
}

void ScriptRun::finishWhenDrawn()
{
    if (!m_exitStatus || m_done || !m_window.output().isDrained() || !m_window.plots().isSettled()
        || !m_window.gate().isSettled())
        return;
    m_done = true;
    // Not from here: what says that it is drawn may be in the middle of a paint.
    QMetaObject::invokeMethod(
        this, [this] { emit finished(savePicture() ? *m_exitStatus : 1); }, Qt::QueuedConnection);
}

bool ScriptRun::savePicture() const
{
    if (m_options.screenshot.isEmpty())
        return true;
    if (m_window.grab().save(m_options.screenshot, "PNG"))
        return true;
    std::fprintf(stderr, "sandbench: cannot write %s\n", toStd(m_options.screenshot).c_str());
    return false;
}

} // namespace sandbench::ui
