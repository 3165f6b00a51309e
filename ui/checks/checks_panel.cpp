// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/checks/checks_panel.h"

#include "ui/changes/difference_view.h"
#include "ui/checks/check_cell.h"
#include "ui/checks/checks_delegate.h"
#include "ui/common/column.h"
#include "ui/common/elided_label.h"
#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"

#include <QAction>
#include <QFileDialog>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

namespace sandbench::ui {

static constexpr int kMargin = 8;
static constexpr int kRowMargin = 4;
static constexpr int kClockMilliseconds = 40;
static constexpr int kWideFrom = 1200;
static constexpr int kNameCharacters = 18;

ChecksPanel::ChecksPanel(workspace::Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
{
    auto* column = columnOf(this, 0);
    column->addWidget(buildHead());
    column->addWidget(m_pages = new QStackedWidget(this), 1);
    m_pages->addWidget(m_split = new QSplitter(m_pages));
    m_split->setChildrenCollapsible(false);
    buildTable();
    buildDetails();
    m_pages->addWidget(m_empty = emptyLabel(m_pages));
    m_empty->setText(tr("No checks. Add one: an input, and what a program is expected to print for "
                        "it. Or a test, a program that tries others. Or open a file of checks. Run "
                        "Checks runs every open program "
                        "against all of them, and shows which passes which."));
    m_clock.setInterval(kClockMilliseconds);
    connect(&m_clock, &QTimer::timeout, this, &ChecksPanel::takeNews);
    connect(&m_model, &ChecksModel::edited, this, &ChecksPanel::refresh);
    connect(&m_model, &ChecksModel::modelReset, this, &ChecksPanel::showCurrent);
    connect(&m_model, &ChecksModel::dataChanged, this, &ChecksPanel::showCurrent);
    refresh();
}

QWidget* ChecksPanel::buildHead()
{
    auto* head = new QWidget(this);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(kMargin, 4, kMargin, 4);
    m_add = keyAction(
        *this, "checkAdd", tr("Add"), {Qt::Key_Insert}, [this] { addCheck(); }, tr("Add a check"));
    m_addTest = keyAction(
        *this, "checkAddTest", tr("Add Test…"), {}, [this] { chooseTests(); },
        tr("Add a program that tests the others, which lie beside it"));
    m_remove = keyAction(
        *this, "checkRemove", tr("Remove"), {QKeySequence::Delete}, [this] { removeCheck(); },
        tr("Remove the current check"));
    m_open = keyAction(
        *this, "checksOpenFile", tr("Open…"), {}, [this] { chooseFile(false); },
        tr("Open a file of checks"));
    m_save = keyAction(
        *this, "checksSaveFile", tr("Save As…"), {}, [this] { chooseFile(true); },
        tr("Save these checks as a file"));
    m_run = keyAction(
        *this, "checksRunAll", tr("Run Checks"), {Qt::CTRL | Qt::Key_Return},
        [this] { runChecks(); }, tr("Run the open programs against all checks"));
    m_stop = keyAction(
        *this, "checksStopAll", tr("Stop"), {}, [this] { stop(); }, tr("Stop the checks"));
    m_run->setIcon(glyphIcon(Glyph::Run, GlyphInk::Go));
    m_stop->setIcon(glyphIcon(Glyph::Stop, GlyphInk::Halt));
    const auto addButton = [&](QAction* action, const char* name) {
        auto* button = new QToolButton(head);
        button->setObjectName(QLatin1String(name));
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setToolButtonStyle(
            action->icon().isNull() ? Qt::ToolButtonTextOnly : Qt::ToolButtonTextBesideIcon);
        row->addWidget(button);
    };
    addButton(m_run, "checksRun");
    addButton(m_stop, "checksStop");
    row->addWidget(buildAnswers(head));
    addButton(m_add, "checksAdd");
    addButton(m_addTest, "checksAddTest");
    addButton(m_remove, "checksRemove");
    addButton(m_open, "checksOpen");
    addButton(m_save, "checksSave");
    buildCalledAs(head);
    row->addWidget(m_calledAs);
    row->addWidget(m_summary = new ElidedLabel(head), 1);
    m_summary->setObjectName(QStringLiteral("checksSummary"));
    m_summary->setContentsMargins(kMargin, 0, 0, 0);
    return head;
}

QWidget* ChecksPanel::buildAnswers(QWidget* head)
{
    auto* button = new QToolButton(head);
    button->setObjectName(QStringLiteral("checksAnswers"));
    button->setText(tr("Answers"));
    button->setToolTip(tr("Which of the open programs are checked"));
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setMenu(m_answers = new QMenu(button));
    connect(m_answers, &QMenu::aboutToShow, this, &ChecksPanel::fillAnswers);
    return button;
}

void ChecksPanel::buildCalledAs(QWidget* head)
{
    m_calledAs = new QWidget(head);
    m_calledAs->hide();
    auto* row = new QHBoxLayout(m_calledAs);
    row->setContentsMargins(0, 0, 0, 0);
    m_calledAsName = new QLineEdit(m_calledAs);
    m_calledAsName->setObjectName(QStringLiteral("checksCalledAs"));
    m_calledAsName->setAccessibleName(tr("Programs called"));
    m_calledAsName->setPlaceholderText(tr("their own names"));
    m_calledAsName->setToolTip(tr("The file name under which the tests import a program"));
    m_calledAsName->setMaxLength(check::kMostNameBytes);
    m_calledAsName->setFixedWidth(kNameCharacters * fontMetrics().averageCharWidth());
    auto* label = new QLabel(tr("Programs called"), m_calledAs);
    label->setBuddy(m_calledAsName);
    row->addWidget(label);
    row->addWidget(m_calledAsName);
}

void ChecksPanel::buildColumns()
{
    for (const CheckField field : kRareFields) {
        auto* action = new QAction(ChecksModel::fieldTitle(field), this);
        action->setCheckable(true);
        connect(action, &QAction::toggled, this, &ChecksPanel::arrange);
        m_columns.emplace_back(field, action);
        m_table->horizontalHeader()->addAction(action);
    }
    auto* separator = new QAction(tr("Columns"), this);
    separator->setSeparator(true);
    m_table->addActions({m_add, m_addTest, m_remove, separator});
    for (const auto& column : m_columns)
        m_table->addAction(column.second);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->horizontalHeader()->setContextMenuPolicy(Qt::ActionsContextMenu);
}

void ChecksPanel::buildTable()
{
    m_split->addWidget(m_table = new QTableView(m_split));
    m_table->setObjectName(QStringLiteral("checks"));
    m_table->setAccessibleName(tr("Checks"));
    m_table->setModel(&m_model);
    m_table->setItemDelegate(new ChecksDelegate(m_table));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setWordWrap(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setMinimumSize(80, 60);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + kRowMargin);
    auto* heads = m_table->horizontalHeader();
    heads->setHighlightSections(false);
    heads->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    const int unit = fontMetrics().averageCharWidth();
    heads->setDefaultSectionSize(18 * unit);
    for (const auto& [section, characters] :
         {std::pair(ChecksModel::InputColumn, 28), std::pair(ChecksModel::ExpectedColumn, 28),
          std::pair(ChecksModel::MatchColumn, 12), std::pair(ChecksModel::ToleranceColumn, 12),
          std::pair(ChecksModel::ExitColumn, 8), std::pair(ChecksModel::TimeoutColumn, 12)})
        heads->resizeSection(section, characters * unit);
    connect(
        m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &ChecksPanel::showCurrent);
    buildColumns();
    setFocusProxy(m_table);
}

void ChecksPanel::buildDetails()
{
    m_split->addWidget(m_details = new DifferenceView(m_split));
    m_split->setStretchFactor(0, 3);
    m_split->setStretchFactor(1, 2);
    m_details->hide();
}

void ChecksPanel::setSubjects(std::function<Result<CheckSubjects>()> subjects)
{
    m_subjects = std::move(subjects);
}

void ChecksPanel::addCheck()
{
    if (!m_add->isEnabled())
        return;
    const int row = m_model.addCheck();
    const auto cell = m_model.index(row, ChecksModel::InputColumn);
    m_table->setFocus(Qt::OtherFocusReason);
    m_table->setCurrentIndex(cell);
    m_table->edit(cell);
}

void ChecksPanel::removeCheck()
{
    if (m_remove->isEnabled())
        m_model.removeCheck(m_table->currentIndex().row());
}

void ChecksPanel::chooseFile(bool isSaved)
{
    auto* dialog = new QFileDialog(this, isSaved ? tr("Save checks") : tr("Open checks"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setNameFilters({tr("Checks (*.json)"), tr("All files (*)")});
    if (isSaved) {
        dialog->setAcceptMode(QFileDialog::AcceptSave);
        dialog->setDefaultSuffix(QStringLiteral("json"));
        dialog->selectFile(QStringLiteral("checks.json"));
        connect(dialog, &QFileDialog::fileSelected, this, &ChecksPanel::saveFile);
    } else {
        dialog->setFileMode(QFileDialog::ExistingFile);
        connect(dialog, &QFileDialog::fileSelected, this, &ChecksPanel::openFile);
    }
    dialog->open();
}

void ChecksPanel::chooseTests()
{
    auto* dialog = new QFileDialog(this, tr("Add tests"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &ChecksPanel::addTests);
    dialog->open();
}

void ChecksPanel::showCurrent()
{
    const auto current = m_table->currentIndex();
    const auto* outcome = m_model.outcomeAt(current);
    const bool isShown = outcome && isOver(outcome->state);
    if (isShown) {
        const auto& check = m_model.checks()[static_cast<std::size_t>(current.row())];
        m_details->show(cellDifference(
            tr("%1, %2").arg(m_model.answerName(current.column()), toQString(check.name)), check,
            *outcome));
    }
    m_details->setVisible(isShown);
    arrange();
    m_remove->setEnabled(!isRunning() && current.isValid());
}

void ChecksPanel::refresh()
{
    const bool isEmpty = m_model.rowCount() == 0;
    m_pages->setCurrentIndex(isEmpty ? 1 : 0);
    setFocusProxy(isEmpty ? static_cast<QWidget*>(findChild<QToolButton*>("checksAdd")) : m_table);
    m_table->setEditTriggers(
        isRunning() ? QAbstractItemView::NoEditTriggers
                    : QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed
                | QAbstractItemView::AnyKeyPressed);
    for (QAction* action : {m_add, m_addTest, m_open})
        action->setEnabled(!isRunning());
    m_calledAs->setVisible(m_model.hasTests());
    m_calledAsName->setEnabled(!isRunning());
    arrange();
    m_save->setEnabled(!isEmpty);
    m_run->setEnabled(!isEmpty && !isRunning());
    m_stop->setEnabled(isRunning());
    m_remove->setEnabled(!isRunning() && m_table->currentIndex().isValid());
    if (!isRunning())
        say(isEmpty ? QString() : passedOf(m_model.matrix()));
}

void ChecksPanel::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void ChecksPanel::arrange()
{
    const bool isWide = width() > 2 * height();
    m_split->setOrientation(isWide ? Qt::Horizontal : Qt::Vertical);
    // Beside the difference, what it does not say stays.
    const bool isNarrow = isWide && width() < kWideFrom && !m_details->isHidden();
    for (const int column : {ChecksModel::InputColumn, ChecksModel::MatchColumn})
        m_table->setColumnHidden(column, isNarrow);
    for (const auto& [field, action] : m_columns) {
        const bool isUsed = m_model.isUsed(field);
        action->setEnabled(!isUsed);
        m_table->setColumnHidden(static_cast<int>(field), !isUsed && !action->isChecked());
    }
    m_table->scrollTo(m_table->currentIndex());
}

void ChecksPanel::say(const QString& sentence)
{
    m_summary->setText(sentence);
}

QString ChecksPanel::summary() const
{
    return m_summary->text();
}

QString ChecksPanel::emptyText() const
{
    return m_pages->currentIndex() == 1 ? m_empty->text() : QString();
}

} // namespace sandbench::ui
