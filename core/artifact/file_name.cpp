// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/artifact/artifact_store.h"
#include "core/base/text.h"

#include <algorithm>
#include <cstdint>

namespace sandbench {

namespace {

constexpr std::size_t kMaxSafeNameBytes = 120;
constexpr std::size_t kMaxExtensionBytes = 20;

// Characters that could hide or reorder what a name says. Source: Unicode 15, UAX 9 and the format
// characters.
bool isDeceptive(std::uint32_t c)
{
    return c == 0xad || c == 0x61c || c == 0x180e || (c >= 0x200b && c <= 0x200f)
        || (c >= 0x2028 && c <= 0x202e) || (c >= 0x2060 && c <= 0x206f) || c == 0xfeff
        || (c >= 0xfff9 && c <= 0xfffb) || (c >= 0xe0000 && c <= 0xe007f);
}

bool isUnsafe(std::uint32_t c)
{
    constexpr std::string_view kSpecial = "/\\:*?\"<>|";
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || isDeceptive(c)
        || (c < 0x80 && kSpecial.find(static_cast<char>(c)) != std::string_view::npos);
}

std::string replacedUnsafe(std::string_view name)
{
    std::string safe;
    while (!name.empty()) {
        const auto step = utf8Step(name);
        if (!step.valid || isUnsafe(step.codePoint))
            safe += '_';
        else
            safe.append(name.substr(0, step.length));
        name.remove_prefix(step.length);
    }
    return safe;
}

// Cuts at a character's border.
std::string cutTo(std::string_view text, std::size_t limit)
{
    if (text.size() <= limit)
        return std::string(text);
    while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xc0U) == 0x80)
        --limit;
    return std::string(text.substr(0, limit));
}

} // namespace

std::string safeFileName(std::string_view name)
{
    // Longer names than any file system has are cut before anything else is done with them.
    auto safe = replacedUnsafe(name.substr(0, 4096));
    const auto first = safe.find_first_not_of(" .-");
    safe.erase(0, first == std::string::npos ? safe.size() : first);
    const auto last = safe.find_last_not_of(" .");
    safe.erase(last == std::string::npos ? 0 : last + 1);
    if (safe.size() > kMaxSafeNameBytes) {
        const auto dot = safe.rfind('.');
        const bool hasExtension
            = dot != std::string::npos && dot > 0 && safe.size() - dot <= kMaxExtensionBytes;
        const auto extension = hasExtension ? safe.substr(dot) : std::string();
        safe = cutTo(safe, kMaxSafeNameBytes - extension.size()) + extension;
    }
    return safe.empty() ? "unnamed" : safe;
}

} // namespace sandbench
