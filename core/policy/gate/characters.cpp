// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/characters.h"

#include "core/base/text.h"
#include "core/policy/gate/literal.h"

#include <algorithm>
#include <array>
#include <optional>

namespace sandbench {
namespace {

constexpr std::array<CodePoints, 31> kHidden = {{
    {0xa0, 0xa0},       {0xad, 0xad},       {0x34f, 0x34f},     {0x600, 0x605},
    {0x61c, 0x61c},     {0x6dd, 0x6dd},     {0x70f, 0x70f},     {0x890, 0x891},
    {0x8e2, 0x8e2},     {0x115f, 0x1160},   {0x1680, 0x1680},   {0x17b4, 0x17b5},
    {0x180b, 0x180f},   {0x2000, 0x200f},   {0x2028, 0x202f},   {0x205f, 0x2064},
    {0x2066, 0x206f},   {0x2800, 0x2800},   {0x3000, 0x3000},   {0x3164, 0x3164},
    {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff9, 0xfffb},
    {0x110bd, 0x110bd}, {0x110cd, 0x110cd}, {0x13430, 0x1343f}, {0x1bca0, 0x1bca3},
    {0x1d173, 0x1d17a}, {0xe0000, 0xe007f}, {0xe0100, 0xe01ef},
}};

struct PlainPair
{
    std::uint32_t codePoint;
    char plain;
};

// Letters drawn as, or nearly as, an ASCII letter. Sorted.
// Source: Unicode 15, confusables.txt, of the scripts that are in use beside Latin.
constexpr PlainPair kLetters[] = {
    {0x251, 'a'},  {0x261, 'g'},  {0x37f, 'J'},  {0x391, 'A'},  {0x392, 'B'},  {0x395, 'E'},
    {0x396, 'Z'},  {0x397, 'H'},  {0x399, 'I'},  {0x39a, 'K'},  {0x39c, 'M'},  {0x39d, 'N'},
    {0x39f, 'O'},  {0x3a1, 'P'},  {0x3a4, 'T'},  {0x3a5, 'Y'},  {0x3a7, 'X'},  {0x3b1, 'a'},
    {0x3b3, 'y'},  {0x3b9, 'i'},  {0x3bd, 'v'},  {0x3bf, 'o'},  {0x3c1, 'p'},  {0x3c5, 'u'},
    {0x3c7, 'x'},  {0x3f2, 'c'},  {0x3f3, 'j'},  {0x3f9, 'C'},  {0x405, 'S'},  {0x406, 'I'},
    {0x408, 'J'},  {0x410, 'A'},  {0x412, 'B'},  {0x415, 'E'},  {0x417, '3'},  {0x41a, 'K'},
    {0x41c, 'M'},  {0x41d, 'H'},  {0x41e, 'O'},  {0x420, 'P'},  {0x421, 'C'},  {0x422, 'T'},
    {0x423, 'Y'},  {0x425, 'X'},  {0x430, 'a'},  {0x435, 'e'},  {0x43a, 'k'},  {0x43e, 'o'},
    {0x440, 'p'},  {0x441, 'c'},  {0x443, 'y'},  {0x445, 'x'},  {0x455, 's'},  {0x456, 'i'},
    {0x458, 'j'},  {0x4ae, 'Y'},  {0x4af, 'y'},  {0x4bb, 'h'},  {0x4c0, 'I'},  {0x4cf, 'l'},
    {0x501, 'd'},  {0x50c, 'G'},  {0x51b, 'q'},  {0x51c, 'W'},  {0x51d, 'w'},  {0x54d, 'U'},
    {0x54f, 'S'},  {0x555, 'O'},  {0x561, 'w'},  {0x563, 'q'},  {0x566, 'q'},  {0x570, 'h'},
    {0x578, 'n'},  {0x57d, 'u'},  {0x581, 'g'},  {0x585, 'o'},  {0x13a0, 'D'}, {0x13a1, 'R'},
    {0x13a2, 'T'}, {0x13a5, 'i'}, {0x13aa, 'A'}, {0x13ab, 'J'}, {0x13ac, 'E'}, {0x13b3, 'W'},
    {0x13b7, 'M'}, {0x13bb, 'H'}, {0x13bd, 'Y'}, {0x13c0, 'G'}, {0x13c2, 'h'}, {0x13c3, 'Z'},
    {0x13cf, 'b'}, {0x13d2, 'R'}, {0x13d4, 'W'}, {0x13d5, 'S'}, {0x13d9, 'V'}, {0x13da, 'S'},
    {0x13de, 'L'}, {0x13df, 'C'}, {0x13e2, 'P'}, {0x13e6, 'K'}, {0x13e7, 'd'}, {0x13f3, 'G'},
    {0x13f4, 'B'}, {0x1d04, 'c'}, {0x1d0f, 'o'}, {0x1d1c, 'u'}, {0x1d20, 'v'}, {0x1d21, 'w'},
    {0x1d22, 'z'}, {0x212a, 'K'},
};

// Signs that stand where a program's own would.
constexpr PlainPair kSigns[] = {
    {0x1c3, '!'},  {0x2d0, ':'},   {0x37e, ';'},  {0x5c3, ':'},  {0x2024, '.'}, {0x2044, '/'},
    {0x2215, '/'}, {0x2216, '\\'}, {0x2223, '|'}, {0x2236, ':'}, {0x2217, '*'}, {0xa789, ':'},
};

std::optional<char> plainLetter(std::uint32_t codePoint)
{
    const auto* found = std::lower_bound(
        std::begin(kLetters), std::end(kLetters), codePoint,
        [](const PlainPair& pair, std::uint32_t wanted) { return pair.codePoint < wanted; });
    if (found == std::end(kLetters) || found->codePoint != codePoint)
        return std::nullopt;
    return found->plain;
}

Script scriptOf(std::uint32_t c)
{
    if (c >= 0x370 && c <= 0x3ff)
        return Script::Greek;
    if (c >= 0x400 && c <= 0x52f)
        return Script::Cyrillic;
    if (c >= 0x530 && c <= 0x58f)
        return Script::Armenian;
    if (c >= 0x13a0 && c <= 0x13ff)
        return Script::Cherokee;
    return Script::Latin;
}

bool isAsciiLetter(std::uint32_t c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// What is never meant as another letter: it is only another drawing of a plain one.
std::optional<LookAlike> drawnOtherwise(std::uint32_t c)
{
    const auto folded = gate::foldLetter(c);
    const bool isWide = c >= 0xff01 && c <= 0xff5e;
    const bool isName = isAsciiLetter(folded) || (folded >= '0' && folded <= '9') || folded == '_';
    if (folded != c && isName && c != 0xaa && c != 0xba) {
        const bool isMathematical = c >= 0x2100;
        return LookAlike{
            0, 0, c, static_cast<char>(folded),
            isWide               ? Script::FullWidth
                : isMathematical ? Script::Mathematical
                                 : Script::Latin};
    }
    for (const auto& sign : kSigns)
        if (sign.codePoint == c)
            return LookAlike{0, 0, c, sign.plain, Script::Symbol};
    return std::nullopt;
}

/// One line at a time, word by word.
class LineReader
{
public:
    explicit LineReader(std::vector<LookAlike>& found)
        : m_found(found)
    {
    }

    void take(std::uint32_t c, std::size_t offset, std::size_t bytes)
    {
        if (const auto other = c < 0x80 ? std::nullopt : drawnOtherwise(c)) {
            add({offset, bytes, c, other->plain, other->script});
            m_hasAscii = m_hasAscii || isAsciiLetter(static_cast<unsigned char>(other->plain));
        } else if (isAsciiLetter(c)) {
            m_hasAscii = m_lineHasAscii = true;
        } else if (c < 0x80) {
            if (c < '0' || c > '9')
                endWord();
        } else if (const auto plain = plainLetter(c)) {
            if (m_word.size() < kMostLookAlikes)
                m_word.push_back({offset, bytes, c, *plain, scriptOf(c)});
        } else if (scriptOf(c) != Script::Latin) {
            m_hasOther = m_lineHasOther = true;
        }
    }

    void endLine()
    {
        endWord();
        if (m_lineHasAscii && !m_lineHasOther)
            for (const auto& one : m_whole)
                add(one);
        m_whole.clear();
        m_lineHasAscii = m_lineHasOther = false;
    }

private:
    void endWord()
    {
        if (m_hasAscii)
            for (const auto& one : m_word)
                add(one);
        else if (!m_hasOther && m_whole.size() < kMostLookAlikes && isWholeDisguise())
            m_whole.insert(m_whole.end(), m_word.begin(), m_word.end());
        m_word.clear();
        m_hasAscii = m_hasOther = false;
    }

    // Small Greek letters alone are the names of quantities.
    bool isWholeDisguise() const
    {
        return std::none_of(m_word.begin(), m_word.end(), [](const LookAlike& one) {
            return one.script == Script::Greek && one.codePoint >= 0x3b1 && one.codePoint != 0x3bf
                && one.codePoint < 0x3f2;
        });
    }

    void add(const LookAlike& one)
    {
        if (m_found.size() < kMostLookAlikes)
            m_found.push_back(one);
    }

    std::vector<LookAlike>& m_found;
    std::vector<LookAlike> m_word; ///< What the word at hand has of other scripts' letters.
    std::vector<LookAlike> m_whole; ///< Of words of nothing else, on this line.
    bool m_hasAscii = false, m_hasOther = false;
    bool m_lineHasAscii = false, m_lineHasOther = false;
};

constexpr std::uint32_t kJoiner = 0x200d, kSelector = 0xfe0f;

// Source: Unicode 15, emoji-data.txt, Extended_Pictographic and Emoji_Modifier; what is between
// them in the blocks of pictures and arrows is taken too.
bool isEmoji(std::uint32_t c)
{
    constexpr std::array<CodePoints, 18> kEmoji = {{
        {0xa9, 0xa9},
        {0xae, 0xae},
        {0x203c, 0x203c},
        {0x2049, 0x2049},
        {0x2122, 0x2122},
        {0x2139, 0x2139},
        {0x2194, 0x21aa},
        {0x231a, 0x23ff},
        {0x24c2, 0x24c2},
        {0x25aa, 0x25fe},
        {0x2600, 0x27bf},
        {0x2934, 0x2935},
        {0x2b05, 0x2b55},
        {0x3030, 0x3030},
        {0x303d, 0x303d},
        {0x3297, 0x3297},
        {0x3299, 0x3299},
        {0x1f000, 0x1faff},
    }};
    return std::any_of(kEmoji.begin(), kEmoji.end(), [c](const CodePoints& range) {
        return c >= range.first && c <= range.last;
    });
}

std::uint32_t codePointAt(std::string_view text, std::size_t at)
{
    const auto step = at < text.size() ? utf8Step(text.substr(at)) : Utf8Step{0, 0, false, false};
    return step.valid ? step.codePoint : 0;
}

// What ends where @p at is; @p at becomes where it begins.
std::uint32_t codePointBefore(std::string_view text, std::size_t& at)
{
    for (std::size_t bytes = 1; bytes <= std::min<std::size_t>(at, 4); ++bytes) {
        if ((static_cast<unsigned char>(text[at - bytes]) & 0xc0) == 0x80)
            continue;
        at -= bytes;
        return codePointAt(text, at);
    }
    return 0;
}

bool hasHidden(std::string_view line)
{
    for (std::size_t at = 0; at < line.size();) {
        const auto step = utf8Step(line.substr(at));
        if (step.valid && step.codePoint >= 0x80 && isHiddenCharacter(step.codePoint)
            && !joinsEmoji(line, at))
            return true;
        at += step.length;
    }
    return false;
}

} // namespace

std::span<const CodePoints> hiddenCharacters()
{
    return kHidden;
}

bool isHiddenCharacter(std::uint32_t codePoint)
{
    return std::any_of(kHidden.begin(), kHidden.end(), [codePoint](const CodePoints& range) {
        return codePoint >= range.first && codePoint <= range.last;
    });
}

bool joinsEmoji(std::string_view text, std::size_t offset)
{
    const auto c = codePointAt(text, offset);
    if (c != kSelector && c != kJoiner) // also past the end
        return false;
    auto at = offset;
    auto before = codePointBefore(text, at);
    if (c == kSelector) {
        const bool isDigit = before == '#' || before == '*' || (before >= '0' && before <= '9');
        return isEmoji(before) || (isDigit && codePointAt(text, offset + 3) == 0x20e3);
    }
    if (!isEmoji(codePointAt(text, offset + 3)))
        return false;
    if (before == kSelector)
        before = codePointBefore(text, at);
    return isEmoji(before);
}

bool hasStrayJoiner(std::string_view text)
{
    for (const std::string_view one : {"\xe2\x80\x8d", "\xef\xb8\x8f"})
        for (auto at = text.find(one); at != text.npos; at = text.find(one, at + one.size()))
            if (!joinsEmoji(text, at))
                return true;
    return false;
}

bool isOddSpace(std::uint32_t c)
{
    return c == 0xa0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200a) || c == 0x2028 || c == 0x2029
        || c == 0x202f || c == 0x205f || c == 0x2800 || c == 0x3000;
}

std::vector<LookAlike> findLookAlikes(std::string_view lines)
{
    std::vector<LookAlike> found;
    LineReader reader(found);
    for (std::size_t at = 0; at < lines.size();) {
        const auto byte = static_cast<unsigned char>(lines[at]);
        const auto step = byte < 0x80 ? Utf8Step{1, byte, true, false} : utf8Step(lines.substr(at));
        if (byte == '\n' || byte == '\r')
            reader.endLine();
        else if (!step.valid || isOddSpace(step.codePoint))
            reader.take(' ', at, step.length);
        else if (byte < 0x80 || !isHiddenCharacter(step.codePoint)) // which do not part a word
            reader.take(step.codePoint, at, step.length);
        at += step.length;
    }
    reader.endLine();
    std::sort(found.begin(), found.end(), [](const LookAlike& a, const LookAlike& b) {
        return a.offset < b.offset;
    });
    return found;
}

std::vector<std::size_t> linesWithOddCharacters(std::string_view text)
{
    std::vector<std::size_t> lines;
    if (text.starts_with("\xef\xbb\xbf"))
        text.remove_prefix(3);
    for (std::size_t number = 1; !text.empty() && lines.size() < kMostLookAlikes; ++number) {
        const auto line = takeUpTo(text, '\n');
        const bool isPlain = std::all_of(
            line.begin(), line.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
        if (!isPlain && (hasHidden(line) || !findLookAlikes(line).empty()))
            lines.push_back(number);
    }
    return lines;
}

} // namespace sandbench
