// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/answer/part_name.h"

#include "core/answer/words.h"
#include "core/base/text.h"

#include <algorithm>

namespace sandbench::answer {
namespace {

constexpr std::size_t kMostNameBytes = 200;
constexpr std::size_t kMostFirstLine = 300;

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// "app.py", "src/app.py", "Dockerfile"; not "numpy.", "3.14", "e.g.", "https://a.b/c". Also what
/// safeName() will refuse: somebody must be told.
bool looksLikeFile(std::string_view word)
{
    static constexpr std::string_view kBare[]
        = {"Dockerfile", "Makefile", "Gemfile", "Procfile", "Rakefile", "Jenkinsfile", "go.mod"};
    const auto base = word.substr(word.rfind('/') + 1);
    if (isIn(base, kBare) || word.find("../") != std::string_view::npos)
        return word.find_first_of(" \t\n") == std::string_view::npos;
    const auto dot = base.rfind('.');
    if (word.size() > 4 * kMostNameBytes || dot == std::string_view::npos
        || word.find("://") != std::string_view::npos
        || word.find_first_of(" \t\"'`()=,;<>|*?{}") != std::string_view::npos)
        return false;
    const auto ending = base.substr(dot + 1);
    return !ending.empty() && ending.size() <= 12 && isLetter(ending.front())
        && std::all_of(ending.begin(), ending.end(), [](char c) {
               return isLetter(c) || isDigit(c) || c == '_' || c == '-';
           });
}

/// "title="app.py"" and the like; empty = something else.
std::string_view valueOfName(std::string_view word)
{
    static constexpr std::string_view kKeys[]
        = {"title", "filename", "file", "name", "path", "file_name", "filepath", "data-title"};
    const auto sign = word.find_first_of("=:");
    if (sign == std::string_view::npos || !isIn(lowerCase(word.substr(0, sign)), kKeys))
        return {};
    return trimmed(word.substr(sign + 1), "\"'");
}

/// The text between two of @p mark, the last that is a file's name.
std::string_view lastMarked(std::string_view line, std::string_view mark)
{
    std::string_view found;
    for (auto at = line.find(mark); at != std::string_view::npos;) {
        const auto begin = at + mark.size();
        const auto end = line.find(mark, begin);
        if (end == std::string_view::npos)
            break;
        const auto inside = trimmed(line.substr(begin, end - begin), " `*_:");
        if (looksLikeFile(inside))
            found = inside;
        at = line.find(mark, end + mark.size());
    }
    return found;
}

/// "save this as app.py:" without marks, or a line that is nothing but the name.
std::string_view plainName(std::string_view line)
{
    static constexpr std::string_view kBefore[]
        = {"as", "named", "called", "file", "create", "update", "filename", "file:", "filename:"};
    const auto words = wordsOf(line);
    for (std::size_t i = words.size(); i-- > 0;) {
        const auto word = trimmed(words[i], ":,()\"'*_");
        const auto name = word.ends_with('.') ? word.substr(0, word.size() - 1) : word;
        const bool isTold = words.size() == 1 || (i > 0 && isIn(lowerCase(words[i - 1]), kBefore));
        if (isTold && looksLikeFile(name))
            return name;
    }
    return {};
}

bool isHiddenCharacter(std::uint32_t c)
{
    return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069)
        || (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x2029) || c == 0x061c
        || c == 0xfeff || c == 0xad || (c >= 0x80 && c < 0xa0) || (c >= 0xe0000 && c <= 0xe007f);
}

template <typename Test> bool hasCharacter(std::string_view text, const Test& test)
{
    while (!text.empty()) {
        const auto step = utf8Step(text);
        if (test(step.codePoint))
            return true;
        text.remove_prefix(step.length);
    }
    return false;
}

std::string problemOf(std::string_view name)
{
    const auto framed = "/" + std::string(name) + "/";
    if (name.size() > kMostNameBytes)
        return "is too long";
    if (hasCharacter(name, [](std::uint32_t c) { return c < 0x20 || c == 0x7f || c == 0xfffd; })
        || hasCharacter(name, isHiddenCharacter))
        return "has characters that hide what it is";
    if (name.starts_with('/') || name.starts_with('~') || framed.find("/../") != std::string::npos
        || name.find_first_of("\\:") != std::string_view::npos)
        return "leaves its folder";
    if (name.empty() || framed.find("//") != std::string::npos
        || framed.find("/./") != std::string::npos || framed.find("/-") != std::string::npos)
        return "is no name of a file";
    return {};
}

} // namespace

FenceInfo readInfo(std::string_view info)
{
    FenceInfo read;
    auto words = wordsOf(info, 16);
    if (words.empty())
        return read;
    auto first = trimmed(words.front(), "{}.,");
    if (const auto colon = first.find(':'); colon != std::string_view::npos && colon > 0) {
        read.name = first.substr(colon + 1);
        first = first.substr(0, colon);
    } else if (const auto value = valueOfName(first); !value.empty()) {
        read.name = value;
        first = {};
    } else if (looksLikeFile(first)) {
        read.name = first;
        first = {};
    }
    read.called = oneLine(lowerCase(first.substr(0, 40)), 40);
    for (std::size_t i = 1; i < words.size(); ++i) {
        const auto word = trimmed(words[i], "{}");
        if (const auto value = valueOfName(word); !value.empty())
            read.name = value;
        else if (read.name.empty() && looksLikeFile(trimmed(word, "\"'()[]")))
            read.name = trimmed(word, "\"'()[]");
    }
    if (!looksLikeFile(read.name) && read.name.find('/') == std::string::npos)
        read.name.clear();
    return read;
}

std::string nameInFirstLine(std::string_view text)
{
    auto line = takeUpTo(text, '\n');
    if (line.starts_with("#!") || line.starts_with("<?php"))
        line = takeUpTo(text, '\n');
    line = trimmed(line.substr(0, kMostFirstLine));
    constexpr std::string_view kMarks[] = {"//", "#", "--", "/*", "<!--", ";", "%"};
    const auto mark = std::find_if(std::begin(kMarks), std::end(kMarks), [line](const auto& one) {
        return line.starts_with(one);
    });
    if (mark == std::end(kMarks))
        return {};
    line = trimmed(line, "/#-*<>!;% \t");
    auto words = wordsOf(line, 8);
    const auto isLabel = [](std::string_view word) {
        return isIn(lowerCase(word), std::vector<std::string_view>{"file:", "filename:", "file"});
    };
    if (words.size() > 1 && isLabel(words.front()))
        words.erase(words.begin());
    if (words.empty())
        return {};
    const auto name = trimmed(words.front(), "`\"':");
    const bool isAlone = words.size() == 1 || words[1].starts_with('-') || words[1].starts_with('(')
        || words[1].starts_with("\xe2\x80") || words.front().ends_with(':');
    // "# e.g. this" is prose.
    return isAlone && looksLikeFile(name) ? std::string(name) : std::string();
}

std::string nameInLineAbove(std::string_view line)
{
    line = trimmed(line, " \t#>");
    for (const auto* mark : {"`", "**", "__", "\""})
        if (const auto name = lastMarked(line, mark); !name.empty())
            return std::string(name);
    return std::string(plainName(line));
}

bool fitsLanguage(
    std::string_view name, std::string_view language, std::string_view called,
    const LanguageCatalog& languages)
{
    const auto own = languageOfName(languages, name);
    if (!own.empty())
        return own == language || (language.empty() && called.empty())
            || (own == "cpp" && language == "c") || (own == "c" && language == "cpp");
    const auto ending = lowerCase(name.substr(name.rfind('.') + 1));
    static constexpr std::string_view kCodeToo[]
        = {"h", "hh", "hpp", "hxx", "inc", "jsx", "tsx", "mts", "cts", "pyi"};
    return language.empty() || isIn(ending, kCodeToo);
}

SafeName safeName(std::string_view name)
{
    while (name.starts_with("./"))
        name.remove_prefix(2);
    SafeName safe;
    safe.problem = problemOf(name);
    if (safe.problem.empty())
        safe.name = std::string(name);
    return safe;
}

bool hasLookAlikes(std::string_view name)
{
    const auto stem = name.substr(0, name.rfind('.'));
    const bool hasLatin = std::any_of(stem.begin(), stem.end(), isLetter);
    return hasCharacter(stem, [hasLatin](std::uint32_t c) {
        const bool isOther = (c >= 0x370 && c <= 0x58f) || (c >= 0x13a0 && c <= 0x13ff);
        const bool isWide = (c >= 0xff00 && c <= 0xffef) || (c >= 0x1d400 && c <= 0x1d7ff)
            || c == 0x2024 || c == 0x2044 || c == 0x2215;
        return isWide || (isOther && hasLatin);
    });
}

} // namespace sandbench::answer
