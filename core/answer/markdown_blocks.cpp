// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/answer/blocks.h"
#include "core/answer/late_md4c.h"
#include "core/answer/words.h"
#include "core/base/text.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

namespace sandbench::answer {
namespace {

/// md4c keeps something for each line until the end.
constexpr std::size_t kMostLines = 2'000'000;
/// Lists and quotations that begin further to the right are text: md4c compares every line with all
/// that are open. Units: bytes.
constexpr std::size_t kMostIndent = 48;
/// Of the line above a block. Units: bytes.
constexpr std::size_t kMostBefore = 300;

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

bool beginsContainer(char c)
{
    return c == '>' || c == '*' || c == '-' || c == '+' || c == '.' || c == ')'
        || (c >= '0' && c <= '9');
}

/// Where in @p line the text begins, behind the marks of lists and quotations.
std::size_t textBegin(std::string_view line)
{
    std::size_t at = 0;
    while (at < line.size() && at < kMostIndent && (isBlank(line[at]) || beginsContainer(line[at])))
        ++at;
    return at;
}

/// What of a line only matters within a line is made letters. The texts are taken from the
/// original, and names are found without md4c: what is left for it are blocks, which it reads in
/// linear time, while some marks within lines take it the square of that.
void maskLine(char* line, std::size_t length)
{
    constexpr std::string_view kInline = "[]<&\\_";
    const std::string_view text(line, length);
    const auto begin = textBegin(text);
    auto end = begin;
    while (end < length && text[end] == '`')
        ++end;
    // A fence says nothing with a backtick.
    const bool isFence = end - begin >= 3 && text.find('`', end) == std::string_view::npos;
    for (std::size_t i = 0; i < length; ++i) {
        const bool isTick = line[i] == '`' && !(isFence && i >= begin && i < end);
        const bool isBullet = i < begin && (i + 1 == length || isBlank(line[i + 1]));
        const bool isStar = line[i] == '*' && !isBullet;
        const bool isTooDeep = i >= kMostIndent && begin == kMostIndent && beginsContainer(line[i]);
        if (isTick || isStar || isTooDeep || kInline.find(line[i]) != std::string_view::npos)
            line[i] = 'x';
    }
}

/// @p text with the same lines and blocks, and nothing else for md4c to do.
std::string masked(std::string_view text)
{
    std::string copy(text);
    for (std::size_t at = 0; at < copy.size();) {
        const auto end = std::min(copy.find('\n', at), copy.size());
        maskLine(copy.data() + at, end - at);
        at = end + 1;
    }
    return copy;
}

enum class Speaker { Nobody, User, Assistant };

/// Of a line of a transcript, "You said:", "**Assistant:** Here is", "### User".
Speaker speakerOf(std::string_view line)
{
    constexpr std::string_view kUser[] = {"user", "you", "you said", "human", "me"};
    constexpr std::string_view kAssistant[]
        = {"assistant", "ai",      "chatgpt", "chatgpt said", "claude",
           "gemini",    "copilot", "model",   "bot"};
    const bool isHeading = line.starts_with('#');
    line = trimmed(line, " \t*_#>");
    const auto colon = line.substr(0, 24).find(':');
    if (colon == std::string_view::npos && !(isHeading && line.size() < 24))
        return Speaker::Nobody;
    const auto word = lowerCase(line.substr(0, colon));
    if (isIn(word, kUser))
        return Speaker::User;
    return isIn(word, kAssistant) ? Speaker::Assistant : Speaker::Nobody;
}

bool isFenceLine(std::string_view line)
{
    line.remove_prefix(textBegin(line));
    return line.starts_with("```") || line.starts_with("~~~");
}

/// Collects what md4c finds, which it tells in the masked copy.
class BlockReader
{
public:
    BlockReader(std::string_view text, std::string_view copy)
        : m_text(text)
        , m_copy(copy)
    {
    }

    void enterCode(const MD_BLOCK_CODE_DETAIL& code);
    void leaveCode();
    void readText(const char* text, std::size_t size);
    Blocks finish();

private:
    /// Its place in the text; nothing where md4c made it, such as line feeds.
    std::optional<std::size_t> offsetOf(const char* at) const;
    std::string_view original(const char* text, std::size_t size) const;
    void readProse(std::size_t until);
    /// What stands before a line's text, where md4c has told m_indent blanks.
    std::string indentAt(std::size_t at) const;

    std::string_view m_text, m_copy;
    Blocks m_found;
    Block m_block;
    bool m_isInCode = false;
    std::size_t m_indent = 0; ///< Told, and not yet written. Units: columns.
    std::optional<std::size_t> m_first; ///< Where the block's first line is,
    std::size_t m_end = 0; ///< and the end of what was read.
    std::size_t m_line = 1; ///< Of m_end.
    std::string_view m_before; ///< The last line of prose.
    Speaker m_speaker = Speaker::Nobody;
    bool m_hasUser = false, m_hasAssistant = false;
};

std::optional<std::size_t> BlockReader::offsetOf(const char* at) const
{
    const std::less<> isBefore;
    if (!at || isBefore(at, m_copy.data()) || isBefore(m_copy.data() + m_copy.size(), at))
        return std::nullopt;
    return static_cast<std::size_t>(at - m_copy.data());
}

std::string_view BlockReader::original(const char* text, std::size_t size) const
{
    const auto at = offsetOf(text);
    return at ? m_text.substr(*at, size) : std::string_view(text, size);
}

/// A Makefile without its tabs is none.
std::string BlockReader::indentAt(std::size_t at) const
{
    constexpr std::size_t kTab = 4; // Source: CommonMark 0.31, 2.2
    auto begin = at;
    while (begin > 0 && at - begin < m_indent && isBlank(m_text[begin - 1]))
        --begin;
    if (m_text.substr(begin, at - begin).find('\t') == std::string_view::npos)
        return std::string(m_indent, ' ');
    const auto before = m_text.substr(0, at);
    const auto line = before.substr(before.rfind('\n') + 1);
    std::vector<std::size_t> ends; // of each character; where the next one begins
    for (const char c : line) {
        const auto column = ends.empty() ? 0 : ends.back();
        ends.push_back(c == '\t' ? (column / kTab + 1) * kTab : column + 1);
    }
    const auto from = ends.back() - std::min(m_indent, ends.back());
    std::string indent;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const auto start = i == 0 ? 0 : ends[i - 1];
        if (start >= from)
            indent += line[i];
        else if (ends[i] > from)
            indent.append(ends[i] - from, ' ');
    }
    return indent;
}

void BlockReader::enterCode(const MD_BLOCK_CODE_DETAIL& code)
{
    m_isInCode = true;
    m_first.reset();
    m_block = {};
    m_block.isFenced = code.fence_char != '\0';
    m_block.info = original(code.info.text, code.info.size);
}

void BlockReader::readText(const char* text, std::size_t size)
{
    if (!m_isInCode)
        return;
    const auto at = offsetOf(text);
    const bool isFurther = at && *at >= m_end;
    if (isFurther && !m_first) {
        m_first = at;
        readProse(*at);
        m_block.line = m_line;
    }
    const std::string_view piece(text, size);
    if (!at && !piece.empty() && piece.find_first_not_of(' ') == piece.npos) {
        m_indent += size;
        return;
    }
    // The one byte more tells that it is too large.
    if (m_block.text.size() <= kMostPartBytes) {
        m_block.text += at ? indentAt(*at) : std::string(m_indent, ' ');
        m_block.text += original(text, size);
    }
    m_indent = 0;
    if (isFurther) {
        const auto read = m_text.substr(m_end, *at + size - m_end);
        m_line += static_cast<std::size_t>(std::count(read.begin(), read.end(), '\n'));
        m_end = *at + size;
    }
}

/// From the end of a block to the next one, in lines.
void BlockReader::readProse(std::size_t until)
{
    auto rest = m_text.substr(m_end, until - m_end);
    m_line += static_cast<std::size_t>(std::count(rest.begin(), rest.end(), '\n'));
    m_end = until;
    m_before = {};
    while (!rest.empty()) {
        const auto line = takeUpTo(rest, '\n');
        if (line.empty() || trimmed(line).empty() || isFenceLine(line))
            continue;
        m_before = line;
        if (const auto speaker = speakerOf(line); speaker != Speaker::Nobody)
            m_speaker = speaker;
        m_hasUser = m_hasUser || m_speaker == Speaker::User;
        m_hasAssistant = m_hasAssistant || m_speaker == Speaker::Assistant;
    }
}

void BlockReader::leaveCode()
{
    m_isInCode = false;
    if (!m_first)
        return;
    m_block.before = oneLine(trimmed(m_before, " \t>-+"), kMostBefore);
    m_block.isQuestion = m_speaker == Speaker::User;
    m_found.add(std::move(m_block));
}

Blocks BlockReader::finish()
{
    auto& blocks = m_found.blocks;
    const bool wasFenced = !blocks.empty() && blocks.back().isFenced;
    auto rest = m_text.substr(m_end);
    bool isClosed = false;
    while (!rest.empty()) {
        const auto line = takeUpTo(rest, '\n');
        if (line.empty())
            continue;
        isClosed = isClosed || isFenceLine(line);
        m_hasAssistant = m_hasAssistant || speakerOf(line) == Speaker::Assistant;
    }
    if (wasFenced && !isClosed)
        m_found.notices.push_back(
            "The last block, of line " + std::to_string(blocks.back().line)
            + ", is not closed: the answer may be cut off there.");
    // "User:" alone is a heading like any other.
    if (!m_hasUser || !m_hasAssistant)
        return std::move(m_found);
    const auto asked = std::erase_if(blocks, [](const Block& block) { return block.isQuestion; });
    if (asked > 0)
        m_found.notices.push_back(
            "What the user wrote is left out: " + std::to_string(asked)
            + (asked == 1 ? " block." : " blocks."));
    return std::move(m_found);
}

BlockReader& readerOf(void* data)
{
    return *static_cast<BlockReader*>(data);
}

MD_PARSER parserOfBlocks()
{
    MD_PARSER parser = {};
    parser.flags = MD_FLAG_NOHTML;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* data) {
        if (type == MD_BLOCK_CODE)
            readerOf(data).enterCode(*static_cast<const MD_BLOCK_CODE_DETAIL*>(detail));
        return 0;
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* data) {
        if (type == MD_BLOCK_CODE)
            readerOf(data).leaveCode();
        return 0;
    };
    parser.enter_span = [](MD_SPANTYPE, void*, void*) { return 0; };
    parser.leave_span = [](MD_SPANTYPE, void*, void*) { return 0; };
    parser.text = [](MD_TEXTTYPE, const MD_CHAR* text, MD_SIZE size, void* data) {
        readerOf(data).readText(text, size);
        return 0;
    };
    return parser;
}

/// Up to the line with this number, which is not in it.
std::string_view firstLines(std::string_view text, std::size_t count)
{
    std::size_t at = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const auto end = text.find('\n', at);
        if (end == std::string_view::npos)
            return text;
        at = end + 1;
    }
    return text.substr(0, at);
}

} // namespace

void Blocks::add(Block block)
{
    if (blocks.size() < kMostParts && block.text.size() <= kMostPartBytes)
        blocks.push_back(std::move(block));
    else
        ++leftOut;
}

Blocks readMarkdown(std::string_view text)
{
    const auto read = firstLines(text, kMostLines);
    const auto copy = masked(read);
    BlockReader reader(read, copy);
    const auto parser = parserOfBlocks();
    const int status = md_parse(copy.data(), static_cast<MD_SIZE>(copy.size()), &parser, &reader);
    auto found = reader.finish();
    if (status != 0)
        found.notices.emplace_back("There was not enough memory to read the answer to its end.");
    if (read.size() < text.size())
        found.notices.push_back(
            "The answer is read up to its line " + std::to_string(kMostLines) + ".");
    return found;
}

} // namespace sandbench::answer
