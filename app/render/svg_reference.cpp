// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/render/svg_reference.h"

#include <algorithm>

namespace sandbench::render {

std::string lowered(std::string_view text)
{
    std::string lower(text);
    std::transform(lower.begin(), lower.end(), lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    });
    return lower;
}

static std::string_view trimmed(std::string_view text)
{
    const auto first = text.find_first_not_of(" \t\r\n\f");
    return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

bool isHarmlessReference(std::string_view element, std::string_view reference)
{
    const std::string_view text = trimmed(reference);
    if (text.starts_with('#'))
        return true;
    // A data URL with a fragment would be read as a document of its own.
    if ((element != "image" && element != "feImage") || text.find('#') != std::string_view::npos)
        return false;
    const std::string head = lowered(text.substr(0, 32));
    return head.starts_with("data:image/png;") || head.starts_with("data:image/jpeg;")
        || head.starts_with("data:image/jpg;");
}

bool isHarmlessStyle(std::string_view css)
{
    // An escape could spell "url" or "import" in other letters; drawings have no need for one.
    const std::string lower = lowered(css);
    if (lower.find('\\') != std::string::npos || lower.find("@import") != std::string::npos
        || lower.find("image-set") != std::string::npos)
        return false;
    for (std::size_t at = lower.find("url("); at != std::string::npos;
         at = lower.find("url(", at + 4)) {
        std::string_view target = trimmed(std::string_view(lower).substr(at + 4));
        if (target.starts_with('"') || target.starts_with('\''))
            target = trimmed(target.substr(1));
        if (!target.starts_with('#'))
            return false;
    }
    return true;
}

} // namespace sandbench::render
