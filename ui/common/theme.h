// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPalette>

class QDBusVariant;

namespace sandbench::ui {

enum class ThemeChoice { System, Light, Dark, HighContrast };

/// Our own colours; for System, those that stand in where the desktop has none.
QPalette themePalette(ThemeChoice choice);

/// The colours of the whole program: those chosen, else the desktop's. Where the desktop
/// brings no palette (Qt 6.4 knows none outside KDE and GTK) ours is used, light or dark as the
/// desktop's portal says. Thread: GUI.
class Theme : public QObject
{
    Q_OBJECT

public:
    explicit Theme(ThemeChoice choice, QObject* parent = nullptr);

    ThemeChoice choice() const { return m_choice; }
    void choose(ThemeChoice choice);

private slots:
    void desktopChanged(const QString& group, const QString& key, const QDBusVariant& value);

private:
    void askDesktop();
    void setPrefersDark(bool dark);
    void apply() const;

    ThemeChoice m_choice;
    bool m_desktopHasColours = false;
    bool m_prefersDark = false;
};

} // namespace sandbench::ui
