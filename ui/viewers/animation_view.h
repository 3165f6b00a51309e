// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewers/render_client.h"
#include "ui/viewers/result_view.h"

#include <QTimer>

#include <vector>

class QAction;
class QLabel;
class QSlider;

namespace sandbench::ui {

class PictureView;

/// Plays the frames of a picture, again and again, from the moment the first ones are there. Space
/// plays and pauses, comma and period step. Thread: GUI.
class AnimationView : public ResultView
{
    Q_OBJECT

public:
    /// @p first: the first frame, which is on the screen at once. @p client: outlives the view.
    AnimationView(
        const QByteArray& bytes, PictureKind kind, const RenderedPicture& first,
        RenderClient& client, QWidget* parent);
    ~AnimationView() override;

    QImage image() const override;
    PictureView* picture() const override { return m_picture; }
    /// From 0.
    int frame() const { return m_shown; }
    /// Those that are there so far.
    int frameCount() const { return static_cast<int>(m_frames.size()); }
    bool isPlaying() const { return m_isPlaying; }
    void setPlaying(bool playing);
    /// Also pauses. Past an end: the frame at it.
    void showFrame(int frame);

protected:
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    struct Frame
    {
        QImage image;
        int delay = 0;
    };
    QWidget* makeBar();
    void load(const QByteArray& bytes, PictureKind kind);
    void addFrame(const RenderedPicture& frame);
    void loaded(const RenderedPicture& last);
    void show(int frame);
    void advance();
    void schedule();
    void toggle() { setPlaying(!m_isPlaying); }
    void stepBack() { showFrame(m_shown - 1); }
    void stepOn() { showFrame(m_shown + 1); }

    RenderClient& m_client;
    quint64 m_job = 0;
    std::vector<Frame> m_frames;
    int m_total = 0; ///< That there are, here or not.
    int m_shown = 0;
    bool m_isPlaying = true;
    bool m_isLoaded = false;
    QTimer m_next;
    QLabel* m_caption = nullptr; ///< What is missing; else hidden.
    PictureView* m_picture = nullptr;
    QAction* m_play = nullptr;
    QSlider* m_slider = nullptr;
    QLabel* m_position = nullptr;
};

} // namespace sandbench::ui
