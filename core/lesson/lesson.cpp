// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/lesson/lesson_blocks.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace sandbench::lesson {

namespace {

constexpr std::string_view kBlankSigns = " \t\r\n";

std::string_view withoutBlanks(std::string_view text)
{
    const auto begin = text.find_first_not_of(kBlankSigns);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(kBlankSigns) - begin + 1);
}

/// Of an error whose text may begin with a line of the lesson, as readChecks() has it: "line 12,
/// check 1: …".
Problem problemOf(const Error& error, std::size_t line)
{
    constexpr std::string_view kLine = "line ";
    Problem problem = {line, error.text()};
    if (!problem.text.starts_with(kLine))
        return problem;
    const auto* const end = problem.text.data() + problem.text.size();
    const auto read = std::from_chars(problem.text.data() + kLine.size(), end, problem.line);
    const auto rest = static_cast<std::size_t>(read.ptr - problem.text.data());
    problem.text.erase(0, std::min(rest + 2, problem.text.size())); // ", " or ": "
    return problem;
}

/// Reads a lesson line by line.
class Reader
{
public:
    explicit Reader(const LanguageCatalog& languages)
        : m_languages(languages)
    {
    }

    void read(std::string_view line)
    {
        ++m_line;
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (m_fenceSigns > 0)
            return readFenced(line);
        const auto signs = fenceSigns(line);
        if (signs > 0)
            return beginFence(line, signs);
        if (line.starts_with("## "))
            return beginStep(line.substr(3));
        if (line.starts_with("# ") && m_lesson.title.empty() && m_lesson.steps.empty()) {
            m_lesson.title = oneLine(line.substr(2), kMostTitle);
            return;
        }
        addText(line);
    }

    Lesson finish()
    {
        if (m_fenceSigns > 0) {
            note(m_fence.line, "the block that begins here is not closed");
            endFence();
        }
        endStep();
        if (m_lesson.title.empty())
            note(1, "a lesson begins with its title, such as \"# Plots\"");
        if (m_lesson.steps.empty())
            note(1, "a lesson has steps, each with a heading, such as \"## A first plot\"");
        std::stable_sort(
            m_lesson.problems.begin(), m_lesson.problems.end(),
            [](const Problem& one, const Problem& other) { return one.line < other.line; });
        return std::move(m_lesson);
    }

    void note(std::size_t line, std::string text)
    {
        if (m_lesson.problems.size() < kMostProblems)
            m_lesson.problems.push_back({line, std::move(text)});
    }

private:
    /// How many signs a fence at the beginning of @p line has; 0 = it is none.
    static std::size_t fenceSigns(std::string_view line)
    {
        const char sign = line.empty() ? '\0' : line.front();
        if (sign != '`' && sign != '~')
            return 0;
        const auto end = std::min(line.find_first_not_of(sign), line.size());
        const bool isCode = sign == '`' && line.find('`', end) != std::string_view::npos;
        return end >= 3 && !isCode ? end : 0;
    }

    void beginFence(std::string_view line, std::size_t signs)
    {
        m_fenceSign = line.front();
        m_fenceSigns = signs;
        m_fence = {withoutBlanks(line.substr(signs)), m_line, {}};
    }

    void readFenced(std::string_view line)
    {
        if (line.starts_with(m_fenceSign) && fenceSigns(line) >= m_fenceSigns
            && withoutBlanks(line.substr(fenceSigns(line))).empty())
            return endFence();
        // The one byte more tells that it is too large.
        if (m_fence.body.size() <= kMostCodeBytes)
            m_fence.body.append(line).append("\n");
    }

    void endFence()
    {
        const std::string marks(std::exchange(m_fenceSigns, 0), m_fenceSign);
        const auto words = wordsOf(m_fence);
        if (!isPart(words)) {
            addText(marks + std::string(m_fence.info));
            addText(m_fence.body + marks);
        } else if (m_fence.body.size() > kMostCodeBytes) {
            note(m_fence.line, "this block is larger than " + formatSize(kMostCodeBytes));
        } else if (!m_step) {
            note(m_fence.line, "this block belongs to a step: it stands before the first one");
        } else if (const auto added = addPart(m_fence, words, m_languages, *m_step); !added) {
            auto problem = problemOf(added.error(), m_fence.line);
            note(problem.line, std::move(problem.text));
        }
    }

    void beginStep(std::string_view title)
    {
        endStep();
        if (m_lesson.steps.size() == kMostSteps) {
            if (!std::exchange(m_hasTooMany, true))
                note(m_line, "a lesson has at most " + std::to_string(kMostSteps) + " steps");
            return;
        }
        m_step.emplace();
        m_step->title = oneLine(title, kMostTitle);
        m_step->line = m_line;
    }

    void endStep()
    {
        if (!m_step)
            return;
        for (auto& problem : finishStep(*m_step))
            note(problem.line, std::move(problem.text));
        m_lesson.steps.push_back(std::move(*m_step));
        m_step.reset();
    }

    void addText(std::string_view line)
    {
        if (m_hasTooMany)
            return;
        auto& text = m_step ? m_step->text : m_lesson.text;
        if (text.size() + line.size() < kMostStepText)
            text.append(line).append("\n");
        else if (m_textEnded != &text && (m_textEnded = &text))
            note(m_line, "the text of a step is at most " + formatSize(kMostStepText) + " long");
    }

    const LanguageCatalog& m_languages;
    Lesson m_lesson;
    std::optional<Step> m_step;
    bool m_hasTooMany = false; ///< Steps.
    const std::string* m_textEnded = nullptr; ///< The text that was cut off last.
    Fence m_fence;
    char m_fenceSign = '`';
    std::size_t m_fenceSigns = 0; ///< 0 = in no fence.
    std::size_t m_line = 0;
};

/// Every file of @p lesson that is in its folder.
void forEachInFolder(Lesson& lesson, const std::function<void(LessonFile&)>& visit)
{
    const auto look = [&visit](LessonFile& file) {
        if (file.isInFolder)
            visit(file);
    };
    for (auto& step : lesson.steps) {
        if (step.program)
            look(*step.program);
        for (auto& file : step.files)
            look(file);
        for (auto& check : step.checks)
            if (check.test)
                look(*check.test);
    }
}

} // namespace

Lesson readLesson(std::string_view text, const LanguageCatalog& languages)
{
    Reader reader(languages);
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    const auto read = cutAtCharacter(text, kMostLessonBytes);
    if (read.size() < text.size())
        reader.note(1, "a lesson is at most " + formatSize(kMostLessonBytes) + " long");
    if (!isValidUtf8(read))
        reader.note(1, "not all of the lesson is UTF-8; what is not is shown as \xef\xbf\xbd");
    const auto valid = replaceInvalidUtf8(read);
    std::string_view rest = valid;
    while (!rest.empty())
        reader.read(takeUpTo(rest, '\n'));
    return reader.finish();
}

bool isLessonPath(std::string_view path)
{
    constexpr std::size_t kMostParts = 4;
    if (path.empty() || path.size() > check::kMostNameBytes || !isValidUtf8(path)
        || oneLine(path, 2 * check::kMostNameBytes) != path)
        return false;
    std::size_t parts = 0;
    for (auto rest = path; parts == 0 || !rest.empty();) {
        const bool isLast = rest.find('/') == std::string_view::npos;
        const auto part = takeUpTo(rest, '/');
        // "." and ".." are hidden ones, too.
        if (part.empty() || part.front() == '.' || part.front() == '-' || ++parts > kMostParts
            || (!isLast && rest.empty()) || part.find_first_of("\\:*?\"<>|") != part.npos)
            return false;
    }
    return true;
}

void bringFiles(
    Lesson& lesson, const std::function<Result<std::string>(const std::string& path)>& read)
{
    std::size_t all = 0;
    forEachInFolder(lesson, [&lesson, &read, &all](LessonFile& file) {
        auto bytes = read(file.path);
        std::string wrong;
        if (!bytes)
            wrong = bytes.error().message();
        else if (bytes->size() > kMostCodeBytes)
            wrong = "it is larger than " + formatSize(kMostCodeBytes);
        else if (all + bytes->size() > kMostFilesBytes)
            wrong = "all files together are larger than " + formatSize(kMostFilesBytes);
        else
            file.text = *std::move(bytes);
        all += file.text.size();
        if (!wrong.empty() && lesson.problems.size() < kMostProblems)
            lesson.problems.push_back({file.line, file.path + ": " + wrong});
    });
    for (auto& step : lesson.steps)
        for (auto& check : step.checks)
            if (check.test && check.check.test)
                check.check.test->code = check.test->text;
}

std::string_view endWords(Verdict ends)
{
    switch (ends) {
    case Verdict::Exited:
        return "ended by itself";
    case Verdict::Signaled:
        return "ended by a signal";
    case Verdict::WallTimeout:
        return "stopped at its time limit";
    case Verdict::CpuTimeout:
        return "stopped at its limit of CPU time";
    case Verdict::OutOfMemory:
        return "stopped at its memory limit";
    case Verdict::OutputLimit:
        return "stopped at its limit of output";
    case Verdict::DiskLimit:
        return "stopped at its limit of disk space";
    case Verdict::Cancelled:
    case Verdict::PolicyDenied:
    case Verdict::AgentLost:
        break;
    }
    return "not run";
}

std::string stepText(
    std::string_view title, std::string_view fileName, const Language& language,
    std::string_view code)
{
    std::size_t longest = 2; // of the fences in the code
    for (std::size_t at = code.find('`'); at != std::string_view::npos;
         at = code.find('`', at + 1)) {
        const auto end = std::min(code.find_first_not_of('`', at), code.size());
        longest = std::max(longest, end - at);
        at = end - 1;
    }
    const std::string marks(longest + 1, '`');
    std::string text = "\n## " + oneLine(title, kMostTitle) + "\n\n";
    text += "What to look at in this step.\n\n";
    text += marks + language.id + " file=" + std::string(fileName) + "\n" + std::string(code);
    text += code.ends_with('\n') ? "" : "\n";
    return text + marks + "\n\n```check\n{\"exit\": 0}\n```\n";
}

std::string lessonTemplate(std::string_view title)
{
    return "# " + oneLine(title, kMostTitle) + R"(

What this lesson is about, and for whom.

## A first step

What to look at. *Run* loads the program into the editor and runs it.

```python file=first.py
print(6 * 7)
```

```predict
What does it print?
- [x] 42
- 67
> `*` multiplies numbers.
```

```check
{"expect": "42"}
```
)";
}

} // namespace sandbench::lesson
