// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson_text.h"

#include <QTextEdit>

#include <vector>

namespace sandbench::ui {

/// The text of a step, as high as it is long. It is put together from blocks of plain text: there
/// is no link in it to follow, and no picture to load. Thread: GUI.
class LessonTextView : public QTextEdit
{
    Q_OBJECT

public:
    explicit LessonTextView(QWidget* parent = nullptr);

    void present(std::vector<lesson::TextBlock> blocks);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void render();
    void fitHeight();

    std::vector<lesson::TextBlock> m_blocks;
    bool m_isRendering = false;
};

} // namespace sandbench::ui
