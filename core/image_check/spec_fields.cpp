// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/image_check/spec_fields.h"

#include "core/base/text.h"

#include <re2/re2.h>

#include <algorithm>
#include <charconv>

namespace sandbench::image_check {

namespace {

constexpr std::size_t kLongestPattern = 4096;
constexpr std::int64_t kRegexMemory = 4LL << 20; ///< Units: bytes.

Result<void> checkRegex(const YamlNode& node, std::string_view key, const std::string& pattern)
{
    re2::RE2::Options options(re2::RE2::Quiet);
    options.set_encoding(re2::RE2::Options::EncodingLatin1);
    options.set_max_mem(kRegexMemory);
    if (pattern.size() > kLongestPattern)
        return specError(node, key, "the regular expression is too long");
    const re2::RE2 compiled(pattern, options);
    if (!compiled.ok())
        return specError(node, key, "no regular expression: " + oneLine(compiled.error(), 120));
    return {};
}

bool isText(const YamlNode& node)
{
    return node.kind == YamlNode::Kind::Text
        || (node.kind == YamlNode::Kind::Nothing && node.isQuoted);
}

Result<Expectation> readEither(const YamlNode& node, std::string_view key, Expectation::Kind plain)
{
    if (!isText(node))
        return specError(node, key, "a text was expected");
    Expectation out;
    std::string_view text = node.text;
    if (text.starts_with('!')) {
        out.isNegated = true;
        text.remove_prefix(1);
    }
    if (text.size() > 1 && text.front() == '/' && text.back() == '/') {
        out.kind = Expectation::Kind::Matches;
        out.text = "(?m)" + std::string(text.substr(1, text.size() - 2));
        SANDBENCH_TRY_VOID(checkRegex(node, key, out.text));
        return out;
    }
    if (text.starts_with("\\!") || text.starts_with("\\/"))
        text.remove_prefix(1);
    out.kind = plain;
    out.text = text;
    return out;
}

} // namespace

Error specError(const YamlNode& at, std::string_view key, const std::string& problem)
{
    auto text = "line " + std::to_string(at.line) + ": ";
    if (!key.empty())
        text += inQuotes(key) + ": ";
    return {ErrorCode::InvalidArgument, text + problem};
}

Result<SpecMap> SpecMap::of(
    const YamlNode& node, std::string_view what, std::initializer_list<std::string_view> known)
{
    if (node.kind != YamlNode::Kind::Map)
        return specError(node, {}, std::string(what) + " is a map of keys and values");
    for (const auto& [key, value] : node.entries)
        if (std::find(known.begin(), known.end(), key) == known.end())
            return specError(
                value, key, std::string(what) + " has no such key; known are " + listed(known));
    return SpecMap(node);
}

const YamlNode* SpecMap::find(std::string_view key) const
{
    const auto* found = m_node->find(key);
    return found && (found->kind != YamlNode::Kind::Nothing || found->isQuoted) ? found : nullptr;
}

Result<void> SpecMap::text(std::string_view key, std::string& into) const
{
    const auto* found = find(key);
    if (!found)
        return {};
    if (!isText(*found))
        return specError(*found, key, "a text was expected");
    if (found->text.find('\0') != std::string::npos)
        return specError(*found, key, "the text holds a zero byte");
    into = found->text;
    return {};
}

Result<void> SpecMap::flag(std::string_view key, bool& into) const
{
    const auto* found = find(key);
    if (!found)
        return {};
    const auto word = lowerCase(found->text);
    if (word != "true" && word != "false")
        return specError(*found, key, "true or false was expected");
    into = word == "true";
    return {};
}

Result<void> SpecMap::whole(std::string_view key, std::optional<std::int64_t>& into) const
{
    const auto* found = find(key);
    if (!found)
        return {};
    const auto& text = found->text;
    std::int64_t number = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (text.empty() || problem != std::errc() || end != text.data() + text.size() || number < 0)
        return specError(*found, key, "a whole number was expected");
    into = number;
    return {};
}

Result<void> SpecMap::words(std::string_view key, std::vector<std::string>& into) const
{
    const auto* found = find(key);
    if (!found)
        return {};
    SANDBENCH_TRY(into, wordsOf(*found, key));
    return {};
}

Result<void> SpecMap::texts(std::string_view key, std::map<std::string, std::string>& into) const
{
    const auto* found = find(key);
    if (!found)
        return {};
    if (found->kind != YamlNode::Kind::Map)
        return specError(*found, key, "a map of names and texts was expected");
    for (const auto& [name, value] : found->entries) {
        if (value.kind != YamlNode::Kind::Text && value.kind != YamlNode::Kind::Nothing)
            return specError(value, name, "a text was expected");
        into[name] = value.text;
    }
    return {};
}

Result<void> SpecMap::expectations(
    std::string_view key, std::vector<Expectation>& into, const ReadExpectation& read) const
{
    const auto* found = find(key);
    if (!found)
        return {};
    if (found->kind != YamlNode::Kind::List) {
        SANDBENCH_TRY(auto one, read(*found, key));
        into.push_back(std::move(one));
        return {};
    }
    for (const auto& item : found->items) {
        SANDBENCH_TRY(auto one, read(item, key));
        into.push_back(std::move(one));
    }
    return {};
}

Result<void> SpecMap::mode(std::string_view key, std::optional<unsigned>& into) const
{
    const auto* found = find(key);
    if (!found)
        return {};
    into = modeOfText(found->text);
    if (!into)
        return specError(*found, key, "a mode such as \"0644\" or \"-rw-r--r--\" was expected");
    return {};
}

Result<Expectation> readPattern(const YamlNode& node, std::string_view key)
{
    return readEither(node, key, Expectation::Kind::Contains);
}

Result<Expectation> readExact(const YamlNode& node, std::string_view key)
{
    return readEither(node, key, Expectation::Kind::Equals);
}

Result<Expectation> readRegex(const YamlNode& node, std::string_view key, bool isNegated)
{
    if (!isText(node))
        return specError(node, key, "a text was expected");
    SANDBENCH_TRY_VOID(checkRegex(node, key, node.text));
    return Expectation{Expectation::Kind::Matches, isNegated, node.text};
}

Result<std::vector<std::string>> wordsOf(const YamlNode& node, std::string_view key)
{
    if (node.kind != YamlNode::Kind::List)
        return specError(node, key, "a list of texts was expected");
    std::vector<std::string> words;
    for (const auto& item : node.items) {
        if (!isText(item) || item.text.find('\0') != std::string::npos)
            return specError(item, key, "a list of texts was expected");
        words.push_back(item.text);
    }
    return words;
}

std::optional<unsigned> modeOfText(std::string_view text)
{
    unsigned mode = 0;
    const auto* end = text.data() + text.size();
    const auto [at, problem] = std::from_chars(text.data(), end, mode, 8);
    if (!text.empty() && problem == std::errc() && at == end && mode <= 07777U)
        return mode;
    constexpr std::string_view kLetters = "rwxrwxrwx";
    if (text.size() != kLetters.size() + 1)
        return std::nullopt;
    mode = 0;
    for (std::size_t i = 0; i < kLetters.size(); ++i) {
        const char letter = text[i + 1];
        const unsigned bit = 0400U >> i;
        const bool isSpecial
            = i % 3 == 2 && std::string_view("sStT").find(letter) != std::string_view::npos;
        if (isSpecial)
            mode |= 04000U >> (i / 3);
        if (letter == kLetters[i] || letter == 's' || letter == 't')
            mode |= bit;
        else if (letter != '-' && !isSpecial)
            return std::nullopt;
    }
    return mode;
}

Result<void> eachItem(
    const YamlNode& node, std::string_view key,
    const std::function<Result<void>(const YamlNode&)>& read)
{
    if (node.kind == YamlNode::Kind::Nothing)
        return {};
    if (node.kind != YamlNode::Kind::List)
        return specError(node, key, "a list was expected");
    for (const auto& item : node.items)
        SANDBENCH_TRY_VOID(read(item));
    return {};
}

} // namespace sandbench::image_check
