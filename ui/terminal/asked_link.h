// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <functional>

namespace sandbench::ui {

class MessageBar;

/// Asks in @p bar whether a link of a program is to be opened, which only the yes does. Its address
/// is shown as it is, with what is not ASCII encoded. Links that are not of the web or mail, and
/// those that are none, are forgotten. @p done: after an answer.
void askAboutLink(MessageBar& bar, const QString& address, const std::function<void()>& done);

} // namespace sandbench::ui
