// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/viewers/text_view.h"

#include "ui/common/column.h"
#include "ui/common/safe_text.h"
#include "ui/editor/code_editor.h"
#include "ui/viewers/caption.h"
#include "ui/viewers/own_keys.h"

#include <QLocale>

#include <algorithm>

namespace sandbench::ui {

/// More takes the window a moment that people notice.
static constexpr qsizetype kMostShownBytes = 8 << 20, kMostLineBytes = 10'000;

namespace {

struct ShownText
{
    QByteArray bytes;
    bool hasCutLines = false;
};

/// An editor lays out whole lines: those that are too long for it end with "…".
ShownText shownTextOf(const QByteArray& all)
{
    ShownText shown;
    const QByteArrayView text = QByteArrayView(all).first(std::min(all.size(), kMostShownBytes));
    for (qsizetype at = 0; at < text.size();) {
        const auto feed = text.indexOf('\n', at);
        const auto end = feed < 0 ? text.size() : feed;
        const auto line = text.sliced(at, std::min(end - at, kMostLineBytes));
        shown.bytes += line;
        if (line.size() < end - at) {
            shown.bytes += "\xe2\x80\xa6";
            shown.hasCutLines = true;
        }
        if (feed >= 0)
            shown.bytes += '\n';
        at = end + 1;
    }
    return shown;
}

QString textCaption(const QByteArray& all, const ShownText& shown, const QString& sentence)
{
    const auto size = QLocale().formattedDataSize(all.size());
    const auto lines = all.count('\n') + (all.endsWith('\n') ? 0 : 1);
    QStringList sentences;
    if (!sentence.isEmpty())
        sentences << sentence;
    if (all.size() > kMostShownBytes)
        sentences << TextView::tr("The first %1 of %2; save it to read the rest.")
                         .arg(QLocale().formattedDataSize(kMostShownBytes), size);
    else
        sentences << size + QStringLiteral(", ")
                + counted(static_cast<std::size_t>(lines), TextView::tr("line"));
    if (shown.hasCutLines)
        sentences << TextView::tr("Lines of more than %1 bytes are cut.").arg(kMostLineBytes);
    return sentences.join(QLatin1Char('\n'));
}

} // namespace

TextView::TextView(
    const QByteArray& bytes, const QString& name, const QString& sentence, QWidget* parent)
    : ResultView(parent)
    , m_text(new CodeEditor(m_repository, this))
{
    m_text->setAccessibleName(tr("Text of the result"));
    m_text->setFallbackName(name);
    const auto shown = shownTextOf(bytes);
    m_text->setBytes(shown.bytes);
    m_text->setReadOnly(true);
    m_text->setWrapMode(QsciScintilla::WrapWord);
    m_text->setFrameShape(QFrame::NoFrame);
    keepMovingKeys(m_text);
    auto* layout = columnOf(this, 0);
    layout->addWidget(captionLabel(this, textCaption(bytes, shown, sentence)));
    layout->addWidget(m_text, 1);
    setFocusProxy(m_text);
    QMetaObject::invokeMethod(this, &ResultView::settled, Qt::QueuedConnection);
}

QString TextView::selectedText() const
{
    return SafeText::withoutControls(m_text->selectedText());
}

} // namespace sandbench::ui
