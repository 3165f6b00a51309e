// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/check/page_parts.h"

namespace sandbench::check {

std::string heading(
    const char* tone, const std::string& title, const std::string& facts, const std::string& below)
{
    return "<header>\n<div class=\"verdict " + std::string(tone) + "\">\n<h1>" + title
        + "</h1>\n<dl class=\"facts\">\n" + facts + "</dl>\n</div>\n" + below
        + "</header>\n<main>\n";
}

std::string fact(const char* name, const std::string& value)
{
    return "<div><dt>" + std::string(name) + "</dt><dd>" + value + "</dd></div>\n";
}

std::string section(const char* title, const std::string& html)
{
    return "<section>\n<h2>" + std::string(title) + "</h2>\n" + html + "</section>\n";
}

std::string textBlock(const char* title, const std::string& html)
{
    return html.empty() ? html
                        : "<p class=\"quiet\">" + std::string(title) + "</p>\n<pre tabindex=\"0\">"
            + html + "</pre>\n";
}

} // namespace sandbench::check
