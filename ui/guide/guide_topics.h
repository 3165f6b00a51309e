// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/guide/guide_book.h"

#include <span>

class QMainWindow;
class QWidget;

namespace sandbench::ui {

/// A part of the window: what it is for, in short, and where the guide says more.
struct GuideTopic
{
    const char* name; ///< Of the dock, dialog, action or widget.
    const char* place; ///< "window#runs"
    const char* text; ///< What's This; to be translated by guideTopicText().
};

std::span<const GuideTopic> guideTopics();
QString guideTopicText(const GuideTopic& topic);

/// Gives every part of @p window that is there by now its text for What's This.
void explainParts(const QMainWindow& window);
/// The place for the part of the window that @p widget is in; nothing = it is in none of them.
std::optional<GuidePlace> placeFor(const QWidget* widget);

} // namespace sandbench::ui
