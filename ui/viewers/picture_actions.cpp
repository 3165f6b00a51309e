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
            owner, PictureView::tr("Fit into the view"), {Qt::Key_0},
            [picture] { picture().setFit(); }),
        keyAction(
            owner, PictureView::tr("Smaller"), {Qt::Key_Minus},
            [picture] { picture().zoomBy(1 / kStep); }),
        keyAction(
            owner, PictureView::tr("Larger"), {Qt::Key_Plus, Qt::Key_Equal},
            [picture] { picture().zoomBy(kStep); }),
        keyAction(
            owner, PictureView::tr("One picture pixel per screen pixel"), {Qt::Key_1},
            [picture] { picture().setZoom(1); })};
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
        owner, PictureView::tr("Mark a pixel"), {Qt::Key_I}, [] {},
        PictureView::tr("Tell of one pixel; Alt+arrow moves the mark, Alt+Shift+arrow faster"));
    mark->setCheckable(true);
    QList<QAction*> actions{mark};
    const std::pair<Qt::Key, QPoint> directions[]
        = {{Qt::Key_Left, {-1, 0}},
           {Qt::Key_Right, {1, 0}},
           {Qt::Key_Up, {0, -1}},
           {Qt::Key_Down, {0, 1}}};
    for (const auto& [key, step] : directions)
        for (const bool isFar : {false, true}) {
            const Qt::KeyboardModifiers shift = isFar ? Qt::ShiftModifier : Qt::NoModifier;
            actions << keyAction(
                owner, PictureView::tr("Move the mark"),
                {QKeyCombination(Qt::AltModifier | shift, key)},
                [picture, by = step * (isFar ? kFar : 1)] { picture().pixelLabel().moveMark(by); });
            actions.last()->setEnabled(false);
        }
    const auto moves = actions.mid(1);
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
