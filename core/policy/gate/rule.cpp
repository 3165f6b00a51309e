// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/rule.h"

#include <re2/re2.h>

#include <algorithm>
#include <array>

namespace sandbench {
namespace {

constexpr std::size_t kLongestPattern = 2000;
constexpr std::int64_t kPatternMemory = 8 << 20;
constexpr std::array<std::string_view, 3> kSeverities = {"low", "medium", "high"};

// RE2 names the part that it could not take, or the whole pattern where a bracket is not closed.
std::size_t problemPosition(const std::string& pattern, const re2::RE2& compiled)
{
    const auto& part = compiled.error_arg();
    if (part != pattern)
        return part.empty() ? 0 : std::min(pattern.find(part), pattern.size());
    std::vector<std::size_t> open;
    bool inClass = false;
    for (std::size_t at = 0; at < pattern.size(); ++at) {
        const char c = pattern[at];
        if (c == '\\')
            ++at;
        else if (c == '[' || c == ']')
            inClass = c == '[';
        else if (c == '(' && !inClass)
            open.push_back(at);
        else if (c == ')' && !inClass && open.empty())
            return at;
        else if (c == ')' && !inClass)
            open.pop_back();
    }
    return open.empty() ? 0 : open.back();
}

bool isSeparator(char c, std::string_view language)
{
    if (c == '/' || c == '\\' || c == ':')
        return true;
    return c == '.' && language != "javascript" && language != "typescript" && language != "bash";
}

} // namespace

std::string_view severityName(Severity severity)
{
    return kSeverities[static_cast<std::size_t>(severity)];
}

std::optional<Severity> severityByName(std::string_view name)
{
    for (std::size_t i = 0; i < kSeverities.size(); ++i)
        if (kSeverities[i] == name)
            return static_cast<Severity>(i);
    return std::nullopt;
}

bool Rule::appliesTo(std::string_view language) const
{
    return languages.empty()
        || std::find(languages.begin(), languages.end(), language) != languages.end();
}

Result<std::shared_ptr<const re2::RE2>> compilePattern(const std::string& pattern)
{
    if (pattern.empty() || pattern.size() > kLongestPattern)
        return Error(
            ErrorCode::InvalidArgument,
            "a pattern has 1 to " + std::to_string(kLongestPattern) + " characters");
    re2::RE2::Options options;
    options.set_log_errors(false);
    options.set_max_mem(kPatternMemory);
    const auto lines = "(?m:" + pattern + ")";
    // Alone first, so that brackets that only ours would close are seen.
    const re2::RE2 alone(pattern, options);
    if (!alone.ok())
        return Error(
            ErrorCode::InvalidArgument,
            "the pattern is not valid at character "
                + std::to_string(problemPosition(pattern, alone) + 1) + ": " + alone.error());
    auto compiled = std::make_shared<const re2::RE2>(lines, options);
    if (!compiled->ok())
        return Error(ErrorCode::InvalidArgument, "the pattern is too large: " + compiled->error());
    if (re2::RE2::PartialMatch("", alone))
        return Error(
            ErrorCode::InvalidArgument,
            "the pattern matches the empty text, so it would match everywhere");
    return std::shared_ptr<const re2::RE2>(std::move(compiled));
}

std::vector<std::string> moduleParts(std::string_view name, std::string_view language)
{
    if (name.starts_with("node:"))
        name.remove_prefix(5);
    name = name.substr(0, name.find_first_of("<>=!~;[ \t\r\n"));
    name = name.substr(0, name.find('@', 1));
    for (const std::string_view ending : {".h", ".hpp", ".hh", ".rb", ".php"})
        if (name.size() > ending.size() && name.ends_with(ending)
            && (language == "c" || language == "cpp" || language == "ruby" || language == "php"))
            name.remove_suffix(ending.size());
    std::vector<std::string> parts(1);
    for (const char c : name) {
        if (isSeparator(c, language)) {
            if (!parts.back().empty())
                parts.emplace_back();
        } else {
            parts.back() += c == '-' ? '_' : c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        }
    }
    if (parts.back().empty())
        parts.pop_back();
    return parts;
}

} // namespace sandbench
