// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/lesson/lesson.h"
#include "core/lesson/lesson_text.h"
#include "tests/fuzz/require.h"

using namespace sandbench;
using namespace sandbench::lesson;

static void requireFile(const LessonFile& file)
{
    require(isLessonPath(file.path) && file.text.size() <= kMostCodeBytes);
    require(file.path.find("..") != 0 && file.path.find("/..") == std::string::npos);
    require(file.path.front() != '/');
}

static void requireStep(const Step& step)
{
    require(isValidUtf8(step.title) && isValidUtf8(step.text));
    require(step.text.size() <= kMostStepText && step.checks.size() <= 2 * check::kMostChecks);
    require(step.program.has_value() == !step.checks.empty());
    if (step.program)
        requireFile(*step.program);
    for (const auto& file : step.files)
        requireFile(file);
    for (const auto& check : step.checks)
        if (check.test)
            requireFile(*check.test);
    for (const auto* name : {"network", "mounts", "image", "engine", "user"})
        require(!step.limits.contains(name));
}

/// Input: a lesson. No path leaves its folder, and its text becomes plain text.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    static const auto languages = LanguageCatalog::load();
    require(languages.has_value());
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    auto lesson = readLesson(input, *languages);
    require(lesson.steps.size() <= kMostSteps && lesson.problems.size() <= kMostProblems);
    for (const auto& step : lesson.steps)
        requireStep(step);
    bringFiles(lesson, [](const std::string& path) -> Result<std::string> {
        require(isLessonPath(path));
        return std::string("text");
    });
    for (const auto& block : readText(input))
        for (const auto& run : block.runs)
            require(isValidUtf8(run.text));
    return 0;
}
