// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/output_panel.h"

#include "core/base/units.h"
#include "ui/common/column.h"
#include "ui/common/glyphs.h"
#include "ui/common/key_action.h"
#include "ui/common/safe_text.h"
#include "ui/output/find_bar.h"
#include "ui/output/input_line.h"
#include "ui/output/log_finder.h"
#include "ui/output/log_text.h"
#include "ui/output/log_view.h"
#include "ui/output/spool_saver.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QToolButton>

namespace sandbench::ui {

namespace {

constexpr int kSearchDelayMilliseconds = 250;

} // namespace

OutputPanel::OutputPanel(QWidget* parent)
    : QWidget(parent)
    , m_view(new LogView(m_document, this))
    , m_finder(new LogFinder(this))
    , m_findBar(new FindBar(this))
    , m_input(new InputLine(this))
    , m_saver(new SpoolSaver(this))
    , m_facts(new QLabel(this))
{
    m_view->setEmptyText(tr("Nothing has been run yet: open a document and choose Run File."));
    m_view->setFrameShape(QFrame::NoFrame);
    m_facts->setTextFormat(Qt::PlainText);
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    m_searchDelay.setSingleShot(true);
    m_searchDelay.setInterval(kSearchDelayMilliseconds);
    auto* tools = new QHBoxLayout;
    tools->setContentsMargins(6, 2, 6, 2);
    tools->setSpacing(2);
    buildTools(tools);
    auto* column = columnOf(this, 0);
    column->addLayout(tools);
    column->addWidget(m_findBar);
    column->addWidget(m_view, 1);
    column->addWidget(m_input);
    m_findBar->hide();
    m_findBar->setPrompt(tr("Find in output"));
    m_input->hide();
    setFocusProxy(m_view);
    connectParts();
}

OutputPanel::~OutputPanel() = default;

QToolButton*
OutputPanel::addTool(QHBoxLayout* row, Glyph glyph, const QString& text, const QString& tip)
{
    auto* button = new QToolButton(this);
    button->setText(text);
    button->setIcon(glyphIcon(glyph));
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    row->addWidget(button);
    return button;
}

void OutputPanel::setTasks(TaskList* tasks)
{
    m_saver->setTasks(tasks);
}

void OutputPanel::setWraps(bool wraps)
{
    m_wrap->setChecked(wraps);
}

void OutputPanel::buildTools(QHBoxLayout* row)
{
    auto* follow
        = addTool(row, Glyph::Follow, tr("Follow"), tr("Keep showing the newest output (End)"));
    follow->setCheckable(true);
    follow->setChecked(true);
    connect(follow, &QToolButton::toggled, m_view, &LogView::setFollow);
    connect(m_view, &LogView::followChanged, follow, &QToolButton::setChecked);
    m_wrap = addTool(row, Glyph::Wrap, tr("Wrap"), tr("Break long lines at the edge of the view"));
    m_wrap->setCheckable(true);
    connect(m_wrap, &QToolButton::toggled, m_view, &LogView::setWrap);
    auto* clearButton = addTool(row, Glyph::Clear, tr("Clear"), tr("Hide the output so far"));
    connect(clearButton, &QToolButton::clicked, this, &OutputPanel::clear);
    auto* save
        = addTool(row, Glyph::Save, tr("Save…"), tr("Save the whole output of the newest run"));
    connect(save, &QToolButton::clicked, this, &OutputPanel::saveOutput);
    auto* findButton = addTool(row, Glyph::Find, tr("Find"), tr("Find in output"));
    keyAction(
        *this, "outputFind", tr("Find in Output"), {QKeySequence::Find}, [this] { openFind(); });
    connect(findButton, &QToolButton::clicked, this, &OutputPanel::openFind);
    row->addStretch(1);
    row->addWidget(m_facts);
}

void OutputPanel::connectParts()
{
    connect(&m_document, &LogDocument::changed, this, &OutputPanel::documentChanged);
    connect(m_view, &LogView::paintedRows, this, &OutputPanel::noteDrained);
    connect(m_view, &LogView::sourceLocationActivated, this, &OutputPanel::sourceLocationActivated);
    connect(m_view, &LogView::fullOutputRequested, this, &OutputPanel::showFullOutput);
    connect(m_view, &LogView::saveLineRequested, this, &OutputPanel::saveLine);
    connect(m_view, &LogView::contextMenuRequested, this, &OutputPanel::showContextMenu);
    connect(&m_searchDelay, &QTimer::timeout, this, &OutputPanel::search);
    connect(m_findBar, &FindBar::queryChanged, this, [this] {
        m_match = -1;
        m_searchDelay.start();
    });
    connect(m_findBar, &FindBar::stepped, this, &OutputPanel::stepMatch);
    connect(m_findBar, &FindBar::closed, this, &OutputPanel::closeFind);
    connect(m_finder, &LogFinder::finished, this, &OutputPanel::showMatches);
    connect(m_saver, &SpoolSaver::finished, this, &OutputPanel::saveEnded);
    connect(m_input, &InputLine::entered, this, [this](const QByteArray& line) {
        append(OutputStream::Input, line);
        emit inputEntered(line);
    });
    connect(m_input, &InputLine::closed, this, &OutputPanel::inputClosed);
}

void OutputPanel::beginRun(const RunHeader& header)
{
    m_drainPending = true;
    m_document.beginRun(header);
    m_input->setEnded(false);
    m_view->scrollToEnd();
}

void OutputPanel::append(OutputStream stream, QByteArrayView bytes)
{
    m_drainPending = true;
    m_document.append(stream, bytes);
}

void OutputPanel::setPhase(const QString& phase)
{
    m_document.setPhase(phase);
}

void OutputPanel::endRun(const RunSummary& summary)
{
    m_drainPending = true;
    m_document.endRun(summary);
}

void OutputPanel::setInputVisible(bool visible)
{
    m_input->setVisible(visible);
}

bool OutputPanel::isDrained() const
{
    return m_document.parsed() && m_view->painted();
}

QByteArray OutputPanel::plainText(qint64 limit) const
{
    return textBetween(m_document, lastBytes(m_document, limit), documentEnd(m_document)).toUtf8();
}

void OutputPanel::clear()
{
    m_document.clear();
}

void OutputPanel::undoClear()
{
    m_document.undoClear();
}

void OutputPanel::documentChanged()
{
    updateFacts();
    if (!m_findBar->isHidden() && !m_searchDelay.isActive() && !m_finder->searching())
        m_searchDelay.start();
    noteDrained();
}

void OutputPanel::noteDrained()
{
    if (!m_drainPending || !isDrained())
        return;
    m_drainPending = false;
    emit drained();
}

void OutputPanel::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    noteDrained(); // what nobody sees need not be painted
}

void OutputPanel::updateFacts()
{
    const LogSection* current = m_document.current();
    if (current == nullptr) {
        m_facts->clear();
        return;
    }
    const QLocale locale;
    QStringList facts{
        current->writtenLines() == 1
            ? tr("1 line")
            : tr("%1 lines").arg(locale.toString(qulonglong{current->writtenLines()})),
        QString::fromStdString(formatSize(current->spool()->size()))};
    const auto& counts = current->counts();
    if (counts.ignoredSequences > 0)
        facts
            << (counts.ignoredSequences == 1
                    ? tr("1 escape sequence ignored")
                    : tr("%1 escape sequences ignored")
                          .arg(locale.toString(qulonglong{counts.ignoredSequences})));
    if (current->hasGap())
        facts << tr("showing the first %1 and the last %2")
                     .arg(
                         locale.toString(qulonglong{current->headEnd()}),
                         locale.toString(qulonglong{current->lineCount() - current->tailBegin()}));
    m_facts->setText(facts.join(QStringLiteral(" · ")));
}

void OutputPanel::openFind()
{
    m_findBar->open(m_view->hasSelection() ? m_view->selectedText() : QString());
}

void OutputPanel::find(const QString& text)
{
    m_findBar->setText(text);
    m_findBar->show();
    search();
}

void OutputPanel::search()
{
    m_searchDelay.stop();
    m_finder->search(m_document, m_findBar->query());
    m_findBar->showCount(*m_finder, m_match);
}

void OutputPanel::showMatches()
{
    const auto& matches = m_finder->matches();
    // Only a new question moves the view; more output must not.
    const int count = static_cast<int>(matches.size());
    const bool fresh = m_match < 0 || m_match >= count;
    m_match = count == 0 ? -1 : fresh ? 0 : m_match;
    m_view->setMatches(matches, m_match);
    if (fresh)
        m_view->revealMatch();
    m_findBar->showCount(*m_finder, m_match);
    emit findFinished(count);
}

void OutputPanel::stepMatch(int direction)
{
    const int count = static_cast<int>(m_finder->matches().size());
    if (count == 0)
        return;
    m_match = (m_match + direction + count) % count;
    m_view->setMatches(m_finder->matches(), m_match);
    m_view->revealMatch();
    m_findBar->showCount(*m_finder, m_match);
}

void OutputPanel::closeFind()
{
    m_finder->cancel();
    m_match = -1;
    m_view->setMatches({}, -1);
    m_findBar->hide();
    m_view->setFocus();
}

} // namespace sandbench::ui
