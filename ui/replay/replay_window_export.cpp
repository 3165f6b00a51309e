// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What ReplayWindow saves: the replay as a GIF, or as asciinema's cast.
#include "core/replay/asciinema_cast.h"
#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/common/save_file.h"
#include "ui/common/text.h"
#include "ui/replay/replay_film.h"
#include "ui/replay/replay_stage.h"
#include "ui/replay/replay_window.h"
#include "ui/tasks/run_task.h"

#include <QAction>
#include <QCheckBox>
#include <QFileDialog>

namespace sandbench::ui {

static constexpr int kLongestTaskName = 60; // characters

ReplayedRun ReplayWindow::asItPlays() const
{
    ReplayedRun run = m_run;
    run.replay = replay::paced(
        std::move(run.replay),
        {m_player.speed(),
         m_skip->isChecked() ? std::optional(ReplayPlayer::kLongestPauseMs) : std::nullopt});
    return run;
}

void ReplayWindow::chooseFile(
    const QString& title, const QString& filter, const QString& suffix,
    void (ReplayWindow::*save)(const QString&))
{
    auto* dialog = new QFileDialog(this, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->setNameFilter(filter);
    const QString program = toQString(jsonString(jsonField(m_run.stored.record, "program"), "file"))
                                .section(u'/', -1)
                                .section(u'.', 0, 0);
    dialog->selectFile(SafeText::saveName(program, QStringLiteral("run")) + u'.' + suffix);
    connect(dialog, &QFileDialog::fileSelected, this, save);
    dialog->open();
}

void ReplayWindow::chooseGif()
{
    chooseFile(
        tr("Save as GIF"), tr("Animated pictures (*.gif)"), QStringLiteral("gif"),
        &ReplayWindow::saveGif);
}

void ReplayWindow::chooseCast()
{
    chooseFile(
        tr("Save as cast"), tr("Casts of asciinema (*.cast)"), QStringLiteral("cast"),
        &ReplayWindow::saveCast);
}

void ReplayWindow::saveCast(const QString& path)
{
    const auto run = asItPlays();
    write(path, replay::asciinemaCast(run.stored.record, run.replay));
}

void ReplayWindow::saveGif(const QString& path)
{
    if (m_film)
        return;
    m_saveGif->setEnabled(false);
    const QString title
        = tr("GIF %1").arg(SafeText::elidedName(path.section(u'/', -1), kLongestTaskName));
    const auto task = std::make_shared<TaskList::Id>(0);
    m_film = new ReplayFilm(
        asItPlays(), m_name, m_stage->size(),
        [this, path, task, list = QPointer(m_tasks)](Result<std::string> gif) {
            if (list)
                list->end(*task, outcomeOf(gif));
            m_film->deleteLater();
            m_film = nullptr;
            m_saveGif->setEnabled(true);
            if (gif)
                write(path, *std::move(gif));
            else
                tell(SafeText::display(gif.error().text()));
        },
        this);
    if (m_tasks)
        *task = m_tasks->begin(m_film, title, [film = QPointer(m_film)] {
            if (film)
                film->cancel();
        });
    connect(m_film, &ReplayFilm::progressed, this, [this, task](std::size_t done, std::size_t all) {
        const QString detail = tr("Frame %1 of %2").arg(done).arg(all);
        tell(tr("Making the GIF: %1").arg(detail));
        if (m_tasks)
            m_tasks->report(*task, detail, static_cast<double>(done) / static_cast<double>(all));
    });
}

void ReplayWindow::write(const QString& path, std::string bytes)
{
    m_saves.run(
        this,
        [path, bytes = std::move(bytes)](const std::stop_token&) { return saveFile(path, bytes); },
        [this, path](const QString& problem) {
            tell(problem.isEmpty() ? tr("Saved %1").arg(SafeText::display(path)) : problem);
            emit saved(path, problem);
        });
}

void ReplayWindow::tell(const QString& sentence)
{
    m_message->showMessage(MessageBar::Tone::Info, sentence);
}

} // namespace sandbench::ui
