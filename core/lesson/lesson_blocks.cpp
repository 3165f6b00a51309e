// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_blocks.h"

#include "core/base/fields.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/policy/limits.h"

#include <algorithm>
#include <charconv>
#include <set>

namespace sandbench::lesson {

namespace {

constexpr std::size_t kMostLine = 2000; ///< Of a question, a choice. Units: bytes.

Error wrongPart(std::string message)
{
    return Error(ErrorCode::InvalidArgument, std::move(message));
}

Result<void> checkWords(const FenceWords& words, std::initializer_list<std::string_view> known)
{
    for (const auto& [name, value] : words.values)
        if (std::find(known.begin(), known.end(), name) == known.end())
            return wrongPart(
                inQuotes(name) + " says nothing in this block; known: " + listed(known));
    return {};
}

Result<LessonFile> fileOf(const Fence& fence, const std::string& path)
{
    if (!isLessonPath(path))
        return wrongPart(
            inQuotes(path)
            + " is no path of a lesson's file: it must be relative, stay in the folder, and have "
              "neither hidden parts nor odd signs");
    const bool isInFolder = fence.body.find_first_not_of(" \t\n") == std::string::npos;
    return LessonFile{path, isInFolder ? std::string() : fence.body, isInFolder, fence.line};
}

bool isPlainName(const std::string& path)
{
    return path.find('/') == std::string::npos;
}

Result<void>
addTest(const Fence& fence, const FenceWords& words, const LanguageCatalog& languages, Step& step)
{
    SANDBENCH_TRY_VOID(checkWords(words, {"test"}));
    SANDBENCH_TRY(auto file, fileOf(fence, words.values.at("test")));
    SANDBENCH_TRY(const auto language, languages.find(words.first));
    StepCheck check;
    // What is in the folder comes later.
    SANDBENCH_TRY(
        check.check, check::testCheck(file.path, language.id, file.isInFolder ? "\n" : file.text));
    check.test = std::move(file);
    step.checks.push_back(std::move(check));
    return {};
}

Result<void>
addFile(const Fence& fence, const FenceWords& words, const LanguageCatalog& languages, Step& step)
{
    SANDBENCH_TRY_VOID(checkWords(words, {"file"}));
    SANDBENCH_TRY(auto file, fileOf(fence, words.values.at("file")));
    if (step.program && step.program->path == file.path)
        return wrongPart(inQuotes(file.path) + " is there already");
    const auto language = languages.find(words.first);
    if (!step.program && language) {
        if (!isPlainName(file.path))
            return wrongPart("the program lies beside lesson.md, not in a folder there");
        step.program = std::move(file);
        step.language = language->id;
        return {};
    }
    if (step.files.size() == kMostFiles)
        return wrongPart(
            "a step has at most " + std::to_string(kMostFiles) + " files beside its program");
    step.files.push_back(std::move(file));
    return {};
}

Result<void> addSolution(const Fence& fence, const FenceWords& words, Step& step)
{
    SANDBENCH_TRY_VOID(checkWords(words, {"solution"}));
    if (step.solution)
        return wrongPart("the step has a solution already");
    step.solution = fence.body;
    return {};
}

Result<void> addPrediction(const Fence& fence, Step& step)
{
    if (step.prediction)
        return wrongPart("the step has a prediction already");
    Prediction prediction;
    std::string_view rest = fence.body;
    while (!rest.empty()) {
        const auto line = oneLine(takeUpTo(rest, '\n'), kMostLine);
        const auto after
            = [&line](std::size_t begin) { return oneLine(line.substr(begin), kMostLine); };
        const auto addTo = [](std::string& text, const std::string& more) {
            text += (text.empty() || more.empty() ? "" : " ") + more;
        };
        if (line.starts_with("- [x] ") || line.starts_with("- [X] "))
            prediction.choices.push_back({after(6), true});
        else if (line.starts_with("- [ ] "))
            prediction.choices.push_back({after(6), false});
        else if (line.starts_with("- "))
            prediction.choices.push_back({after(2), false});
        else if (line.starts_with("> "))
            addTo(prediction.explanation, after(2));
        else if (line.starts_with("= "))
            prediction.answer = after(2);
        else
            addTo(prediction.question, line);
    }
    if (prediction.question.empty())
        return wrongPart("a prediction begins with its question");
    if (prediction.choices.size() > kMostChoices)
        return wrongPart("a prediction has at most " + std::to_string(kMostChoices) + " choices");
    step.prediction = std::move(prediction);
    return {};
}

Result<Verdict> endOf(const std::string& name)
{
    constexpr Verdict kEnds[]
        = {Verdict::Exited,      Verdict::Signaled,    Verdict::WallTimeout, Verdict::CpuTimeout,
           Verdict::OutOfMemory, Verdict::OutputLimit, Verdict::DiskLimit};
    for (const auto end : kEnds)
        if (verdictName(end) == name)
            return end;
    return wrongPart(
        "no program ends with " + inQuotes(name) + "; known: " + listed(kEnds, verdictName));
}

Result<std::size_t> countOf(const std::string& text)
{
    std::size_t count = 0;
    const auto* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, count);
    if (read.ec != std::errc() || read.ptr != end || count > 1000)
        return wrongPart(inQuotes(text) + " is no number of results");
    return count;
}

Result<void> addChecks(const Fence& fence, const FenceWords& words, Step& step)
{
    SANDBENCH_TRY_VOID(checkWords(words, {"ends", "results"}));
    StepCheck usual;
    if (const auto ends = words.values.find("ends"); ends != words.values.end()) {
        SANDBENCH_TRY(usual.ends, endOf(ends->second));
    }
    if (const auto results = words.values.find("results"); results != words.values.end()) {
        SANDBENCH_TRY(usual.results, countOf(results->second));
    }
    const bool isEmpty = fence.body.find_first_not_of(" \t\n") == std::string::npos;
    // With the lesson's lines, so that its errors name them.
    SANDBENCH_TRY(
        auto checks,
        check::readChecks(
            "{\"checks\": [" + std::string(fence.line, '\n') + (isEmpty ? "{}" : fence.body)
            + "]}"));
    for (auto& check : checks) {
        if (check.test)
            return wrongPart(
                "a test is a block of its own, such as ```" + oneLine(check.test->language, 40)
                + " test=" + check.name);
        if (check.timeout && *check.timeout > RunLimits().wallSeconds)
            return wrongPart("timeout is at most 60 s in a lesson");
        auto one = usual;
        one.check = std::move(check);
        step.checks.push_back(std::move(one));
    }
    return {};
}

const Fields& runFields()
{
    static const Fields fields
        = {{.name = "stdin"},
           {.name = "args", .type = FieldType::TextList, .longest = 100},
           {.name = "profile", .values = {"strict", "standard"}},
           {.name = "memory"},
           {.name = "disk"},
           {.name = "output_limit"},
           {.name = "cpus", .type = FieldType::Number, .least = 0.1, .most = 16},
           {.name = "pids",
            .type = FieldType::Integer,
            .least = 1,
            .most = static_cast<double>(SandboxLimits().pids)},
           {.name = "timeout",
            .type = FieldType::Number,
            .least = 0.1,
            .most = RunLimits().wallSeconds},
           {.name = "cpu_time",
            .type = FieldType::Number,
            .least = 0.1,
            .most = RunLimits().wallSeconds}};
    return fields;
}

/// Who opens somebody's lesson has not agreed to more than a sandbox has by default.
Result<void> checkSize(const Json& said, std::string_view name, std::uint64_t most)
{
    const auto text = jsonString(said, name);
    if (text.empty())
        return {};
    SANDBENCH_TRY(const auto bytes, parseSize(text).within(std::string(name)));
    if (bytes == 0 || bytes > most)
        return wrongPart(
            std::string(name) + " is at most " + formatSize(most)
            + " in a lesson, which can lower limits only");
    return {};
}

Result<void> addRun(const Fence& fence, Step& step)
{
    auto said = parseJson(fence.body, kMostCodeBytes, 4);
    if (!said || !said->is_object())
        return wrongPart("this is no JSON object, such as {\"stdin\": \"2\", \"memory\": \"64m\"}");
    SANDBENCH_TRY_VOID(checkFields(*said, runFields()));
    SANDBENCH_TRY_VOID(checkSize(*said, "memory", SandboxLimits().memoryBytes));
    SANDBENCH_TRY_VOID(checkSize(*said, "disk", SandboxLimits().diskBytes));
    SANDBENCH_TRY_VOID(checkSize(*said, "output_limit", RunLimits().outputBytes));
    step.input = jsonString(*said, "stdin");
    step.arguments = jsonTexts(*said, "args");
    said->erase("stdin");
    said->erase("args");
    step.limits = Json::object();
    for (const auto& [name, value] : said->items())
        if (!value.is_null())
            step.limits[name] = value;
    return {};
}

} // namespace

FenceWords wordsOf(const Fence& fence)
{
    FenceWords words;
    auto rest = fence.info;
    for (int count = 0; !rest.empty() && count < 8;) {
        auto word = takeUpTo(rest, ' ');
        if (word.empty())
            continue;
        if (count++ == 0) {
            words.first = lowerCase(word);
            continue;
        }
        const auto name = takeUpTo(word, '=');
        words.values.insert_or_assign(std::string(name), std::string(word));
    }
    return words;
}

bool isPart(const FenceWords& words)
{
    const auto has = [&words](const char* name) { return words.values.contains(name); };
    return words.first == "predict" || words.first == "check" || words.first == "run" || has("file")
        || has("test") || has("solution");
}

Result<void>
addPart(const Fence& fence, const FenceWords& words, const LanguageCatalog& languages, Step& step)
{
    if (step.checks.size() >= kMostStepChecks
        && (words.first == "check" || words.values.contains("test")))
        return wrongPart("a step has at most " + std::to_string(kMostStepChecks) + " checks");
    if (words.first == "predict")
        return addPrediction(fence, step);
    if (words.first == "check")
        return addChecks(fence, words, step);
    if (words.first == "run")
        return addRun(fence, step);
    if (words.values.contains("test"))
        return addTest(fence, words, languages, step);
    if (words.values.contains("solution"))
        return addSolution(fence, words, step);
    return addFile(fence, words, languages, step);
}

std::vector<Problem> finishStep(Step& step)
{
    std::vector<Problem> problems;
    if (!step.program) {
        if (step.solution || !step.checks.empty() || !step.files.empty() || !step.limits.empty())
            problems.push_back(
                {step.line, "this step has no program, such as ```python file=plot.py"});
        step.solution.reset();
        step.checks.clear();
        return problems;
    }
    if (step.checks.empty())
        step.checks.emplace_back().check.name = "check 1";
    std::set<std::string> names;
    for (std::size_t i = 0; i < step.checks.size(); ++i) {
        auto& [check, ends, results, test] = step.checks[i];
        if (!names.insert(check.name).second) // of another block
            check.name = "check " + std::to_string(i + 1);
        if (!check.test && check.input.empty() && check.arguments.empty()) {
            check.input = step.input;
            check.arguments = step.arguments;
        }
        if (check.test && check.test->name == step.program->path)
            problems.push_back({test->line, "the test and the program have one name"});
    }
    std::erase_if(step.checks, [&step](const StepCheck& check) {
        return check.check.test && check.check.test->name == step.program->path;
    });
    return problems;
}

} // namespace sandbench::lesson
