// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/lesson/lesson_text.h"

#include "core/answer/late_md4c.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandbench::lesson {

namespace {

constexpr std::size_t kDeepest = 16; ///< Lists and quotations in one another.
constexpr std::size_t kMostIndentation = 200; ///< Of a line. Units: bytes.
constexpr std::size_t kMostTarget = 300; ///< Of a link. Units: bytes.
constexpr std::size_t kMostBlocks = 2000;

/// md4c takes time by the depth times the lines.
bool isTooDeepLine(std::string_view line)
{
    std::size_t depth = 0;
    const auto begin = line.find_first_not_of(" \t");
    if (begin != std::string_view::npos && begin > kMostIndentation)
        return true;
    for (std::size_t i = 0; i < line.size() && depth <= kDeepest; ++i) {
        const char c = line[i];
        const bool isEnd = i + 1 == line.size() || line[i + 1] == ' ' || line[i + 1] == '\t';
        if (c == '>' || ((c == '-' || c == '+' || c == '*' || c == '.' || c == ')') && isEnd))
            ++depth;
        else if (c != ' ' && c != '\t' && (c < '0' || c > '9'))
            break;
    }
    return depth > kDeepest;
}

bool isTooDeepText(std::string_view text)
{
    while (!text.empty())
        if (isTooDeepLine(takeUpTo(text, '\n')))
            return true;
    return false;
}

/// Of the entities that people write; others stay as they are written.
std::string entityText(std::string_view entity)
{
    constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kKnown
        = {{{"&amp;", "&"},
            {"&lt;", "<"},
            {"&gt;", ">"},
            {"&quot;", "\""},
            {"&nbsp;", "\xc2\xa0"},
            {"&copy;", "\xc2\xa9"}}};
    const auto* const found = std::find_if(
        kKnown.begin(), kKnown.end(), [entity](const auto& one) { return one.first == entity; });
    return std::string(found == kKnown.end() ? entity : found->second);
}

/// Collects what md4c tells.
class TextReader
{
public:
    void enterBlock(MD_BLOCKTYPE type, void* detail);
    void leaveBlock(MD_BLOCKTYPE type);
    void enterSpan(MD_SPANTYPE type, void* detail);
    void leaveSpan(MD_SPANTYPE type);
    void add(std::string_view text);
    std::vector<TextBlock> finish();

private:
    struct List
    {
        bool isNumbered = false;
        int next = 0;
    };
    void begin(TextBlock::Kind kind, int level);

    std::vector<TextBlock> m_blocks;
    std::vector<List> m_lists;
    std::vector<std::string> m_targets; ///< Of the links that it is in.
    std::string m_linkText;
    int m_quotes = 0;
    bool m_isItem = false; ///< The next paragraph begins one.
    bool m_isOpen = false; ///< The last block takes text.
    int m_strong = 0, m_emphasis = 0, m_code = 0;
};

void TextReader::begin(TextBlock::Kind kind, int level)
{
    TextBlock block;
    block.kind = kind;
    block.level = level;
    if (kind == TextBlock::Kind::Item && !m_lists.empty() && m_lists.back().isNumbered)
        block.number = m_lists.back().next++;
    m_blocks.push_back(std::move(block));
    m_isOpen = true;
}

void TextReader::enterBlock(MD_BLOCKTYPE type, void* detail)
{
    const int depth = static_cast<int>(m_lists.size()) + m_quotes;
    switch (type) {
    case MD_BLOCK_QUOTE:
        ++m_quotes;
        break;
    case MD_BLOCK_UL:
        m_lists.push_back({});
        break;
    case MD_BLOCK_OL:
        m_lists.push_back(
            {true,
             static_cast<int>(
                 std::min(static_cast<const MD_BLOCK_OL_DETAIL*>(detail)->start, 999'999'999U))});
        break;
    case MD_BLOCK_LI:
        begin(TextBlock::Kind::Item, depth);
        m_isItem = true;
        break;
    case MD_BLOCK_HR:
        begin(TextBlock::Kind::Rule, depth);
        m_isOpen = false;
        break;
    case MD_BLOCK_H:
        begin(
            TextBlock::Kind::Heading,
            static_cast<int>(static_cast<const MD_BLOCK_H_DETAIL*>(detail)->level));
        break;
    case MD_BLOCK_CODE:
        begin(TextBlock::Kind::Code, depth);
        break;
    case MD_BLOCK_P:
        if (!std::exchange(m_isItem, false)) // the item's own
            begin(TextBlock::Kind::Paragraph, depth);
        break;
    default:
        break;
    }
}

void TextReader::leaveBlock(MD_BLOCKTYPE type)
{
    if (type == MD_BLOCK_QUOTE)
        --m_quotes;
    else if ((type == MD_BLOCK_UL || type == MD_BLOCK_OL) && !m_lists.empty())
        m_lists.pop_back();
    m_isItem = m_isItem && type != MD_BLOCK_LI;
}

void TextReader::enterSpan(MD_SPANTYPE type, void* detail)
{
    m_strong += type == MD_SPAN_STRONG ? 1 : 0;
    m_emphasis += type == MD_SPAN_EM ? 1 : 0;
    m_code += type == MD_SPAN_CODE ? 1 : 0;
    if (type != MD_SPAN_A)
        return;
    const auto& href = static_cast<const MD_SPAN_A_DETAIL*>(detail)->href;
    m_targets.push_back(oneLine({href.text, href.size}, kMostTarget));
    m_linkText.clear();
}

void TextReader::leaveSpan(MD_SPANTYPE type)
{
    m_strong -= type == MD_SPAN_STRONG ? 1 : 0;
    m_emphasis -= type == MD_SPAN_EM ? 1 : 0;
    m_code -= type == MD_SPAN_CODE ? 1 : 0;
    if (type != MD_SPAN_A || m_targets.empty())
        return;
    const auto target = std::move(m_targets.back());
    m_targets.pop_back();
    if (!target.empty() && target != m_linkText)
        add(" (" + target + ")");
}

void TextReader::add(std::string_view text)
{
    if (text.empty() || m_blocks.size() > kMostBlocks)
        return;
    if (!m_isOpen)
        begin(TextBlock::Kind::Paragraph, 0);
    if (!m_targets.empty())
        m_linkText += text;
    auto& runs = m_blocks.back().runs;
    const bool isStrong = m_strong > 0, isEmphasis = m_emphasis > 0, isCode = m_code > 0;
    if (runs.empty() || runs.back().isStrong != isStrong || runs.back().isEmphasis != isEmphasis
        || runs.back().isCode != isCode)
        runs.push_back({{}, isStrong, isEmphasis, isCode});
    runs.back().text += text;
}

std::vector<TextBlock> TextReader::finish()
{
    for (auto& block : m_blocks)
        if (block.kind == TextBlock::Kind::Code && !block.runs.empty()
            && block.runs.back().text.ends_with('\n'))
            block.runs.back().text.pop_back();
    if (m_blocks.size() > kMostBlocks)
        m_blocks.resize(kMostBlocks);
    return std::move(m_blocks);
}

void addPiece(TextReader& reader, MD_TEXTTYPE type, std::string_view text)
{
    switch (type) {
    case MD_TEXT_NULLCHAR:
        return reader.add("\xef\xbf\xbd");
    case MD_TEXT_BR:
        return reader.add("\n");
    case MD_TEXT_SOFTBR:
        return reader.add(" ");
    case MD_TEXT_ENTITY:
        return reader.add(entityText(text));
    default:
        return reader.add(text);
    }
}

TextReader& textReaderOf(void* data)
{
    return *static_cast<TextReader*>(data);
}

MD_PARSER parserOfText()
{
    MD_PARSER parser = {};
    parser.flags = MD_FLAG_NOHTML;
    parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* data) {
        textReaderOf(data).enterBlock(type, detail);
        return 0;
    };
    parser.leave_block = [](MD_BLOCKTYPE type, void*, void* data) {
        textReaderOf(data).leaveBlock(type);
        return 0;
    };
    parser.enter_span = [](MD_SPANTYPE type, void* detail, void* data) {
        textReaderOf(data).enterSpan(type, detail);
        return 0;
    };
    parser.leave_span = [](MD_SPANTYPE type, void*, void* data) {
        textReaderOf(data).leaveSpan(type);
        return 0;
    };
    parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* data) {
        addPiece(textReaderOf(data), type, {text, size});
        return 0;
    };
    return parser;
}

} // namespace

std::vector<TextBlock> readText(std::string_view markdown)
{
    const auto valid = replaceInvalidUtf8(markdown);
    TextReader reader;
    const auto parser = parserOfText();
    if (!isTooDeepText(valid)
        && answer::md_parse(valid.data(), static_cast<MD_SIZE>(valid.size()), &parser, &reader)
            == 0)
        return reader.finish();
    return {{TextBlock::Kind::Code, 0, 0, {{valid, false, false, false}}}};
}

} // namespace sandbench::lesson
