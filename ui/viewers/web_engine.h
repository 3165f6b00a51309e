// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace sandbench::ui {

/// Whether Chromium's own process sandbox is on, and if not, why, in a few words.
struct WebEngineState
{
    bool sandboxed = true;
    const char* reason = ""; ///< For QCoreApplication::translate("WebEngine", …).
};

/// Sets the switches that close Chromium's ways out (WebRTC, name look-ups, background traffic).
/// Call once at the start of main, before QApplication; without it there are no interactive plots.
/// The web engine itself is loaded with the first page. Chromium refuses to start as root with its
/// sandbox, so as root, and only then, that is switched off. Thread: main, before others start (it
/// changes the environment).
WebEngineState configureWebEngine();

/// True after configureWebEngine().
bool isWebEngineConfigured();

/// Whether pages that a program made may run here: not without Chromium's own sandbox.
bool mayRunForeignPages();

/// "Chromium 102": which engine would run a page.
QString webEngineVersion();

} // namespace sandbench::ui
