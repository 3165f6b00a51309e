// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/picture_actions.h"

#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/viewers/picture_view.h"
#include "ui/viewers/pixel_label.h"

#include <utility>

namespace sandbench::ui {

ZoomActions zoomActions(QWidget& owner, const std::function<PictureView&()>& picture)
{
    constexpr double kStep = 1.25;
    const ZoomActions actions{
        keyAction(
            owner, "pictureFit", PictureView::tr("Fit into the view"), {Qt::Key_0},
            [picture] { picture().setFit(); }),
        keyAction(
            owner, "pictureSmaller", PictureView::tr("Smaller"), {Qt::Key_Minus},
            [picture] { picture().zoomBy(1 / kStep); }),
        keyAction(
            owner, "pictureLarger", PictureView::tr("Larger"), {Qt::Key_Plus, Qt::Key_Equal},
            [picture] { picture().zoomBy(kStep); }),
        keyAction(
            owner, "pictureActualSize", PictureView::tr("One picture pixel per screen pixel"),
            {Qt::Key_1}, [picture] { picture().setZoom(1); })};
    actions.fit->setIcon(glyphIcon(Glyph::Fit));
    actions.smaller->setIcon(glyphIcon(Glyph::ZoomOut));
    actions.larger->setIcon(glyphIcon(Glyph::ZoomIn));
    actions.actual->setIcon(glyphIcon(Glyph::ActualSize));
    return actions;
}

QList<QAction*> pixelActions(QWidget& owner, const std::function<PictureView&()>& picture)
{
    constexpr int kFar = 10;
    auto* mark = keyAction(
        owner, "pictureMark", PictureView::tr("Mark a pixel"), {Qt::Key_I}, [] {},
        PictureView::tr("Tell of one pixel; keys move the mark"));
    mark->setCheckable(true);
    QList<QAction*> actions{mark};
    struct Direction
    {
        const char *name, *farName;
        QString text;
        Qt::Key key;
        QPoint step;
    };
    const Direction directions[] = {
        {"markLeft", "markFarLeft", PictureView::tr("Move the mark left"), Qt::Key_Left, {-1, 0}},
        {"markRight",
         "markFarRight",
         PictureView::tr("Move the mark right"),
         Qt::Key_Right,
         {1, 0}},
        {"markUp", "markFarUp", PictureView::tr("Move the mark up"), Qt::Key_Up, {0, -1}},
        {"markDown", "markFarDown", PictureView::tr("Move the mark down"), Qt::Key_Down, {0, 1}}};
    for (const auto& [name, farName, text, key, step] : directions) {
        actions << keyAction(
            owner, name, text, {QKeyCombination(Qt::AltModifier, key)},
            [picture, by = step] { picture().pixelLabel().moveMark(by); });
        actions << keyAction(
            owner, farName, PictureView::tr("%1 by ten").arg(text),
            {QKeyCombination(Qt::AltModifier | Qt::ShiftModifier, key)},
            [picture, by = step * kFar] { picture().pixelLabel().moveMark(by); });
    }
    const auto moves = actions.mid(1);
    for (QAction* move : moves)
        move->setEnabled(false);
    QObject::connect(mark, &QAction::toggled, mark, [picture](bool isOn) {
        picture().pixelLabel().setMarking(isOn);
    });
    // Not while another picture of the same owner has the keys.
    const auto refresh = [mark, moves] {
        for (QAction* move : moves)
            move->setEnabled(mark->isChecked() && mark->isEnabled());
    };
    QObject::connect(mark, &QAction::toggled, mark, refresh);
    QObject::connect(mark, &QAction::enabledChanged, mark, refresh);
    return actions;
}

} // namespace sandbench::ui
