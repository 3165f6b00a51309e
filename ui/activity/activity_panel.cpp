// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/activity/activity_panel.h"

#include "ui/activity/diff_highlighter.h"
#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QPlainTextEdit>
#include <QSplitter>
#include <QStackedWidget>
#include <QTreeWidget>

namespace sandbench::ui {

namespace {

constexpr int kMargin = 8;
constexpr int kEntryRole = Qt::UserRole;
constexpr int kMostDetailLines = 10'000;

QString titleOf(ActivityKind kind)
{
    switch (kind) {
    case ActivityKind::Files:
        return ActivityPanel::tr("Files");
    case ActivityKind::Programs:
        return ActivityPanel::tr("Programs");
    case ActivityKind::Network:
        return ActivityPanel::tr("Network");
    case ActivityKind::Refused:
        return ActivityPanel::tr("Refused calls");
    case ActivityKind::Resources:
        return ActivityPanel::tr("Resources");
    case ActivityKind::NotSeen:
        break;
    }
    return ActivityPanel::tr("Not seen");
}

QString observedSentence()
{
    return ActivityPanel::tr(
        "Seen from within the sandbox, and arguments can change after they were read: this tells, "
        "it decides nothing.");
}

QString displayedLines(const std::string& foreign)
{
    QStringList lines;
    for (const QString& line : toQString(foreign).split(u'\n')) {
        if (lines.size() == kMostDetailLines) {
            lines << ActivityPanel::tr("… and more");
            break;
        }
        lines << SafeText::display(line);
    }
    return lines.join(u'\n').trimmed();
}

} // namespace

ActivityPanel::ActivityPanel(QWidget* parent)
    : QWidget(parent)
{
    auto* column = columnOf(this, 0);
    column->addWidget(m_summary = new ElidedLabel(this));
    m_summary->setObjectName(QStringLiteral("activitySummary"));
    m_summary->setContentsMargins(kMargin, 4, kMargin, 4);
    m_summary->explain(observedSentence());
    column->addWidget(m_pages = new QStackedWidget(this), 1);
    m_pages->addWidget(buildList());
    m_pages->addWidget(m_empty = emptyLabel(m_pages));
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Activity"));
    showEmpty(tr("Run a program to see what it did: the files that it wrote, the programs that it "
                 "started, the addresses that it tried."));
}

QWidget* ActivityPanel::buildList()
{
    auto* splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    m_list = new QTreeWidget(splitter);
    m_list->setObjectName(QStringLiteral("activity"));
    m_list->setAccessibleName(tr("What the run did"));
    m_list->setHeaderHidden(true);
    m_list->setUniformRowHeights(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_detail = new QPlainTextEdit(splitter);
    m_detail->setObjectName(QStringLiteral("activityDetail"));
    m_detail->setAccessibleName(tr("Detail"));
    m_detail->setReadOnly(true);
    m_detail->setTabChangesFocus(true);
    m_detail->setFrameShape(QFrame::NoFrame);
    m_detail->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_detail->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_detail->setLayoutDirection(Qt::LeftToRight);
    m_detail->hide();
    m_diff = new DiffHighlighter(m_detail);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    connect(m_list, &QTreeWidget::currentItemChanged, this, &ActivityPanel::showDetail);
    connect(m_list, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem* item) {
        const QVariant at = item->data(0, kEntryRole);
        if (!at.isValid())
            return;
        const auto& entry = m_entries[at.toUInt()];
        if (!entry.mention.empty())
            emit mentionActivated(toQString(entry.mention));
    });
    return splitter;
}

void ActivityPanel::beginRun(const QString& title)
{
    showEmpty(tr("%1 is running. What it did is listed here when it has ended.")
                  .arg(SafeText::display(title)));
}

void ActivityPanel::show(const QString& title, const Json& record)
{
    auto entries = activityEntries(record);
    if (entries.empty())
        return showEmpty(tr("The record does not say what %1 did.").arg(SafeText::display(title)));
    fill(entries);
    m_entries = std::move(entries);
    m_summary->setText(tr("What %1 did. %2").arg(SafeText::display(title), observedSentence()));
    m_summary->show();
    showPage(0);
}

void ActivityPanel::fill(const std::vector<ActivityEntry>& entries)
{
    m_list->clear();
    QTreeWidgetItem* group = nullptr;
    auto kind = ActivityKind::Files;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const auto& entry = entries[i];
        if (group == nullptr || entry.kind != kind) {
            kind = entry.kind;
            group = new QTreeWidgetItem(m_list, {titleOf(kind)});
            // The same for every run.
            group->setExpanded(kind != ActivityKind::NotSeen);
            QFont bold = font();
            bold.setBold(true);
            group->setFont(0, bold);
        }
        const QString sentence = SafeText::display(entry.sentence);
        auto* item = new QTreeWidgetItem(group, {sentence});
        item->setToolTip(0, plainToolTip(sentence));
        item->setData(0, kEntryRole, QVariant::fromValue(static_cast<uint>(i)));
    }
    m_list->setCurrentItem(m_list->topLevelItem(0));
    showDetail();
}

void ActivityPanel::showDetail()
{
    const QTreeWidgetItem* item = m_list->currentItem();
    const QVariant at = item ? item->data(0, kEntryRole) : QVariant();
    const bool isOne = at.isValid() && at.toUInt() < m_entries.size();
    const auto* entry = isOne ? &m_entries[at.toUInt()] : nullptr;
    const bool hasDetail = entry && !entry->detail.empty();
    m_diff->setDocument(
        hasDetail && entry->kind == ActivityKind::Files ? m_detail->document() : nullptr);
    m_detail->setPlainText(hasDetail ? displayedLines(entry->detail) : QString());
    m_detail->setVisible(hasDetail);
}

void ActivityPanel::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_diff->document())
        m_diff->rehighlight();
}

void ActivityPanel::showEmpty(const QString& sentence)
{
    m_entries.clear();
    m_list->clear();
    m_detail->hide();
    m_summary->hide();
    m_empty->setText(sentence);
    showPage(1);
}

void ActivityPanel::showPage(int page)
{
    // What has the focus may go out of sight.
    const bool hadFocus = hasFocus() || isAncestorOf(QApplication::focusWidget());
    m_pages->setCurrentIndex(page);
    setFocusProxy(page == 0 ? m_list : nullptr);
    if (hadFocus)
        setFocus();
}

QString ActivityPanel::summary() const
{
    return m_summary->text();
}

QString ActivityPanel::emptyText() const
{
    return m_pages->currentIndex() == 1 ? m_empty->text() : QString();
}

} // namespace sandbench::ui
