// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/guide/guide_topics.h"

#include <QAction>
#include <QCoreApplication>
#include <QMainWindow>
#include <QWidget>

#include <algorithm>
#include <array>

namespace sandbench::ui {

namespace {

constexpr std::array kTopics{
    GuideTopic{
        "dockSessions", "window#sessions",
        QT_TRANSLATE_NOOP(
            "Guide",
            "The sandboxes of this window. Programs run in the one that is chosen. Below the list "
            "stands what isolates it, and what is missing of that.")},
    GuideTopic{
        "dockPlots", "window#plots",
        QT_TRANSLATE_NOOP(
            "Guide",
            "What programs drew or left as a result: pictures, charts, tables, documents. The "
            "newest is large, all of the session are in the strip below.")},
    GuideTopic{
        "dockOutput", "window#run-and-stop",
        QT_TRANSLATE_NOOP(
            "Guide",
            "What programs print, while they print it, one section for each run. While a program "
            "runs, the line below is its standard input.")},
    GuideTopic{
        "dockFindings", "window#findings",
        QT_TRANSLATE_NOOP(
            "Guide",
            "What a policy thinks of the code before it runs, with reasons. A policy that is "
            "chosen here also holds runs. It is advice: the sandbox is what contains a program.")},
    GuideTopic{
        "dockPackages", "window#packages",
        QT_TRANSLATE_NOOP(
            "Guide",
            "Installs packages into the chosen session. A network for that is taken away before "
            "the first program runs.")},
    GuideTopic{
        "dockMatrix", "window#matrix",
        QT_TRANSLATE_NOOP(
            "Guide",
            "The open programs run on several engines, in several images and sizes, each time in a "
            "fresh sandbox: how each ended, and what came to something else.")},
    GuideTopic{
        "dockGrade", "window#grade",
        QT_TRANSLATE_NOOP(
            "Guide",
            "What a class handed in, graded by tests, each submission in a sandbox of its own: "
            "points, code, output, what differs, and which submissions are similar.")},
    GuideTopic{
        "dockBatch", "window#batch",
        QT_TRANSLATE_NOOP(
            "Guide",
            "Many programs, a line of a file each, every one in a sandbox of its own: how far they "
            "are, those that did not pass, and what came of each.")},
    GuideTopic{
        "dockRuns", "window#runs",
        QT_TRANSLATE_NOOP(
            "Guide",
            "Every run of this user, whichever program ran it: found by words of program, output "
            "and review, opened, run again, and compared with another one.")},
    GuideTopic{
        "dockActivity", "window#what-a-run-did",
        QT_TRANSLATE_NOOP(
            "Guide",
            "What the last run did: files written, programs started, addresses tried, calls "
            "refused, and what could not be seen.")},
    GuideTopic{
        "dockChanges", "window#on-a-copy-then-apply",
        QT_TRANSLATE_NOOP(
            "Guide",
            "What a run changed in the copy of a folder. Your folder stays as it is until you "
            "apply a change here.")},
    GuideTopic{
        "dockTerminal", "window#a-terminal",
        QT_TRANSLATE_NOOP(
            "Guide",
            "A shell in the sandbox of the chosen session. Every key is the shell's but those with "
            "Ctrl+Shift and the one that leads here, which also leads out.")},
    GuideTopic{
        "dockChecks", "window#checks",
        QT_TRANSLATE_NOOP(
            "Guide",
            "Inputs and what is expected of them, tried with each of the open programs: which "
            "answer passes which check.")},
    GuideTopic{
        "dockVariables", "window#variables",
        QT_TRANSLATE_NOOP(
            "Guide",
            "What selections and lines that were run have left in the chosen session's Python: "
            "names, types, sizes and values, and all about the one that is current.")},
    GuideTopic{
        "dockSteps", "window#step-by-step",
        QT_TRANSLATE_NOOP(
            "Guide",
            "The steps of a Python program that was run step by step: its line, its variables and "
            "what it had printed, forwards and back without running it again.")},
    GuideTopic{
        "dockImages", "window#images",
        QT_TRANSLATE_NOOP(
            "Guide",
            "The images of every engine: what they are and who uses them. Pull, build, export and "
            "remove them, or open a session from one.")},
    GuideTopic{
        "dockFiles", "window#files",
        QT_TRANSLATE_NOOP(
            "Guide",
            "The files of the chosen session: look into them, edit them in place, bring files in, "
            "save them on this machine. What changed since the session began is marked.")},
    GuideTopic{
        "dockOutline", "window#reading",
        QT_TRANSLATE_NOOP(
            "Guide",
            "The functions, types, cells and headings of the current document. It follows the "
            "caret; Enter goes to what is chosen.")},
    GuideTopic{
        "dockVerdict", "window#the-verdict",
        QT_TRANSLATE_NOOP(
            "Guide",
            "The last run in a few lines: how it ended, what was found before, what it did, and "
            "what you think of it, which is kept with the run.")},
    GuideTopic{
        "dockLesson", "lessons#read-a-lesson",
        QT_TRANSLATE_NOOP(
            "Guide",
            "A lesson, step by step: what to read, a program to run, a prediction, and what its "
            "checks say of the run.")},
    GuideTopic{
        "lessonBack", "lessons#read-a-lesson",
        QT_TRANSLATE_NOOP(
            "Guide", "Shows the step before this one, with what you predicted there.")},
    GuideTopic{
        "lessonRun", "lessons#read-a-lesson",
        QT_TRANSLATE_NOOP(
            "Guide",
            "Runs the step's program as it stands in the editor, with the step's input, files and "
            "limits, and holds it against the step's checks.")},
    GuideTopic{
        "lessonNext", "lessons#read-a-lesson",
        QT_TRANSLATE_NOOP(
            "Guide",
            "Shows the next step, and its program in the editor. What you changed in this one "
            "stays open.")},
    GuideTopic{
        "lessonReset", "lessons#read-a-lesson",
        QT_TRANSLATE_NOOP(
            "Guide",
            "Brings back the step's own program, and forgets your prediction and the verdict. Undo "
            "brings your text back.")},
    GuideTopic{
        "lessonSolution", "lessons#read-a-lesson",
        QT_TRANSLATE_NOOP(
            "Guide", "Opens the program as it should be in a document of its own, beside yours.")},
    GuideTopic{
        "modelDialog", "window#a-model-at-hand",
        QT_TRANSLATE_NOOP(
            "Guide",
            "Asks a language model. What is sent stands here as a whole, with where it goes; "
            "nothing is sent before Send is pressed.")},
    GuideTopic{
        "runFile", "window#run-and-stop",
        QT_TRANSLATE_NOOP(
            "Guide",
            "Runs the text of this document, as it is in the editor, in the chosen session; opens "
            "a sandbox first where there is none.")},
    GuideTopic{
        "runStop", "window#run-and-stop",
        QT_TRANSLATE_NOOP(
            "Guide",
            "Ends what runs. Each press is stronger: interrupt, terminate, kill, and at last the "
            "sandbox is destroyed.")},
    GuideTopic{
        "runAgain", "window#run-and-stop",
        QT_TRANSLATE_NOOP(
            "Guide", "Runs what ran last, with the same text, whichever document is shown now.")},
    GuideTopic{
        "fileNew", "window#from-an-answer-to-its-programs",
        QT_TRANSLATE_NOOP("Guide", "An empty document in the language that the tool bar shows.")},
    GuideTopic{
        "fileOpen", "window#from-an-answer-to-its-programs",
        QT_TRANSLATE_NOOP(
            "Guide",
            "Opens programs. Of an answer of a language model, a notebook or an exported "
            "conversation, its programs become documents.")},
    GuideTopic{
        "fileSave", "window#run-and-stop",
        QT_TRANSLATE_NOOP(
            "Guide",
            "Writes the document to its file. What was not saved comes back after a crash.")},
    GuideTopic{
        "language", "languages",
        QT_TRANSLATE_NOOP(
            "Guide",
            "The language that the document runs as. It follows the ending of the document's "
            "name.")},
    GuideTopic{
        "timeout", "isolation#limits",
        QT_TRANSLATE_NOOP(
            "Guide", "A run that takes longer is stopped, with everything that it started.")},
};

} // namespace

std::span<const GuideTopic> guideTopics()
{
    return kTopics;
}

QString guideTopicText(const GuideTopic& topic)
{
    return QCoreApplication::translate("Guide", topic.text);
}

void explainParts(const QMainWindow& window)
{
    for (const GuideTopic& topic : kTopics) {
        const QString name = QLatin1String(topic.name);
        // A command that goes to a dock has the dock's name.
        if (auto* widget = window.findChild<QWidget*>(name))
            widget->setWhatsThis(guideTopicText(topic));
        if (auto* action = window.findChild<QAction*>(name))
            action->setWhatsThis(guideTopicText(topic));
    }
}

std::optional<GuidePlace> placeFor(const QWidget* widget)
{
    for (; widget; widget = widget->parentWidget()) {
        const auto found = std::ranges::find_if(kTopics, [widget](const GuideTopic& topic) {
            return widget->objectName() == QLatin1String(topic.name);
        });
        if (found != kTopics.end())
            return guidePlace(QLatin1String(found->place));
    }
    return std::nullopt;
}

} // namespace sandbench::ui
