// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>
#include <QStringList>

#include <string_view>

class QLocale;

namespace sandbench::ui {

/// Texts of functions that belong to no QObject. lupdate files them under this namespace, so no
/// other function may stand in for this one.
inline QString tr(const char* text)
{
    return QCoreApplication::translate("sandbench::ui", text);
}

/// The language that the window is to speak: English, or the first of @p wanted that it has.
/// @p setting: appearance.language. @p wanted: QLocale::uiLanguages(), for "system".
QLocale languageOf(std::string_view setting, const QStringList& wanted);

/// Has @p app speak @p language: the program's own texts, and those of Qt and QScintilla where the
/// system has them. What has no translation stays English. To be called before the first widget.
/// Thread: GUI.
void installTranslations(QCoreApplication& app, const QLocale& language);

/// Whether windows are to begin at the right. @p setting: appearance.direction.
bool isMirrored(std::string_view setting, const QLocale& language);

/// Has all windows of @p app begin at the right. The direction of the application itself stays:
/// QScintilla paints in it, and code is not read from the right. To be called before the first
/// widget. Thread: GUI.
void mirrorWindows(QCoreApplication& app);

} // namespace sandbench::ui
