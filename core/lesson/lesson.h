// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/check/checks.h"
#include "core/language/language.h"
#include "core/session/run_record.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// A lesson: steps to read, with a program to run, what a reader may predict, and what the run is
/// held against. Its text is foreign. No I/O. Thread: any.
/// Format: packaging/docs/lessons.md.
namespace sandbench::lesson {

/// Units: bytes.
inline constexpr std::size_t kMostLessonBytes = 1U << 20, kMostCodeBytes = 256U << 10,
                             kMostStepText = 64U << 10, kMostTitle = 200,
                             kMostFilesBytes = 16U << 20; ///< Of the folder, all together.
inline constexpr std::size_t kMostSteps = 200, kMostFiles = 20, kMostChoices = 10,
                             kMostStepChecks = 20, kMostProblems = 100;
/// How a lesson is called in its folder.
inline constexpr std::string_view kLessonFile = "lesson.md";

/// What is wrong in the text, a sentence.
struct Problem
{
    std::size_t line = 0; ///< From 1.
    std::string text;
};

struct Choice
{
    std::string text;
    bool isRight = false;
};

/// What a reader is asked before the run.
struct Prediction
{
    std::string question;
    std::vector<Choice> choices; ///< None = the reader writes a line.
    std::string answer; ///< Of a prediction without choices; empty = it is not judged.
    std::string explanation; ///< Shown after the run.
};

/// A file of a step, by its path in the lesson's folder and in the sandbox.
struct LessonFile
{
    std::string path;
    std::string text;
    bool isInFolder = false; ///< Its text is a file's of the folder: see bringFiles().
    std::size_t line = 0; ///< Of the lesson that names it.
};

/// What a run must show.
struct StepCheck
{
    check::Check check;
    /// How the program must end: by itself, or by one of the sandbox' limits.
    Verdict ends = Verdict::Exited;
    std::size_t results = 0; ///< So many pictures, charts and tables at least.
    std::optional<LessonFile> test = std::nullopt; ///< Where its code is; of Check::test.
};

struct Step
{
    std::string title;
    std::size_t line = 0;
    std::string text = {}; ///< Markdown: see readText().
    std::optional<LessonFile> program = std::nullopt;
    std::string language = {}; ///< Of the program: id in the catalog.
    std::optional<std::string> solution = std::nullopt; ///< The program as it should be.
    std::vector<LessonFile> files = {}; ///< Beside the program.
    std::optional<Prediction> prediction = std::nullopt;
    std::string input = {}; ///< What the program reads.
    std::vector<std::string> arguments = {};
    /// Limits that are lower than usual, by the names of sandboxMembers() and runMembers(); never
    /// higher, and nothing else.
    Json limits = Json::object();
    std::vector<StepCheck> checks = {}; ///< At least one where there is a program.

    /// Whether the run that the reader sees tells whether @p check holds; else it needs its own.
    bool isOfRun(const StepCheck& check) const
    {
        return !check.check.test && check.check.input == input
            && check.check.arguments == arguments;
    }
};

struct Lesson
{
    std::string title;
    std::string text; ///< Markdown before the first step.
    std::vector<Step> steps;
    /// By line. What is wrong is left out of the steps.
    std::vector<Problem> problems;
};

/// Reads lesson.md. Files that it only names are empty until bringFiles().
Lesson readLesson(std::string_view text, const LanguageCatalog& languages);

/// Whether a lesson may name a file so: relative, of plain parts, none of them "..", hidden, or an
/// option's name; at most 100 bytes.
bool isLessonPath(std::string_view path);

/// Fills in the files that are in the folder, each as often as it is named. What @p read cannot
/// read, or is too large, becomes a problem.
void bringFiles(
    Lesson& lesson, const std::function<Result<std::string>(const std::string& path)>& read);

/// "out_of_memory" as a sentence has it: "stopped at its memory limit".
std::string_view endWords(Verdict ends);

/// A step for a lesson's text, with this program in it.
std::string stepText(
    std::string_view title, std::string_view fileName, const Language& language,
    std::string_view code);
/// A lesson to begin with.
std::string lessonTemplate(std::string_view title);

} // namespace sandbench::lesson
