// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/palette/palette_model.h"

#include <QFrame>
#include <QPointer>

class QLabel;
class QLineEdit;
class QListView;

namespace sandbench::ui {

/// A field at the top of the window that finds every command, and after "@" every document, by some
/// of its letters. It goes away when the focus does; what had the focus gets it back. Not a window
/// of its own: those have no place on Wayland. Thread: GUI.
class CommandPalette : public QFrame
{
    Q_OBJECT

public:
    /// What there is, asked for when it opens.
    struct Sources
    {
        std::function<QList<PaletteItem>()> commands;
        std::function<QList<PaletteItem>()> documents;
    };

    CommandPalette(QWidget* window, Sources sources);

    /// Or closes it, where it is open.
    void open();
    QLineEdit& field() const { return *m_field; }
    QListView& list() const { return *m_list; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void refresh(const QString& text);
    void choose(int row);
    void leave();
    void place();
    bool handleKey(int key);
    void focusMoved(const QWidget* now);

    Sources m_sources;
    PaletteModel m_model;
    QLineEdit* m_field = nullptr;
    QListView* m_list = nullptr;
    QLabel* m_nothing = nullptr;
    QPointer<QWidget> m_focusBefore;
    enum class Shows { Nothing, Commands, Documents } m_shows = Shows::Nothing;
};

} // namespace sandbench::ui
