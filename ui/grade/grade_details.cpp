// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/grade/grade_details.h"

#include "core/base/text.h"
#include "ui/changes/difference_view.h"
#include "ui/common/column.h"
#include "ui/common/flow_layout.h"
#include "ui/common/key_action.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/common/wrapped_label.h"
#include "ui/editor/code_editor.h"
#include "ui/grade/grade_difference.h"
#include "ui/output/output_panel.h"

#include <QAction>
#include <QComboBox>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace sandbench::ui {

static constexpr int kChoiceMargin = 4, kLongestChoice = 40, kChoiceCharacters = 12;
static constexpr int kExpected = -1; ///< Compared with what the test expects.

GradeDetails::GradeDetails(const GradeModel& model, QWidget* parent)
    : QWidget(parent)
    , m_model(model)
{
    auto* column = columnOf(this, 0);
    column->addWidget(m_pages = new QStackedWidget(this));
    auto* submission = new QWidget(m_pages);
    auto* parts = columnOf(submission, 0);
    parts->addWidget(buildChoices());
    m_tabs = new QTabWidget(submission);
    m_tabs->setObjectName(QStringLiteral("gradeTabs"));
    m_tabs->setAccessibleName(tr("Submission"));
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(m_codePage = new QWidget(m_tabs), tr("&Code"));
    m_tabs->addTab(m_outputPage = new QWidget(m_tabs), tr("Out&put"));
    m_tabs->addTab(m_difference = new DifferenceView(m_tabs), tr("&Difference"));
    columnOf(m_codePage, 0);
    columnOf(m_outputPage, 0);
    // Less than they would ask for: a small window must not grow by them.
    for (QWidget* page : {m_codePage, m_outputPage, static_cast<QWidget*>(m_difference)})
        page->setMinimumHeight(2 * fontMetrics().height());
    parts->addWidget(m_tabs, 1);
    m_pages->addWidget(submission);
    m_pages->addWidget(m_note = emptyLabel(m_pages));
    m_note->setObjectName(QStringLiteral("gradeNote"));
    connect(m_tabs, &QTabWidget::currentChanged, this, &GradeDetails::fillPage);
    setFocusProxy(m_tabs);
    showSubmission(-1);
}

QWidget* GradeDetails::buildChoices()
{
    auto* choices = new QWidget(this);
    auto* flow = new FlowLayout(choices, kChoiceMargin);
    flow->setContentsMargins(kChoiceMargin, kChoiceMargin, kChoiceMargin, kChoiceMargin);
    const auto add = [&](const char* name, const QString& title) {
        auto* box = new QComboBox(choices);
        box->setObjectName(QLatin1String(name));
        box->setAccessibleName(title);
        box->setToolTip(plainToolTip(title));
        box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
        box->setMinimumContentsLength(kChoiceCharacters);
        connect(box, &QComboBox::currentIndexChanged, this, &GradeDetails::fillPage);
        flow->addWidget(box);
        return box;
    };
    m_compared = add("gradeCompared", tr("Compare with"));
    m_test = add("gradeTest", tr("Test"));
    m_file = add("gradeFile", tr("File"));
    m_open = keyAction(
        *this, "gradeOpen", tr("Open in Editor"), {}, [this] { openCode(); },
        tr("Open this file as a new document; nothing runs"));
    auto* open = new QToolButton(choices);
    open->setDefaultAction(m_open);
    open->setAutoRaise(true);
    flow->addWidget(open);
    return choices;
}

std::vector<GradeDetails::File> GradeDetails::filesOf(const check::Submission& submission)
{
    std::vector<File> files{{submission.fileName, &submission.code}};
    for (const auto& file : submission.files)
        files.push_back({file.destination, &file.bytes});
    return files;
}

QString GradeDetails::noteOfRow() const
{
    if (m_row < 0)
        return tr("Choose a submission: here are its code, its output and what differs.");
    const auto& problem = m_model.submission(m_row).problem;
    return problem.empty()
        ? QString()
        : tr("%1 is refused: %2").arg(m_model.nameOf(m_row), SafeText::display(problem));
}

void GradeDetails::showSubmission(int row, int test)
{
    m_row = row;
    m_files.clear();
    const QString note = noteOfRow();
    m_note->setText(note);
    m_pages->setCurrentIndex(note.isEmpty() ? 0 : 1);
    if (note.isEmpty())
        m_files = filesOf(m_model.submission(row));
    fillTests(test);
    fillFiles();
    fillCompared();
    fillPage();
}

void GradeDetails::refresh()
{
    fillTests();
    if (m_tabs->currentIndex() != CodePage)
        fillPage();
}

void GradeDetails::showTest(int test)
{
    if (test >= 0 && test < m_test->count())
        m_test->setCurrentIndex(test);
}

void GradeDetails::showPage(Page page)
{
    m_tabs->setCurrentIndex(page);
}

void GradeDetails::fillTests(int chosen)
{
    const QSignalBlocker quiet(m_test);
    const int before = chosen >= 0 ? chosen : std::max(0, m_test->currentIndex());
    m_test->clear();
    if (m_files.empty())
        return;
    const auto& result = m_model.row(m_row).result;
    for (std::size_t i = 0; i < m_model.tests().size(); ++i) {
        const QString name
            = SafeText::elidedName(toQString(m_model.tests()[i].name), kLongestChoice);
        m_test->addItem(
            result ? QStringLiteral("%1: %2").arg(name, GradeModel::markWord(result->tests[i].mark))
                   : name);
    }
    m_test->setCurrentIndex(std::min(before, m_test->count() - 1));
}

void GradeDetails::fillFiles()
{
    const QSignalBlocker quiet(m_file);
    m_file->clear();
    for (const File& file : m_files)
        m_file->addItem(SafeText::elidedName(
            file.path.empty() ? tr("program") : toQString(file.path), kLongestChoice));
    m_file->setCurrentIndex(m_files.empty() ? -1 : 0);
}

// Those that are alike first, then the others in their order.
void GradeDetails::fillCompared()
{
    const QSignalBlocker quiet(m_compared);
    const QVariant before = m_compared->currentData();
    m_compared->clear();
    if (m_files.empty())
        return;
    m_compared->addItem(tr("What the test expects"), kExpected);
    const auto nameOf
        = [this](int row) { return SafeText::elidedName(m_model.nameOf(row), kLongestChoice); };
    std::vector<bool> isThere(static_cast<std::size_t>(m_model.rowCount()));
    isThere[static_cast<std::size_t>(m_row)] = true;
    for (const auto& alike : m_model.row(m_row).alike) {
        const int other = static_cast<int>(alike.other);
        isThere[alike.other] = true;
        m_compared->addItem(
            tr("%1 (%2 % similar)")
                .arg(nameOf(other), QString::number(std::lround(alike.share * 100))),
            other);
    }
    for (int row = 0; row < m_model.rowCount(); ++row)
        if (!isThere[static_cast<std::size_t>(row)] && m_model.submission(row).problem.empty())
            m_compared->addItem(nameOf(row), row);
    m_compared->setCurrentIndex(std::max(0, m_compared->findData(before)));
}

void GradeDetails::fillPage()
{
    const int page = m_tabs->currentIndex();
    const bool isCode = page == DifferencePage && m_compared->currentData().toInt() != kExpected;
    m_compared->setVisible(page == DifferencePage);
    m_test->setVisible(page == OutputPage || (page == DifferencePage && !isCode));
    m_file->setVisible(m_files.size() > 1 && (page == CodePage || isCode));
    explainCommand(*m_open, m_files.empty() ? tr("no submission is chosen") : QString());
    ++m_serial;
    if (m_files.empty())
        return;
    if (page == CodePage)
        showCode();
    else if (page == OutputPage)
        showOutput();
    else
        showDifference();
}

const GradeDetails::File* GradeDetails::currentFile() const
{
    const auto at = static_cast<std::size_t>(std::max(0, m_file->currentIndex()));
    return at < m_files.size() ? &m_files[at] : nullptr;
}

int GradeDetails::testAt() const
{
    return m_files.empty() ? -1 : m_test->currentIndex();
}

const check::GradedTest* GradeDetails::currentResult() const
{
    const int test = testAt();
    if (test < 0 || !m_model.row(m_row).result)
        return nullptr;
    return &m_model.row(m_row).result->tests[static_cast<std::size_t>(test)];
}

const check::TestOutput* GradeDetails::currentOutput() const
{
    const int test = testAt();
    const auto& outputs = m_model.row(m_row).outputs;
    return test >= 0 && outputs ? &(*outputs)[static_cast<std::size_t>(test)] : nullptr;
}

void GradeDetails::showCode()
{
    if (!m_code) {
        m_repository.emplace();
        m_code = new CodeEditor(*m_repository, m_codePage);
        m_code->setObjectName(QStringLiteral("gradeCode"));
        m_code->setAccessibleName(tr("Code of the submission"));
        m_code->setReadOnly(true);
        m_code->setFrameShape(QFrame::NoFrame);
        m_codePage->layout()->addWidget(m_code);
    }
    const File& file = *currentFile();
    m_code->setFallbackName(toQString(file.path));
    m_code->refreshHighlighting();
    m_code->setReadOnly(false);
    m_code->setBytes(toBytes(*file.bytes));
    m_code->setReadOnly(true);
}

QByteArray GradeDetails::shownCode() const
{
    return m_code ? m_code->bytes() : QByteArray();
}

QString GradeDetails::titleOf(const QString& what) const
{
    return QStringLiteral("%1 · %2").arg(m_model.nameOf(m_row), what);
}

static RunSummary summaryOfTest(const check::GradedTest& test)
{
    RunSummary summary;
    summary.statusWord = GradeModel::markWord(test.mark);
    summary.tone = test.mark == check::Mark::Passed ? RunSummary::Tone::Good
        : test.mark == check::Mark::NotRun          ? RunSummary::Tone::Neutral
                                                    : RunSummary::Tone::Bad;
    summary.wallSeconds = test.seconds;
    summary.peakMemoryBytes = test.peakMemoryBytes;
    summary.detail = SafeText::display(toQString(oneLine(test.why, 500)));
    return summary;
}

void GradeDetails::showOutput()
{
    delete m_output;
    m_output = new OutputPanel(m_outputPage);
    m_outputPage->layout()->addWidget(m_output);
    const auto* result = currentResult();
    if (!result)
        return;
    const auto note = [this](const QString& text) {
        m_output->append(OutputStream::Notice, text.toUtf8() + '\n');
    };
    const auto* kept = currentOutput();
    const std::string& out = kept ? kept->output : result->output;
    const std::string& errors = kept ? kept->errors : result->errors;
    const auto& name = m_model.tests()[static_cast<std::size_t>(testAt())].name;
    m_output->beginRun(
        {toQString(result->runId), m_model.nameOf(m_row), SafeText::display(name), {}, {}});
    m_output->append(OutputStream::Stdout, out);
    if (!errors.empty() && !out.empty())
        note(tr("What it wrote to standard error is kept apart:"));
    m_output->append(OutputStream::Stderr, errors);
    if (kept ? kept->isCut : result->isCut)
        note(tr("It printed more; the beginning is kept."));
    else if (!kept && result->mark == check::Mark::Passed)
        note(tr("It passed in an earlier run, of which no output is kept."));
    else if (out.empty() && errors.empty())
        note(tr("It printed nothing."));
    m_output->endRun(summaryOfTest(*result));
}

void GradeDetails::showDifference()
{
    const int other = m_compared->currentData().toInt();
    const auto serial = m_serial;
    const auto taken
        = [this, serial](const FileDifference& difference) { take(serial, difference); };
    if (other == kExpected) {
        const auto* result = currentResult();
        if (!result)
            return m_difference->showNote(tr("It is not over yet."));
        const auto test = static_cast<std::size_t>(testAt());
        m_jobs.run(
            this,
            [title = titleOf(toQString(m_model.tests()[test].name)), run = m_model.run(), test,
             result = *result, outputs = m_model.row(m_row).outputs](const std::stop_token&) {
                return outputDifference(
                    title, run->plan().checks[test], result, outputs ? &(*outputs)[test] : nullptr);
            },
            taken);
        return;
    }
    const auto files = filesOf(m_model.submission(other));
    const File& own = *currentFile();
    const auto same = m_file->currentIndex() <= 0 ? files.begin()
                                                  : std::ranges::find(files, own.path, &File::path);
    if (same == files.end())
        return m_difference->showNote(
            tr("%1 has no file of this name.").arg(m_model.nameOf(other)));
    m_jobs.run(
        this,
        [title = QStringLiteral("- %1, + %2").arg(m_model.nameOf(other), m_model.nameOf(m_row)),
         run = m_model.run(), before = same->bytes, after = own.bytes](const std::stop_token&) {
            return codeDifference(title, *before, *after);
        },
        taken);
}

void GradeDetails::take(quint64 serial, const FileDifference& difference)
{
    if (serial == m_serial)
        m_difference->show(difference);
}

QString GradeDetails::note() const
{
    return m_pages->currentIndex() == 1 ? m_note->text() : QString();
}

void GradeDetails::openCode()
{
    if (const File* file = currentFile())
        emit openWanted(
            toQString(std::string_view(file->path).substr(file->path.rfind('/') + 1)),
            toBytes(*file->bytes), toQString(m_model.submission(m_row).name));
}

} // namespace sandbench::ui
