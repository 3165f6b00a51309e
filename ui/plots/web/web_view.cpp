// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/web/web_view.h"

#include <QPointer>
#include <QVBoxLayout>

#include <chrono>

namespace sandbench::ui {

using namespace std::chrono_literals;

WebView::WebView(const PageFiles& files, QString readyScript, QWidget* parent)
    : ActiveView(parent)
    , m_profile(new LockedProfile(files, this))
    , m_page(new LockedPage(*m_profile, this))
    , m_view(new QWebEngineView(this))
    , m_readyScript(std::move(readyScript))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(m_view);
    m_view->setPage(m_page);
    m_view->setContextMenuPolicy(Qt::NoContextMenu);
    m_view->setAcceptDrops(false);

    connect(
        &m_profile->filter(), &RequestFilter::blockedChanged, this,
        &ActiveView::blockedRequestsChanged);
    connect(m_page, &QWebEnginePage::renderProcessTerminated, this, [this] {
        finish(tr("The page's process ended."));
    });
    connect(m_page, &QWebEnginePage::loadFinished, this, [this](bool ok) {
        if (!ok)
            finish(tr("The page could not be loaded."));
    });
    m_poll.setInterval(50ms);
    connect(&m_poll, &QTimer::timeout, this, &WebView::askPage);
    m_deadline.setSingleShot(true);
    m_deadline.setInterval(30s);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        finish(tr("Drawing took longer than 30 seconds."));
    });
    m_poll.start();
    m_deadline.start();
    m_page->start();
}

WebView::~WebView()
{
    // The page must be gone before its profile.
    m_poll.stop();
    delete m_view;
    delete m_page;
}

QPixmap WebView::picture() const
{
    return m_drawn ? m_view->grab() : QPixmap();
}

int WebView::blockedRequests() const
{
    return m_profile->filter().blocked();
}

void WebView::askPage()
{
    m_page->runJavaScript(m_readyScript, [self = QPointer<WebView>(this)](const QVariant& answer) {
        if (!self || self->m_drawn)
            return;
        if (answer.toString() == QLatin1String("failed"))
            self->finish(WebView::tr("plotly.js could not draw this figure."));
        else if (answer.toString() == QLatin1String("drawn"))
            self->finish({});
    });
}

void WebView::finish(const QString& failure)
{
    m_poll.stop();
    m_deadline.stop();
    if (!failure.isEmpty())
        return emit failed(failure);
    m_drawn = true;
    emit drawn();
}

} // namespace sandbench::ui
