// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/viewers/web/locked_profile.h"

#include <QWebEnginePage>

namespace sandbench::ui {

/// Loads the start page of its profile and then goes nowhere: no navigation, windows, dialogs,
/// files, permissions. Thread: GUI.
class LockedPage : public QWebEnginePage
{
    Q_OBJECT

public:
    LockedPage(LockedProfile& profile, QObject* parent);
    void start();

protected:
    bool acceptNavigationRequest(const QUrl& url, NavigationType type, bool isMainFrame) override;
    QWebEnginePage* createWindow(WebWindowType type) override;
    QStringList chooseFiles(
        FileSelectionMode mode, const QStringList& oldFiles, const QStringList& mimeTypes) override;
    void javaScriptAlert(const QUrl& origin, const QString& text) override;
    bool javaScriptConfirm(const QUrl& origin, const QString& text) override;
    bool javaScriptPrompt(
        const QUrl& origin, const QString& text, const QString& preset, QString* result) override;
    void javaScriptConsoleMessage(
        JavaScriptConsoleMessageLevel level, const QString& text, int line,
        const QString& source) override;

private:
    void refuseRequests();

    LockedProfile& m_profile;
    bool m_started = false;
};

} // namespace sandbench::ui
