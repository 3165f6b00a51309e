// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/variables/variables_panel.h"

#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/key_action.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/text_field.h"
#include "ui/common/wrapped_label.h"
#include "ui/variables/variable_view.h"

#include <QAction>
#include <QApplication>
#include <QBoxLayout>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QLocale>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QTimer>

#include <utility>

namespace sandbench::ui {

static constexpr int kMargin = 8;
static constexpr int kRowMargin = 4;
static constexpr int kLongestFilter = 200;

VariablesPanel::VariablesPanel(std::string context, QWidget* parent)
    : QWidget(parent)
    , m_context(std::move(context))
{
    m_shown.setSourceModel(&m_model);
    m_shown.setSortRole(VariablesModel::OrderRole);
    m_shown.setFilterRole(VariablesModel::FilterRole);
    m_shown.setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_shown.sort(VariablesModel::NameColumn);
    auto* column = columnOf(this, 0);
    column->addWidget(buildHead());
    column->addWidget(m_split = new QSplitter(this), 1);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(m_pages = new QStackedWidget(m_split));
    m_split->addWidget(m_details = new VariableView(m_split));
    m_split->setStretchFactor(0, 1);
    m_split->setStretchFactor(1, 1);
    m_details->hide();
    buildList();
    buildCommands();
    m_pages->addWidget(m_empty = emptyLabel(m_pages));
    connect(m_details, &VariableView::closeWanted, this, &VariablesPanel::closeDetails);
    connect(m_details, &VariableView::notice, this, &VariablesPanel::notice);
    describe();
}

QWidget* VariablesPanel::buildHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(kMargin, 4, kMargin, 4);
    m_filter = textField(
        head, "variablesFilter", tr("Filter variables"), tr("Filter: name, type, value"),
        kLongestFilter);
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_shown.setFilterFixedString(text);
        describe();
    });
    connect(m_filter, &QLineEdit::returnPressed, this, [this] {
        m_list->setFocus(Qt::OtherFocusReason);
    });
    row->addWidget(m_filter, 1);
    row->addWidget(m_summary = new ElidedLabel(head), 2);
    m_summary->setObjectName(QStringLiteral("variablesSummary"));
    return head;
}

void VariablesPanel::buildList()
{
    m_pages->addWidget(m_list = new QTableView(m_pages));
    m_list->setObjectName(QStringLiteral("variables"));
    m_list->setAccessibleName(tr("Variables"));
    m_list->setModel(&m_shown);
    m_list->setSortingEnabled(true);
    m_list->sortByColumn(VariablesModel::NameColumn, Qt::AscendingOrder);
    m_list->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setShowGrid(false);
    m_list->setWordWrap(false);
    m_list->setTabKeyNavigation(false);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMinimumSize(80, 60);
    m_list->verticalHeader()->hide();
    m_list->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_list->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kRowMargin);
    auto* header = m_list->horizontalHeader();
    header->setHighlightSections(false);
    header->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    header->setStretchLastSection(true);
    const int unit = fontMetrics().averageCharWidth();
    for (const auto& [section, characters] :
         {std::pair(VariablesModel::NameColumn, 22), std::pair(VariablesModel::TypeColumn, 16),
          std::pair(VariablesModel::SizeColumn, 24)})
        header->resizeSection(section, unit * characters);
    connect(m_list, &QTableView::activated, this, &VariablesPanel::open);
    connect(
        m_list->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        [this](const QModelIndex& now) {
            if (now.isValid() && !m_details->isHidden())
                open(now);
        });
}

void VariablesPanel::buildCommands()
{
    keyAction(*this, "variablesFind", tr("Find Variables"), {QKeySequence::Find}, [this] {
        m_filter->setFocus(Qt::ShortcutFocusReason);
    });
    m_list->addAction(keyAction(*m_list, "variablesOpen", tr("Show Variable"), {}, [this] {
        open(m_list->currentIndex());
    }));
    m_list->addAction(
        keyAction(*m_list, "variablesCopy", tr("Copy Value"), {QKeySequence::Copy}, [this] {
            if (const Variable* variable = current())
                QApplication::clipboard()->setText(
                    SafeText::withoutControls(toQString(variable->value)));
        }));
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void VariablesPanel::setRunAction(const QAction* run)
{
    m_run = run;
    connect(run, &QAction::changed, this, &VariablesPanel::describe);
    describe();
}

void VariablesPanel::follow(std::shared_ptr<Session> session, bool isBusy)
{
    const bool isOther = session != m_session;
    const bool hasEnded = std::exchange(m_isBusy, isBusy) && !isBusy;
    m_session = std::move(session);
    if (isOther) {
        m_listing.request_stop();
        m_model.clear();
        m_total = 0;
        m_isKnown = false;
        m_error.reset();
        closeDetails();
    }
    m_hasCellEnded = (m_hasCellEnded || hasEnded) && !isOther;
    m_isStale = m_isStale || isOther || hasEnded;
    describe();
    refreshIfSeen();
}

void VariablesPanel::noteChange()
{
    m_isStale = m_hasCellEnded = true;
    refreshIfSeen();
}

void VariablesPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    look();
}

// A tab behind another one counts as shown; where it is, is known when the window is laid out.
void VariablesPanel::look()
{
    QTimer::singleShot(0, this, &VariablesPanel::refreshIfSeen);
}

void VariablesPanel::refreshIfSeen()
{
    if (!m_isStale || m_isBusy || !isSeen())
        return;
    m_isStale = false;
    m_listing.request_stop();
    if (!m_session)
        return describe();
    m_listing = m_jobs.run(
        this,
        [session = m_session, context = m_context](std::stop_token stop) {
            return session->listVariables(context, std::move(stop));
        },
        [this, asked = m_session.get()](Result<VariableList> told) {
            if (asked == m_session.get())
                take(std::move(told));
        });
}

void VariablesPanel::take(Result<VariableList> told)
{
    if (told.failedAs(ErrorCode::Cancelled))
        return;
    if (told.failedAs(ErrorCode::Unavailable)) { // a cell has begun: they are asked for at its end
        m_isStale = true;
        return describe();
    }
    m_error.reset();
    if (told) {
        m_isKnown = true;
        m_total = told->total;
        m_model.setVariables(std::move(told->variables), std::exchange(m_hasCellEnded, false));
    } else {
        m_error = told.error();
        m_total = 0;
        m_model.clear();
    }
    describe();
    if (m_details->isHidden())
        return;
    if (m_model.rowOf(m_opened) < 0)
        return closeDetails();
    readOpened();
}

QString VariablesPanel::sentenceForNothing() const
{
    if (m_error && m_error->code() == ErrorCode::Unsupported)
        return tr("Only Python tells its variables. Run a line or a selection of a Python program "
                  "to see them.");
    if (m_error && m_error->code() != ErrorCode::NotFound)
        return tr("The variables cannot be read: %1").arg(SafeText::display(m_error->text()));
    if (m_model.rowCount() > 0)
        return tr("No variable has “%1” in its name, type or value.").arg(m_filter->text());
    if (m_isKnown && !m_error)
        return tr("The cells that ran have defined nothing.");
    const QString keys = m_run ? m_run->shortcut().toString(QKeySequence::NativeText) : QString();
    return keys.isEmpty()
        ? tr("Run a line or a selection of a Python program to see its variables.")
        : tr("Run a line or a selection of a Python program (%1) to see its variables.").arg(keys);
}

void VariablesPanel::describe()
{
    const QLocale locale;
    const int count = m_model.rowCount(), shown = m_shown.rowCount();
    QString text;
    if (shown != count)
        text = tr("%1 of %2").arg(locale.toString(shown), locale.toString(count));
    else if (m_total > count)
        text = tr("The last %1 of %2 variables")
                   .arg(locale.toString(count), locale.toString(qlonglong{m_total}));
    else if (count > 0)
        text = count == 1 ? tr("1 variable") : tr("%1 variables").arg(locale.toString(count));
    if (m_isBusy && count > 0)
        text += tr(" · as they were before what runs now");
    m_summary->setText(text);
    const bool hadFocus = m_list->hasFocus();
    m_pages->setCurrentIndex(shown > 0 ? 0 : 1);
    setFocusProxy(shown > 0 ? static_cast<QWidget*>(m_list) : m_filter);
    if (hadFocus && shown == 0)
        m_filter->setFocus();
    if (shown == 0)
        m_empty->setText(sentenceForNothing());
}

const Variable* VariablesPanel::current() const
{
    const QModelIndex index = m_list->currentIndex();
    return index.isValid() ? m_model.at(m_shown.mapToSource(index).row()) : nullptr;
}

void VariablesPanel::open(const QModelIndex& shown)
{
    const Variable* variable
        = shown.isValid() ? m_model.at(m_shown.mapToSource(shown).row()) : nullptr;
    if (!variable)
        return;
    if (m_opened != variable->name)
        m_details->say(toQString(variable->name), tr("Reading…"));
    m_opened = variable->name;
    if (m_details->isHidden()) {
        m_details->show();
        arrange();
        constexpr int kAlike = 10'000; // more than there is: each gets half
        m_split->setSizes({kAlike, kAlike});
    }
    readOpened();
}

void VariablesPanel::readOpened()
{
    m_showing.request_stop();
    if (!m_session)
        return;
    m_showing = m_jobs.run(
        this,
        [session = m_session, context = m_context, name = m_opened](std::stop_token stop) {
            return session->showVariable(context, name, std::move(stop));
        },
        [this, asked = m_session.get(), name = m_opened](const Result<VariableDetails>& told) {
            if (asked == m_session.get() && name == m_opened)
                takeDetails(told);
        });
}

void VariablesPanel::takeDetails(const Result<VariableDetails>& told)
{
    if (told.failedAs(ErrorCode::Cancelled))
        return;
    if (told)
        m_details->setDetails(*told);
    else if (told.failedAs(ErrorCode::Unavailable))
        m_details->say(toQString(m_opened), tr("It is read when what runs now has ended."));
    else
        m_details->say(toQString(m_opened), SafeText::display(told.error().text()));
}

void VariablesPanel::closeDetails()
{
    m_showing.request_stop();
    m_opened.clear();
    const bool hadFocus = m_details->isAncestorOf(QApplication::focusWidget());
    m_details->hide();
    arrange();
    if (hadFocus)
        setFocus();
}

void VariablesPanel::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Escape && !m_details->isHidden())
        return closeDetails();
    QWidget::keyPressEvent(event);
}

void VariablesPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void VariablesPanel::arrange()
{
    const bool isWide = width() > 2 * height();
    m_split->setOrientation(isWide ? Qt::Horizontal : Qt::Vertical);
    // What the details say as well.
    const bool isNarrow = isWide && !m_details->isHidden();
    m_list->setColumnHidden(VariablesModel::SizeColumn, isNarrow);
}

QString VariablesPanel::summary() const
{
    return m_summary->text();
}

QString VariablesPanel::emptyText() const
{
    return m_pages->currentIndex() == 1 ? m_empty->text() : QString();
}

} // namespace sandbench::ui
