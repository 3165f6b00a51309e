// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/quit_sequence.h"

#include "ui/common/safe_text.h"
#include "ui/editor/editor_tabs.h"
#include "ui/session/session_list.h"

#include <QPushButton>

#include <utility>

namespace sandbench::ui {

// A state folder that hangs may keep what it has: at worst the next start shows it again.
static constexpr int kForgetMilliseconds = 2000;

QuitSequence::QuitSequence(EditorTabs& editors, const SessionList& sessions, QWidget* window)
    : QObject(window)
    , m_editors(editors)
    , m_sessions(sessions)
    , m_window(window)
{
    m_patience.setSingleShot(true);
    m_patience.setInterval(kForgetMilliseconds);
    connect(&m_patience, &QTimer::timeout, m_window, &QWidget::close);
    connect(&m_editors, &EditorTabs::recoveryWritten, this, [this] {
        if (m_forgotten)
            m_window->close();
    });
    connect(&m_editors, &EditorTabs::savesEnded, this, [this] {
        if (!std::exchange(m_waitsForSaves, false))
            return;
        if (m_box)
            m_box->reject(); // it has answered itself
        m_window->close();
    });
    connect(
        &m_editors, &EditorTabs::failed, this, [this] { m_waitsForSaves = m_endsRuns = false; });
}

bool QuitSequence::mayClose()
{
    if (m_forgotten)
        return m_editors.isRecoveryWritten() || !m_patience.isActive();
    if (m_box)
        return false;
    if (m_sessions.running() > 0 && !m_endsRuns) {
        askAboutRuns();
        return false;
    }
    if (m_discard)
        return forgetText();
    QStringList names;
    for (const CodeEditor* editor : m_editors.unsaved())
        names << SafeText::display(editor->fileName());
    if (!names.isEmpty()) {
        ask(tr("These documents have changes that are not saved:\n%1").arg(names.join(u'\n')),
            true);
        return false;
    }
    if (!m_editors.isSaving())
        return forgetText();
    if (std::exchange(m_waitsForSaves, true))
        ask(tr("Documents are still being saved. Quit without waiting?"), false);
    else
        emit waiting(tr("Saving… Close once more to quit without waiting."));
    return false;
}

void QuitSequence::askAboutRuns()
{
    const int running = m_sessions.running();
    m_box = new QMessageBox(
        QMessageBox::Question,
        running == 1 ? tr("A program is running") : tr("Programs are running"),
        running == 1 ? tr("Quitting ends the program that is running, and its output is gone.")
                     : tr("Quitting ends the %1 programs that are running, and their output is "
                          "gone.")
                           .arg(running),
        QMessageBox::Cancel, m_window);
    QPushButton* end = m_box->addButton(
        running == 1 ? tr("End It and Quit") : tr("End Them and Quit"), QMessageBox::AcceptRole);
    m_box->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_box, &QMessageBox::finished, this, [this, end] {
        m_endsRuns = m_box->clickedButton() == end;
        m_box = nullptr;
        if (m_endsRuns)
            m_window->close();
    });
    m_box->open();
}

void QuitSequence::ask(const QString& sentence, bool savesText)
{
    QMessageBox::StandardButtons buttons = QMessageBox::Discard | QMessageBox::Cancel;
    if (savesText)
        buttons |= QMessageBox::SaveAll;
    m_box = new QMessageBox(
        QMessageBox::Question, tr("Unsaved changes"), sentence, buttons, m_window);
    m_box->setTextFormat(Qt::PlainText);
    m_box->setAttribute(Qt::WA_DeleteOnClose);
    connect(m_box, &QMessageBox::finished, this, [this](int answer) {
        m_box = nullptr;
        m_waitsForSaves = false;
        m_discard = answer == QMessageBox::Discard;
        if (m_discard)
            m_window->close();
        else if (answer == QMessageBox::SaveAll)
            m_editors.saveAll([this] { m_window->close(); });
        else
            m_endsRuns = false;
    });
    m_box->open();
}

bool QuitSequence::forgetText()
{
    m_editors.forgetAll();
    m_forgotten = true;
    m_patience.start();
    return m_editors.isRecoveryWritten();
}

} // namespace sandbench::ui
