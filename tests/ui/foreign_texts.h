// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/common/safe_text.h"
#include "ui/lessons/lesson_text_view.h"

#include <QAbstractItemView>
#include <QLabel>
#include <QTest>
#include <QTextBlock>
#include <QTextEdit>

#include <algorithm>
#include <string>

/// What a sandbox may call its files and say in its messages, and whether a widget believes it.
namespace sandbench::test {

/// Each is drawn or loaded by whatever takes it for rich text.
inline const char* const kMarkUp
    = "<h1>big</h1><img src='file:///etc/hostname'><a href='http:x'>y</a>&amp;";

/// A column "name" of names, as bytes.
inline void addHostileNames()
{
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("turned around") << QByteArray("report\u202egnp.exe");
    QTest::newRow("isolated") << QByteArray("a\u2066b\u2069\u200e.png");
    QTest::newRow("two lines") << QByteArray("a.png\nSaved to /home/you");
    QTest::newRow("escape sequence") << QByteArray("\x1b]0;title\a\x1b[2J\x9b.png");
    QTest::newRow("mark-up") << QByteArray(kMarkUp) + ".png";
    QTest::newRow("255 bytes") << QByteArray(251, 'a') + ".exe";
    QTest::newRow("4096 bytes") << QByteArray(4092, 'a') + ".png";
    QTest::newRow("not UTF-8") << QByteArray("a\xff\xfe\xc3.png");
    QTest::newRow("folder above") << QByteArray("../../etc/passwd");
    QTest::newRow("absolute") << QByteArray("/etc/passwd");
    QTest::newRow("leading dash") << QByteArray("-rf");
    QTest::newRow("hidden") << QByteArray(".bashrc");
    QTest::newRow("device") << QByteArray("con.png");
    QTest::newRow("backslashes") << QByteArray("..\\..\\a.png");
    QTest::newRow("invisible") << QByteArray("a\u200b\u3164.png");
    QTest::newRow("placeholders") << QByteArray("%1%2%s%n.png");
    QTest::newRow("key") << QByteArray("&File.png");
    QTest::newRow("nothing") << QByteArray();
}

/// Nothing in it hides, reorders or ends a line. @p hasLines: of ours.
inline bool isHonest(const QString& text, bool hasLines = false)
{
    const auto letters = text.toUcs4();
    // First-strong isolates that we put around a name are ours.
    return std::none_of(letters.begin(), letters.end(), [hasLines](uint letter) {
        return ui::SafeText::needsBox(letter) && letter != 0x2068 && letter != 0x2069
            && !(hasLines && letter == U'\n');
    });
}

/// As a tool tip, which takes mark-up for rich text.
inline bool isHonestTip(const QString& text)
{
    return isHonest(text, true) && !text.contains(QLatin1String("<img"));
}

/// Links or pictures in a document that is put together from plain text.
inline bool hasMore(const QTextEdit& view)
{
    for (auto block = view.document()->begin(); block.isValid(); block = block.next())
        for (auto it = block.begin(); !it.atEnd(); ++it)
            if (it.fragment().charFormat().isAnchor() || it.fragment().charFormat().isImageFormat())
                return true;
    return false;
}

/// The labels, tool tips and documents in @p root that would take foreign text for rich text.
inline QStringList believers(const QWidget& root)
{
    QStringList found;
    const auto note = [&found](const QObject* who, const QString& text) {
        found << QStringLiteral("%1 \"%2\": %3")
                     .arg(
                         QLatin1String(who->metaObject()->className()), who->objectName(),
                         text.left(60));
    };
    for (const QWidget* widget : root.findChildren<QWidget*>()) {
        const auto* label = qobject_cast<const QLabel*>(widget);
        const bool isQts = widget->objectName().startsWith(QLatin1String("qt_"));
        // One that names a field is a constant of ours, and has a key.
        const bool isForeign = label && !isQts && !label->buddy() && !label->text().isEmpty();
        if (isForeign && label->textFormat() != Qt::PlainText)
            note(label, label->text());
        const auto* document = qobject_cast<const QTextEdit*>(widget);
        if (document && (!qobject_cast<const ui::LessonTextView*>(widget) || hasMore(*document)))
            note(widget, QStringLiteral("shows documents"));
        if (!isHonestTip(widget->toolTip()))
            note(widget, widget->toolTip());
        const auto* view = qobject_cast<const QAbstractItemView*>(widget);
        for (int row = 0; view && view->model() && row < view->model()->rowCount(); ++row)
            for (int column = 0; column < view->model()->columnCount(); ++column) {
                const auto tip = view->model()->index(row, column).data(Qt::ToolTipRole).toString();
                if (!isHonestTip(tip))
                    note(view, tip);
            }
    }
    return found;
}

} // namespace sandbench::test
