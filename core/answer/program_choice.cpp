// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/answer/program_choice.h"

#include "core/answer/part_kind.h"
#include "core/answer/words.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace sandbench::answer {
namespace {

constexpr std::size_t kShortest = 4; ///< A fragment is shorter than a part of the longest.
constexpr std::size_t kMostImportLine = 400;

std::string_view stemOf(std::string_view name)
{
    name.remove_prefix(name.rfind('/') + 1);
    return name.substr(0, name.rfind('.'));
}

bool isTest(const AnswerPart& part)
{
    const auto stem = lowerCase(stemOf(part.name));
    return stem.starts_with("test_") || stem.ends_with("_test") || stem.ends_with(".test")
        || stem.ends_with(".spec") || stem == "conftest";
}

/// Which parts name a word where they bring others in: "import utils", "require('./utils')".
class Imports
{
public:
    explicit Imports(const Answer& answer);

    bool isImported(const AnswerPart& part, std::size_t place) const;

private:
    void readLine(std::string_view line, std::size_t place);

    /// The first part that does it, and whether there is another one.
    struct Importers
    {
        std::size_t first;
        bool hasMore = false;
    };
    std::unordered_map<std::string_view, Importers> m_words;
};

Imports::Imports(const Answer& answer)
{
    for (std::size_t i = 0; i < answer.parts.size(); ++i) {
        std::string_view text = answer.parts[i].text;
        while (answer.parts[i].kind == PartKind::Program && !text.empty())
            readLine(takeUpTo(text, '\n'), i);
    }
}

void Imports::readLine(std::string_view line, std::size_t place)
{
    static constexpr std::string_view kBegins[]
        = {"import ", "from ",   "#include ", "require ", "require_relative ", "use ",
           "mod ",    "source ", ". ",        "source(",  "include ",          "} from "};
    line = trimmed(line.substr(0, kMostImportLine));
    const bool brings = std::any_of(std::begin(kBegins), std::end(kBegins), [&](const auto& one) {
        return line.starts_with(one);
    });
    if (!brings && line.find("require") == std::string_view::npos
        && line.find("import(") == std::string_view::npos)
        return;
    constexpr std::string_view kBetween = " \t.,;:/()'\"<>{}*`";
    while (!line.empty()) {
        const auto word = line.substr(0, line.find_first_of(kBetween));
        line.remove_prefix(std::min(line.size(), word.size() + 1));
        if (word.empty())
            continue;
        const auto [own, isNew] = m_words.try_emplace(word, Importers{place});
        own->second.hasMore = own->second.hasMore || (!isNew && own->second.first != place);
    }
}

bool Imports::isImported(const AnswerPart& part, std::size_t place) const
{
    const auto found = m_words.find(stemOf(part.name));
    return !part.name.empty() && found != m_words.end()
        && (found->second.first != place || found->second.hasMore);
}

std::string listOfParts(const Answer& answer)
{
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < answer.parts.size() && i < 8; ++i) {
        const auto& part = answer.parts[i];
        const auto name = part.name.empty() ? part.called : part.name;
        shown.push_back(
            std::to_string(i + 1) + " " + std::string(kindName(part.kind))
            + (name.empty() ? "" : " " + inQuotes(name)));
    }
    const auto more = answer.parts.size() - shown.size();
    return listed(shown) + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

Error nothingToRun(const Answer& answer)
{
    if (answer.parts.empty())
        return Error(
            ErrorCode::NotFound,
            "the answer (" + answer.format + ") has no blocks of code"
                + (answer.notices.empty() ? "" : "; " + answer.notices.front()));
    return Error(
        ErrorCode::NotFound,
        "the answer (" + answer.format
            + ") has no program in a language that is known here; its blocks are "
            + listOfParts(answer));
}

bool canRun(const AnswerPart& part)
{
    return !part.language.empty()
        && (part.kind == PartKind::Program || part.kind == PartKind::ShellSteps);
}

Result<std::size_t> partCalled(const Answer& answer, std::string_view block)
{
    std::size_t number = 0;
    const auto [end, problem] = std::from_chars(block.data(), block.data() + block.size(), number);
    const bool isNumber = problem == std::errc() && end == block.data() + block.size();
    std::size_t place = isNumber ? number - 1 : answer.parts.size();
    for (std::size_t i = 0; !isNumber && i < answer.parts.size(); ++i)
        if (answer.parts[i].name == block)
            place = i;
    if (place >= answer.parts.size())
        return Error(
            ErrorCode::NotFound,
            "the answer has no block " + inQuotes(block) + "; its blocks are "
                + listOfParts(answer));
    if (!canRun(answer.parts[place]))
        return Error(
            ErrorCode::NotFound,
            "block " + std::to_string(place + 1) + " cannot be run: it is "
                + (answer.parts[place].kind == PartKind::Program
                       ? "in a language that is not known here"
                       : std::string(kindName(answer.parts[place].kind))));
    return place;
}

/// Keeps those for which @p keep is true, where there are any.
template <typename Keep> void prefer(std::vector<std::size_t>& places, const Keep& keep)
{
    std::vector<std::size_t> kept;
    std::copy_if(places.begin(), places.end(), std::back_inserter(kept), keep);
    if (!kept.empty())
        places = std::move(kept);
}

Result<std::size_t> choosePart(const Answer& answer)
{
    std::vector<std::size_t> places;
    std::size_t longest = 0;
    for (std::size_t i = 0; i < answer.parts.size(); ++i)
        if (answer.parts[i].kind == PartKind::Program && canRun(answer.parts[i])) {
            places.push_back(i);
            longest = std::max(longest, answer.parts[i].text.size());
        }
    if (places.empty())
        return nothingToRun(answer);
    const auto is = [&](auto test) {
        return [&answer, test](std::size_t place) { return test(answer.parts[place]); };
    };
    prefer(places, is([](const auto& part) { return !isTest(part); }));
    prefer(places, is([](const auto& part) { return !part.name.empty(); }));
    prefer(places, is([](const auto& part) {
               const auto stem = lowerCase(stemOf(part.name));
               return stem == "main" || stem == "app";
           }));
    prefer(places, is([longest](const auto& part) {
               return !part.name.empty() || part.text.size() >= longest / kShortest;
           }));
    const Imports imports(answer);
    prefer(
        places, [&](std::size_t place) { return !imports.isImported(answer.parts[place], place); });
    return places.back();
}

} // namespace

Result<ProgramChoice>
chooseProgram(const Answer& answer, const LanguageCatalog& languages, std::string_view block)
{
    ProgramChoice choice;
    SANDBENCH_TRY(choice.part, block.empty() ? choosePart(answer) : partCalled(answer, block));
    const auto& program = answer.parts[choice.part];
    SANDBENCH_TRY(const auto language, languages.find(program.language));
    choice.fileName = program.name.empty() ? language.defaultFileName : program.name;
    for (std::size_t i = 0; i < answer.parts.size(); ++i) {
        const auto& part = answer.parts[i];
        const bool isFile = part.kind == PartKind::Program || part.kind == PartKind::Data;
        if (i != choice.part && isFile && !part.name.empty() && part.name != choice.fileName)
            choice.files.push_back(i);
    }
    return choice;
}

std::string restOf(const Answer& answer, const ProgramChoice& choice)
{
    std::size_t steps = 0, programs = 0, diffs = 0, others = 0;
    for (std::size_t i = 0; i < answer.parts.size(); ++i) {
        const auto& part = answer.parts[i];
        if (i == choice.part
            || std::find(choice.files.begin(), choice.files.end(), i) != choice.files.end())
            continue;
        steps += part.kind == PartKind::ShellSteps ? countSteps(part.text) : 0;
        programs += part.kind == PartKind::Program ? 1 : 0;
        diffs += part.kind == PartKind::Diff ? 1 : 0;
        others += part.kind == PartKind::Data || part.kind == PartKind::Output ? 1 : 0;
    }
    std::vector<std::string> words;
    const auto add = [&](std::size_t count, const char* one, const char* many) {
        if (count > 0)
            words.push_back(std::to_string(count) + " " + (count == 1 ? one : many));
    };
    add(programs, "other program", "other programs");
    add(steps, "shell step", "shell steps");
    add(diffs, "diff", "diffs");
    add(others, "other block", "other blocks");
    return listed(words);
}

} // namespace sandbench::answer
