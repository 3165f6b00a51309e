// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/package/requirements.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace sandbench {

namespace {

constexpr std::size_t kMaxListBytes = 4U << 20;
constexpr std::size_t kMostRequirements = 10000;
constexpr std::string_view kBlanks = " \t\f\v";

struct OptionFacts
{
    std::string_view name;
    bool takesValue;
};
constexpr std::array kKeptOptions
    = {OptionFacts{"--pre", false}, OptionFacts{"--prefer-binary", false},
       OptionFacts{"--only-binary", true}, OptionFacts{"--no-binary", true},
       OptionFacts{"--require-hashes", false}};
constexpr std::array<std::string_view, 7> kPlaceOptions = {
    "-i", "--index-url", "--extra-index-url", "-f", "--find-links", "--trusted-host", "--no-index"};
constexpr std::array<std::string_view, 4> kFileOptions
    = {"-r", "--requirement", "-c", "--constraint"};

std::string_view trimmed(std::string_view text)
{
    const auto begin = text.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}

Error lineError(std::size_t line, const std::string& problem)
{
    return Error(ErrorCode::InvalidArgument, "line " + std::to_string(line) + ": " + problem);
}

/// A line as pip reads it: continued lines joined, comments gone.
struct LogicalLine
{
    std::string text;
    std::size_t number = 0;
};

std::string_view withoutComment(std::string_view line)
{
    for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1))
        if (at == 0 || kBlanks.find(line[at - 1]) != std::string_view::npos)
            return line.substr(0, at);
    return line;
}

std::vector<LogicalLine> logicalLines(std::string_view text)
{
    std::vector<LogicalLine> lines;
    bool continues = false;
    for (std::size_t number = 1; !text.empty(); ++number) {
        auto line = takeUpTo(text, '\n');
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        const bool isComment = trimmed(line).starts_with('#');
        const bool goesOn = !isComment && line.ends_with('\\');
        if (goesOn)
            line.remove_suffix(1);
        if (continues)
            lines.back().text += line;
        else
            lines.push_back({std::string(line), number});
        continues = goesOn;
    }
    for (auto& line : lines)
        line.text = trimmed(withoutComment(line.text));
    std::erase_if(lines, [](const LogicalLine& line) { return line.text.empty(); });
    return lines;
}

bool isOneOf(std::string_view word, const auto& names)
{
    const auto name = word.substr(0, word.find_first_of("= \t"));
    return std::find(names.begin(), names.end(), name) != names.end();
}

Result<std::string> readOption(const LogicalLine& line)
{
    const auto shown = "'" + oneLine(line.text, 80) + "' ";
    if (isOneOf(line.text, kFileOptions))
        return lineError(
            line.number, shown + "names another file; put the lines of that one in its place");
    if (isOneOf(line.text, kPlaceOptions))
        return lineError(
            line.number,
            shown + "says where packages come from, which the settings do; leave it out");
    for (const auto& option : kKeptOptions) {
        if (!line.text.starts_with(option.name))
            continue;
        const auto rest = trimmed(std::string_view(line.text).substr(option.name.size()));
        if (!option.takesValue && rest.empty())
            return std::string(option.name);
        const auto value = trimmed(rest.substr(rest.starts_with('=') ? 1 : 0));
        const bool isPlain = !value.empty() && std::all_of(value.begin(), value.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                || c == ':' || c == ',' || c == '-' || c == '_' || c == '.';
        });
        if (option.takesValue && isPlain)
            return std::string(option.name) + "=" + std::string(value);
    }
    return lineError(
        line.number,
        shown
            + "is an option that is not allowed here; allowed are --pre, --prefer-binary, "
              "--only-binary, --no-binary and --require-hashes");
}

bool isMarker(std::string_view text)
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
            || std::string_view(" \t_.'\"<>=!~()+,*-").find(c) != std::string_view::npos;
    });
}

bool isHash(std::string_view text)
{
    const auto colon = text.find(':');
    if (colon == std::string_view::npos || !text.starts_with("sha") || colon > 6)
        return false;
    const auto digits = text.substr(colon + 1);
    return !digits.empty()
        && digits.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Takes the --hash options from the end of the line.
Result<std::string_view>
takeHashes(std::string_view line, std::size_t number, std::vector<std::string>& hashes)
{
    const auto first = line.find(" --");
    if (first == std::string_view::npos)
        return line;
    auto rest = trimmed(line.substr(first));
    while (!rest.empty()) {
        constexpr std::string_view kHash = "--hash";
        if (!rest.starts_with(kHash))
            return lineError(
                number,
                "'" + oneLine(rest, 80) + "' is not allowed behind a package; only --hash is");
        rest = trimmed(rest.substr(kHash.size()));
        rest = trimmed(rest.substr(rest.starts_with('=') ? 1 : 0));
        const auto end = std::min(rest.find_first_of(kBlanks), rest.size());
        if (!isHash(rest.substr(0, end)))
            return lineError(
                number,
                "'" + oneLine(rest.substr(0, end), 80) + "' is no hash such as sha256:9f86…");
        hashes.emplace_back(rest.substr(0, end));
        rest = trimmed(rest.substr(end));
    }
    return trimmed(line.substr(0, first));
}

Result<Requirement> readRequirement(const LogicalLine& line)
{
    Requirement requirement;
    requirement.line = line.number;
    SANDBENCH_TRY(auto left, takeHashes(line.text, line.number, requirement.hashes));
    if (const auto semicolon = left.find(';'); semicolon != std::string_view::npos) {
        const auto marker = trimmed(left.substr(semicolon + 1));
        if (!isMarker(marker))
            return lineError(
                line.number,
                "'" + oneLine(marker, 80) + "' is no condition such as python_version < '3.12'");
        requirement.marker = marker;
        left = trimmed(left.substr(0, semicolon));
    }
    auto package = parsePackageName(NameGrammar::Pip, left);
    if (!package && left.find_first_of("/:@") != std::string_view::npos)
        return lineError(
            line.number,
            "'" + oneLine(left, 80)
                + "' is an address or a path; name the package, and put its file into the folder "
                  "of packages");
    if (!package)
        return lineError(line.number, package.error().message());
    requirement.package = *std::move(package);
    return requirement;
}

} // namespace

std::string Requirements::text() const
{
    std::string text;
    for (const auto& option : options)
        text += option + "\n";
    for (const auto& requirement : list) {
        text += requirement.package.text;
        if (!requirement.marker.empty())
            text += " ; " + requirement.marker;
        for (const auto& hash : requirement.hashes)
            text += " --hash=" + hash;
        text += "\n";
    }
    return text;
}

Result<Requirements> parseRequirements(std::string_view text)
{
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    if (text.size() > kMaxListBytes)
        return Error(ErrorCode::InvalidArgument, "the file is larger than 4 MiB");
    if (text.starts_with(kMark))
        text.remove_prefix(kMark.size());
    Requirements requirements;
    for (const auto& line : logicalLines(text)) {
        if (line.text.starts_with('-')) {
            SANDBENCH_TRY(auto option, readOption(line));
            requirements.options.push_back(std::move(option));
            continue;
        }
        if (requirements.list.size() == kMostRequirements)
            return lineError(line.number, "there are more than 10000 packages");
        SANDBENCH_TRY(auto requirement, readRequirement(line));
        requirements.list.push_back(std::move(requirement));
    }
    return requirements;
}

} // namespace sandbench
