// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/text_view.h"

#include "ui/common/column.h"
#include "ui/common/safe_text.h"
#include "ui/editor/code_editor.h"
#include "ui/viewers/caption.h"
#include "ui/viewers/own_keys.h"

#include <QLocale>

namespace sandbench::ui {

/// More takes the window a moment that people notice.
static constexpr qsizetype kMostShownBytes = 8 << 20;

static QString textCaption(const QByteArray& bytes, const QString& sentence)
{
    const auto size = QLocale().formattedDataSize(bytes.size());
    auto text = bytes.size() > kMostShownBytes
        ? TextView::tr("The first %1 of %2; save it to read the rest.")
              .arg(QLocale().formattedDataSize(kMostShownBytes), size)
        : TextView::tr("%1, %n line(s)", nullptr, static_cast<int>(bytes.count('\n')) + 1)
              .arg(size);
    return sentence.isEmpty() ? text : sentence + QLatin1Char('\n') + text;
}

TextView::TextView(
    const QByteArray& bytes, const QString& name, const QString& sentence, QWidget* parent)
    : ResultView(parent)
    , m_text(new CodeEditor(m_repository, this))
{
    m_text->setAccessibleName(tr("Text of the result"));
    m_text->setFallbackName(name);
    m_text->setBytes(bytes.first(std::min(bytes.size(), kMostShownBytes)));
    m_text->setReadOnly(true);
    m_text->setWrapMode(QsciScintilla::WrapWord);
    m_text->setFrameShape(QFrame::NoFrame);
    keepMovingKeys(m_text);
    auto* layout = columnOf(this, 0);
    layout->addWidget(captionLabel(this, textCaption(bytes, sentence)));
    layout->addWidget(m_text, 1);
    setFocusProxy(m_text);
    QMetaObject::invokeMethod(this, &ResultView::settled, Qt::QueuedConnection);
}

QString TextView::selectedText() const
{
    return SafeText::withoutControls(m_text->selectedText());
}

} // namespace sandbench::ui
