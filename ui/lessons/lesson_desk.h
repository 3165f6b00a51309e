// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lesson/lesson_folder.h"
#include "core/lesson/run_step.h"
#include "ui/async/job_runner.h"
#include "ui/lessons/lesson_progress.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QTimer>

#include <functional>
#include <stop_token>
#include <vector>

namespace sandbench::ui {

class CodeEditor;
class EditorTabs;
class LessonPanel;
class SessionController;

/// The sandbox that checks of a step are run in, besides the run that the reader sees.
struct LessonSandbox
{
    workspace::SandboxRequest request;
    decltype(check::CheckPlan::open) open;
};

/// A lesson that is being read or written: which step is shown, the document of its program, its
/// runs and what the checks say of them. Thread: GUI; folders are read and checks run in jobs.
class LessonDesk : public QObject
{
    Q_OBJECT

public:
    struct Parts
    {
        EditorTabs& editors;
        workspace::Workspace& workspace;
        const LanguageCatalog& languages;
        /// Like the session's that the step runs in.
        std::function<Result<LessonSandbox>(const lesson::Step& step)> sandbox;
    };
    /// They outlive it.
    LessonDesk(Parts parts, LessonPanel& panel, QObject* parent);
    ~LessonDesk() override;

    /// One of lesson::bundledLessons().
    void openBundled(const QString& name);
    void openFolder(const QString& folder);
    bool hasLesson() const { return !m_lesson.steps.empty(); }
    const lesson::Lesson& current() const { return m_lesson; }
    int step() const { return m_step; }
    int steps() const { return static_cast<int>(m_lesson.steps.size()); }

    /// Shows the step, and its program in the editor.
    void goTo(int step);
    /// Asks for a run of the program as it stands in the editor.
    void run();
    /// The program, the prediction and the verdict are as if the step had never been seen; the text
    /// can be brought back by undoing.
    void reset();
    /// In a document of its own, beside the reader's.
    void showSolution();
    /// Whether a run of this document is one of the step that is shown.
    bool isProgram(const QWidget* document) const;

    /// Somebody runs @p document in @p session; a line or an older text of it is no run of a step.
    void
    noteRun(const SessionController& session, const QWidget* document, const RunRequest& request);
    void noteEnd(const SessionController& session, const RunRecord& record);
    bool isChecking() const { return m_isChecking; }

    /// Makes @p folder with a lesson to begin with, and opens it to be written.
    void startLesson(const QString& folder);
    /// Opens lesson.md of the shown lesson, and shows here what it says while it is written.
    /// Nothing happens with one that has no folder.
    void edit();
    bool canEdit() const { return !m_folder.isEmpty(); }
    /// The lesson.md that is being written; null = none.
    CodeEditor* source() const;
    /// Another document becomes a step at the end of the one that is being written.
    void addStep(const CodeEditor& document);
    /// Into an archive where @p path ends with ".zip", else into a folder, which is made.
    void exportTo(const QString& path);
    /// The current document is @p document: a lesson.md shows here what it says.
    void followDocument(CodeEditor* document);

signals:
    /// Something is to be read.
    void wanted();
    void lessonChanged();
    void stepChanged();
    /// @p title: for the output.
    void runWanted(
        const RunRequest& request, const QString& title, CodeEditor* document,
        const lesson::Step& step);
    void checkingChanged();
    /// What could not be, or was done; a sentence.
    void told(const QString& sentence, bool isProblem);

private:
    void take(lesson::FoundLesson found, const QString& key, const QString& folder);
    void showLesson();
    void showStep();
    CodeEditor* program(int step) const;
    CodeEditor* openProgram(int step);
    bool closeUntouched(CodeEditor* editor);
    void judge(int step, const RunRecord& record);
    void runOtherChecks(int step, std::vector<check::Outcome> outcomes);
    void finishChecks(int step, std::vector<check::Outcome> outcomes);
    std::vector<bool> passed() const;
    void readSource();
    void watchSource(CodeEditor* document);
    int stepAtCaret() const;

    Parts m_parts;
    LessonPanel& m_panel;
    lesson::Lesson m_lesson;
    std::string m_text; ///< That it was read from.
    QString m_key; ///< "bundled/plots", or the folder.
    QString m_folder; ///< Empty = it is in the program.
    LessonProgress m_progress;
    int m_step = 0;
    QHash<int, QPointer<CodeEditor>> m_programs; ///< By step.
    QHash<const SessionController*, int> m_runs; ///< Those that go on: of which step.
    bool m_isChecking = false;
    std::stop_source m_checks{std::nostopstate};
    QPointer<CodeEditor> m_source;
    QTimer m_sourceTimer;
    int m_round = 0; ///< What was asked for another lesson is not waited for.
    JobRunner m_files{JobRunner::Ending::Abandon};
    JobRunner m_jobs; ///< Last: its destruction waits for jobs that use the workspace.
};

} // namespace sandbench::ui
