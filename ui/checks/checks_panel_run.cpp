// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
// What ChecksPanel has done in the background: the runs of checks, and their files.
#include "core/base/fd.h"
#include "ui/checks/checks_panel.h"
#include "ui/common/elided_label.h"
#include "ui/common/safe_text.h"
#include "ui/common/save_file.h"
#include "ui/common/text.h"

#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>

#include <algorithm>
#include <mutex>
#include <utility>

namespace sandbench::ui {

static int passedBy(const check::Matrix& matrix, std::size_t answer)
{
    return static_cast<int>(std::ranges::count(
        matrix.cells[answer], check::CheckState::Passed, &check::Outcome::state));
}

/// What the job has found out, until the panel takes it.
struct ChecksPanel::Live
{
    struct News
    {
        std::size_t answer = 0, check = 0;
        check::Outcome outcome;
    };
    std::mutex mutex;
    std::vector<News> news;
};

ChecksPanel::~ChecksPanel() = default;

void ChecksPanel::fillAnswers()
{
    m_answers->clear();
    const auto subjects = m_subjects ? m_subjects() : Result<CheckSubjects>(CheckSubjects());
    if (!subjects || subjects->answers.empty()) {
        m_answers
            ->addAction(
                subjects ? tr("No program is open")
                         : SafeText::display(toQString(subjects.error().text())))
            ->setEnabled(false);
        return;
    }
    for (const auto& answer : subjects->answers) {
        const QString name = toQString(answer.name);
        QString shown = SafeText::elidedName(name, 60);
        auto* action = m_answers->addAction(shown.replace(u'&', QStringLiteral("&&")));
        action->setCheckable(true);
        action->setChecked(!m_unticked.contains(name));
        connect(action, &QAction::toggled, this, [this, name](bool isTicked) {
            if (isTicked)
                m_unticked.remove(name);
            else
                m_unticked.insert(name);
        });
    }
}

void ChecksPanel::runChecks()
{
    if (!m_run->isEnabled() || !m_subjects)
        return;
    m_table->setFocus(Qt::OtherFocusReason); // takes what is being typed
    auto subjects = m_subjects();
    if (!subjects)
        return say(SafeText::display(toQString(subjects.error().text())));
    check::CheckPlan plan;
    plan.answers = std::move(subjects->answers);
    plan.open = std::move(subjects->open);
    std::erase_if(plan.answers, [this](const check::CheckedAnswer& answer) {
        return m_unticked.contains(toQString(answer.name));
    });
    if (plan.answers.empty())
        return say(tr("Open a program first, or tick one under Answers"));
    plan.checks = m_model.checks();
    if (const auto name = toStd(m_calledAsName->text().trimmed());
        m_model.hasTests() && !name.empty())
        for (auto& answer : plan.answers)
            answer.program.fileName = name;
    std::vector<std::string> names;
    for (const auto& answer : plan.answers)
        names.push_back(answer.name);
    const auto current = m_table->currentIndex();
    m_live = std::make_shared<Live>();
    m_model.beginRun(std::move(names));
    m_table->setCurrentIndex(m_model.index(current.row(), current.column()));
    refresh();
    say(tr("Checking…"));
    m_clock.start();
    m_stopping = m_jobs.run(
        this,
        [&workspace = m_workspace, plan = std::move(plan), live = m_live](std::stop_token stop) {
            const auto tell
                = [&live](std::size_t answer, std::size_t check, const check::Outcome& outcome) {
                      const std::lock_guard lock(live->mutex);
                      live->news.push_back({answer, check, outcome});
                  };
            return check::runChecks(workspace, plan, tell, std::move(stop));
        },
        [this](check::Matrix matrix) { finish(std::move(matrix)); });
    emit runningChanged();
}

void ChecksPanel::takeNews()
{
    if (!m_live)
        return;
    std::vector<Live::News> news;
    {
        const std::lock_guard lock(m_live->mutex);
        news.swap(m_live->news);
    }
    for (auto& one : news)
        m_model.setOutcome(one.answer, one.check, std::move(one.outcome));
    if (news.empty())
        return;
    say(tr("Checking… %1").arg(passedOf(m_model.matrix())));
    int done = 0, all = 0;
    for (const auto& row : m_model.matrix().cells) {
        all += static_cast<int>(row.size());
        done += static_cast<int>(std::ranges::count_if(
            row, [](const check::Outcome& cell) { return isOver(cell.state); }));
    }
    emit progressed(done, all);
}

void ChecksPanel::finish(check::Matrix matrix)
{
    takeNews(); // the same, and nothing is left of it
    m_clock.stop();
    m_live.reset();
    refresh();
    say(passedOf(matrix));
    for (std::size_t i = 0; i < matrix.answers.size(); ++i)
        emit answerChecked(
            toQString(matrix.answers[i]), passedBy(matrix, i),
            static_cast<int>(matrix.checks.size()));
    emit runningChanged();
}

void ChecksPanel::stop()
{
    m_stopping.request_stop();
}

QString ChecksPanel::passedOf(const check::Matrix& matrix) const
{
    const int checks = static_cast<int>(matrix.checks.size());
    if (matrix.answers.empty())
        return checks == 1 ? tr("1 check") : tr("%1 checks").arg(checks);
    QStringList words;
    for (std::size_t i = 0; i < matrix.answers.size(); ++i) {
        const auto passed = passedBy(matrix, i);
        words << tr("%1: %2 of %3 passed")
                     .arg(SafeText::elidedName(toQString(matrix.answers[i]), 40))
                     .arg(passed)
                     .arg(checks);
    }
    return words.join(QStringLiteral(" · "));
}

/// What a test of this name imports, as it is usual: "stack.py" for "test_stack.py".
static QString testedBy(const QString& test)
{
    QString name = test.section(u'.', 0, 0);
    const QString suffix = test.mid(name.size());
    for (const QLatin1String word : {QLatin1String("test_"), QLatin1String("Test")})
        if (name.startsWith(word))
            return name.mid(word.size()) + suffix;
    for (const QLatin1String word : {QLatin1String("_test"), QLatin1String("Test")})
        if (name.endsWith(word))
            return name.chopped(word.size()) + suffix;
    return {};
}

void ChecksPanel::addTests(const QStringList& paths)
{
    m_files.run(
        this,
        [paths, &languages = m_workspace.parts().languages()](const std::stop_token& stop) {
            std::vector<Result<check::Check>> tests;
            for (const QString& path : paths) {
                const auto name = toStd(path.section(u'/', -1));
                const auto language = languages.findByFileName(name);
                auto code = readFile(toStd(path), check::kMostChecksBytes);
                if (!code)
                    tests.emplace_back(std::move(code.error()));
                else if (!language)
                    tests.emplace_back(
                        Error(ErrorCode::InvalidArgument, "its name does not tell its language"));
                else
                    tests.push_back(check::testCheck(name, language->id, *std::move(code)));
                if (!tests.back())
                    tests.back() = std::move(tests.back().error()).within(name);
                if (stop.stop_requested())
                    break;
            }
            return tests;
        },
        [this](std::vector<Result<check::Check>> tests) { takeTests(std::move(tests)); });
}

void ChecksPanel::takeTests(std::vector<Result<check::Check>> tests)
{
    if (isRunning())
        return;
    QString problem;
    for (auto& test : tests) {
        if (test && m_model.isTaken(test->name))
            test = Error(
                ErrorCode::InvalidArgument, "another check is called " + test->name + " already");
        if (!test) {
            problem = SafeText::display(toQString(test.error().text()));
            continue;
        }
        if (m_calledAsName->text().isEmpty())
            m_calledAsName->setText(testedBy(toQString(test->name)));
        const int row = m_model.addCheck(*std::move(test));
        m_table->setCurrentIndex(m_model.index(row, ChecksModel::NameColumn));
    }
    if (!problem.isEmpty())
        say(problem);
}

void ChecksPanel::openFile(const QString& path)
{
    m_files.run(
        this,
        [path = toStd(path)](const std::stop_token&) -> Result<std::vector<check::Check>> {
            SANDBENCH_TRY(const auto text, readFile(path, check::kMostChecksBytes));
            return check::readChecks(text);
        },
        [this, path](Result<std::vector<check::Check>> checks) {
            const QString name = SafeText::elidedName(path.section(u'/', -1), 60);
            if (!checks)
                return say(
                    tr("%1: %2").arg(name, SafeText::display(toQString(checks.error().text()))));
            if (isRunning())
                return;
            m_model.setChecks(*std::move(checks));
            m_table->setCurrentIndex(m_model.index(0, 0));
            m_table->setFocus(Qt::OtherFocusReason);
        });
}

void ChecksPanel::saveFile(const QString& path)
{
    m_files.run(
        this,
        [path, text = check::writeChecks(m_model.checks())](const std::stop_token&) {
            return ui::saveFile(path, text);
        },
        [this, path](const QString& problem) {
            say(problem.isEmpty() ? tr("Saved %1").arg(SafeText::display(path)) : problem);
        });
}

} // namespace sandbench::ui
