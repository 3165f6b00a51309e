// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/answer/blocks.h"
#include "core/answer/late_xml.h"
#include "core/answer/words.h"
#include "core/base/text.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace sandbench::answer {
namespace {

/// The parser compares each attribute of a tag with all others of it, and each end of an element
/// with all that are open.
constexpr std::size_t kMostAttributes = 200;
constexpr int kMostDepth = 256;
/// Of the line above a block. Units: bytes.
constexpr std::size_t kMostLineAbove = 300;

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

bool isTagLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// How many attributes the tag at @p at has; moves @p at behind it.
std::size_t attributesOf(std::string_view text, std::size_t& at)
{
    std::size_t count = 0;
    while (at < text.size() && text[at] != '>') {
        if (isSpace(text[at])) {
            ++at;
            continue;
        }
        ++count;
        while (at < text.size() && !isSpace(text[at]) && text[at] != '>' && text[at] != '=')
            ++at;
        while (at < text.size() && isSpace(text[at]))
            ++at;
        if (at >= text.size() || text[at] != '=')
            continue;
        ++at;
        while (at < text.size() && isSpace(text[at]))
            ++at;
        if (at < text.size() && (text[at] == '"' || text[at] == '\''))
            at = std::min(text.find(text[at], at + 1), text.size() - 1) + 1;
        else
            while (at < text.size() && !isSpace(text[at]) && text[at] != '>')
                ++at;
    }
    return count;
}

/// What is before the first tag that would keep the parser busy.
std::string_view withoutHugeTags(std::string_view text)
{
    std::size_t at = 0;
    while ((at = text.find('<', at)) != std::string_view::npos) {
        const auto begin = at++;
        if (at >= text.size() || !isTagLetter(text[at]))
            continue;
        const auto name = lowerCase(text.substr(at, 7));
        if (attributesOf(text, at) > kMostAttributes)
            return text.substr(0, begin);
        // Nothing in a script is a tag, and much of it looks like one.
        if (name.starts_with("script"))
            at = std::min(text.find("</", at), text.size());
    }
    return text;
}

std::string_view textOf(const xmlChar* text)
{
    return text ? reinterpret_cast<const char*>(text) : "";
}

/// Elements that end a line of prose.
bool breaksLine(std::string_view name)
{
    static constexpr std::string_view kBlocks[]
        = {"p",  "div", "li", "h1", "h2",      "h3",      "h4",         "h5", "h6",
           "ul", "ol",  "tr", "td", "section", "article", "blockquote", "br"};
    return isIn(name, kBlocks);
}

/// Collects what the parser finds.
class PageReader
{
public:
    htmlParserCtxtPtr parser = nullptr;

    void startElement(std::string_view name, const xmlChar** attributes);
    void endElement(std::string_view name);
    void characters(std::string_view text);
    Blocks found;

private:
    void readLanguage(const xmlChar** attributes);
    void markLine(std::string_view name);
    void endLine();
    void endBlock();
    void append(std::string& to, std::string_view text);

    int m_depth = 0;
    int m_pre = 0; ///< How deep we are in them.
    int m_code = 0; ///< Of those in <pre>.
    int m_silent = 0; ///< <script> and <style>
    bool m_hasCode = false;
    Block m_block;
    std::string m_around; ///< What stands in the <pre> beside its <code>: a name, buttons.
    std::string m_language;
    std::string m_line, m_lastLine;
};

void PageReader::append(std::string& to, std::string_view text)
{
    // One byte more tells that it is too much.
    if (to.size() <= kMostPartBytes)
        to += text;
}

void PageReader::readLanguage(const xmlChar** attributes)
{
    constexpr std::string_view kBefore[] = {"language-", "lang-", "highlight-source-"};
    for (std::size_t i = 0; attributes && attributes[i] && attributes[i + 1]; i += 2) {
        const auto name = textOf(attributes[i]);
        const auto value = textOf(attributes[i + 1]);
        if (name == "data-language" || name == "data-lang")
            m_language = value.substr(0, 40);
        if (name != "class")
            continue;
        for (const auto word : wordsOf(value))
            for (const auto before : kBefore)
                if (word.starts_with(before) && word.size() < 60)
                    m_language = word.substr(before.size());
    }
}

void PageReader::endLine()
{
    auto line = oneLine(m_line, kMostLineAbove);
    m_line.clear();
    if (!line.empty())
        m_lastLine = std::move(line);
}

void PageReader::startElement(std::string_view name, const xmlChar** attributes)
{
    if (++m_depth > kMostDepth) {
        if (found.notices.empty())
            found.notices.emplace_back("The page is not read to its end: it is nested too deep.");
        xmlStopParser(parser);
        return;
    }
    if (name == "script" || name == "style")
        ++m_silent;
    if (name == "pre" && m_pre++ == 0) {
        endLine();
        m_block = {};
        m_block.before = m_lastLine;
        m_block.line = static_cast<std::size_t>(std::max(parser->input->line, 1));
        m_around.clear();
        m_hasCode = false;
    }
    if (name == "pre" || name == "code" || (name == "div" && m_pre == 0))
        readLanguage(attributes);
    if (m_pre > 0) {
        m_hasCode = m_hasCode || name == "code";
        m_code += name == "code" ? 1 : 0;
        if (name == "br")
            characters("\n");
        return;
    }
    markLine(name);
}

// As Markdown would have it, for whoever looks for names.
void PageReader::markLine(std::string_view name)
{
    if (name == "code")
        m_line += '`';
    if (name == "b" || name == "strong")
        m_line += "**";
    if (breaksLine(name))
        endLine();
}

void PageReader::endElement(std::string_view name)
{
    m_depth -= m_depth > 0 ? 1 : 0;
    if ((name == "script" || name == "style") && m_silent > 0)
        --m_silent;
    if (m_pre > 0) {
        if (name == "code" && m_code > 0)
            --m_code;
        if (name == "pre" && --m_pre == 0)
            endBlock();
        return;
    }
    markLine(name);
}

void PageReader::characters(std::string_view text)
{
    if (m_silent > 0)
        return;
    if (m_pre == 0) {
        if (m_line.size() < 2 * kMostLineAbove)
            m_line += text.substr(0, 2 * kMostLineAbove);
    } else if (m_hasCode && m_code > 0) {
        append(m_block.text, text);
    } else {
        append(m_around, text);
    }
}

void PageReader::endBlock()
{
    if (!m_hasCode)
        m_block.text.swap(m_around);
    const auto around = wordsOf(std::string_view(m_around).substr(0, 200), 2);
    if (m_language.empty() && m_hasCode && around.size() == 1)
        m_language = around.front();
    m_block.info = std::exchange(m_language, {});
    if (m_block.text.find_first_not_of(" \t\r\n") != std::string::npos)
        found.add(std::move(m_block));
    m_block = {};
    m_code = 0;
}

PageReader& pageOf(void* context)
{
    return *static_cast<PageReader*>(static_cast<htmlParserCtxtPtr>(context)->_private);
}

void charactersOf(void* context, const xmlChar* text, int size)
{
    pageOf(context).characters(
        {reinterpret_cast<const char*>(text), static_cast<std::size_t>(std::max(size, 0))});
}

htmlSAXHandler handlerOfPages()
{
    htmlSAXHandler sax = {};
    sax.initialized = 1;
    sax.startElement = [](void* context, const xmlChar* name, const xmlChar** attributes) {
        pageOf(context).startElement(textOf(name), attributes);
    };
    sax.endElement
        = [](void* context, const xmlChar* name) { pageOf(context).endElement(textOf(name)); };
    sax.characters = charactersOf;
    sax.ignorableWhitespace = charactersOf;
    return sax;
}

} // namespace

Blocks readHtml(std::string_view text)
{
    const auto read = withoutHugeTags(text);
    PageReader page;
    const std::unique_ptr<htmlParserCtxt, void (*)(htmlParserCtxtPtr)> parser(
        htmlNewParserCtxt(), [](htmlParserCtxtPtr old) { htmlFreeParserCtxt(old); });
    if (parser) {
        page.parser = parser.get();
        parser->_private = &page;
        *parser->sax = handlerOfPages();
        constexpr int kOptions = HTML_PARSE_NONET | HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING
            | HTML_PARSE_IGNORE_ENC | HTML_PARSE_NOIMPLIED;
        htmlCtxtReadMemory(
            parser.get(), read.data(), static_cast<int>(read.size()), nullptr, "UTF-8", kOptions);
    }
    if (read.size() < text.size())
        page.found.notices.emplace_back(
            "The page is not read to its end: a tag has more than 200 attributes.");
    return std::move(page.found);
}

} // namespace sandbench::answer
