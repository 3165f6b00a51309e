// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/runs/runs_panel.h"

#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/text_field.h"
#include "ui/common/wrapped_label.h"
#include "ui/runs/comparison_view.h"
#include "ui/runs/run_details.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLocale>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

namespace sandbench::ui {

static constexpr int kMargin = 8;
static constexpr int kRowMargin = 4;
static constexpr int kLongestFilter = 200;
static constexpr int kClockMilliseconds = 1000;
static constexpr int kTypingMilliseconds = 20; // a pasted word is one search
static constexpr int kDocumentLength = 16; // characters

RunsPanel::RunsPanel(workspace::Workspace& workspace, const QString& stateFolder, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_model(workspace)
{
    m_shown.setSourceModel(&m_model);
    m_shown.setSortRole(RunsModel::OrderRole);
    m_shown.sort(0, Qt::DescendingOrder);
    auto* column = columnOf(this, 0);
    column->addWidget(buildHead());
    column->addWidget(m_problem = wrappedLabel(this));
    m_problem->setObjectName(QStringLiteral("runsProblem"));
    m_problem->setContentsMargins(kMargin, 0, kMargin, 4);
    m_problem->hide();
    column->addWidget(m_split = new QSplitter(this), 1);
    m_split->setChildrenCollapsible(false);
    m_split->addWidget(m_pages = new QStackedWidget(m_split));
    m_split->addWidget(m_side = new QStackedWidget(m_split));
    m_side->addWidget(m_details = new RunDetails(stateFolder, m_side));
    m_side->addWidget(m_comparison = new ComparisonView(m_side));
    m_split->setStretchFactor(0, 1);
    m_split->setStretchFactor(1, 1);
    m_side->hide();
    buildList();
    m_pages->addWidget(m_empty = emptyLabel(m_pages));
    m_clock.setInterval(kClockMilliseconds);
    connect(&m_clock, &QTimer::timeout, this, &RunsPanel::refreshIfSeen);
    connect(&m_model, &RunsModel::wasRead, this, &RunsPanel::wasRead);
    connect(m_details, &RunDetails::closeWanted, this, &RunsPanel::closeDetails);
    connect(m_details, &RunDetails::notice, this, &RunsPanel::notice);
    connect(m_details, &RunDetails::filesChanged, this, &RunsPanel::filesChanged);
    connect(m_details, &RunDetails::codeRequested, this, &RunsPanel::codeRequested);
    connect(m_details, &RunDetails::mentionActivated, this, &RunsPanel::mentionActivated);
    connect(m_details, &RunDetails::reportWanted, this, [this] { chooseReport(m_opened); });
    connect(m_details, &RunDetails::copyWanted, this, [this] { copyForModel(m_opened); });
    connect(m_details, &RunDetails::programWanted, this, &RunsPanel::openProgram);
    connect(m_details, &RunDetails::againWanted, this, [this] { runOnceMore(m_opened); });
    connect(m_details, &RunDetails::replayWanted, this, [this] { replay(m_opened); });
    connect(m_details, &RunDetails::reviewChanged, this, [this](const report::Review& said) {
        review(m_opened, said);
    });
    connect(m_comparison, &ComparisonView::closeWanted, this, &RunsPanel::closeDetails);
    connect(m_comparison, &ComparisonView::notice, this, &RunsPanel::notice);
    connect(m_comparison, &ComparisonView::toleranceChanged, this, &RunsPanel::readComparison);
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingMilliseconds);
    connect(&m_typing, &QTimer::timeout, this, &RunsPanel::applyQuery);
    setFocusProxy(m_list);
}

QWidget* RunsPanel::buildHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(kMargin, 4, kMargin, 4);
    m_filter = textField(
        head, "runsFilter", tr("Search runs"), tr("Search: program, code, output, end, note, …"),
        kLongestFilter);
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, &m_typing, qOverload<>(&QTimer::start));
    connect(m_filter, &QLineEdit::returnPressed, this, [this] {
        m_list->setFocus(Qt::OtherFocusReason);
    });
    row->addWidget(m_filter, 2);
    addChoices(*row);
    row->addWidget(m_summary = new ElidedLabel(head), 2);
    m_summary->setObjectName(QStringLiteral("runsSummary"));
    auto* refresh = new QToolButton(head);
    refresh->setObjectName(QStringLiteral("runsRefresh"));
    refresh->setIcon(glyphIcon(Glyph::Again));
    refresh->setText(tr("Refresh"));
    refresh->setToolTip(tr("Look for runs of other programs"));
    refresh->setAutoRaise(true);
    connect(refresh, &QToolButton::clicked, &m_model, &RunsModel::refresh);
    row->addWidget(refresh);
    return head;
}

void RunsPanel::addChoices(QBoxLayout& row)
{
    QWidget* head = row.parentWidget();
    m_document = new QComboBox(head);
    m_document->setObjectName(QStringLiteral("runsDocument"));
    m_document->setAccessibleName(tr("Program"));
    m_document->addItem(tr("All programs"));
    m_document->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_document->setMinimumContentsLength(kDocumentLength);
    m_reviews = new QComboBox(head);
    m_reviews->setObjectName(QStringLiteral("runsReviews"));
    m_reviews->setAccessibleName(tr("Review"));
    m_reviews->addItem(tr("Any review"));
    m_reviews->addItem(tr("Not reviewed"), QString::fromLatin1(workspace::kNotReviewed));
    for (const auto verdict : report::kReviewVerdicts)
        m_reviews->addItem(reviewText(toQString(verdict)), toQString(verdict));
    for (QComboBox* box : {m_document, m_reviews}) {
        connect(box, &QComboBox::currentIndexChanged, this, &RunsPanel::applyQuery);
        row.addWidget(box);
    }
    m_compare = new QToolButton(head);
    m_compare->setObjectName(QStringLiteral("runsCompare"));
    m_compare->setText(tr("Compare"));
    m_compare->setToolTip(tr("Show what differs between the two runs that are selected"));
    m_compare->setAutoRaise(true);
    m_compare->setEnabled(false);
    connect(m_compare, &QToolButton::clicked, this, &RunsPanel::compareChosen);
    row.addWidget(m_compare);
}

void RunsPanel::buildList()
{
    m_pages->addWidget(m_list = new QTableView(m_pages));
    m_list->setObjectName(QStringLiteral("runs"));
    m_list->setAccessibleName(tr("Runs"));
    m_list->setModel(&m_shown);
    m_list->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->setShowGrid(false);
    m_list->setWordWrap(false);
    m_list->setTabKeyNavigation(false);
    m_list->verticalHeader()->hide();
    m_list->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_list->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kRowMargin);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setMinimumSize(80, 60);
    m_list->horizontalHeader()->setHighlightSections(false);
    m_list->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_list->horizontalHeader()->setSectionResizeMode(RunsModel::EndColumn, QHeaderView::Stretch);
    const int unit = fontMetrics().averageCharWidth();
    for (const auto& [section, characters] :
         {std::pair(RunsModel::StartedColumn, 19), std::pair(RunsModel::ProgramColumn, 22),
          std::pair(RunsModel::SessionColumn, 32), std::pair(RunsModel::TookColumn, 13),
          std::pair(RunsModel::ResultsColumn, 14), std::pair(RunsModel::ReviewColumn, 18)})
        m_list->horizontalHeader()->resizeSection(section, unit * characters);
    connect(m_list, &QTableView::activated, this, &RunsPanel::open);
    connect(m_list->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this] {
        m_compare->setEnabled(chosenRuns().size() == 2);
    });
    keyAction(
        *m_list, "runsCompareChosen", tr("Compare Runs"), {Qt::Key_C}, [this] { compareChosen(); });
    keyAction(
        *m_list, "runReplay", tr("Replay"), {Qt::Key_R}, [this] { replayChosen(); },
        tr("Play the selected run again with its timing"));
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    keyAction(*m_list, "runsFind", tr("Find Runs"), {QKeySequence::Find}, [this] {
        m_filter->setFocus(Qt::ShortcutFocusReason);
    });
}

void RunsPanel::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    look();
    fillDocuments();
}

// A tab behind another one counts as shown; where it is, is known when the window is laid out.
void RunsPanel::look()
{
    QTimer::singleShot(0, this, &RunsPanel::refreshIfSeen);
}

void RunsPanel::refreshIfSeen()
{
    if (!isSeen())
        return m_clock.stop();
    m_model.refresh();
    describe();
}

void RunsPanel::noteBegin(const QString& id, const QString& program, const QString& session)
{
    m_model.setLabel(id, program, session);
    refreshIfSeen();
}

void RunsPanel::noteEnd()
{
    refreshIfSeen();
    if (isSeen())
        fillDocuments();
}

void RunsPanel::setNote(const QString& sentence)
{
    m_note = sentence;
    describe();
}

void RunsPanel::wasRead()
{
    if (m_model.goingOn() > 0 || !m_model.problem().isEmpty())
        m_clock.start();
    else
        m_clock.stop();
    describe();
    const RunRow* opened = m_model.find(m_opened);
    if (opened && m_openedGoesOn && !opened->goesOn())
        readOpened();
}

void RunsPanel::describe()
{
    const QLocale locale;
    const int shown = m_model.rowCount();
    const bool isFiltered = !m_model.query().isEmpty();
    QStringList facts;
    if (shown > 0 && isFiltered)
        facts
            << (shown == 1 ? tr("1 run matches") : tr("%1 runs match").arg(locale.toString(shown)));
    else if (shown > 0)
        facts << (shown == 1 ? tr("1 run") : tr("%1 runs").arg(locale.toString(shown)));
    if (!facts.isEmpty() && m_model.canFetchMore())
        facts << tr("older ones as you scroll");
    if (m_model.goingOn() > 0)
        facts << tr("running: %1").arg(m_model.goingOn());
    m_summary->setText(facts.join(QStringLiteral(" · ")));
    m_problem->setText(
        tr("⚠ Only runs of this window: %1").arg(SafeText::display(m_model.problem())));
    m_problem->setVisible(!m_model.problem().isEmpty());
    const bool hadFocus = m_list->hasFocus(), wasEmpty = m_pages->currentIndex() == 1;
    m_pages->setCurrentIndex(shown > 0 ? 0 : 1);
    setFocusProxy(shown > 0 ? static_cast<QWidget*>(m_list) : m_filter);
    if (hadFocus && shown == 0)
        m_filter->setFocus();
    else if (wasEmpty && shown > 0 && m_filter->hasFocus() && m_filter->text().isEmpty())
        m_list->setFocus(); // who comes to the panel means the list
    if (shown == 0)
        describeNothing();
}

void RunsPanel::describeNothing()
{
    QString text = tr("Nothing has been run. What this window, the command line and the servers of "
                      "this user run is listed here.");
    if (m_model.isReading())
        text = tr("Reading the history of runs…");
    else if (!m_model.query().isEmpty())
        text = tr("No run matches. Only runs that have ended are searched.");
    else if (!m_workspace.history())
        text = tr("No history of runs is kept. What this window runs is listed for some minutes.");
    else if (!m_note.isEmpty())
        text += u'\n' + SafeText::display(m_note);
    m_empty->setText(text);
}

void RunsPanel::open(const QModelIndex& shown)
{
    m_opened = m_model.at(m_shown.mapToSource(shown).row()).id;
    readOpened();
}

void RunsPanel::readOpened()
{
    const RunRow* run = m_model.find(m_opened);
    m_openedGoesOn = run && run->goesOn();
    if (!run)
        return;
    m_jobs.run(
        this,
        [&workspace = m_workspace, id = toStd(m_opened)](const std::stop_token& stop) {
            return readStoredRun(workspace, id, stop);
        },
        [this, id = m_opened, program = m_model.programOf(*run),
         session = m_model.sessionOf(*run)](const Result<StoredRun>& stored) {
            if (id != m_opened)
                return; // another one was chosen meanwhile
            if (stored)
                m_details->showRun(*stored, program, session);
            else
                m_details->showProblem(toQString(stored.error().text()));
            showBeside(m_details);
        });
}

void RunsPanel::showBeside(QWidget* widget)
{
    const bool isNew = m_side->isHidden() || m_side->currentWidget() != widget;
    m_side->setCurrentWidget(widget);
    if (m_side->isHidden()) {
        m_side->show();
        arrange();
        m_split->setSizes({width(), width()}); // as much for each
    }
    if (isNew)
        widget->setFocus(Qt::OtherFocusReason);
}

void RunsPanel::closeDetails()
{
    m_opened.clear();
    m_openedGoesOn = false;
    m_compared.clear();
    m_side->hide();
    arrange();
    m_list->setFocus(Qt::OtherFocusReason);
}

void RunsPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void RunsPanel::arrange()
{
    const bool isWide = width() > 2 * height();
    m_split->setOrientation(isWide ? Qt::Horizontal : Qt::Vertical);
    // What the details say as well.
    const bool isNarrow = isWide && !m_side->isHidden();
    for (int column : {RunsModel::SessionColumn, RunsModel::TookColumn, RunsModel::ResultsColumn})
        m_list->setColumnHidden(column, isNarrow);
}

QString RunsPanel::summary() const
{
    return m_summary->text();
}

QString RunsPanel::emptyText() const
{
    return m_pages->currentIndex() == 1 ? m_empty->text() : QString();
}

} // namespace sandbench::ui
