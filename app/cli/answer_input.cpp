// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/answer_input.h"

#include "app/cli/failure.h"
#include "app/cli/text.h"
#include "core/answer/program_choice.h"
#include "core/base/json.h"
#include "core/base/option_values.h"
#include "core/base/text.h"

#include <algorithm>
#include <utility>

namespace sandbench::cli {
namespace {

constexpr std::size_t kShownBefore = 60;

bool isAbout(const RunOptions& options)
{
    return options.isAnswer || options.listsBlocks || !options.block.empty();
}

bool isAnswerFile(const RunOptions& options, const LanguageCatalog& languages)
{
    if (isAbout(options))
        return true;
    return options.language.empty() && options.projectFolder.empty() && options.command.empty()
        && answer::isAnswerName(options.program) && !languages.findByFileName(options.program);
}

Result<void> checkOptions(const RunOptions& options)
{
    if (options.program.empty())
        return Error(ErrorCode::InvalidArgument, "name the answer's file, or - for standard input");
    if (!options.projectFolder.empty())
        return optionError("--project", "an answer is a project of its own; leave one of them out");
    if (!options.morePrograms.empty())
        return Error(
            ErrorCode::InvalidArgument,
            "an answer runs alone; name one file (the program's own arguments go behind --)");
    if (options.program == "-" && options.stdinPath == "-")
        return optionError(
            "--stdin", "the answer itself is read from standard input; put it into a file");
    return {};
}

std::string shownAnswer(const RunOptions& options)
{
    return options.program == "-" ? std::string("standard input") : printable(options.program);
}

/// "line 12", "message 3, line 12"; empty = unknown.
std::string placeOf(const answer::AnswerPart& part)
{
    const auto line
        = part.origin.line > 0 ? "line " + std::to_string(part.origin.line) : std::string();
    return part.origin.message > 0 ? "message " + std::to_string(part.origin.message) + ", " + line
                                   : line;
}

/// "app.py (Python, line 12)"
std::string shownProgram(
    const answer::AnswerPart& part, const std::string& fileName, const LanguageCatalog& languages)
{
    const auto language = languages.find(part.language);
    auto about = language ? language->name : part.language;
    if (const auto place = placeOf(part); !place.empty())
        about += ", " + place;
    return printable(fileName) + " (" + about + ")";
}

std::size_t countLines(std::string_view text)
{
    const auto feeds = static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
    return feeds + (!text.empty() && text.back() != '\n' ? 1 : 0);
}

Json blockJson(const answer::AnswerPart& part, std::size_t number, const LanguageCatalog& languages)
{
    return {
        {"number", number},
        {"kind", answer::kindName(part.kind)},
        {"language", part.language},
        {"called", part.called},
        {"name", part.name},
        {"line", part.origin.line},
        {"message", part.origin.message},
        {"before", part.origin.before},
        {"can_run", !part.language.empty() && languages.find(part.language).has_value()},
        {"text", part.text}};
}

std::string blockTable(const answer::Answer& answer, std::optional<std::size_t> chosen)
{
    std::vector<std::vector<std::string>> rows
        = {{" ", "#", "KIND", "LANGUAGE", "NAME", "WHERE", "LINES", "ABOVE IT"}};
    for (std::size_t i = 0; i < answer.parts.size(); ++i) {
        const auto& part = answer.parts[i];
        rows.push_back(
            {chosen == i ? "*" : " ", std::to_string(i + 1), std::string(kindName(part.kind)),
             part.language.empty() ? part.called : part.language, part.name, placeOf(part),
             std::to_string(countLines(part.text)), oneLine(part.origin.before, kShownBefore)});
    }
    return rows.size() == 1 ? "no blocks\n" : tableText(rows);
}

} // namespace

Result<std::optional<answer::Answer>>
openAnswer(const RunOptions& options, const LanguageCatalog& languages, std::stop_token stop)
{
    if (!isAnswerFile(options, languages))
        return std::optional<answer::Answer>();
    SANDBENCH_TRY_VOID(checkOptions(options));
    SANDBENCH_TRY(const auto bytes, readProgram(options.program, std::move(stop)));
    const auto name = options.program == "-" ? std::string() : options.program;
    return std::optional(answer::readAnswer(bytes, name, languages));
}

Result<void>
takeProgram(const answer::Answer& answer, const LanguageCatalog& languages, RunOptions& options)
{
    for (const auto& notice : answer.notices)
        note(shownAnswer(options) + ": " + printable(notice));
    auto choice = answer::chooseProgram(answer, languages, options.block);
    if (!choice)
        return std::move(choice.error()).within(shownAnswer(options));
    const auto& part = answer.parts[choice->part];
    AnswerProgram program;
    program.code = part.text;
    const auto shown = shownProgram(part, choice->fileName, languages);
    program.origin = "The program " + shown + " is block " + std::to_string(choice->part + 1)
        + " of the answer " + shownAnswer(options) + ".";
    auto line = shownAnswer(options) + ": running " + shown;
    const char* between = "; also ";
    for (const auto place : choice->files) {
        const auto& file = answer.parts[place];
        line += std::exchange(between, ", ") + printable(file.name);
        program.files.push_back({file.name, file.text, 0644U});
    }
    if (const auto rest = restOf(answer, *choice); !rest.empty())
        line += "; not run: " + rest;
    note(line);
    options.program = choice->fileName;
    if (options.language.empty())
        options.language = part.language;
    options.answer = std::move(program);
    return {};
}

int printBlocks(
    const answer::Answer& answer, const LanguageCatalog& languages, const RunOptions& options)
{
    const auto choice = answer::chooseProgram(answer, languages, options.block);
    auto blocks = Json::array();
    for (std::size_t i = 0; i < answer.parts.size(); ++i)
        blocks.push_back(blockJson(answer.parts[i], i + 1, languages));
    const Json json
        = {{"schema", "sandbench.answer/1"}, {"file", options.program},
           {"format", answer.format},        {"program", choice ? Json(choice->part + 1) : Json()},
           {"blocks", std::move(blocks)},    {"notices", answer.notices}};
    if (!options.json)
        for (const auto& notice : answer.notices)
            note(shownAnswer(options) + ": " + printable(notice));
    const auto chosen = choice ? std::optional(choice->part) : std::nullopt;
    return printed(options.json, json, blockTable(answer, chosen));
}

} // namespace sandbench::cli
