// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::test {

/// What begins with "<" in a page of ours, up to ">": "/pre", "p class=\"quiet\"". What scripts and
/// styles have in them is no tag.
inline std::vector<std::string> tagsOf(std::string_view page)
{
    std::vector<std::string> tags;
    for (auto at = page.find('<'); at != std::string_view::npos; at = page.find('<', at)) {
        const auto end = std::min(page.find('>', at), page.size());
        const auto tag = page.substr(at + 1, end - at - 1);
        tags.emplace_back(tag);
        at = end;
        for (const std::string name : {"script", "style"})
            if (tag == name || tag.starts_with(name + " "))
                at = page.find("</" + name, at);
        if (at == std::string_view::npos)
            break;
    }
    return tags;
}

/// Why @p tag is none that a report writes, or nothing.
inline std::string whyOdd(std::string_view tag)
{
    constexpr std::array kNames = {
        "!doctype", "a",      "audio",      "bdi",    "body",   "br",    "code",  "dd",    "div",
        "dl",       "dt",     "figcaption", "figure", "footer", "h1",    "h2",    "h3",    "head",
        "header",   "html",   "iframe",     "img",    "li",     "main",  "meta",  "nav",   "p",
        "pre",      "script", "section",    "span",   "strong", "style", "table", "tbody", "td",
        "th",       "thead",  "title",      "tr",     "ul",     "video"};
    const auto name = tag.substr(tag.starts_with('/'), tag.find(' ') - tag.starts_with('/'));
    if (std::ranges::find(kNames, name) == kNames.end())
        return "unknown tag " + std::string(tag.substr(0, 80));
    if (name == "iframe" && tag.starts_with("iframe") && !tag.starts_with("iframe sandbox=\"\" "))
        return "a frame that is not locked: " + std::string(tag.substr(0, 80));
    // Outside of its quoted values a tag has only names: none of a handler.
    bool isQuoted = false;
    std::string names;
    for (const char c : tag) {
        isQuoted = isQuoted != (c == '"');
        if (!isQuoted)
            names += c;
    }
    if (isQuoted || names.find(" on") != std::string::npos)
        return "odd attributes: " + std::string(tag.substr(0, 80));
    for (const std::string attribute : {" href=\"", " src=\""})
        if (const auto at = tag.find(attribute); at != std::string_view::npos) {
            const auto value = tag.substr(at + attribute.size());
            // The last two: pages of a grading, which lie beside each other.
            if (!value.starts_with("data:") && !value.starts_with('#')
                && !value.starts_with("index.html\"") && !value.starts_with("submission-"))
                return "leads elsewhere: " + std::string(tag.substr(0, 80));
        }
    return {};
}

/// The first that whyOdd() finds in a page.
inline std::string firstOddTag(std::string_view page)
{
    for (const auto& tag : tagsOf(page))
        if (auto why = whyOdd(tag); !why.empty())
            return why;
    return {};
}

/// Whether @p page has a control character besides tabs and line ends.
inline bool hasControls(std::string_view page)
{
    return std::ranges::any_of(page, [](char c) {
        return (static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f;
    });
}

} // namespace sandbench::test
