// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/session_pages.h"

#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/session/session_list.h"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>

#include <algorithm>

namespace sandbench::ui {

static constexpr int kColourWidth = 6;

SessionPages::SessionPages(SessionList& sessions, QWidget* parent)
    : QWidget(parent)
    , m_sessions(sessions)
    , m_splitter(new QSplitter(Qt::Horizontal, this))
{
    columnOf(this, 0)->addWidget(m_splitter);
    m_splitter->setChildrenCollapsible(false);
    connect(&sessions, &SessionList::chosenChanged, this, &SessionPages::refresh);
    connect(&sessions, &SessionList::pinnedChanged, this, &SessionPages::refresh);
    connect(&sessions, &SessionList::dataChanged, this, &SessionPages::refresh);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, const QWidget* now) {
        follow(now);
    });
}

SessionPages::Page SessionPages::makePage(QWidget* content)
{
    Page page;
    page.frame = new QWidget(m_splitter);
    page.content = content;
    auto* column = columnOf(page.frame, 0);
    page.head = new QWidget(page.frame);
    page.head->setCursor(Qt::PointingHandCursor);
    page.head->installEventFilter(this);
    auto* row = new QHBoxLayout(page.head);
    row->setContentsMargins(0, 2, 6, 2);
    row->addWidget(page.colour = new QLabel(page.head));
    page.colour->setFixedWidth(kColourWidth);
    page.colour->setAutoFillBackground(true);
    row->addWidget(page.name = new ElidedLabel(page.head), 1);
    column->addWidget(page.head);
    column->addWidget(content, 1);
    return page;
}

void SessionPages::add(const SessionController& session, QWidget* page)
{
    m_pages.insert(&session, makePage(page));
    m_splitter->addWidget(m_pages.value(&session).frame);
    refresh();
}

void SessionPages::take(const SessionController& session)
{
    const Page page = m_pages.take(&session);
    page.content->setParent(this);
    page.content->hide();
    page.frame->hide();
    page.frame->deleteLater(); // the wish to close it may come from it
    refresh();
}

int SessionPages::shown() const
{
    return static_cast<int>(std::count_if(
        m_pages.begin(), m_pages.end(), [](const Page& page) { return !page.frame->isHidden(); }));
}

void SessionPages::refresh()
{
    const SessionController* chosen = &m_sessions.chosen();
    const auto isShown = [&](const SessionController* session) {
        return session == chosen
            || (m_sessions.rowOf(session) >= 0 && m_sessions.isPinned(*session));
    };
    int count = 0;
    for (auto it = m_pages.cbegin(); it != m_pages.cend(); ++it)
        count += isShown(it.key()) ? 1 : 0;
    for (auto it = m_pages.cbegin(); it != m_pages.cend(); ++it) {
        if (m_sessions.rowOf(it.key()) < 0)
            continue; // it goes
        const Page& page = it.value();
        page.head->setVisible(count > 1);
        if (count > 1) {
            page.name->setText(m_sessions.nameOf(*it.key()));
            QFont font = this->font();
            font.setBold(it.key() == chosen);
            page.name->setFont(font);
            QPalette palette = page.colour->palette();
            palette.setColor(QPalette::Window, m_sessions.colourOf(*it.key()));
            page.colour->setPalette(palette);
        }
        page.frame->setVisible(isShown(it.key()));
    }
    if (const Page page = m_pages.value(chosen); page.content)
        setFocusProxy(page.content);
}

bool SessionPages::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress)
        for (auto it = m_pages.cbegin(); it != m_pages.cend(); ++it)
            if (it->head == watched) {
                m_sessions.choose(m_sessions.rowOf(it.key()));
                return true;
            }
    return QWidget::eventFilter(watched, event);
}

void SessionPages::follow(const QWidget* focused)
{
    for (auto it = m_pages.cbegin(); it != m_pages.cend(); ++it)
        if (it->frame->isAncestorOf(focused))
            return m_sessions.choose(m_sessions.rowOf(it.key()));
}

} // namespace sandbench::ui
