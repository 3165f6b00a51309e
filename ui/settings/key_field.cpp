// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/key_field.h"

#include <QKeyEvent>

#include <algorithm>
#include <array>

namespace sandbench::ui {

static bool isModifier(int key)
{
    constexpr std::array kModifiers{Qt::Key_Control, Qt::Key_Shift,    Qt::Key_Meta,
                                    Qt::Key_Alt,     Qt::Key_AltGr,    Qt::Key_Super_L,
                                    Qt::Key_Super_R, Qt::Key_CapsLock, Qt::Key_NumLock};
    return std::ranges::find(kModifiers, key) != kModifiers.end();
}

// "Ctrl+!" is what the shortcut is compared with, however "!" was typed.
static QKeySequence keyOf(const QKeyEvent& event)
{
    const auto keypad = Qt::KeypadModifier | Qt::GroupSwitchModifier;
    Qt::KeyboardModifiers modifiers = event.modifiers() & ~keypad;
    const int key = event.key();
    if (key == Qt::Key_Backtab)
        return QKeySequence(QKeyCombination(modifiers | Qt::ShiftModifier, Qt::Key_Tab));
    const QChar letter = event.text().isEmpty() ? QChar() : event.text().front();
    if (letter.isPrint() && !letter.isLetter() && !letter.isSpace() && key < 0x1000000)
        modifiers &= ~Qt::KeyboardModifiers(Qt::ShiftModifier);
    return QKeySequence(QKeyCombination(modifiers, static_cast<Qt::Key>(key)));
}

KeyField::KeyField(QWidget* parent)
    : QLineEdit(parent)
{
    setReadOnly(true);
    setPlaceholderText(tr("Press the keys"));
    setContextMenuPolicy(Qt::NoContextMenu);
}

bool KeyField::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        event->accept(); // no shortcut starts while one is asked for
        return true;
    }
    if (event->type() != QEvent::KeyPress)
        return QLineEdit::event(event);
    const auto& key = static_cast<const QKeyEvent&>(*event);
    event->accept();
    if (key.key() != 0 && key.key() != Qt::Key_unknown && !isModifier(key.key()))
        emit pressed(keyOf(key));
    return true;
}

} // namespace sandbench::ui
