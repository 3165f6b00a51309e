// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/lsp/answers.h"

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/policy/gate/characters.h"

#include <algorithm>
#include <compare>
#include <iterator>
#include <set>
#include <utility>

namespace sandbench::lsp {

namespace {

constexpr int kSnippet = 2; ///< InsertTextFormat.
constexpr int kParagraphs = 2;
constexpr std::size_t kMostContents = 20; ///< Parts of a hover that are looked at.
constexpr std::string_view kBlanks = " \t\r";

struct Word
{
    bool isOtherwise = false; ///< Its beginning has other small and capital letters.
    std::string order, text;

    auto operator<=>(const Word&) const = default;
};

bool isVisible(std::string_view word)
{
    const auto isPlain = [](char c) { return c > ' ' && c <= '~'; };
    if (word.empty() || word.size() > kMostWordBytes)
        return false;
    if (std::all_of(word.begin(), word.end(), isPlain))
        return true;
    const auto isControl = [](char c) { return (c >= 0 && c <= ' ') || c == 0x7f; };
    return std::none_of(word.begin(), word.end(), isControl) && isValidUtf8(word)
        && linesWithOddCharacters(" " + std::string(word)).empty(); // no byte order mark either
}

/// What the item is going to insert. A snippet has places to be filled in, which nobody asked for.
std::string wordOf(const Json& item)
{
    const auto label = jsonString(item, "label");
    if (jsonInt(item, "insertTextFormat") == kSnippet)
        return label;
    return jsonString(
        jsonField(item, "textEdit"), "newText", jsonString(item, "insertText", label));
}

std::string textOf(const Json& content)
{
    const auto* text = content.get_ptr<const std::string*>();
    return text ? *text : jsonString(content, "value");
}

std::string trimmed(std::string_view line)
{
    const auto end = line.find_last_not_of(kBlanks);
    return std::string(line.substr(0, end == std::string_view::npos ? 0 : end + 1));
}

} // namespace

std::vector<std::string> completionWords(const Json& result, std::string_view prefix)
{
    std::set<Word> words;
    const std::string beginning = lowerCase(prefix);
    for (const Json& item : result.is_array() ? jsonList(result) : jsonList(result, "items")) {
        std::string word = wordOf(item);
        if (!isVisible(word) || !lowerCase(word).starts_with(beginning))
            continue;
        const auto order = jsonString(item, "sortText", word);
        words.insert(
            {!word.starts_with(prefix), lowerCase(order.substr(0, kMostWordBytes)),
             std::move(word)});
        if (words.size() > kMostWords) // those that come first in the order, not in the message
            words.erase(std::prev(words.end()));
    }
    std::vector<std::string> texts;
    std::set<std::string> known;
    for (const auto& word : words)
        if (known.insert(word.text).second)
            texts.push_back(word.text);
    if (texts.size() == 1 && texts.front() == prefix)
        texts.clear(); // it is there already
    return texts;
}

std::string hoverText(const Json& result)
{
    const Json& contents = jsonField(result, "contents");
    std::string all;
    if (contents.is_array())
        for (std::size_t i = 0; i < std::min(contents.size(), kMostContents); ++i)
            all += textOf(contents[i]) + "\n\n";
    else
        all = textOf(contents);
    const std::string valid = replaceInvalidUtf8(cutAtCharacter(all, 4 * kMostHoverBytes));
    std::string text;
    int paragraph = 0;
    std::size_t lines = 0;
    bool isBetween = true;
    for (std::string_view rest(valid); !rest.empty() && lines < kMostHoverLines;) {
        const std::string line = trimmed(takeUpTo(rest, '\n'));
        const bool isMarkUp = line.starts_with("```") || line == "---";
        if (line.empty() || isMarkUp) {
            isBetween = true;
            continue;
        }
        if (std::exchange(isBetween, false) && ++paragraph > kParagraphs)
            break;
        text += (text.empty() ? "" : "\n") + line;
        ++lines;
    }
    return std::string(cutAtCharacter(text, kMostHoverBytes));
}

} // namespace sandbench::lsp
