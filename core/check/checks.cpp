// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/checks.h"

#include "core/base/fields.h"
#include "core/base/text.h"
#include "core/policy/limits.h"

#include <algorithm>
#include <set>

namespace sandbench::check {

namespace {

constexpr std::string_view kList = "checks";
constexpr int kMostDepth = 8;

const Fields& checkMembers()
{
    static const Fields fields
        = {{.name = "name", .longest = kMostNameBytes},
           {.name = "stdin", .type = FieldType::Any},
           {.name = "args", .type = FieldType::TextList, .longest = 1000},
           {.name = "expect", .type = FieldType::Any},
           {.name = "match", .values = {std::begin(kMatchNames), std::end(kMatchNames)}},
           {.name = "tolerance", .type = FieldType::Number, .least = 0, .most = 1e300},
           {.name = "exit", .type = FieldType::Integer, .least = 0, .most = 255},
           {.name = "timeout", .type = FieldType::Number, .least = 0.001, .most = kLongestSeconds},
           {.name = "test", .type = FieldType::Any},
           {.name = "language"}};
    return fields;
}

const Fields& fileMembers()
{
    static const Fields fields
        = {{.name = "schema"}, {.name = kList, .type = FieldType::Any, .isRequired = true}};
    return fields;
}

std::size_t lineOf(std::string_view text, std::size_t at)
{
    const auto before = text.substr(0, at);
    return 1 + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
}

/// Only for a text that is no JSON: how the library says where.
std::size_t lineOfSyntaxError(std::string_view text)
{
    try {
        [[maybe_unused]] const auto value = Json::parse(text);
    } catch (const Json::parse_error& at) {
        return lineOf(text, at.byte > 0 ? at.byte - 1 : 0);
    } catch (...) {
    }
    return 1;
}

/// The lines of the objects in the lists of the outermost object, in order. Of JSON.
std::vector<std::size_t> linesOfEntries(std::string_view text)
{
    std::vector<std::size_t> lines;
    std::size_t line = 1;
    int depth = 0;
    bool isInText = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        line += c == '\n' ? 1 : 0;
        if (isInText) {
            i += c == '\\' ? 1 : 0;
            isInText = c != '"';
        } else if (c == '"') {
            isInText = true;
        } else if (c == '{' || c == '[') {
            if (depth++ == 2 && c == '{')
                lines.push_back(line);
        } else if (c == '}' || c == ']') {
            --depth;
        }
    }
    return lines;
}

Error wrong(const std::string& message)
{
    return Error(ErrorCode::InvalidArgument, message);
}

/// A text, or a list of lines.
Result<std::string> textOf(const Json& check, std::string_view member)
{
    const auto& value = jsonField(check, member);
    if (value.is_string())
        return value.get<std::string>();
    std::string text;
    if (value.is_null())
        return text;
    const bool isList = value.is_array()
        && std::all_of(value.begin(), value.end(),
                       [](const Json& line) { return line.is_string(); });
    if (!isList)
        return wrong(std::string(member) + " must be text, or a list of lines");
    for (const auto& line : value)
        text += line.get<std::string>() + "\n";
    return text;
}

Result<Check> readTest(const Json& object, std::string name)
{
    for (const auto* member : {"stdin", "args", "expect"})
        if (object.contains(member))
            return wrong(std::string(member) + " is for a program, and this check has a test");
    SANDBENCH_TRY(auto code, textOf(object, "test"));
    return testCheck(std::move(name), jsonString(object, "language"), std::move(code));
}

/// "text", or a list of lines where that shows what the text is.
Json textJson(const std::string& text)
{
    if (text.find('\n') == std::string::npos || text.back() != '\n')
        return text;
    auto lines = Json::array();
    std::string_view rest = text;
    while (!rest.empty())
        lines.push_back(std::string(takeUpTo(rest, '\n')));
    return lines;
}

Json checkJson(const Check& check)
{
    Json json = {{"name", check.name}};
    if (!check.input.empty())
        json["stdin"] = textJson(check.input);
    if (!check.arguments.empty())
        json["args"] = check.arguments;
    if (check.expected)
        json["expect"] = textJson(*check.expected);
    if (check.match != Match::Trimmed)
        json["match"] = matchName(check.match);
    if (check.match == Match::Numbers)
        json["tolerance"] = check.tolerance;
    if (check.exitCode != 0)
        json["exit"] = check.exitCode;
    if (check.timeout)
        json["timeout"] = *check.timeout;
    if (check.test) {
        json["language"] = check.test->language;
        json["test"] = textJson(check.test->code);
    }
    return json;
}

} // namespace

Result<Check> testCheck(std::string name, std::string language, std::string code)
{
    const bool isPlain = !name.empty() && name != "." && name != ".."
        && name.size() <= kMostNameBytes && name.find('/') == std::string::npos
        && oneLine(name, 2 * kMostNameBytes) == name;
    if (!isPlain)
        return wrong(
            "a test must have a plain file name of at most " + std::to_string(kMostNameBytes)
            + " bytes, such as test_stack.py");
    if (language.empty())
        return wrong("a test must name its language, such as python");
    if (code.empty())
        return wrong("the test is empty");
    Check check;
    check.name = name;
    check.test = TestFile{std::move(name), std::move(language), std::move(code)};
    return check;
}

std::string_view matchName(Match match)
{
    return kMatchNames[static_cast<std::size_t>(match)];
}

Result<Check> readCheck(const Json& object, std::size_t number)
{
    if (!object.is_object())
        return wrong("a check must be an object, such as {\"stdin\": \"2\", \"expect\": \"4\"}");
    SANDBENCH_TRY_VOID(checkFields(object, checkMembers()));
    Check check;
    check.name = jsonString(object, "name", "check " + std::to_string(number));
    // Longer ones were refused above; room for the end of a name is no part of the question.
    if (oneLine(check.name, 2 * kMostNameBytes) != check.name || check.name.empty())
        return wrong("name must be one line of text, without blanks at its ends");
    if (!jsonField(object, "test").is_null()) {
        SANDBENCH_TRY(check, readTest(object, std::move(check.name)));
    }
    SANDBENCH_TRY(check.input, textOf(object, "stdin"));
    check.arguments = jsonTexts(object, "args");
    if (!jsonField(object, "expect").is_null()) {
        SANDBENCH_TRY(check.expected, textOf(object, "expect"));
    }
    const auto match = jsonString(object, "match", std::string(matchName(Match::Trimmed)));
    const auto* const at = std::find(std::begin(kMatchNames), std::end(kMatchNames), match);
    check.match = static_cast<Match>(at - std::begin(kMatchNames));
    check.tolerance = jsonNumber(object, "tolerance", kUsualTolerance);
    check.exitCode = static_cast<int>(jsonInt(object, "exit"));
    if (!jsonField(object, "timeout").is_null())
        check.timeout = jsonNumber(object, "timeout");
    if (check.match == Match::Contains && check.expected
        && check.expected->find_first_not_of('\n') == std::string::npos)
        return wrong("expect must have text where match is contains");
    return check;
}

Result<std::vector<Check>> readChecks(std::string_view text)
{
    const auto json = parseJson(text, kMostChecksBytes, kMostDepth);
    if (json.failedAs(ErrorCode::Protocol))
        return wrong("line " + std::to_string(lineOfSyntaxError(text)) + ": this is not JSON");
    if (!json)
        return wrong(json.error().message());
    if (!json->is_object())
        return wrong("line 1: checks are an object, {\"checks\": [...]}");
    if (auto known = checkFields(*json, fileMembers()); !known)
        return std::move(known.error());
    const auto& list = jsonField(*json, kList);
    if (!list.is_array() || list.empty() || list.size() > kMostChecks)
        return wrong(
            "\"checks\" must be a list of 1 to " + std::to_string(kMostChecks) + " checks");
    const auto lines = linesOfEntries(text);
    std::vector<Check> checks;
    std::set<std::string> names;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto place
            = (i < lines.size() ? "line " + std::to_string(lines[i]) + ", " : std::string())
            + "check " + std::to_string(i + 1);
        auto check = readCheck(list[i], i + 1);
        if (!check)
            return std::move(check.error()).within(place);
        if (!names.insert(check->name).second)
            return wrong("another check is called " + inQuotes(check->name)).within(place);
        checks.push_back(*std::move(check));
    }
    return checks;
}

std::string writeChecks(const std::vector<Check>& checks)
{
    auto list = Json::array();
    for (const auto& check : checks)
        list.push_back(checkJson(check));
    return writeJson({{"schema", "sandbench.checks/1"}, {"checks", std::move(list)}}, 2) + "\n";
}

} // namespace sandbench::check
