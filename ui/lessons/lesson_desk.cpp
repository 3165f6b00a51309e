// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/lessons/lesson_desk.h"

#include "ui/common/safe_text.h"
#include "ui/common/text.h"
#include "ui/editor/code_editor.h"
#include "ui/editor/editor_tabs.h"
#include "ui/lessons/lesson_panel.h"

#include <algorithm>
#include <utility>

namespace sandbench::ui {

static constexpr int kSourceDelay = 300; // milliseconds after the last key

LessonDesk::LessonDesk(Parts parts, LessonPanel& panel, QObject* parent)
    : QObject(parent)
    , m_parts(std::move(parts))
    , m_panel(panel)
{
    m_sourceTimer.setSingleShot(true);
    m_sourceTimer.setInterval(kSourceDelay);
    connect(&m_sourceTimer, &QTimer::timeout, this, &LessonDesk::readSource);
    connect(&m_parts.editors, &EditorTabs::opened, this, [this] {
        if (m_source)
            m_sourceTimer.start();
    });
    connect(&m_panel, &LessonPanel::stepWanted, this, &LessonDesk::goTo);
    connect(&m_panel, &LessonPanel::predicted, this, [this](const QString& prediction) {
        if (!hasLesson())
            return;
        const auto& step = m_lesson.steps[static_cast<std::size_t>(m_step)];
        auto progress = m_progress.ofStep(step);
        progress.prediction = prediction;
        m_progress.set(step, progress);
    });
    connect(&m_panel, &LessonPanel::lineWanted, this, [this](int line) {
        if (!m_source)
            edit();
        if (m_source) {
            m_parts.editors.setCurrentWidget(m_source);
            m_source->goToLine(line);
        }
    });
}

LessonDesk::~LessonDesk() = default;

void LessonDesk::openBundled(const QString& name)
{
    auto found = lesson::readBundledLesson(toStd(name), m_parts.languages);
    if (!found)
        return emit told(SafeText::display(toQString(found.error().text())), true);
    ++m_round;
    take(*std::move(found), QStringLiteral("bundled/") + name, {});
}

void LessonDesk::openFolder(const QString& folder)
{
    m_files.run(
        this,
        [folder = toStd(folder), languages = m_parts.languages](const std::stop_token& stop) {
            return lesson::readLessonFolder(folder, languages, stop);
        },
        [this, folder, round = ++m_round](Result<lesson::FoundLesson> found) {
            if (round != m_round)
                return;
            if (!found)
                return emit told(
                    tr("The lesson could not be opened: %1")
                        .arg(SafeText::display(toQString(found.error().text()))),
                    true);
            take(*std::move(found), folder, folder);
        });
}

void LessonDesk::take(lesson::FoundLesson found, const QString& key, const QString& folder)
{
    m_checks.request_stop();
    m_runs.clear();
    const auto before = std::exchange(m_programs, {});
    m_source.clear();
    m_lesson = std::move(found.lesson);
    m_text = std::move(found.text);
    m_key = key;
    m_folder = folder;
    m_progress = LessonProgress::of(key);
    m_step = m_progress.place(m_lesson);
    showLesson();
    showStep();
    for (const auto& editor : before)
        closeUntouched(editor);
    emit lessonChanged();
    emit wanted();
}

std::vector<bool> LessonDesk::passed() const
{
    std::vector<bool> passed;
    for (const auto& step : m_lesson.steps)
        passed.push_back(m_progress.ofStep(step).isPassed);
    return passed;
}

void LessonDesk::showLesson()
{
    m_panel.setLesson(m_lesson, passed());
}

void LessonDesk::showStep()
{
    const bool hasStep = m_step < steps();
    m_panel.showStep(
        m_step,
        hasStep ? m_progress.ofStep(m_lesson.steps[static_cast<std::size_t>(m_step)]).prediction
                : QString());
    if (hasStep && !m_source)
        openProgram(m_step);
    emit stepChanged();
}

void LessonDesk::goTo(int step)
{
    if (step < 0 || step >= steps())
        return;
    const int before = std::exchange(m_step, step);
    m_progress.setPlace(m_lesson.steps[static_cast<std::size_t>(step)]);
    showStep();
    if (before != step && closeUntouched(program(before)))
        m_programs.remove(before);
}

CodeEditor* LessonDesk::program(int step) const
{
    return m_programs.value(step).data();
}

CodeEditor* LessonDesk::openProgram(int step)
{
    const auto& shown = m_lesson.steps[static_cast<std::size_t>(step)];
    if (!shown.program)
        return nullptr;
    if (CodeEditor* open = program(step)) {
        // Where the lesson is being written, its program may be another one now.
        if (!open->isUnsaved() && open->bytes() != toBytes(shown.program->text))
            open->setBytes(toBytes(shown.program->text));
        m_parts.editors.setCurrentWidget(open);
        return open;
    }
    const QString name = toQString(shown.program->path);
    CodeEditor* editor = m_parts.editors.newDocument(name, toBytes(shown.program->text));
    if (!m_folder.isEmpty())
        editor->setOrigin(
            {.place = tr("the lesson %1").arg(toQString(m_lesson.title)),
             .answer = 0,
             .isReviewed = false});
    m_programs.insert(step, editor);
    return editor;
}

// What the reader changed stays open, and is there when they come back.
bool LessonDesk::closeUntouched(CodeEditor* editor)
{
    if (!editor || editor->isUnsaved() || !editor->filePath().isEmpty())
        return false;
    m_parts.editors.requestClose(m_parts.editors.indexOf(editor));
    return true;
}

void LessonDesk::reset()
{
    if (m_step >= steps())
        return;
    const auto& step = m_lesson.steps[static_cast<std::size_t>(m_step)];
    m_progress.set(step, {});
    m_panel.setPassed(m_step, false);
    CodeEditor* open = program(m_step);
    const bool wasOpen = open != nullptr;
    showStep();
    open = program(m_step);
    if (!wasOpen || !open || !step.program || open->bytes() == toBytes(step.program->text))
        return;
    open->replaceLines(0, open->lines(), toBytes(step.program->text));
    emit told(tr("The program is the step's own again. Undo brings yours back."), false);
}

void LessonDesk::showSolution()
{
    if (m_step >= steps())
        return;
    const auto& step = m_lesson.steps[static_cast<std::size_t>(m_step)];
    if (step.solution)
        m_parts.editors.newDocument(
            tr("solution-%1").arg(toQString(step.program->path)), toBytes(*step.solution));
}

bool LessonDesk::isProgram(const QWidget* document) const
{
    return document && hasLesson() && program(m_step) == document;
}

} // namespace sandbench::ui
