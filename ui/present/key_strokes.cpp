// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/present/key_strokes.h"

#include "ui/palette/command_book.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QPainter>

namespace sandbench::ui {

static constexpr int kMargin = 14;
static constexpr int kMorePoints = 8;
static constexpr int kFromBottom = 48;

KeyStrokes::KeyStrokes(CommandBook& commands, QWidget* window)
    : QLabel(window)
    , m_commands(commands)
{
    setObjectName(QStringLiteral("keyStrokes"));
    setTextFormat(Qt::PlainText);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAlignment(Qt::AlignCenter);
    QFont large = font();
    large.setPointSize(large.pointSize() + kMorePoints);
    setFont(large);
    QPalette inverse = palette();
    inverse.setColor(QPalette::WindowText, Qt::white);
    setPalette(inverse);
    m_hide.setSingleShot(true);
    m_hide.setInterval(kShownMilliseconds);
    connect(&m_hide, &QTimer::timeout, this, &QWidget::hide);
    hide();
}

void KeyStrokes::setActive(bool isActive)
{
    if (isActive)
        qApp->installEventFilter(this);
    else
        qApp->removeEventFilter(this);
    hide();
}

// Each press is offered as a shortcut first, to the widget that has the focus and to those around
// it: once is enough.
bool KeyStrokes::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && watched->isWidgetType()) {
        const auto& key = *static_cast<QKeyEvent*>(event);
        if (key.timestamp() != m_lastTime || key.key() != m_lastKey) {
            m_lastTime = key.timestamp();
            m_lastKey = key.key();
            note(key);
        }
    }
    return QLabel::eventFilter(watched, event);
}

static bool isShown(const QKeyEvent& event)
{
    const int key = event.key();
    if (key == Qt::Key_Control || key == Qt::Key_Shift || key == Qt::Key_Alt || key == Qt::Key_Meta
        || key == Qt::Key_AltGr || key == Qt::Key_unknown)
        return false;
    if (key >= Qt::Key_F1 && key <= Qt::Key_F35)
        return true;
    return (event.modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier)) != 0;
}

QString KeyStrokes::commandOf(const QKeySequence& keys) const
{
    for (const Command& command : m_commands.commands())
        if (command.action && command.action->isEnabled()
            && command.action->shortcuts().contains(keys))
            return command.title;
    return {};
}

void KeyStrokes::note(const QKeyEvent& event)
{
    if (!isShown(event))
        return;
    const QKeySequence keys(event.keyCombination());
    const QString command = commandOf(keys);
    const QString name = keys.toString(QKeySequence::NativeText);
    setText(command.isEmpty() ? name : tr("%1   %2").arg(name, command));
    place();
    show();
    raise();
    m_hide.start();
}

void KeyStrokes::place()
{
    const QSize size = sizeHint() + QSize(2 * kMargin, kMargin);
    const QRect window = parentWidget()->rect();
    setGeometry(
        (window.width() - size.width()) / 2, window.height() - size.height() - kFromBottom,
        size.width(), size.height());
}

void KeyStrokes::paintEvent(QPaintEvent* event)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(QColor(0, 0, 0, 200));
    painter.drawRoundedRect(rect(), 8, 8);
    painter.end();
    QLabel::paintEvent(event);
}

} // namespace sandbench::ui
