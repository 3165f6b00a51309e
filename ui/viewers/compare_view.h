// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/artifact/render_protocol.h"
#include "ui/async/job_runner.h"
#include "ui/viewers/picture_difference.h"
#include "ui/viewers/result_view.h"

#include <array>

class QAction;
class QLabel;
class QSlider;

namespace sandbench::ui {

class PictureView;

/// Two pictures: side by side, where zoom and place of one are those of the other; one over the
/// other, as far as a slider uncovers it; or their difference. The helper draws them, a job
/// compares them. Keys: S, O, D, and as in the plot panel for zoom. Thread: GUI.
class CompareView : public ResultView
{
    Q_OBJECT

public:
    struct Side
    {
        QString title;
        PictureKind kind = PictureKind::Png;
        QByteArray bytes; ///< Untrusted.
    };
    enum class Mode { SideBySide, Overlay, Difference };

    /// @p client: outlives it.
    CompareView(Side first, Side second, RenderClient& client, QWidget* parent);
    ~CompareView() override;

    Mode mode() const { return m_mode; }
    void setMode(Mode mode);
    /// What is shown first: the first picture, or the difference.
    QImage image() const override;

private:
    void makeBar();
    void linkPictures();
    void render(std::size_t side);
    void compare();
    void showDifference();
    QString placesText() const;

    RenderClient& m_client;
    std::array<Side, 2> m_sides;
    std::array<quint64, 2> m_renderings{};
    std::array<QImage, 2> m_images;
    bool m_isReduced = false; ///< One is drawn with fewer pixels than it has.
    PictureDifference m_difference;
    Mode m_mode = Mode::SideBySide;
    PictureView* m_first = nullptr; ///< Alone where only one picture is shown.
    PictureView* m_second = nullptr;
    QSlider* m_line = nullptr;
    QLabel* m_caption = nullptr;
    std::array<QAction*, 3> m_modes{};
    JobRunner m_jobs;
};

} // namespace sandbench::ui
