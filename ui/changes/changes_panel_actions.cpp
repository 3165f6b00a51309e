// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with the changes in their panel.
#include "ui/changes/changes_panel.h"

#include "ui/changes/difference_view.h"
#include "ui/common/elided_label.h"
#include "ui/common/key_action.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"

#include <QAction>
#include <QItemSelectionModel>
#include <QLocale>
#include <QToolButton>
#include <QTreeView>

#include <array>

namespace sandbench::ui {

namespace {

bool isOpenRow(const ChangeRow& row)
{
    return row.isOpen();
}

/// A conflict can be put away, too.
bool isDiscardable(const ChangeRow& row)
{
    return row.isOpen() || row.standing == ChangeStanding::Conflict;
}

bool isUndoable(const ChangeRow& row)
{
    return row.canUndo;
}

QString stateWord(ApplyState state)
{
    switch (state) {
    case ApplyState::Applied:
        return ChangesPanel::tr("applied");
    case ApplyState::Undone:
        return ChangesPanel::tr("taken back");
    case ApplyState::Discarded:
        return ChangesPanel::tr("discarded");
    case ApplyState::Same:
        return ChangesPanel::tr("already so");
    case ApplyState::Conflict:
        return ChangesPanel::tr("in conflict and left alone");
    case ApplyState::Refused:
        return ChangesPanel::tr("refused");
    case ApplyState::Failed:
        break;
    }
    return ChangesPanel::tr("failed");
}

/// "2 applied, 1 in conflict and left alone. a.txt: was changed here since"
QString outcomeSentence(const std::vector<ApplyOutcome>& outcomes)
{
    std::array<int, 7> counts = {};
    const ApplyOutcome* problem = nullptr;
    for (const auto& outcome : outcomes) {
        ++counts.at(static_cast<std::size_t>(outcome.state));
        if (!problem && !outcome.isDone())
            problem = &outcome;
    }
    QStringList parts;
    for (std::size_t state = 0; state < counts.size(); ++state)
        if (counts.at(state) > 0)
            parts << QStringLiteral("%1 %2").arg(
                QLocale().toString(counts.at(state)), stateWord(static_cast<ApplyState>(state)));
    QString sentence
        = parts.isEmpty() ? ChangesPanel::tr("Nothing to do") : parts.join(QStringLiteral(", "));
    if (problem)
        sentence += ChangesPanel::tr(". %1: %2")
                        .arg(
                            SafeText::elidedName(toQString(problem->path), 60),
                            SafeText::display(problem->why));
    return sentence;
}

} // namespace

QAction* ChangesPanel::addAct(
    const char* name, const QString& text, const QKeySequence& key, const QString& tip,
    std::function<void()> run)
{
    return keyAction(*this, name, text, {key}, std::move(run), tip);
}

void ChangesPanel::buildActions()
{
    m_applyAll = addAct(
        "changesApplyAll", tr("Apply All"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_A),
        tr("Bring every change that is not discarded into the folder"), [this] { applyAll(); });
    m_apply = addAct(
        "changesApply", tr("Apply"), QKeySequence(Qt::Key_A),
        tr("Bring the selected files into the folder"), [this] { act(ChangeAct::Apply); });
    m_discard = addAct(
        "changesDiscard", tr("Discard"), QKeySequence(Qt::Key_D),
        tr("Leave the selected files as they are here, and apply nothing more of them"),
        [this] { act(ChangeAct::Discard); });
    m_undo = addAct(
        "changesUndo", tr("Undo"), QKeySequence(Qt::Key_U),
        tr("Take back what was applied or discarded of the selected files"),
        [this] { act(ChangeAct::Undo); });
    m_applyPart = addAct(
        "changesApplyPart", tr("Apply Part"), QKeySequence(Qt::SHIFT | Qt::Key_A),
        tr("Bring the current part of the difference into the file"),
        [this] { actOnPart(ChangeAct::Apply); });
    m_discardPart = addAct(
        "changesDiscardPart", tr("Discard Part"), QKeySequence(Qt::SHIFT | Qt::Key_D),
        tr("Never bring the current part of the difference into the file"),
        [this] { actOnPart(ChangeAct::Discard); });
    m_nextPart = addAct("changesNextPart", tr("Next Part"), QKeySequence(Qt::Key_N), {}, [this] {
        m_difference->step(1);
    });
    m_previousPart
        = addAct("changesPreviousPart", tr("Previous Part"), QKeySequence(Qt::Key_P), {}, [this] {
              m_difference->step(-1);
          });
}

void ChangesPanel::connectDesk()
{
    connect(&m_desk, &ChangeDesk::listed, this, &ChangesPanel::showList);
    connect(&m_desk, &ChangeDesk::looked, this, [this](const FileDifference& difference) {
        const ChangeRow* row = current();
        if (!row || row->path != difference.row.path)
            return;
        m_model.update({difference.row});
        m_difference->show(difference);
        refreshActions();
        settle();
    });
    connect(&m_desk, &ChangeDesk::lookFailed, this, [this](const QString& sentence) {
        m_difference->showNote(sentence);
        refreshActions();
        settle();
    });
    connect(&m_desk, &ChangeDesk::acted, this, &ChangesPanel::showActed);
    connect(&m_desk, &ChangeDesk::failed, this, [this](const QString& sentence) {
        if (m_isRead) {
            m_outcome->setText(sentence);
            m_outcome->show();
        } else {
            showEmpty(sentence);
        }
        settle();
    });
    connect(&m_desk, &ChangeDesk::actingChanged, this, [this] {
        m_stop->setVisible(m_desk.isActing());
        if (m_desk.isActing()) {
            m_outcome->setText(tr("Working…"));
            m_outcome->show();
            m_isSettled = false;
        }
        refreshActions();
    });
    connect(&m_desk, &ChangeDesk::progressed, this, [this](quint64 done, quint64 all) {
        if (done > 0)
            m_outcome->setText(tr("%1 of %2 files").arg(done).arg(all));
    });
}

void ChangesPanel::showActed(ChangeAct act, const ActResult& result, bool wasStopped)
{
    QString sentence = outcomeSentence(result.outcomes);
    if (wasStopped)
        sentence = tr("Stopped: %1").arg(sentence);
    m_outcome->setText(sentence);
    m_outcome->show();
    m_model.update(result.rows);
    showCurrent();
    QStringList written;
    if (act != ChangeAct::Discard)
        for (const auto& outcome : result.outcomes)
            if (outcome.state == ApplyState::Applied || outcome.state == ApplyState::Undone)
                written << toQString(result.folder + "/" + outcome.path);
    if (!written.isEmpty())
        emit filesChanged(written);
}

std::vector<std::string> ChangesPanel::selected(bool (*isMeant)(const ChangeRow&)) const
{
    std::vector<std::string> paths;
    for (const QModelIndex& index : m_list->selectionModel()->selectedRows())
        if (index.row() < count() && isMeant(m_model.at(index.row())))
            paths.push_back(m_model.at(index.row()).path);
    return paths;
}

void ChangesPanel::act(ChangeAct act)
{
    m_desk.act(
        act,
        selected(
            act == ChangeAct::Apply         ? isOpenRow
                : act == ChangeAct::Discard ? isDiscardable
                                            : isUndoable));
}

void ChangesPanel::applyAll()
{
    std::vector<std::string> paths;
    for (const ChangeRow& row : m_model.rows())
        if (row.isOpen())
            paths.push_back(row.path);
    m_desk.act(ChangeAct::Apply, paths);
}

void ChangesPanel::actOnPart(ChangeAct act)
{
    const int part = m_difference->currentPart();
    if (part < 0 || m_difference->difference().isApplied)
        return;
    const auto& difference = m_difference->difference();
    m_desk.actOnPart(act, difference.row.path, difference.parts[part].text);
}

void ChangesPanel::refreshActions()
{
    const bool isFree = m_isRead && !m_desk.isActing();
    const auto has = [this, isFree](bool (*isMeant)(const ChangeRow&)) {
        return isFree && !selected(isMeant).empty();
    };
    m_applyAll->setEnabled(isFree && std::ranges::any_of(m_model.rows(), isOpenRow));
    m_apply->setEnabled(has(isOpenRow));
    m_discard->setEnabled(has(isDiscardable));
    m_undo->setEnabled(has(isUndoable));
    const ChangeRow* row = current();
    const auto& difference = m_difference->difference();
    const bool hasPart = isFree && row && row->path == difference.row.path && !difference.isApplied
        && m_difference->currentPart() >= 0;
    m_applyPart->setEnabled(hasPart);
    m_discardPart->setEnabled(hasPart);
    m_nextPart->setEnabled(m_difference->partCount() > 1);
    m_previousPart->setEnabled(m_difference->partCount() > 1);
}

void ChangesPanel::settle()
{
    m_isSettled = true;
    emit settled();
}

QAction* ChangesPanel::action(const char* name) const
{
    return findChild<QAction*>(QLatin1String(name));
}

} // namespace sandbench::ui
