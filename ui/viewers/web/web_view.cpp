// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/web/web_view.h"

#include "ui/common/column.h"

#include <QPointer>
#include <QWebEngineScript>

#include <chrono>
#include <cstdlib>

namespace sandbench::ui {

using namespace std::chrono_literals;

// A page whose pixels we do not get is shown all the same.
static constexpr auto kMarkPatience = 2s;
// Nearly white: seen by nobody in the corner of a figure for a frame or two.
static constexpr QRgb kMark = qRgb(251, 247, 251);
static constexpr int kMarkTolerance = 3; // colour management; white is further away
// A world of our own: what the page did to its own objects has no effect here.
static constexpr auto kWorld = QWebEngineScript::ApplicationWorld;

WebView::WebView(const PageFiles& files, QString readyScript, QWidget* parent)
    : FigureView(parent)
    , m_profile(new LockedProfile(files, this))
    , m_page(new LockedPage(*m_profile, this))
    , m_view(new QWebEngineView(this))
    , m_readyScript(std::move(readyScript))
{
    auto* layout = columnOf(this);
    layout->addWidget(m_view);
    m_view->setPage(m_page);
    m_view->setContextMenuPolicy(Qt::NoContextMenu);
    m_view->setAcceptDrops(false);

    connect(
        &m_profile->filter(), &RequestFilter::blockedChanged, this,
        &ActiveView::blockedRequestsChanged);
    watchProcess([this] { return m_page->renderProcessPid(); });
    connect(m_page, &QWebEnginePage::renderProcessTerminated, this, [this] {
        finish(tr("The page's process ended."));
    });
    connect(m_page, &QWebEnginePage::loadFinished, this, [this](bool ok) {
        if (!ok)
            finish(tr("The page could not be loaded."));
    });
    m_poll.setInterval(20ms);
    connect(&m_poll, &QTimer::timeout, this, [this] {
        m_phase == Phase::Drawing ? askPage() : watchMark();
    });
    m_deadline.setSingleShot(true);
    m_deadline.setInterval(30s);
    connect(&m_deadline, &QTimer::timeout, this, [this] {
        finish(m_phase == Phase::Drawing ? tr("Drawing took longer than 30 seconds.") : QString());
    });
    m_page->start();
}

void WebView::draw(const QByteArray& figureScript)
{
    m_profile->provide(figurePath(), figureScript);
    watch();
}

void WebView::watch()
{
    m_poll.start();
    m_deadline.start();
}

void WebView::tookTooMuch()
{
    m_page->disconnect(this);
    finish(tr("The page took more than 1 GB of memory and was ended."));
}

void WebView::hideEvent(QHideEvent* event)
{
    FigureView::hideEvent(event);
    // The page learns afterwards that it is hidden.
    QMetaObject::invokeMethod(this, &WebView::freezeIfHidden, Qt::QueuedConnection);
}

// Nobody sees what its scripts do; shown again, it goes on by itself.
void WebView::freezeIfHidden()
{
    if (m_phase == Phase::Drawn && !m_page->isVisible())
        m_page->setLifecycleState(QWebEnginePage::LifecycleState::Frozen);
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
    return m_phase == Phase::Drawn ? m_view->grab() : QPixmap();
}

int WebView::blockedRequests() const
{
    return m_profile->filter().blocked();
}

void WebView::askPage()
{
    m_page->runJavaScript(m_readyScript, [self = QPointer<WebView>(this)](const QVariant& answer) {
        if (!self || self->m_phase != Phase::Drawing)
            return;
        if (answer.toString() == QLatin1String("failed"))
            self->finish(WebView::tr("plotly.js could not draw this figure."));
        else if (answer.toString() == QLatin1String("drawn"))
            self->mark();
    });
}

void WebView::mark()
{
    m_phase = Phase::MarkComes;
    m_page->runJavaScript(
        QStringLiteral(
            "globalThis.mark = document.createElement('div'); mark.style.cssText = 'position:fixed;"
            "left:0;top:0;width:2px;height:2px;z-index:2147483647;pointer-events:none;"
            "background:%1'; document.documentElement.append(mark);")
            .arg(QColor(kMark).name()),
        kWorld);
    m_poll.start(10ms);
    m_deadline.start(kMarkPatience);
}

void WebView::watchMark()
{
    const QRgb corner = m_view->grab(QRect(0, 0, 1, 1)).toImage().pixel(0, 0);
    const bool there = std::abs(qRed(corner) - qRed(kMark)) <= kMarkTolerance
        && std::abs(qGreen(corner) - qGreen(kMark)) <= kMarkTolerance
        && std::abs(qBlue(corner) - qBlue(kMark)) <= kMarkTolerance;
    if (m_phase == Phase::MarkComes && there) {
        m_phase = Phase::MarkGoes;
        m_page->runJavaScript(QStringLiteral("mark.remove();"), kWorld);
    } else if (m_phase == Phase::MarkGoes && !there) {
        finish({});
    }
}

void WebView::finish(const QString& failure)
{
    m_poll.stop();
    m_deadline.stop();
    if (!failure.isEmpty())
        return emit failed(failure);
    m_phase = Phase::Drawn;
    emit drawn();
}

} // namespace sandbench::ui
