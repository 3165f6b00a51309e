// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/palette/command_palette.h"

#include "ui/common/column.h"
#include "ui/palette/palette_delegate.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QSettings>

#include <algorithm>

namespace sandbench::ui {

static constexpr auto kRecent = "palette/recent";
static constexpr qsizetype kMostRecent = 20;
static constexpr int kWidth = 640;
static constexpr int kTop = 8;
static constexpr int kEdge = 8; // that stays free beside it
static constexpr int kMostRows = 12;

CommandPalette::CommandPalette(QWidget* window, Sources sources)
    : QFrame(window)
    , m_sources(std::move(sources))
{
    hide();
    setObjectName(QStringLiteral("palette"));
    setAccessibleName(tr("Commands"));
    setFrameShape(QFrame::NoFrame);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Window);
    auto* column = columnOf(this, 4);
    column->setContentsMargins(8, 8, 8, 8);
    m_field = new QLineEdit(this);
    m_field->setObjectName(QStringLiteral("paletteField"));
    m_field->setPlaceholderText(tr("Find a command, or a document with @"));
    m_field->setAccessibleName(tr("Find a command"));
    m_field->installEventFilter(this);
    m_list = new QListView(this);
    m_list->setObjectName(QStringLiteral("paletteList"));
    m_list->setAccessibleName(tr("Commands that match"));
    m_list->setModel(&m_model);
    m_list->setItemDelegate(new PaletteDelegate(this));
    m_list->setFocusPolicy(Qt::NoFocus); // the field has the keys
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setUniformItemSizes(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMouseTracking(true);
    m_nothing = new QLabel(tr("Nothing is called so."), this);
    m_nothing->setTextFormat(Qt::PlainText);
    m_nothing->setForegroundRole(QPalette::PlaceholderText);
    m_nothing->setContentsMargins(12, 4, 12, 4);
    column->addWidget(m_field);
    column->addWidget(m_list);
    column->addWidget(m_nothing);
    // A screen reader stays with the field, which has the focus.
    const auto* current = m_list->selectionModel();
    connect(current, &QItemSelectionModel::currentChanged, this, [this](const QModelIndex& row) {
        m_field->setAccessibleDescription(row.data(Qt::AccessibleTextRole).toString());
    });
    connect(m_field, &QLineEdit::textChanged, this, &CommandPalette::refresh);
    connect(m_list, &QListView::clicked, this, [this](const QModelIndex& index) {
        choose(index.row());
    });
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, const QWidget* now) {
        focusMoved(now);
    });
    window->installEventFilter(this);
}

void CommandPalette::open()
{
    if (isVisible())
        return leave();
    m_focusBefore = QApplication::focusWidget();
    m_shows = Shows::Nothing; // what there is may have changed
    m_field->clear();
    refresh({});
    show();
    raise();
    m_field->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::refresh(const QString& text)
{
    const bool isDocument = text.startsWith(u'@');
    const Shows wanted = isDocument ? Shows::Documents : Shows::Commands;
    if (wanted != m_shows)
        m_model.setItems(
            isDocument ? m_sources.documents() : m_sources.commands(),
            QSettings().value(QLatin1String(kRecent)).toStringList());
    m_shows = wanted;
    m_model.setQuery(isDocument ? text.mid(1) : text);
    m_list->setCurrentIndex(m_model.index(0));
    m_list->scrollToTop();
    m_list->setVisible(m_model.rowCount() > 0);
    m_nothing->setVisible(m_model.rowCount() == 0);
    place();
}

// As wide as there is room, and as high as what it lists.
void CommandPalette::place()
{
    const int rows = std::min(m_model.rowCount(), kMostRows);
    const QWidget* window = parentWidget();
    const int row = rows > 0 ? m_list->sizeHintForRow(0) : 0;
    const int room = window->height() - 2 * kTop - m_field->sizeHint().height() - 28;
    m_list->setFixedHeight(
        std::clamp(rows * row, row, std::max(row, room / std::max(row, 1) * row)));
    layout()->activate();
    const int width = std::min(kWidth, window->width() - 2 * kEdge);
    setGeometry((window->width() - width) / 2, kTop, width, sizeHint().height());
}

void CommandPalette::leave()
{
    if (!isVisible())
        return;
    const QPointer<QWidget> before = m_focusBefore;
    const bool hasFocus = isAncestorOf(QApplication::focusWidget());
    m_focusBefore = nullptr;
    hide();
    if (hasFocus && before)
        before->setFocus(Qt::PopupFocusReason);
}

void CommandPalette::choose(int row)
{
    if (row < 0 || row >= m_model.rowCount() || !m_model.item(row).isEnabled)
        return;
    const PaletteItem item = m_model.item(row);
    if (m_shows == Shows::Commands) {
        QSettings settings;
        QStringList recent = settings.value(QLatin1String(kRecent)).toStringList();
        recent.removeAll(item.id);
        recent.prepend(item.id);
        settings.setValue(QLatin1String(kRecent), recent.mid(0, kMostRecent));
    }
    leave(); // first: a command may look where the focus is
    item.run();
}

bool CommandPalette::handleKey(int key)
{
    const int page = std::max(1, m_list->height() / std::max(1, m_list->sizeHintForRow(0)) - 1);
    const int row = m_list->currentIndex().row();
    const int last = m_model.rowCount() - 1;
    const auto go = [this, last](int wanted) {
        m_list->setCurrentIndex(m_model.index(std::clamp(wanted, 0, std::max(last, 0))));
    };
    switch (key) {
    case Qt::Key_Up:
        go(row > 0 ? row - 1 : last);
        return true;
    case Qt::Key_Down:
        go(row < last ? row + 1 : 0);
        return true;
    case Qt::Key_PageUp:
        go(row - page);
        return true;
    case Qt::Key_PageDown:
        go(row + page);
        return true;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        choose(row);
        return true;
    case Qt::Key_Escape:
        leave();
        return true;
    default:
        return false;
    }
}

bool CommandPalette::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_field && event->type() == QEvent::KeyPress)
        return handleKey(static_cast<QKeyEvent*>(event)->key());
    if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible())
        place();
    return QFrame::eventFilter(watched, event);
}

void CommandPalette::changeEvent(QEvent* event)
{
    QFrame::changeEvent(event);
    if (event->type() == QEvent::FontChange && isVisible())
        place();
}

// Styles draw a frame that nobody sees in the dark, and here it lies over the window's own parts.
void CommandPalette::paintEvent(QPaintEvent* event)
{
    QFrame::paintEvent(event);
    QPainter painter(this);
    painter.setPen(palette().color(QPalette::PlaceholderText));
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

void CommandPalette::focusMoved(const QWidget* now)
{
    if (isVisible() && now && !isAncestorOf(now))
        leave();
}

} // namespace sandbench::ui
