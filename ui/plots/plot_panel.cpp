// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/plots/plot_panel.h"

#include "ui/common/column.h"
#include "ui/plots/plot_model.h"
#include "ui/plots/plot_stage.h"
#include "ui/plots/plot_strip.h"
#include "ui/viewers/picture_view.h"
#include "ui/viewers/pixel_label.h"
#include "ui/viewers/render_client.h"
#include "ui/viewers/result_view.h"
#include "ui/viewers/table_pane.h"

#include <QAction>
#include <QBoxLayout>
#include <QItemSelectionModel>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QToolBar>

#include <chrono>
#include <utility>

namespace sandbench::ui {

using namespace std::chrono_literals;

PlotPanel::PlotPanel(QWidget* parent)
    : QWidget(parent)
    , m_client(new RenderClient(this))
    , m_model(new PlotModel(this))
    , m_stage(new PlotStage(*m_client, this))
    , m_strip(new PlotStrip(*m_model, this))
    , m_numbers(new TablePane(this))
    , m_undoBar(new QWidget(this))
    , m_undoText(new QLabel(m_undoBar))
{
    auto* undo = new QPushButton(tr("Undo"), m_undoBar);
    auto* undoLayout = new QHBoxLayout(m_undoBar);
    undoLayout->setContentsMargins(8, 2, 8, 2);
    undoLayout->addWidget(m_undoText, 1);
    undoLayout->addWidget(undo);
    m_undoText->setTextFormat(Qt::PlainText);
    m_undoBar->hide();
    connect(undo, &QPushButton::clicked, this, [this] {
        m_undoBar->hide();
        m_model->restore();
        select(count() - 1);
    });
    m_undoExpiry.setSingleShot(true);
    m_undoExpiry.setInterval(30s);
    connect(&m_undoExpiry, &QTimer::timeout, this, [this] {
        m_undoBar->hide();
        m_model->forgetRemoved();
    });

    auto* layout = columnOf(this, 0);
    makeActions();
    layout->addWidget(m_undoBar);
    auto* splitter = new QSplitter(Qt::Vertical, this);
    splitter->setChildrenCollapsible(false);
    auto* beside = new QSplitter(Qt::Horizontal, splitter);
    beside->setChildrenCollapsible(false);
    beside->addWidget(m_stage);
    beside->addWidget(m_numbers);
    beside->setSizes({300, 200});
    splitter->addWidget(beside);
    splitter->addWidget(m_strip);
    splitter->setStretchFactor(0, 1);
    layout->addWidget(splitter, 1);
    setFocusPolicy(Qt::StrongFocus); // for as long as there is no strip to take it
    setAccessibleName(tr("Plots"));

    // Coalesces: of twenty plots that arrive together only the last is drawn large.
    m_present.setSingleShot(true);
    m_present.setInterval(0);
    connect(&m_present, &QTimer::timeout, this, &PlotPanel::presentCurrent);
    connect(
        m_strip->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &PlotPanel::presentSoon);
    connect(m_model, &QAbstractItemModel::modelReset, this, &PlotPanel::presentSoon);
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, &PlotPanel::presentSoon);
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &PlotPanel::countChanged);
    connect(m_model, &QAbstractItemModel::rowsRemoved, this, &PlotPanel::countChanged);
    connect(m_model, &QAbstractItemModel::modelReset, this, &PlotPanel::countChanged);
    connect(m_model, &PlotModel::limitReached, this, [this] {
        emit notice(tr("The plot list is full (%1 artifacts or 512 MB): the oldest are dropped.")
                        .arg(PlotModel::kMaxArtifacts));
    });
    connect(m_model, &PlotModel::dragFailed, this, &PlotPanel::notice);
    m_model->setPixelsOf(
        [this](quint64 id) { return id == m_shownId ? m_stage->image() : QImage(); });
    connect(m_stage, &PlotStage::thumbnailReady, m_model, &PlotModel::setThumbnail);
    connect(m_stage, &PlotStage::pixelsRead, this, [this](quint64 id, QImage pixels) {
        if (std::erase(m_readForLong, id) == 0)
            return;
        pixels.setDevicePixelRatio(devicePixelRatioF());
        m_model->setThumbnail(id, pixels);
    });
    connect(m_stage, &PlotStage::saveRequested, this, &PlotPanel::saveCurrent);
    connect(m_stage, &PlotStage::notice, this, &PlotPanel::notice);
    connect(m_stage, &PlotStage::settled, this, &PlotPanel::reportIfSettled);
    connect(m_client, &RenderClient::idle, this, &PlotPanel::reportIfSettled);
    connect(m_stage, &PlotStage::zoomChanged, this, &PlotPanel::updateActions);
    connect(m_stage, &PlotStage::enlargeRequested, this, &PlotPanel::enlarge);
    connect(m_stage, &PlotStage::viewShown, this, [this](const ResultView* view) {
        addActions(view->actions());
        if (PictureView* picture = view->picture())
            picture->pixelLabel().setMarking(m_markPixel->isChecked());
    });
    connect(m_numbers, &TablePane::notice, this, &PlotPanel::notice);
    m_strip->hide();
    updateActions();
}

PlotPanel::~PlotPanel()
{
    // Members and children die in an order that must not reach back here.
    m_stage->disconnect(this);
    m_client->disconnect(this);
    m_model->disconnect(this);
    delete m_stage; // its views may cancel what they asked the client for
}

/// As a bitmap of many pixels is.
static bool isReadForLong(const PlotEntry& entry)
{
    constexpr qsizetype kManyBytes = 256 << 10;
    const bool isDrawing = entry.kind == ArtifactKind::Svg || entry.kind == ArtifactKind::Pdf;
    return entry.item.bytes.size() > kManyBytes && pictureKind(entry.kind) && !isDrawing;
}

void PlotPanel::add(const PlotItem& item)
{
    const int row = m_model->rowOf(m_model->add(item));
    const PlotEntry* entry = m_model->entry(row);
    if (!entry || entry->item.name != item.name) // another form of it
        return;
    if (isReadForLong(*entry))
        m_readForLong.push_back(entry->id);
    else
        requestThumbnail(*entry);
    select(row);
}

void PlotPanel::beginRun(const QString& runId, bool mayDrawFigures)
{
    m_model->beginRun(runId);
    if (mayDrawFigures)
        m_stage->expectFigure();
}

void PlotPanel::endRun()
{
    m_stage->expectNoFigure();
}

void PlotPanel::select(int index)
{
    if (!m_model->entry(index))
        return;
    // Alone, whatever keys are held down while a plot comes.
    m_strip->selectionModel()->setCurrentIndex(
        m_model->index(index), QItemSelectionModel::ClearAndSelect);
    m_strip->scrollTo(m_model->index(index));
    presentSoon();
}

int PlotPanel::count() const
{
    return m_model->rowCount();
}

int PlotPanel::currentIndex() const
{
    return m_strip->currentIndex().row();
}

const PlotEntry* PlotPanel::current() const
{
    return m_model->entry(currentIndex());
}

bool PlotPanel::isSettled() const
{
    return !m_present.isActive() && m_stage->isSettled() && m_client->isIdle();
}

QWidget& PlotPanel::shownResult() const
{
    return *m_stage;
}

void PlotPanel::reportIfSettled()
{
    updateActions();
    if (isSettled())
        emit settled();
}

void PlotPanel::presentSoon()
{
    m_present.start();
}

void PlotPanel::presentCurrent()
{
    m_strip->setVisible(count() > 0);
    setFocusProxy(count() > 0 ? m_strip : nullptr);
    if (!current() && count() > 0)
        m_strip->setCurrentIndex(m_model->index(count() - 1));
    m_present.stop();
    const PlotEntry* entry = current();
    const quint64 id = entry ? entry->id : 0;
    requestMissedThumbnails(id);
    // A page that is live goes on living when other rows come and go.
    if (id == m_shownId && id != 0)
        return reportIfSettled();
    m_shownId = id;
    m_stage->present(entry);
    updateActions();
}

// One that is shown is not read a second time at once.
void PlotPanel::requestMissedThumbnails(quint64 shown)
{
    for (const quint64 id : std::exchange(m_readForLong, {})) {
        const PlotEntry* entry = m_model->entry(m_model->rowOf(id));
        if (entry && id == shown)
            m_readForLong.push_back(id);
        else if (entry)
            requestThumbnail(*entry);
    }
}

void PlotPanel::requestThumbnail(const PlotEntry& entry)
{
    const auto kind = pictureKind(entry.kind);
    if (!kind)
        return;
    const double ratio = devicePixelRatioF();
    const RenderClient::Job job{
        *kind, entry.item.bytes, PlotModel::kThumbnailSize * ratio, ratio, false};
    m_client->render(job, this, [this, ratio, id = entry.id](const RenderedPicture& picture) {
        QImage thumbnail = picture.image;
        thumbnail.setDevicePixelRatio(ratio);
        m_model->setThumbnail(id, thumbnail);
    });
}

} // namespace sandbench::ui
