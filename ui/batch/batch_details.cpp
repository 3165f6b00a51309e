// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/batch/batch_details.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "ui/batch/batch_model.h"
#include "ui/common/code_font.h"
#include "ui/common/column.h"
#include "ui/common/key_action.h"
#include "ui/common/safe_text.h"
#include "ui/common/text.h"

#include <QPlainTextEdit>
#include <QTabWidget>
#include <QToolButton>

#include <utility>

namespace sandbench::ui {

/// Of each text that is shown; the results have all that was kept. Units: bytes.
static constexpr std::size_t kMostShownText = 32U << 10;
static constexpr std::size_t kMostShownTests = 50, kMostShownProgram = 256U << 10;
static constexpr int kDeepestBatchRow = 16;

QStringList BatchDetails::linesOf(std::string_view foreign, std::size_t most)
{
    QStringList lines;
    for (const QByteArray& line : toBytes(cutAtCharacter(foreign, most)).split('\n'))
        lines << SafeText::displayBytes(line);
    if (foreign.size() > most)
        lines << tr("There is more of it.");
    return lines;
}

static void addBlock(QStringList& into, const QString& title, std::string_view foreign)
{
    if (!foreign.empty())
        into << QString() << title << BatchDetails::linesOf(foreign, kMostShownText);
}

/// One run, and what was expected of it. @p check: null = not known.
static void addRun(QStringList& into, const Json& run, const check::Check* check)
{
    if (const auto why = jsonString(run, "why"); !why.empty())
        into << BatchDetails::linesOf(why, kMostShownText);
    if (const auto peak = jsonCount(run, "peak_memory_bytes"); peak > 0)
        into << BatchDetails::tr("%1, %2 at most")
                    .arg(
                        toQString(formatSeconds(jsonNumber(run, "seconds"))),
                        toQString(formatSize(peak)));
    if (check) {
        addBlock(into, BatchDetails::tr("Input:"), check->input);
        addBlock(into, BatchDetails::tr("Expected:"), check->expected.value_or(std::string()));
    }
    addBlock(into, BatchDetails::tr("Printed:"), jsonString(run, "stdout"));
    addBlock(into, BatchDetails::tr("Errors:"), jsonString(run, "stderr"));
    if (jsonBool(run, "truncated"))
        into << BatchDetails::tr("It printed more than is kept.");
}

static void addTests(QStringList& into, const Json& tests, const batch::Item* item)
{
    std::size_t shown = 0;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        const Json& test = tests[i];
        const auto state = jsonString(test, "state");
        into << QString()
             << BatchDetails::tr("Test %1: %2")
                    .arg(SafeText::display(jsonString(test, "name")), BatchModel::stateText(state));
        if (state == check::stateName(check::CheckState::Passed) || ++shown > kMostShownTests)
            continue;
        addRun(into, test, item && i < item->checks.size() ? &item->checks[i] : nullptr);
    }
}

static QString resultText(const BatchRow& row, const Json& said, const batch::Item* item)
{
    const auto& shown = row.shown;
    QStringList lines{
        BatchDetails::tr("Line %1: %2").arg(shown.line).arg(BatchModel::stateText(shown.state))};
    if (const auto place = jsonString(said, "place"); !place.empty())
        lines << BatchDetails::tr("Run in %1").arg(SafeText::display(place));
    if (jsonInt(said, "attempts", 1) > 1 || jsonBool(said, "started_before"))
        lines << BatchDetails::tr("It was begun before, and its first end is not known.");
    for (const auto& relaxed : jsonTexts(said, "relaxed"))
        lines << SafeText::display(relaxed);
    if (const Json& tests = jsonField(said, "tests"); tests.is_array())
        addTests(lines, tests, item);
    else
        addRun(lines, said, item && item->checks.size() == 1 ? &item->checks[0] : nullptr);
    return lines.join(u'\n');
}

static QString fileNameOf(const batch::Item& item, const LanguageCatalog& languages)
{
    if (const auto name = jsonString(item.program, "file_name"); !name.empty())
        return SafeText::saveName(toQString(name), QStringLiteral("program"));
    const auto language = languages.find(jsonString(item.program, "language"));
    const QString extension = language && !language->extensions.empty()
        ? toQString(language->extensions[0])
        : QString();
    return QStringLiteral("line-%1%2").arg(item.line).arg(extension);
}

static QPlainTextEdit* readOnlyText(QWidget* parent, const char* name, const QString& title)
{
    auto* text = new QPlainTextEdit(parent);
    text->setObjectName(QLatin1String(name));
    text->setAccessibleName(title);
    text->setReadOnly(true);
    text->setTabChangesFocus(true);
    text->setFont(codeFont());
    text->setMinimumHeight(2 * text->fontMetrics().height());
    return text;
}

BatchDetails::BatchDetails(const LanguageCatalog& languages, QWidget* parent)
    : QWidget(parent)
    , m_languages(languages)
{
    auto* column = columnOf(this, 0);
    m_tabs = new QTabWidget(this);
    m_tabs->setDocumentMode(true);
    m_result = readOnlyText(m_tabs, "batchResult", tr("What came of the line"));
    m_program = readOnlyText(m_tabs, "batchProgram", tr("Program of the line"));
    m_tabs->addTab(m_result, tr("Result"));
    m_tabs->addTab(m_program, tr("Program"));
    m_open = keyAction(
        *this, "batchOpenProgram", tr("Open in Editor"), {}, [this] { openProgram(); },
        tr("Open the program of the line as a new document"));
    auto* button = new QToolButton(m_tabs);
    button->setDefaultAction(m_open);
    button->setAutoRaise(true);
    m_tabs->setCornerWidget(button);
    column->addWidget(m_tabs);
    showNothing();
}

BatchDetails::Read BatchDetails::read(
    const batch::BatchAsked& asked, const BatchRow& row, const LanguageCatalog& languages,
    const std::stop_token& stop)
{
    Read read;
    const auto item = batch::findItem(asked, languages, row.shown.line, stop);
    if (item) {
        read.code = toBytes(jsonString(item->program, "code"));
        read.program = linesOf(toStd(read.code), kMostShownProgram).join(u'\n');
        read.file = fileNameOf(*item, languages);
    } else {
        read.problem = SafeText::display(item.error().text());
    }
    const auto text = batch::readRow(asked.folder, row.at);
    const auto said = text ? parseJson(*text, batch::kLongestRow, kDeepestBatchRow)
                           : Result<Json>(text.error());
    read.result = said ? resultText(row, *said, item ? &*item : nullptr)
                       : SafeText::display(said.error().text());
    return read;
}

void BatchDetails::showLine(const batch::BatchAsked& asked, const BatchRow& row)
{
    m_reading.request_stop();
    m_read.reset();
    m_line = row.shown.line;
    m_origin = tr("line %1 of %2").arg(m_line).arg(toQString(asked.file));
    explainCommand(*m_open, tr("it is being read"));
    m_reading = m_jobs.run(
        this,
        [asked, row, &languages = m_languages](const std::stop_token& stop) {
            return read(asked, row, languages, stop);
        },
        [this, line = m_line](Read done) { take(line, std::move(done)); });
}

void BatchDetails::take(std::uint64_t line, Read read)
{
    if (line != m_line) // another one was chosen since
        return;
    m_result->setPlainText(read.result);
    m_program->setPlainText(read.problem.isEmpty() ? read.program : read.problem);
    explainCommand(*m_open, read.problem);
    m_read = std::move(read);
}

void BatchDetails::showNothing()
{
    m_reading.request_stop();
    m_read.reset();
    m_line = 0;
    m_result->clear();
    m_program->clear();
    explainCommand(*m_open, tr("no line is chosen"));
}

void BatchDetails::openProgram()
{
    if (m_read && m_read->problem.isEmpty())
        emit openWanted(m_read->file, m_read->code, m_origin);
}

QString BatchDetails::result() const
{
    return m_result->toPlainText();
}

QString BatchDetails::program() const
{
    return m_program->toPlainText();
}

} // namespace sandbench::ui
