// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guide_window.h"

#include "ui/common/column.h"
#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/common/message_bar.h"
#include "ui/common/text_field.h"
#include "ui/common/wrapped_label.h"
#include "ui/guide/guide_hit_delegate.h"
#include "ui/output/find_bar.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QKeyEvent>
#include <QListWidget>
#include <QRegularExpression>
#include <QScreen>
#include <QScrollBar>
#include <QSettings>
#include <QSplitter>
#include <QStackedWidget>
#include <QToolBar>
#include <QTreeWidget>

#include <algorithm>
#include <utility>

namespace sandbench::ui {

static constexpr QSize kUsualSize(1040, 760);
static constexpr int kListWidth = 264;
static constexpr int kRowRoom = 8;
static constexpr int kMostHits = 200;
static constexpr int kLongestQuery = 100;
static constexpr qsizetype kMostStops = 200;
static constexpr int kSmallestZoom = -4;
static constexpr int kLargestZoom = 24;
static constexpr int kPageRole = Qt::UserRole;
static constexpr int kPositionRole = Qt::UserRole + 1;
static constexpr auto kKeptPage = "guide/page";
static constexpr auto kKeptPosition = "guide/position";
static constexpr auto kKeptGeometry = "guide/geometry";
static constexpr auto kKeptZoom = "guide/zoom";

GuideWindow::GuideWindow(QWidget* parent)
    : QWidget(parent, Qt::Window)
{
    setObjectName(QStringLiteral("guide"));
    setProperty("group", tr("Guide")); // of its commands
    setWindowTitle(tr("Guide"));
    resize(kUsualSize.boundedTo(screen()->availableSize()));
    m_view = new GuideView(this);
    buildCommands();
    auto* column = columnOf(this, 0);
    column->addWidget(buildHead());
    column->addWidget(m_message = new MessageBar(this));
    m_split = new QSplitter(this);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(buildLeft());
    m_split->addWidget(m_view);
    m_split->setSizes({kListWidth, width() - kListWidth});
    m_split->setStretchFactor(1, 1);
    column->addWidget(m_split, 1);
    column->addWidget(m_find = new FindBar(this));
    m_find->setPrompt(tr("Find in this page"));
    m_find->hide();
    connectParts();
    fillContents();
    const QSettings settings;
    restoreGeometry(settings.value(QLatin1String(kKeptGeometry)).toByteArray());
    setZoom(settings.value(QLatin1String(kKeptZoom)).toInt());
    setFocusProxy(m_view);
}

GuideWindow::~GuideWindow()
{
    QSettings settings;
    settings.setValue(QLatin1String(kKeptGeometry), saveGeometry());
    settings.setValue(QLatin1String(kKeptZoom), m_view->zoom());
    if (m_view->page()) {
        settings.setValue(QLatin1String(kKeptPage), m_view->page()->name);
        settings.setValue(QLatin1String(kKeptPosition), m_view->topPosition());
    }
}

QWidget* GuideWindow::buildHead()
{
    auto* bar = new QToolBar(this);
    bar->addActions({m_back, m_forward});
    m_search = textField(
        bar, "guideSearch", tr("Search all pages"), tr("Search all pages"), kLongestQuery);
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    bar->addWidget(m_search);
    for (const char* name : {"guideZoomOut", "guideZoomIn"})
        bar->addAction(findChild<QAction*>(QLatin1String(name)));
    return bar;
}

QWidget* GuideWindow::buildLeft()
{
    m_lists = new QStackedWidget(this);
    m_contents = new QTreeWidget(m_lists);
    m_contents->setObjectName(QStringLiteral("guideContents"));
    m_contents->setAccessibleName(tr("Contents"));
    m_contents->setHeaderHidden(true);
    m_contents->setFrameShape(QFrame::NoFrame);
    m_contents->setUniformRowHeights(true);
    m_hits = new QListWidget(m_lists);
    m_hits->setObjectName(QStringLiteral("guideHits"));
    m_hits->setAccessibleName(tr("What was found"));
    m_hits->setFrameShape(QFrame::NoFrame);
    m_hits->setItemDelegate(new GuideHitDelegate(this));
    m_hits->setUniformItemSizes(true);
    m_hits->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_noHits = emptyLabel(m_lists);
    m_noHits->setText(tr("No page has all of these words. Try fewer, or other ones."));
    m_lists->addWidget(m_contents);
    m_lists->addWidget(m_hits);
    m_lists->addWidget(m_noHits);
    return m_lists;
}

void GuideWindow::buildCommands()
{
    m_back
        = keyAction(*this, "guideBack", tr("Back"), {QKeySequence(Qt::ALT | Qt::Key_Left)}, [this] {
              step(-1);
          });
    m_back->setIcon(glyphIcon(Glyph::Previous));
    m_forward = keyAction(
        *this, "guideForward", tr("Forward"), {QKeySequence(Qt::ALT | Qt::Key_Right)},
        [this] { step(1); });
    m_forward->setIcon(glyphIcon(Glyph::Next));
    keyAction(*this, "guideFind", tr("Find in this page"), {QKeySequence::Find}, [this] {
        m_find->open(m_view->textCursor().selectedText());
    });
    keyAction(*this, "guideFindNext", tr("Find next"), {QKeySequence(Qt::Key_F3)}, [this] {
        findInPage(1, true);
    });
    keyAction(
        *this, "guideSearchAll", tr("Search all pages"),
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F), QKeySequence(Qt::CTRL | Qt::Key_K)},
        [this] {
            m_search->setFocus(Qt::ShortcutFocusReason);
            m_search->selectAll();
        });
    keyAction(*this, "guideContents", tr("Contents"), {QKeySequence(Qt::Key_F6)}, [this] {
        if (m_lists->isAncestorOf(focusWidget()))
            m_view->setFocus(Qt::ShortcutFocusReason);
        else
            m_lists->currentWidget()->setFocus(Qt::ShortcutFocusReason);
    });
    for (const auto& [name, text, key, steps] :
         {std::tuple("guideZoomIn", tr("Larger"), QKeySequence(QKeySequence::ZoomIn), 1),
          std::tuple("guideZoomOut", tr("Smaller"), QKeySequence(QKeySequence::ZoomOut), -1),
          std::tuple("guideZoomReset", tr("Usual size"), QKeySequence(Qt::CTRL | Qt::Key_0), 0)})
        keyAction(*this, name, text, {key}, [this, steps = steps] {
            setZoom(steps == 0 ? 0 : m_view->zoom() + steps);
        });
    findChild<QAction*>(QStringLiteral("guideZoomIn"))->setIcon(glyphIcon(Glyph::ZoomIn));
    findChild<QAction*>(QStringLiteral("guideZoomOut"))->setIcon(glyphIcon(Glyph::ZoomOut));
    keyAction(
        *this, "guideClose", tr("Close the guide"), {QKeySequence(Qt::CTRL | Qt::Key_W)},
        [this] { close(); });
    keyAction(
        *this, "guideLeave", tr("Leave what is on top"), {Qt::Key_Escape}, [this] { escape(); });
}

void GuideWindow::connectParts()
{
    connect(m_view, &GuideView::linkActivated, this, &GuideWindow::follow);
    connect(
        m_view->verticalScrollBar(), &QScrollBar::valueChanged, this, &GuideWindow::markContents);
    connect(m_search, &QLineEdit::textChanged, this, &GuideWindow::search);
    const auto openItem = [this](const QTreeWidgetItem* item) {
        leaveFor({item->data(0, kPageRole).toString(), item->data(0, kPositionRole).toInt()});
    };
    connect(m_contents, &QTreeWidget::itemClicked, this, openItem);
    connect(m_contents, &QTreeWidget::itemActivated, this, [this, openItem](auto* item) {
        openItem(item);
        m_view->setFocus(Qt::OtherFocusReason);
    });
    connect(m_hits, &QListWidget::itemClicked, this, [this] { openHit(m_hits->currentRow()); });
    connect(m_hits, &QListWidget::itemActivated, this, [this] {
        openHit(m_hits->currentRow());
        m_view->setFocus(Qt::OtherFocusReason);
    });
    connect(m_find, &FindBar::queryChanged, this, [this] { findInPage(1, false); });
    connect(m_find, &FindBar::stepped, this, [this](int by) { findInPage(by, true); });
    connect(m_find, &FindBar::closed, this, [this] {
        m_find->hide();
        m_view->setFocus(Qt::OtherFocusReason);
    });
}

void GuideWindow::fillContents()
{
    for (const GuidePage& page : m_book.pages()) {
        QTreeWidgetItem* top = nullptr;
        for (const GuideHeading& heading : page.headings) {
            if (heading.level > 2)
                continue;
            auto* item = top ? new QTreeWidgetItem(top) : new QTreeWidgetItem(m_contents);
            item->setText(0, heading.title);
            item->setSizeHint(0, {0, fontMetrics().height() + kRowRoom});
            item->setData(0, kPageRole, page.name);
            item->setData(0, kPositionRole, top ? heading.position : 0);
            if (!top)
                top = item;
        }
    }
}

void GuideWindow::goTo(const GuidePlace& place)
{
    const GuideHeading* heading = m_book.headingAt(place);
    const GuidePage* page = m_book.find(place.page);
    leaveFor(
        {page ? page->name : m_book.pages().first().name,
         heading && !place.anchor.isEmpty() ? heading->position : 0});
}

void GuideWindow::resume()
{
    if (m_view->page())
        return;
    const QSettings settings;
    const QString page = settings.value(QLatin1String(kKeptPage)).toString();
    const int position = settings.value(QLatin1String(kKeptPosition)).toInt();
    if (m_book.find(page))
        leaveFor({page, position});
    else
        goTo({});
}

GuidePlace GuideWindow::place() const
{
    if (!m_view->page())
        return {};
    GuidePlace found{m_view->page()->name, {}};
    const int top = m_view->topPosition();
    const bool isAtEnd
        = m_view->verticalScrollBar()->value() == m_view->verticalScrollBar()->maximum();
    const int limit = isAtEnd && m_now >= 0 ? std::max(top, m_history[m_now].position) : top;
    for (const GuideHeading& heading : m_view->page()->headings)
        if (heading.level > 1 && heading.position <= limit)
            found.anchor = heading.anchor;
    return found;
}

void GuideWindow::leaveFor(const Stop& stop)
{
    if (m_now >= 0 && m_history[m_now] == stop) // as a double click asks twice
        return showStop(stop);
    if (m_now >= 0) {
        m_history[m_now].position = m_view->topPosition();
        m_history.resize(m_now + 1);
    }
    if (m_history.size() >= kMostStops)
        m_history.removeFirst();
    m_history << stop;
    m_now = m_history.size() - 1;
    showStop(stop);
}

void GuideWindow::showStop(const Stop& stop)
{
    const GuidePage* page = m_book.find(stop.page);
    m_message->hide();
    if (page != m_view->page())
        m_view->present(*page);
    m_view->scrollToPosition(stop.position);
    setWindowTitle(tr("%1 — Guide").arg(page->title));
    explainCommand(*m_back, m_now > 0 ? QString() : tr("this is where you began"));
    explainCommand(
        *m_forward,
        m_now < m_history.size() - 1 ? QString() : tr("this is where you came to last"));
    markContents();
}

void GuideWindow::step(int direction)
{
    const qsizetype wanted = m_now + direction;
    if (wanted < 0 || wanted >= m_history.size())
        return;
    m_history[m_now].position = m_view->topPosition();
    m_now = wanted;
    showStop(Stop(m_history[m_now]));
}

void GuideWindow::follow(const QString& link)
{
    const QString page = m_view->page()->name;
    if (const auto inside = m_book.linked(page, link))
        return goTo(*inside);
    const QString target = guideTarget(page, link);
    m_message->showMessage(
        MessageBar::Tone::Info,
        target.contains(QStringLiteral("://"))
            ? tr("Outside of the guide: %1").arg(target)
            : tr("Not in the guide, but among Sandbench's sources: %1").arg(target),
        {{"guideCopyTarget", tr("Copy"),
          [target] { QGuiApplication::clipboard()->setText(target); }}});
}

void GuideWindow::search(const QString& query)
{
    m_hits->clear();
    for (const GuideHit& hit : m_book.search(query, kMostHits)) {
        auto* item = new QListWidgetItem(hit.section + u'\n' + hit.context, m_hits);
        item->setData(kPageRole, hit.page);
        item->setData(kPositionRole, hit.position);
    }
    m_hits->setCurrentRow(0);
    if (query.trimmed().isEmpty())
        m_lists->setCurrentWidget(m_contents);
    else if (m_hits->count() > 0)
        m_lists->setCurrentWidget(m_hits);
    else
        m_lists->setCurrentWidget(m_noHits);
}

void GuideWindow::openHit(int row)
{
    const QListWidgetItem* item = m_hits->item(row);
    if (!item)
        return;
    const int position = item->data(kPositionRole).toInt();
    leaveFor({item->data(kPageRole).toString(), position});
    m_view->markFrom(position, m_search->text().simplified().section(u' ', 0, 0));
}

// From the selection on, which is what was found last; round the end.
void GuideWindow::findInPage(int direction, bool again)
{
    const FindQuery query = m_find->query();
    if (query.text.isEmpty() || !m_view->page())
        return m_find->showNote({});
    QTextDocument::FindFlags flags;
    flags.setFlag(QTextDocument::FindBackward, direction < 0);
    flags.setFlag(QTextDocument::FindCaseSensitively, (query.flags & FindQuery::MatchCase) != 0);
    flags.setFlag(QTextDocument::FindWholeWords, (query.flags & FindQuery::WholeWord) != 0);
    const bool isPattern = (query.flags & FindQuery::Regex) != 0;
    const auto find = [&](const QTextCursor& from) {
        return isPattern ? m_view->document()->find(
                   QRegularExpression(
                       query.text,
                       (query.flags & FindQuery::MatchCase) != 0
                           ? QRegularExpression::NoPatternOption
                           : QRegularExpression::CaseInsensitiveOption),
                   from, flags)
                         : m_view->document()->find(query.text, from, flags);
    };
    QTextCursor from = m_view->textCursor();
    if (!again)
        from.setPosition(from.selectionStart());
    QTextCursor found = find(from);
    if (found.isNull()) {
        from.movePosition(direction > 0 ? QTextCursor::Start : QTextCursor::End);
        found = find(from);
    }
    m_find->showNote(found.isNull() ? tr("not found") : QString());
    if (!found.isNull())
        m_view->setTextCursor(found);
}

// What is on top goes first.
void GuideWindow::escape()
{
    if (m_find->isVisible()) {
        m_find->hide();
        m_view->setFocus(Qt::OtherFocusReason);
    } else if (!m_search->text().isEmpty()) {
        m_search->clear();
        m_view->setFocus(Qt::OtherFocusReason);
    } else {
        close();
    }
}

void GuideWindow::markContents()
{
    const GuidePlace here = place();
    const GuideHeading* heading = m_book.headingAt(here);
    for (int i = 0; i < m_contents->topLevelItemCount(); ++i) {
        QTreeWidgetItem* top = m_contents->topLevelItem(i);
        if (top->data(0, kPageRole).toString() != here.page)
            continue;
        QTreeWidgetItem* current = top;
        for (int k = 0; k < top->childCount(); ++k)
            if (top->child(k)->data(0, kPositionRole).toInt() <= heading->position
                && !here.anchor.isEmpty())
                current = top->child(k);
        top->setExpanded(true);
        m_contents->setCurrentItem(current);
    }
}

void GuideWindow::setZoom(int points)
{
    m_view->setZoom(std::clamp(points, kSmallestZoom, kLargestZoom));
}

QString GuideWindow::messageText() const
{
    return m_message->text();
}

// The field keeps the focus while the keys go through what was found.
bool GuideWindow::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_search || event->type() != QEvent::KeyPress)
        return QWidget::eventFilter(watched, event);
    const int key = static_cast<QKeyEvent*>(event)->key();
    const int row = m_hits->currentRow();
    if (key == Qt::Key_Down || key == Qt::Key_Up) {
        const int wanted = row + (key == Qt::Key_Down ? 1 : -1);
        m_hits->setCurrentRow(std::clamp(wanted, 0, std::max(0, m_hits->count() - 1)));
        return true;
    }
    if ((key == Qt::Key_Return || key == Qt::Key_Enter) && row >= 0) {
        openHit(row);
        m_view->setFocus(Qt::OtherFocusReason);
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace sandbench::ui
