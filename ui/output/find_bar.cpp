// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/find_bar.h"

#include "ui/common/glyphs.h"
#include "ui/common/safe_text.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QToolButton>

namespace sandbench::ui {

FindBar::FindBar(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLineEdit(this))
    , m_count(new QLabel(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(6, 2, 6, 2);
    row->setSpacing(4);
    m_text->setClearButtonEnabled(true);
    m_text->setMaxLength(1000);
    m_count->setTextFormat(Qt::PlainText);
    m_count->setMinimumWidth(
        m_count->fontMetrics().horizontalAdvance(QStringLiteral("10 000 of 10 000+")));
    row->addWidget(m_text, 1);
    m_case = addSwitch(QStringLiteral("Aa"), tr("Match upper and lower case"));
    m_word = addSwitch(QStringLiteral("\\b"), tr("Whole words only"));
    m_regex = addSwitch(QStringLiteral(".*"), tr("Regular expression"));
    row->addWidget(m_count);
    const auto addButton = [&](Glyph glyph, const QString& name) {
        auto* button = new QToolButton(this);
        button->setIcon(glyphIcon(glyph));
        button->setAutoRaise(true);
        button->setAccessibleName(name);
        button->setToolTip(name);
        row->addWidget(button);
        return button;
    };
    connect(
        addButton(Glyph::Up, tr("Previous match (Shift+Enter)")), &QToolButton::clicked, this,
        [this] { emit stepped(-1); });
    connect(addButton(Glyph::Down, tr("Next match (Enter)")), &QToolButton::clicked, this, [this] {
        emit stepped(1);
    });
    connect(
        addButton(Glyph::Close, tr("Close the find bar (Esc)")), &QToolButton::clicked, this,
        &FindBar::closed);
    connect(m_text, &QLineEdit::textChanged, this, &FindBar::queryChanged);
    setFocusProxy(m_text);
}

QToolButton* FindBar::addSwitch(const QString& text, const QString& name)
{
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setToolTip(name);
    button->setAccessibleName(name);
    layout()->addWidget(button);
    connect(button, &QToolButton::toggled, this, &FindBar::queryChanged);
    return button;
}

void FindBar::setPrompt(const QString& prompt)
{
    m_text->setPlaceholderText(prompt);
    m_text->setAccessibleName(prompt);
}

FindQuery FindBar::query() const
{
    FindQuery query{m_text->text(), 0};
    query.flags |= m_case->isChecked() ? FindQuery::MatchCase : 0U;
    query.flags |= m_word->isChecked() ? FindQuery::WholeWord : 0U;
    query.flags |= m_regex->isChecked() ? FindQuery::Regex : 0U;
    return query;
}

void FindBar::open(const QString& text)
{
    show();
    if (!text.isEmpty() && !text.contains(u'\n'))
        m_text->setText(text);
    m_text->setFocus();
    m_text->selectAll();
    emit queryChanged();
}

void FindBar::setText(const QString& text)
{
    m_text->setText(text);
}

void FindBar::showNote(const QString& text)
{
    m_count->setToolTip({});
    m_count->setText(text);
}

void FindBar::showCount(const LogFinder& finder, int current)
{
    m_count->setToolTip({});
    const QLocale locale;
    const auto total = finder.matches().size();
    if (!finder.error().isEmpty()) {
        m_count->setText(tr("Bad pattern"));
        m_count->setToolTip(SafeText::display(finder.error()).toHtmlEscaped());
    } else if (finder.searching()) {
        m_count->setText(tr("Searching…"));
    } else if (m_text->text().isEmpty()) {
        m_count->clear();
    } else if (total == 0) {
        m_count->setText(tr("No matches"));
    } else {
        const QString more = finder.truncated() ? QStringLiteral("+") : QString();
        m_count->setText(
            tr("%1 of %2")
                .arg(locale.toString(current + 1), locale.toString(qulonglong{total}) + more));
    }
}

void FindBar::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape)
        emit closed();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        emit stepped((event->modifiers() & Qt::ShiftModifier) != 0 ? -1 : 1);
    else
        QWidget::keyPressEvent(event);
}

} // namespace sandbench::ui
