// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_stage.h"

#include "ui/common/text.h"
#include "ui/plots/plot_picture.h"
#include "ui/viewers/active_view.h"
#include "ui/viewers/animation_view.h"
#include "ui/viewers/compare_view.h"
#include "ui/viewers/page_data.h"
#include "ui/viewers/result_view.h"
#include "ui/viewers/web_engine.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPushButton>

#include <chrono>

namespace sandbench::ui {

using namespace std::chrono_literals;

PlotStage::PlotStage(RenderClient& client, QWidget* parent)
    : QStackedWidget(parent)
    , m_client(client)
    , m_empty(new QLabel(tr("Plots and files that a run makes show up here."), this))
    , m_picture(new PlotPicture(client, this))
    , m_card(new ArtifactCard(this))
    , m_spare(*this)
{
    m_empty->setTextFormat(Qt::PlainText);
    m_empty->setAlignment(Qt::AlignCenter);
    m_empty->setWordWrap(true);
    m_empty->setForegroundRole(QPalette::PlaceholderText);
    addWidget(m_empty);
    addWidget(m_picture);
    addWidget(m_card);
    connect(m_card, &ArtifactCard::saveRequested, this, &PlotStage::saveRequested);
    connect(m_card, &ArtifactCard::activateRequested, this, [this] {
        m_entry.kind == ArtifactKind::Html ? activateHtml() : presentPage();
    });
    connect(m_picture, &PlotPicture::drawn, this, &PlotStage::showDrawn);
    connect(m_picture, &PlotPicture::appeared, this, [this] {
        emit pixelsRead(m_entry.id, m_picture->image());
        setCurrentWidget(m_picture);
    });
    connect(m_picture, &PlotPicture::refused, this, [this](const QString& reason) {
        showCard(reason, ArtifactCard::Offer::SaveOnly);
        settle();
    });
    m_unseen.setSingleShot(true);
    m_unseen.setInterval(10min);
    connect(&m_unseen, &QTimer::timeout, this, [this] {
        if (m_active)
            deactivate();
    });
    follow(m_picture);
}

PlotStage::~PlotStage()
{
    endShown();
}

void PlotStage::present(const PlotEntry* entry)
{
    m_picture->cancel();
    m_check.request_stop();
    endShown();
    if (!entry) {
        m_spare.drop();
        m_entry = {};
        setCurrentWidget(m_empty);
        return settle();
    }
    m_entry = *entry;
    m_settled = false;
    if (isDrawnByPage(m_entry.kind) && !m_showsSource)
        return presentPage();
    if (auto* view = makeResultView(m_entry.item, m_entry.kind, m_client, this))
        return showView(view);
    if (pictureKind(m_entry.kind))
        return m_picture->present(m_entry);
    presentCard();
}

void PlotStage::presentCard()
{
    const bool isHtml = m_entry.kind == ArtifactKind::Html;
    QString reason;
    if (isHtml && mayRunForeignPages())
        reason = tr("A page that may run scripts. It gets no network, no files and no storage. Its "
                    "engine is %1: a page "
                    "made to attack that may succeed.")
                     .arg(webEngineVersion());
    else if (isHtml && isWebEngineConfigured())
        reason = tr("This program runs as root, where the web engine has no sandbox of its own, so "
                    "a page is not run. Start it as another user, or save the page.");
    else if (isHtml)
        reason = tr("This program was started without a web engine, so pages can only be saved.");
    else if (isSoundOrFilm(m_entry.item))
        reason = tr("Sound and film are not played here, where their decoders would run in this "
                    "window; save it to open it elsewhere.");
    showCard(
        reason,
        isHtml && mayRunForeignPages() ? ArtifactCard::Offer::Activate
                                       : ArtifactCard::Offer::SaveOnly);
    settle();
}

// Only the reader of the picture knows whether it has frames.
void PlotStage::showDrawn(const RenderedPicture& picture)
{
    emit pixelsRead(m_entry.id, picture.image);
    if (picture.total > 1)
        return showView(new AnimationView(
            m_entry.item.bytes, *pictureKind(m_entry.kind), picture, m_client, this));
    setCurrentWidget(m_picture);
    settle();
}

void PlotStage::follow(const PictureView* picture)
{
    connect(picture, &PictureView::zoomChanged, this, &PlotStage::zoomChanged);
    connect(picture, &PictureView::enlargeRequested, this, &PlotStage::enlargeRequested);
}

void PlotStage::compare(const PlotEntry& first, const PlotEntry& second)
{
    present(nullptr);
    m_entry = second;
    m_settled = false;
    const auto sideOf = [](const PlotEntry& entry) -> CompareView::Side {
        return {tr("Plot %1").arg(entry.ordinal), *pictureKind(entry.kind), entry.item.bytes};
    };
    showView(new CompareView(sideOf(first), sideOf(second), m_client, this));
}

bool PlotStage::isComparing() const
{
    return qobject_cast<CompareView*>(m_view);
}

// A script with the checked data of what a page of ours is to draw.
static Result<QByteArray> pageData(const PlotEntry& entry, bool isDark)
{
    const PlotItem& item = entry.item;
    if (entry.kind == ArtifactKind::Plotly)
        return checkFigure(item.bytes);
    if (entry.kind == ArtifactKind::Vega)
        return checkChart(item.bytes, item.mime);
    return textScript(item.bytes, entry.kind == ArtifactKind::Latex, isDark);
}

void PlotStage::presentPage()
{
    endShown();
    if (!isWebEngineConfigured())
        return presentSource(tr("this program was started without a web engine"));
    m_settled = false;
    const bool isDark = palette().color(QPalette::Base).lightness() < 128;
    m_check = m_jobs.run(
        this, [entry = m_entry, isDark](const std::stop_token&) { return pageData(entry, isDark); },
        [this, id = m_entry.id](const Result<QByteArray>& script) {
            if (id != m_entry.id || m_active)
                return;
            if (script)
                return drawPage(*script);
            presentSource(toQString(script.error().text()));
        });
}

// What cannot be drawn is shown as it was written, where a person can read that.
void PlotStage::presentSource(const QString& reason)
{
    if (auto* view = makeResultView(m_entry.item, m_entry.kind, m_client, this)) {
        emit notice(tr("Shown as it is written: %1.").arg(reason));
        return showView(view);
    }
    showCard(tr("Not drawn: %1.").arg(reason), ArtifactCard::Offer::SaveOnly);
    settle();
}

void PlotStage::setShowsSource(bool shows)
{
    m_showsSource = shows;
    if (canShowSource())
        present(std::make_unique<PlotEntry>(m_entry).get());
}

bool PlotStage::canShowSource() const
{
    return isDrawnByPage(m_entry.kind) && m_entry.kind != ArtifactKind::Plotly;
}

void PlotStage::drawPage(const QByteArray& script)
{
    if (m_entry.kind == ArtifactKind::Vega)
        return showActive(makeVegaView(script, this), false);
    if (m_entry.kind != ArtifactKind::Plotly)
        return showActive(makeTextPage(script, this), false);
    FigureView* view = m_spare.take();
    showActive(view, false);
    view->draw(script);
}

void PlotStage::expectNoFigure()
{
    if (m_entry.kind != ArtifactKind::Plotly)
        m_spare.drop();
}

void PlotStage::hideEvent(QHideEvent* event)
{
    m_spare.drop();
    if (m_active && m_entry.kind == ArtifactKind::Html)
        m_unseen.start();
    QStackedWidget::hideEvent(event);
}

void PlotStage::showEvent(QShowEvent* event)
{
    m_unseen.stop();
    QStackedWidget::showEvent(event);
}

void PlotStage::activateHtml()
{
    endShown();
    m_settled = false;
    showActive(makeHtmlView(m_entry.item.bytes, this), true);
}

// What a page draws could look like a part of this window: a foreign one always has our frame
// around it.
QWidget* PlotStage::makeFrame(ActiveView* view)
{
    auto* frame = new QFrame(this);
    frame->setFrameShape(QFrame::Box);
    auto* layout = new QVBoxLayout(frame);
    layout->setContentsMargins(2, 2, 2, 2);
    auto* bar = new QHBoxLayout;
    auto* badge = new QLabel(tr("Active: this page runs its own scripts, without network"), frame);
    badge->setTextFormat(Qt::PlainText);
    auto* end = new QPushButton(tr("Deactivate"), frame);
    bar->addWidget(badge, 1);
    bar->addWidget(end);
    layout->addLayout(bar);
    layout->addWidget(view, 1);
    connect(view, &ActiveView::blockedRequestsChanged, badge, [badge](int count) {
        badge->setText(
            count == 1 ? tr("Active: 1 request blocked")
                       : tr("Active: %1 requests blocked").arg(count));
    });
    connect(view, &ActiveView::busyChanged, badge, [badge](bool isBusy) {
        badge->setText(
            isBusy ? tr("Active: this page keeps a processor busy")
                   : tr("Active: this page runs its own scripts, without network"));
    });
    connect(end, &QPushButton::clicked, this, &PlotStage::deactivate);
    return frame;
}

void PlotStage::deactivate()
{
    endShown();
    presentCard();
}

void PlotStage::showActive(ActiveView* view, bool isForeign)
{
    m_active = view;
    place(isForeign ? makeFrame(view) : view);
    connect(view, &ActiveView::drawn, this, &PlotStage::activeDrawn);
    connect(
        view, &ActiveView::failed, this,
        [this](const QString& reason) {
            endShown();
            showCard(reason, ArtifactCard::Offer::Retry);
            settle();
        },
        Qt::QueuedConnection);
}

void PlotStage::showView(ResultView* view)
{
    m_view = view;
    if (const auto background = m_picture->background(); PictureView* pixels = view->picture()) {
        pixels->setBackground(background);
        follow(pixels);
    }
    place(view);
    emit viewShown(view);
    connect(view, &ResultView::settled, this, &PlotStage::settle);
    connect(view, &ResultView::notice, this, &PlotStage::notice);
    connect(
        view, &ResultView::failed, this,
        [this](const QString& reason) {
            endShown();
            showCard(reason, ArtifactCard::Offer::SaveOnly);
            settle();
        },
        Qt::QueuedConnection);
}

void PlotStage::place(QWidget* shown)
{
    m_shown = shown;
    addWidget(shown);
    setCurrentWidget(shown);
}

void PlotStage::activeDrawn()
{
    const QImage shown = image();
    if (!shown.isNull() && isVisible()) {
        const QSize size = PlotModel::kThumbnailSize * devicePixelRatioF();
        QImage thumbnail = shown.scaled(size, Qt::KeepAspectRatio, Qt::SmoothTransformation);
        thumbnail.setDevicePixelRatio(devicePixelRatioF());
        emit thumbnailReady(m_entry.id, thumbnail);
    }
    if (m_entry.kind == ArtifactKind::Plotly)
        m_spare.keep();
    settle();
}

void PlotStage::showCard(const QString& reason, ArtifactCard::Offer offer)
{
    m_card->show(m_entry, reason, offer);
    setCurrentWidget(m_card);
}

void PlotStage::endShown()
{
    if (!m_shown)
        return;
    removeWidget(m_shown);
    m_shown->disconnect(this);
    for (QWidget* view : {static_cast<QWidget*>(m_active), static_cast<QWidget*>(m_view)})
        if (view)
            view->disconnect(this);
    m_shown->hide();
    m_shown->deleteLater();
    m_shown = nullptr;
    m_active.clear();
    m_view.clear();
}

PictureView& PlotStage::picture() const
{
    return m_view && m_view->picture() ? *m_view->picture() : *m_picture;
}

bool PlotStage::isStill() const
{
    return currentWidget() == m_picture;
}

bool PlotStage::showsPicture() const
{
    return isStill() || (m_view && m_view->picture());
}

void PlotStage::setBackground(PictureView::Background background)
{
    m_picture->setBackground(background);
    picture().setBackground(background);
}

QImage PlotStage::image() const
{
    if (isStill())
        return m_settled ? m_picture->image() : QImage();
    if (m_view)
        return m_view->image();
    return m_active ? m_active->picture().toImage() : QImage();
}

QString PlotStage::selectedText() const
{
    return m_view ? m_view->selectedText() : QString();
}

void PlotStage::settle()
{
    m_settled = true;
    emit settled();
}

} // namespace sandbench::ui
