// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminal/terminal_panel.h"

#include "ui/common/column.h"
#include "ui/common/key_action.h"
#include "ui/common/message_bar.h"
#include "ui/common/safe_text.h"
#include "ui/output/find_bar.h"
#include "ui/terminal/asked_link.h"
#include "ui/terminal/paste_guard.h"
#include "ui/terminal/terminal_view.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace sandbench::ui {

static constexpr int kSearchDelay = 250;

static TerminalSize sizeOf(const TerminalView& view)
{
    return {
        static_cast<unsigned>(view.screen().rows()),
        static_cast<unsigned>(view.screen().columns())};
}

TerminalPanel::TerminalPanel(SessionController& session, QWidget* parent)
    : QWidget(parent)
    , m_shell(session)
    , m_pages(new QStackedWidget(this))
    , m_new(new QPushButton(tr("New Terminal"), this))
    , m_bar(new MessageBar(this))
    , m_view(new TerminalView(this))
    , m_findBar(new FindBar(this))
    , m_finder(new LogFinder(this))
{
    auto* empty = new QWidget(this);
    auto* middle = new QVBoxLayout(empty);
    auto* text = new QLabel(
        tr("A terminal runs a shell in this session's sandbox, with its limits and its files."),
        empty);
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setAlignment(Qt::AlignCenter);
    middle->addStretch(1);
    middle->addWidget(text);
    middle->addWidget(m_new, 0, Qt::AlignCenter);
    middle->addStretch(1);
    m_pages->addWidget(empty);
    m_pages->addWidget(m_view);
    auto* column = columnOf(this, 0);
    column->addWidget(m_bar);
    column->addWidget(m_findBar);
    column->addWidget(m_pages, 1);
    m_bar->hide();
    m_findBar->hide();
    m_findBar->setPrompt(tr("Find in terminal"));
    m_searchDelay.setSingleShot(true);
    m_searchDelay.setInterval(kSearchDelay);
    setFocusProxy(m_new);
    buildCommands();
    follow();
}

TerminalPanel::~TerminalPanel() = default;

void TerminalPanel::buildCommands()
{
    const auto key = [](Qt::Key each) { return QKeySequence(Qt::CTRL | Qt::SHIFT | each); };
    keyAction(*m_view, "terminalCopy", tr("Copy from Terminal"), {key(Qt::Key_C)}, [this] {
        m_view->copy();
    });
    keyAction(*m_view, "terminalPaste", tr("Paste into Terminal"), {key(Qt::Key_V)}, [this] {
        askPaste(QGuiApplication::clipboard()->text());
    });
    keyAction(
        *m_view, "terminalFind", tr("Find in Terminal"), {key(Qt::Key_F)}, [this] { openFind(); });
    keyAction(*m_view, "terminalClose", tr("Close Terminal"), {}, [this] { close(); });
}

void TerminalPanel::follow()
{
    connect(m_new, &QPushButton::clicked, this, &TerminalPanel::open);
    connect(m_view, &TerminalView::entered, this, &TerminalPanel::open);
    connect(m_view, &TerminalView::typed, &m_shell, &TerminalSession::send);
    connect(m_view, &TerminalView::sizeChanged, this, [this] { m_shell.resize(sizeOf(*m_view)); });
    connect(m_view, &TerminalView::pasteWanted, this, &TerminalPanel::askPaste);
    connect(m_view, &TerminalView::linkActivated, this, &TerminalPanel::askLink);
    connect(&m_shell, &TerminalSession::output, m_view, [this](const QByteArray& bytes) {
        m_view->feed(bytes);
        if (!m_findBar->isHidden() && !m_searchDelay.isActive())
            m_searchDelay.start();
    });
    connect(&m_shell, &TerminalSession::stateChanged, this, [this] {
        m_view->setTakesKeys(m_shell.state() == TerminalSession::State::Running);
    });
    connect(&m_shell, &TerminalSession::ended, this, &TerminalPanel::showEnd);
    connect(&m_shell, &TerminalSession::refused, this, [this] {
        m_bar->showMessage(
            MessageBar::Tone::Warning,
            tr("The terminal's program does not read: what you typed last was not sent."));
    });
    connect(&m_searchDelay, &QTimer::timeout, this, &TerminalPanel::search);
    connect(m_findBar, &FindBar::queryChanged, this, [this] {
        m_match = -1;
        m_searchDelay.start();
    });
    connect(m_findBar, &FindBar::stepped, this, &TerminalPanel::stepMatch);
    connect(m_findBar, &FindBar::closed, this, &TerminalPanel::closeFind);
    connect(m_finder, &LogFinder::finished, this, &TerminalPanel::showMatches);
}

QString TerminalPanel::messageText() const
{
    return m_bar->isHidden() ? QString() : m_bar->text();
}

void TerminalPanel::open()
{
    if (!isOpen()) {
        m_bar->hide();
        m_pages->setCurrentWidget(m_view);
        setFocusProxy(m_view);
        m_view->reset();
        m_shell.start(sizeOf(*m_view));
    }
    m_view->setFocus(Qt::OtherFocusReason);
}

void TerminalPanel::close()
{
    m_shell.stop();
}

void TerminalPanel::retire()
{
    m_view->disconnect(this);
    m_new->disconnect(this);
    m_shell.disconnect(this);
    m_shell.disconnect(m_view);
    connect(&m_shell, &TerminalSession::idle, this, &QObject::deleteLater);
    close();
    if (m_shell.isIdle())
        deleteLater();
}

void TerminalPanel::showEnd(const QString& why)
{
    m_bar->showMessage(
        MessageBar::Tone::Info, tr("%1 Press Enter for a new one.").arg(why),
        {{"terminalAgain", tr("New Terminal"), [this] { open(); }}});
}

void TerminalPanel::askPaste(const QString& copied)
{
    const GuardedPaste guarded = guardPaste(copied);
    if (guarded.text.isEmpty() || m_shell.state() != TerminalSession::State::Running)
        return;
    if (!guarded.isAsked())
        return m_view->paste(guarded.text);
    const auto done = [this](const QString& text) {
        if (!text.isEmpty())
            m_view->paste(text);
        m_view->setFocus();
    };
    QString question = guarded.lines > 0
        ? tr("Paste this into the terminal? Each of its %1 line ends may run a command: %2")
              .arg(guarded.lines)
              .arg(guarded.preview())
        : tr("Paste this into the terminal? %1").arg(guarded.preview());
    if (guarded.hadControls)
        question += u' ' + tr("Control characters were left out.");
    m_bar->showMessage(
        MessageBar::Tone::Warning, question,
        {{"terminalPasteNow", tr("Paste"), [done, text = guarded.text] { done(text); }},
         {"terminalPasteNot", tr("Do Not Paste"), [done] { done({}); }}});
}

void TerminalPanel::askLink(const QString& address)
{
    askAboutLink(*m_bar, address, [this] { m_view->setFocus(); });
}

void TerminalPanel::openFind()
{
    m_findBar->open(m_view->hasSelection() ? m_view->selectedText() : QString());
}

void TerminalPanel::search()
{
    m_finder->search(m_view->searchParts(), m_findBar->query());
    m_findBar->showCount(*m_finder, m_match);
}

void TerminalPanel::showMatches()
{
    const int count = static_cast<int>(m_finder->matches().size());
    const bool isNew = m_match < 0 || m_match >= count;
    if (isNew)
        m_match = count - 1; // the newest line is what one looks for first
    m_view->setMatches(m_finder->matches(), m_match, isNew);
    m_findBar->showCount(*m_finder, m_match);
}

void TerminalPanel::stepMatch(int direction)
{
    const int count = static_cast<int>(m_finder->matches().size());
    if (count == 0)
        return;
    m_match = (m_match + direction + count) % count;
    m_view->setMatches(m_finder->matches(), m_match, true);
    m_findBar->showCount(*m_finder, m_match);
}

void TerminalPanel::closeFind()
{
    m_finder->cancel();
    m_searchDelay.stop();
    m_match = -1;
    m_view->setMatches({}, -1, false);
    m_findBar->hide();
    m_view->setFocus();
}

} // namespace sandbench::ui
