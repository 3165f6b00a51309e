// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/image_keeper.h"

#include "core/engine/container_options.h"
#include "core/workspace/session_image.h"
#include "core/workspace/workspace.h"
#include "ui/common/text.h"
#include "ui/session/engine_source.h"
#include "ui/session/session_controller.h"
#include "ui/tasks/run_task.h"
#include "ui/tasks/transfer_feed.h"

#include <QInputDialog>
#include <QPointer>

#include <utility>

namespace sandbench::ui {

ImageKeeper::ImageKeeper(
    EngineSource& engines, workspace::Workspace& workspace, TaskList* tasks, QObject* parent)
    : QObject(parent)
    , m_engines(engines)
    , m_workspace(workspace)
    , m_tasks(tasks)
{
}

QString ImageKeeper::problemOf(const SessionController& session)
{
    if (!session.session())
        return tr("no sandbox is open");
    if (isCluster(session.session()->engineName()))
        return tr("a cluster makes no images; take a snapshot instead");
    if (session.session()->engineName() == "apptainer"
        || session.session()->engineName() == "slurm")
        return tr("Apptainer makes no images of sandboxes; take a snapshot instead");
    if (session.session()->image().empty())
        return tr("the embedded engine has no images; take a snapshot instead");
    if (!containerOf(session.openRequest().session.sandbox).existing.empty())
        return tr("its container is not its own; take a snapshot instead");
    return {};
}

void ImageKeeper::ask(SessionController& session, const QString& sessionName, QWidget* window)
{
    auto* dialog = new QInputDialog(window);
    dialog->setObjectName(QStringLiteral("keepAsImage"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Keep as Image"));
    dialog->setLabelText(tr(
        "Name of the new image, as mine:1. It is the image of the session with what its working\n"
        "folder has now, and with its packages. The session goes on."));
    connect(
        dialog, &QInputDialog::textValueSelected, this,
        [this, chosen = QPointer(&session), sessionName](const QString& name) {
            if (chosen && !name.trimmed().isEmpty())
                keep(*chosen, sessionName, name.trimmed());
        });
    dialog->open();
}

void ImageKeeper::keep(
    const SessionController& session, const QString& sessionName, const QString& image)
{
    if (!problemOf(session).isEmpty())
        return;
    SessionChoice choice = session.openChoice();
    choice.packages.clear(); // they are in the folder
    choice.fetchesPackages = false;
    auto* feed = new TransferFeed(m_tasks, this);
    const std::stop_source source = m_jobs.run(
        this,
        [open = session.session(), engines = &m_engines, sandboxes = &m_workspace.sandboxes(),
         choice = std::move(choice), name = toStd(image),
         counts = feed->counts()](const std::stop_token& stop) -> Result<void> {
            workspace::SandboxOpening opening;
            SANDBENCH_TRY(opening.request, requestOf(choice, *engines));
            SANDBENCH_TRY(
                opening.engine, engines->find(choice.text("engine"), choice.text("connection")));
            opening.request.session.warm = Warm::Never;
            const auto tell = [&counts](std::uint64_t done, std::uint64_t all) {
                counts->done = done;
                counts->total = all;
            };
            return workspace::keepAsImage(*open, *sandboxes, std::move(opening), name, tell, stop);
        },
        [this, feed, image](const Result<void>& done) {
            feed->end(outcomeOf(done));
            if (done)
                emit kept(image);
            else if (!done.failedAs(ErrorCode::Cancelled))
                emit failed(done.error());
        });
    feed->begin(tr("Keeping %1 as an image").arg(sessionName), source);
}

} // namespace sandbench::ui
