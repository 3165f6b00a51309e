// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/output/log_palette.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSet>
#include <QTest>
#include <QToolButton>

#include <algorithm>

namespace sandbench::test {

/// Units: ratio. Source: WCAG 2.1, 1.4.3 Contrast (Minimum).
constexpr double kReadable = 4.5;

/// Of a combo box Qt tells what is chosen, also where nobody says what is chosen there.
inline QString labelOf(const QComboBox* box)
{
    if (!box->accessibleName().isEmpty())
        return box->accessibleName();
    for (const auto* label : box->window()->findChildren<QLabel*>())
        if (label->buddy() == box)
            return label->text();
    return {};
}

inline QString nameOf(QWidget* widget)
{
    if (const auto* box = qobject_cast<const QComboBox*>(widget))
        return labelOf(box);
    const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
    return face ? face->text(QAccessible::Name) : QString();
}

inline QString described(QWidget* widget)
{
    return QStringLiteral("%1 '%2' \"%3\"")
        .arg(
            QLatin1String(widget->metaObject()->className()), widget->objectName(), nameOf(widget));
}

/// A part that Qt made for one of ours, which speaks for it.
inline bool isInner(const QWidget* widget)
{
    if (widget->objectName().startsWith(QLatin1String("qt_")))
        return true;
    const QWidget* parent = widget->parentWidget();
    return qobject_cast<const QAbstractSpinBox*>(parent) || qobject_cast<const QComboBox*>(parent)
        || qobject_cast<const QLineEdit*>(parent)
        || (parent && qobject_cast<const QAbstractItemView*>(parent->parentWidget()))
        || widget->inherits("QHeaderView") || widget->inherits("QTableCornerButton");
}

/// What Tab reaches. Of buttons of which one is chosen, arrows reach the others.
inline bool takesTab(const QWidget* widget)
{
    if (!widget->isVisible() || !widget->isEnabled() || isInner(widget)
        || !(widget->focusPolicy() & Qt::TabFocus) || widget->visibleRegion().isEmpty())
        return false;
    const auto* radio = qobject_cast<const QRadioButton*>(widget);
    return !widget->focusProxy() && !(radio && radio->autoExclusive() && !radio->isChecked());
}

inline QList<QWidget*> tabStopsIn(QWidget* place)
{
    QList<QWidget*> stops;
    for (QWidget* next = place->nextInFocusChain(); next != place; next = next->nextInFocusChain())
        if (place->isAncestorOf(next) && next->window() == place->window() && takesTab(next))
            stops << next;
    return stops;
}

inline bool roleFits(const QWidget* widget, QAccessible::Role role)
{
    using Roles = QSet<QAccessible::Role>;
    if (qobject_cast<const QAbstractButton*>(widget))
        return Roles{QAccessible::Button,         QAccessible::PushButton,
                     QAccessible::CheckBox,       QAccessible::RadioButton,
                     QAccessible::ButtonMenu,     QAccessible::ButtonDropDown,
                     QAccessible::ButtonDropGrid, QAccessible::Link}
            .contains(role);
    if (qobject_cast<const QComboBox*>(widget))
        return role == QAccessible::ComboBox;
    if (qobject_cast<const QLineEdit*>(widget))
        return role == QAccessible::EditableText;
    if (qobject_cast<const QAbstractSpinBox*>(widget))
        return role == QAccessible::SpinBox || role == QAccessible::EditableText;
    if (qobject_cast<const QAbstractItemView*>(widget))
        return Roles{QAccessible::List, QAccessible::Table, QAccessible::Tree}.contains(role);
    return role != QAccessible::NoRole;
}

inline bool isWord(const QString& name)
{
    return std::any_of(name.begin(), name.end(), [](QChar c) { return c.isLetterOrNumber(); });
}

/// Nameless parts, roles that do not fit, and names that two parts of one row or page share.
inline QStringList faultsOfNames(QWidget* place)
{
    QStringList faults;
    QSet<QString> said;
    for (QWidget* widget : place->findChildren<QWidget*>()) {
        if (!takesTab(widget) || widget->window() != place->window())
            continue;
        const QAccessibleInterface* face = QAccessible::queryAccessibleInterface(widget);
        const QString name = nameOf(widget);
        if (!isWord(name))
            faults << QStringLiteral("no name: ") + described(widget);
        if (!face || !roleFits(widget, face->role()))
            faults << QStringLiteral("role %1: ").arg(face ? face->role() : -1) + described(widget);
        const QString key = QStringLiteral("%1/%2/%3")
                                .arg(reinterpret_cast<quintptr>(widget->parentWidget()))
                                .arg(face ? face->role() : -1)
                                .arg(name);
        if (isWord(name) && said.contains(key))
            faults << QStringLiteral("the same name twice: ") + described(widget);
        said << key;
    }
    return faults;
}

/// @p next stands before @p last for somebody who reads rows from the left, or columns.
inline bool isBackwards(const QWidget* last, const QWidget* next)
{
    const QRect a(last->mapToGlobal(QPoint()), last->size());
    const QRect b(next->mapToGlobal(QPoint()), next->size());
    constexpr int kSlack = 4; // px: frames and base lines
    const bool isAbove = b.bottom() < a.top() + kSlack;
    const bool isBelow = b.top() > a.bottom() - kSlack;
    const bool isRight = b.left() > a.right() - kSlack;
    const bool isLeft = b.right() < a.left() + kSlack;
    return (isAbove && !isRight) || (isLeft && !isBelow && !isAbove);
}

/// Presses Tab until it leaves @p place or comes round, then Shift+Tab all the way back.
inline QStringList faultsOfTabOrder(QWidget* place)
{
    QStringList faults;
    const QList<QWidget*> stops = tabStopsIn(place);
    if (stops.isEmpty())
        return faults;
    QList<QWidget*> visited;
    stops.first()->setFocus(Qt::TabFocusReason);
    // A page goes through its links first.
    constexpr int kMostLinks = 500;
    const auto press = [place](Qt::Key key, Qt::KeyboardModifiers with) {
        QWidget* const focused = QApplication::focusWidget();
        for (int i = 0; i < kMostLinks && QApplication::focusWidget() == focused; ++i)
            QTest::keyClick(focused ? focused : place, key, with);
        return QApplication::focusWidget();
    };
    for (QWidget* now = QApplication::focusWidget();
         now && place->isAncestorOf(now) && !visited.contains(now);) {
        if (!visited.isEmpty() && isBackwards(visited.last(), now))
            faults << QStringLiteral("Tab goes back from ") + described(visited.last())
                    + QStringLiteral(" to ") + described(now);
        visited << now;
        now = press(Qt::Key_Tab, Qt::NoModifier);
        if (now && now == visited.last() && stops.size() > 1) {
            faults << QStringLiteral("Tab is stuck in ") + described(now);
            break;
        }
    }
    for (QWidget* stop : stops)
        if (!visited.contains(stop))
            faults << QStringLiteral("Tab does not reach ") + described(stop);
    if (visited.isEmpty() || !faults.isEmpty())
        return faults;
    visited.last()->setFocus(Qt::BacktabFocusReason);
    for (qsizetype i = visited.size() - 2; i >= 0; --i)
        if (press(Qt::Key_Tab, Qt::ShiftModifier) != visited.at(i)) {
            faults << QStringLiteral("Shift+Tab does not go back to ") + described(visited.at(i));
            break;
        }
    return faults;
}

inline QColor over(const QColor& colour, const QColor& under)
{
    const auto mix = [a = colour.alphaF()](float x, float y) { return x * a + y * (1 - a); };
    return QColor::fromRgbF(
        mix(colour.redF(), under.redF()), mix(colour.greenF(), under.greenF()),
        mix(colour.blueF(), under.blueF()));
}

/// Of whatever is painted under the text of @p widget.
inline QColor groundOf(const QWidget* widget)
{
    const bool paintsItself = qobject_cast<const QPushButton*>(widget)
        || qobject_cast<const QLineEdit*>(widget) || qobject_cast<const QComboBox*>(widget)
        || qobject_cast<const QAbstractSpinBox*>(widget);
    const QWidget* painter = widget;
    while (!paintsItself && !painter->autoFillBackground() && !painter->isWindow())
        painter = painter->parentWidget();
    const auto role
        = qobject_cast<const QLineEdit*>(painter) || qobject_cast<const QAbstractSpinBox*>(painter)
        ? QPalette::Base
        : painter->backgroundRole();
    return over(
        painter->palette().color(QPalette::Active, role),
        painter->window()->palette().color(QPalette::Active, QPalette::Window));
}

/// Texts of labels, buttons and fields. Not those of what is disabled, which WCAG excepts too.
inline QStringList faultsOfContrast(QWidget* place)
{
    QStringList faults;
    for (const QWidget* widget : place->findChildren<const QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        const auto* button = qobject_cast<const QAbstractButton*>(widget);
        const bool hasText = (label && !label->text().isEmpty())
            || (button && !button->text().isEmpty()) || qobject_cast<const QLineEdit*>(widget)
            || qobject_cast<const QComboBox*>(widget);
        const auto* tool = qobject_cast<const QToolButton*>(widget);
        const bool isPicture
            = tool && !tool->icon().isNull() && tool->toolButtonStyle() == Qt::ToolButtonIconOnly;
        if (!hasText || isPicture || !widget->isVisible() || !widget->isEnabled())
            continue;
        const QColor under = groundOf(widget);
        const QPalette palette = widget->palette();
        const QColor text = over(palette.color(QPalette::Active, widget->foregroundRole()), under);
        if (const double ratio = ui::contrastRatio(text, under); ratio < kReadable)
            faults << QStringLiteral("%1:1, %2 on %3: ")
                          .arg(ratio, 0, 'f', 2)
                          .arg(text.name(), under.name())
                    + described(const_cast<QWidget*>(widget));
    }
    return faults;
}

} // namespace sandbench::test
