// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/compare_view.h"

#include "ui/common/column.h"
#include "ui/common/key_action.h"
#include "ui/viewers/caption.h"
#include "ui/viewers/own_keys.h"
#include "ui/viewers/picture_actions.h"
#include "ui/viewers/picture_view.h"
#include "ui/viewers/render_client.h"

#include <QActionGroup>
#include <QSlider>
#include <QToolBar>

#include <utility>

namespace sandbench::ui {

CompareView::CompareView(Side first, Side second, RenderClient& client, QWidget* parent)
    : ResultView(parent)
    , m_client(client)
    , m_sides{std::move(first), std::move(second)}
    , m_first(new PictureView(this))
    , m_second(new PictureView(this))
    , m_line(new QSlider(Qt::Horizontal, this))
    , m_caption(captionLabel(this, tr("Comparing…")))
{
    auto* column = columnOf(this, 0);
    makeBar();
    column->addWidget(m_caption);
    auto* row = new QHBoxLayout;
    row->setSpacing(1);
    row->addWidget(m_first, 1);
    row->addWidget(m_second, 1);
    column->addLayout(row, 1);
    column->addWidget(m_line);
    m_first->setAccessibleName(m_sides[0].title);
    m_second->setAccessibleName(m_sides[1].title);
    m_line->setAccessibleName(tr("How much of %1 is uncovered").arg(m_sides[0].title));
    m_line->setRange(0, 100);
    m_line->setValue(50);
    keepMovingKeys(m_line);
    connect(m_line, &QSlider::valueChanged, this, [this](int value) {
        m_first->setUpper(m_difference.second, value / 100.0);
    });
    linkPictures();
    m_line->hide();
    m_first->setFocusPolicy(Qt::StrongFocus);
    setFocusProxy(m_first);
    render(0);
    render(1);
}

CompareView::~CompareView()
{
    for (const quint64 rendering : m_renderings)
        m_client.cancel(rendering);
}

void CompareView::makeBar()
{
    auto* bar = new QToolBar(this);
    bar->setToolButtonStyle(Qt::ToolButtonTextOnly);
    layout()->addWidget(bar);
    auto* group = new QActionGroup(this);
    const auto add = [&](Mode mode, const char* name, const QString& text, Qt::Key key) {
        QAction* action = keyAction(*this, name, text, {key}, [this, mode] { setMode(mode); });
        action->setCheckable(true);
        group->addAction(action);
        bar->addAction(action);
        m_modes[static_cast<std::size_t>(mode)] = action;
    };
    add(Mode::SideBySide, "compareSideBySide", tr("Side by side"), Qt::Key_S);
    add(Mode::Overlay, "compareOverlay", tr("Overlay"), Qt::Key_O);
    add(Mode::Difference, "compareDifference", tr("Difference"), Qt::Key_D);
    m_modes[0]->setChecked(true);
    const auto first = [this]() -> PictureView& { return *m_first; };
    zoomActions(*this, first);
    pixelActions(*this, first);
}

void CompareView::linkPictures()
{
    const auto link = [](PictureView* leader, PictureView* follower) {
        connect(leader, &PictureView::placeChanged, follower, [leader, follower] {
            follower->setPlace(leader->place());
        });
    };
    link(m_first, m_second);
    link(m_second, m_first);
}

void CompareView::render(std::size_t side)
{
    // Pixels as they are in the picture, whatever screen it is on.
    const RenderClient::Job job{m_sides[side].kind, m_sides[side].bytes, {}, 1, true};
    m_renderings[side] = m_client.render(job, this, [this, side](const RenderedPicture& picture) {
        if (picture.image.isNull()) {
            m_client.cancel(m_renderings[1 - side]);
            return emit failed(
                tr("%1 cannot be compared: %2").arg(m_sides[side].title, picture.refusal));
        }
        m_images[side] = picture.image;
        m_isReduced = m_isReduced || picture.image.size() != picture.naturalSize;
        if (!m_images[0].isNull() && !m_images[1].isNull())
            compare();
    });
}

void CompareView::compare()
{
    m_jobs.run(
        this,
        [images = std::exchange(m_images, {})](const std::stop_token& stop) {
            return comparePictures(images[0], images[1], stop);
        },
        [this](const PictureDifference& difference) {
            m_difference = difference;
            m_second->setPicture(difference.second, difference.second.size(), false);
            showDifference();
            emit settled();
        });
}

void CompareView::setMode(Mode mode)
{
    m_mode = mode;
    m_modes[static_cast<std::size_t>(mode)]->setChecked(true);
    m_second->setVisible(mode == Mode::SideBySide);
    if (m_line->hasFocus())
        m_first->setFocus(Qt::OtherFocusReason);
    m_line->setVisible(mode == Mode::Overlay);
    if (!m_difference.picture.isNull())
        showDifference();
    if (mode == Mode::Overlay && hasFocus())
        m_line->setFocus(Qt::OtherFocusReason);
}

void CompareView::showDifference()
{
    const auto place = m_first->place();
    const QImage shown = image();
    m_first->setPicture(shown, shown.size(), false);
    m_first->setPlace(place);
    if (m_mode == Mode::Overlay)
        m_first->setUpper(m_difference.second, m_line->value() / 100.0);
    QString said = tr("%1. %2.").arg(placesText(), differenceSentence(m_difference));
    if (m_isReduced)
        said += tr(" Pictures of this size are drawn smaller, and compared so.");
    m_caption->setText(said);
}

QString CompareView::placesText() const
{
    const QString& first = m_sides[0].title;
    const QString& second = m_sides[1].title;
    switch (m_mode) {
    case Mode::SideBySide:
        return tr("%1 on the left, %2 on the right").arg(first, second);
    case Mode::Overlay:
        return tr("%1 left of the line, %2 right of it").arg(first, second);
    case Mode::Difference:
        break;
    }
    return tr("%1 minus %2, black where they are equal").arg(first, second);
}

QImage CompareView::image() const
{
    return m_mode == Mode::Difference ? m_difference.picture : m_difference.first;
}

} // namespace sandbench::ui
