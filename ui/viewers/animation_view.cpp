// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/animation_view.h"

#include "ui/common/column.h"
#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/viewers/caption.h"
#include "ui/viewers/picture_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>

namespace sandbench::ui {

/// Whatever the helper says, which has read a hostile picture. Units: milliseconds.
static constexpr int kLeastDelay = 10;

AnimationView::AnimationView(
    const QByteArray& bytes, PictureKind kind, const RenderedPicture& first, RenderClient& client,
    QWidget* parent)
    : ResultView(parent)
    , m_client(client)
    , m_total(first.total)
    , m_caption(captionLabel(this))
    , m_picture(new PictureView(this))
{
    m_caption->hide();
    auto* layout = columnOf(this, 0);
    layout->addWidget(m_caption);
    layout->addWidget(m_picture, 1);
    layout->addWidget(makeBar());
    m_next.setSingleShot(true);
    m_next.setTimerType(Qt::PreciseTimer);
    connect(&m_next, &QTimer::timeout, this, &AnimationView::advance);
    m_picture->setPicture(first.image, first.naturalSize, false);
    setPlaying(true);
    load(bytes, kind);
    QMetaObject::invokeMethod(this, &ResultView::settled, Qt::QueuedConnection);
}

AnimationView::~AnimationView()
{
    m_client.cancel(m_job);
}

QWidget* AnimationView::makeBar()
{
    auto* bar = new QWidget(this);
    auto* layout = new QHBoxLayout(bar);
    layout->setContentsMargins(4, 2, 8, 2);
    const auto addButton = [&](QAction* action, Glyph glyph) {
        action->setIcon(glyphIcon(glyph));
        auto* button = new QToolButton(bar);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus); // its keys are those of the actions
        layout->addWidget(button);
    };
    m_play
        = keyAction(*this, "framePlay", tr("Play or pause"), {Qt::Key_Space}, [this] { toggle(); });
    addButton(m_play, Glyph::Run);
    addButton(
        keyAction(
            *this, "framePrevious", tr("Previous frame"), {Qt::Key_Comma}, [this] { stepBack(); }),
        Glyph::Previous);
    addButton(
        keyAction(*this, "frameNext", tr("Next frame"), {Qt::Key_Period}, [this] { stepOn(); }),
        Glyph::Next);
    m_slider = new QSlider(Qt::Horizontal, bar);
    m_slider->setAccessibleName(tr("Frame"));
    m_slider->setRange(0, 0);
    connect(m_slider, &QSlider::valueChanged, this, &AnimationView::showFrame);
    layout->addWidget(m_slider, 1);
    m_position = new QLabel(bar);
    m_position->setTextFormat(Qt::PlainText);
    m_position->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    // As wide as it will ever be: the slider beside it keeps its length.
    const QString most = QLocale().toString(m_total);
    m_position->setMinimumWidth(
        fontMetrics().horizontalAdvance(tr("Frame %1 of %2").arg(most, most)));
    layout->addWidget(m_position);
    return bar;
}

void AnimationView::load(const QByteArray& bytes, PictureKind kind)
{
    RenderClient::Job job{kind, bytes, {}, 1, true};
    job.frames = static_cast<int>(kMaxReplyFrames);
    m_job = m_client.render(
        job, this, [this](const RenderedPicture& last) { loaded(last); },
        [this](const RenderedPicture& frame) { addFrame(frame); });
}

void AnimationView::addFrame(const RenderedPicture& frame)
{
    m_frames.push_back({frame.image, frame.delay});
    const QSignalBlocker quiet(m_slider);
    m_slider->setMaximum(frameCount() - 1);
    if (frameCount() == 1)
        show(0);
    schedule();
}

void AnimationView::loaded(const RenderedPicture& last)
{
    m_isLoaded = true;
    if (m_frames.empty())
        return emit failed(last.refusal);
    const QLocale locale;
    QString missing = last.refusal;
    if (missing.isEmpty() && frameCount() < m_total)
        missing = tr("%1 frames, of which only the first %2 are played.")
                      .arg(locale.toString(m_total), locale.toString(frameCount()));
    m_caption->setText(missing);
    m_caption->setVisible(!missing.isEmpty());
    schedule();
}

QImage AnimationView::image() const
{
    return m_picture->image();
}

void AnimationView::setPlaying(bool playing)
{
    m_isPlaying = playing;
    m_play->setIcon(glyphIcon(playing ? Glyph::Pause : Glyph::Run));
    m_next.stop();
    schedule();
}

void AnimationView::showFrame(int frame)
{
    setPlaying(false);
    if (!m_frames.empty())
        show(std::clamp(frame, 0, frameCount() - 1));
}

void AnimationView::show(int frame)
{
    m_shown = frame;
    m_picture->refine(m_frames[static_cast<std::size_t>(frame)].image);
    const QSignalBlocker quiet(m_slider);
    m_slider->setValue(frame);
    const QLocale locale;
    m_position->setText(
        tr("Frame %1 of %2").arg(locale.toString(frame + 1), locale.toString(m_total)));
}

// At the last frame that is there it waits for more, or begins anew when there are none.
void AnimationView::schedule()
{
    const bool hasNext = m_shown + 1 < frameCount() || (m_isLoaded && frameCount() > 1);
    if (m_isPlaying && hasNext && isVisible() && !m_next.isActive())
        m_next.start(std::max(kLeastDelay, m_frames[static_cast<std::size_t>(m_shown)].delay));
}

void AnimationView::advance()
{
    show(m_shown + 1 < frameCount() ? m_shown + 1 : 0);
    schedule();
}

void AnimationView::showEvent(QShowEvent*)
{
    schedule();
}

// Nobody watches.
void AnimationView::hideEvent(QHideEvent*)
{
    m_next.stop();
}

} // namespace sandbench::ui
