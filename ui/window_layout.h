// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QMainWindow;

namespace sandbench::ui {

enum class WindowLayout {
    Review, ///< As the window is made.
    ImageTest, ///< Sessions, packages and a large output.
    Teach, ///< The document, and beside it what it prints and draws.
    Compact, ///< All panels in one place below the document.
};

/// Puts the docks of a window, which stand as the window is made, into their places for a kind of
/// work. Which documents are open and what panels show stays. Thread: GUI.
void arrange(QMainWindow& window, WindowLayout layout);

} // namespace sandbench::ui
