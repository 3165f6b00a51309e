// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checks/checks_delegate.h"

#include "core/check/checks.h"
#include "ui/checks/checks_model.h"
#include "ui/common/text.h"

#include <QComboBox>
#include <QFontDatabase>
#include <QKeyEvent>
#include <QPlainTextEdit>

namespace sandbench::ui {

static constexpr int kEditedLines = 5, kEditedCharacters = 30;
static constexpr int kFrame = 12; // and the margins of a document

QWidget* ChecksDelegate::createEditor(
    QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    const int column = index.column();
    if (column == ChecksModel::MatchColumn) {
        auto* box = new QComboBox(parent);
        for (const auto name : check::kMatchNames)
            box->addItem(toQString(name));
        return box;
    }
    if (column != ChecksModel::InputColumn && column != ChecksModel::ExpectedColumn)
        return QStyledItemDelegate::createEditor(parent, option, index);
    auto* text = new QPlainTextEdit(parent);
    text->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    text->setLayoutDirection(Qt::LeftToRight);
    text->setTabChangesFocus(true);
    return text;
}

void ChecksDelegate::updateEditorGeometry(
    QWidget* editor, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    QStyledItemDelegate::updateEditorGeometry(editor, option, index);
    auto* text = qobject_cast<QPlainTextEdit*>(editor);
    if (!text)
        return;
    QRect place = option.rect;
    const auto metrics = text->fontMetrics();
    place.setHeight(std::max(place.height(), kEditedLines * metrics.lineSpacing() + kFrame));
    place.setWidth(
        std::max(place.width(), kEditedCharacters * metrics.averageCharWidth() + kFrame));
    const QRect room = editor->parentWidget()->rect();
    if (place.bottom() > room.bottom())
        place.moveBottom(std::max(room.bottom(), place.height() - 1));
    editor->setGeometry(place);
}

// By itself the delegate leaves these keys to texts of several lines.
bool ChecksDelegate::eventFilter(QObject* object, QEvent* event)
{
    auto* editor = qobject_cast<QPlainTextEdit*>(object);
    if (!editor || event->type() != QEvent::KeyPress)
        return QStyledItemDelegate::eventFilter(object, event);
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool isNext = key->key() == Qt::Key_Tab, isPrevious = key->key() == Qt::Key_Backtab;
    const bool isDone = (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)
        && key->modifiers().testFlag(Qt::ControlModifier);
    if (!isNext && !isPrevious && !isDone)
        return QStyledItemDelegate::eventFilter(object, event);
    emit commitData(editor);
    emit closeEditor(editor, isNext ? EditNextItem : isPrevious ? EditPreviousItem : NoHint);
    return true;
}

} // namespace sandbench::ui
