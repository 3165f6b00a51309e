// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/lexer.h"

#include <algorithm>

namespace sandbench::gate {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

bool isAsciiWord(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isHigh(char c)
{
    return static_cast<unsigned char>(c) >= 0x80;
}

} // namespace

LexedSource lex(std::string_view text, std::string_view language)
{
    return Lexer(text.substr(0, kMaxSourceBytes), lexicalRulesOf(language)).run();
}

Lexer::Lexer(std::string_view text, const LexicalRules& rules, std::size_t mostTokens)
    : m_text(text)
    , m_rules(rules)
    , m_mostTokens(mostTokens)
{
    m_out.text = text;
    m_frames.emplace_back();
}

LexedSource Lexer::run()
{
    m_out.tokens.reserve(std::min(m_text.size() / 2, m_mostTokens)); // its pages come when used
    if (m_text.starts_with(kByteOrderMark))
        m_at = kByteOrderMark.size();
    if (m_rules.has(kPhpText))
        skipOutsidePhp();
    while (m_at < m_text.size() && m_out.tokens.size() < m_mostTokens) {
        if (m_frames.back().isString)
            stringStep();
        else
            codeStep();
    }
    if (m_at < m_text.size())
        noteObscure(m_text.size() - m_at);
    while (m_frames.size() > 1 || m_frames.back().isString) {
        if (m_frames.back().isString)
            endString(0);
        else
            m_frames.pop_back();
        m_frames.back().pieceBegin = m_at; // what is behind a hole, not what is in it
    }
    if (m_rules.has(kPythonStrings))
        markDocumentation();
    return std::move(m_out);
}

// A string that is a statement by itself does nothing.
void Lexer::markDocumentation()
{
    auto& tokens = m_out.tokens;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != TokenKind::String || !tokens[i].has(kNewLine))
            continue;
        auto end = i + 1;
        while (end < tokens.size() && tokens[end].kind == TokenKind::String
               && !tokens[end].has(kNewLine))
            ++end;
        const bool ends
            = end == tokens.size() || tokens[end].has(kNewLine) || m_text[tokens[end].begin] == ';';
        for (auto at = i; ends && at < end; ++at)
            tokens[at].flags |= kDoc;
        i = end - 1;
    }
}

bool Lexer::lookedAt(std::size_t offset, std::string_view word) const
{
    return m_at + offset <= m_text.size() && m_text.substr(m_at + offset).starts_with(word);
}

// Length of the line end there, 0 = none.
std::size_t Lexer::lineEndAt(std::size_t offset) const
{
    const char c = m_text[offset];
    if (c == '\n')
        return 1;
    if (c == '\r') {
        const bool pair = offset + 1 < m_text.size() && m_text[offset + 1] == '\n';
        return pair ? 2 : m_rules.has(kReturnEndsLine) ? 1 : 0;
    }
    if (c == '\xe2' && m_rules.has(kWideLineEnds)) {
        const auto three = m_text.substr(offset, 3);
        return three == "\xe2\x80\xa8" || three == "\xe2\x80\xa9" ? 3 : 0;
    }
    return 0;
}

std::size_t Lexer::findLineEnd(std::size_t from) const
{
    const char* const wanted = m_rules.has(kWideLineEnds) ? "\n\r\xe2" : "\n\r";
    for (auto at = m_text.find_first_of(wanted, from); at != std::string_view::npos;
         at = m_text.find_first_of(wanted, at + 1))
        if (lineEndAt(at))
            return at;
    return m_text.size();
}

void Lexer::codeStep()
{
    if (skipSpace() || skipComment() || takeString())
        return;
    if (m_rules.has(kShell)) {
        if (!takeShellText())
            takePunct();
        return;
    }
    if (!takeNumber() && !takeWord())
        takePunct();
}

bool Lexer::skipSpace()
{
    const char c = m_text[m_at];
    if (const auto length = lineEndAt(m_at)) {
        endLine(length);
        return true;
    }
    if (c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r') {
        ++m_at;
        return true;
    }
    if (c != '\\' || m_at + 1 >= m_text.size())
        return false;
    const auto length = lineEndAt(m_at + 1);
    m_at += length ? 1 + length : 0;
    return length > 0;
}

void Lexer::endLine(std::size_t length)
{
    m_at += length;
    if (!m_rules.has(kBracketsJoinLines) || (m_joined == 0 && m_frames.size() == 1))
        m_newLine = true;
    openHereDocuments();
}

void Lexer::addComment(std::size_t end)
{
    m_out.comments.push_back({static_cast<std::uint32_t>(m_at), static_cast<std::uint32_t>(end)});
    m_at = end;
}

bool Lexer::skipComment()
{
    if (looksAt(m_rules.blockOpen)) {
        std::size_t depth = 1;
        auto end = m_at + m_rules.blockOpen.size();
        while (depth > 0 && end < m_text.size()) {
            const auto rest = m_text.substr(end);
            const bool closes = rest.starts_with(m_rules.blockClose);
            const bool opens = m_rules.blocksNest && rest.starts_with(m_rules.blockOpen);
            depth = closes ? depth - 1 : opens ? depth + 1 : depth;
            end += closes || opens ? m_rules.blockOpen.size() : 1;
        }
        addComment(std::min(end, m_text.size()));
        return true;
    }
    return (m_rules.has(kRubyText) && takeRubySection()) || skipLineComment();
}

bool Lexer::skipLineComment()
{
    const bool shebang = m_at == 0 && looksAt("#!");
    // Comments in a script, operators in a module: read both ways.
    if (m_rules.has(kTemplates) && (looksAt("<!--") || (m_newLine && looksAt("-->")))) {
        const auto lineEnd = findLineEnd(m_at);
        m_out.doubtful.push_back(
            {static_cast<std::uint32_t>(m_at) + 3, static_cast<std::uint32_t>(lineEnd)});
        addComment(lineEnd);
        return true;
    }
    if (!shebang && !looksAt(m_rules.lineComment) && !looksAt(m_rules.otherLineComment))
        return false;
    const Frame& frame = m_frames.back();
    if (m_rules.has(kShell)
        && (frame.isParameter
            || !(
                spaceBefore() || m_newLine || previousIs(';') || previousIs('(') || previousIs(')')
                || previousIs('|') || previousIs('&'))))
        return false;
    if (m_rules.has(kPhpText) && looksAt("#["))
        return false; // an attribute
    auto end = findLineEnd(m_at);
    while (m_rules.has(kSplices) && end < m_text.size() && end > 0 && (m_text[end - 1] == '\\'))
        end = findLineEnd(end + lineEndAt(end));
    if (m_rules.has(kPhpText))
        end = std::min(end, m_text.find("?>", m_at));
    addComment(end);
    return true;
}

bool Lexer::isWordByte(char c) const
{
    return isAsciiWord(c) || isHigh(c)
        || (!m_rules.wordBytes.empty() && m_rules.wordBytes.find(c) != std::string_view::npos);
}

bool Lexer::takeWord()
{
    const auto begin = m_at;
    unsigned flags = 0;
    while (m_at < m_text.size()) {
        const char c = m_text[m_at];
        if (isWordByte(c)) {
            if (isHigh(c) && m_rules.has(kWideLineEnds) && lineEndAt(m_at))
                break;
            flags |= isHigh(c) ? unsigned(kOdd) : 0U;
            ++m_at;
        } else if (c == '\\' && m_rules.has(kWordEscapes) && at(1) == 'u') {
            flags |= kOdd;
            m_at += 2;
            if (at(0) == '{')
                m_at = std::min(
                    m_text.size(),
                    m_at + 1
                        + std::min<std::size_t>(10, m_text.substr(m_at + 1, 10).find('}') + 1));
        } else if (
            c == '\\' && m_rules.has(kSplices) && m_at > begin && m_at + 1 < m_text.size()
            && lineEndAt(m_at + 1)) {
            flags |= kOdd;
            m_at += 1 + lineEndAt(m_at + 1);
        } else {
            break;
        }
    }
    if (m_at == begin)
        return false;
    if (m_rules.has(kRegexLiterals) && m_text.substr(begin, m_at - begin) == "function")
        m_functionIsValue
            = !(m_newLine || !previous() || previousIs(';') || previousIs('{') || previousIs('}'));
    add(TokenKind::Word, begin, m_at, flags);
    return true;
}

bool Lexer::takeNumber()
{
    if (!isDigit(m_text[m_at]))
        return false;
    const auto begin = m_at;
    while (m_at < m_text.size()) {
        const char c = m_text[m_at];
        const bool separates = c == '\'' && m_rules.has(kCppStrings) && isAsciiWord(at(1));
        const bool fraction = c == '.' && isDigit(at(1));
        if (!isAsciiWord(c) && !separates && !fraction)
            break;
        ++m_at;
    }
    add(TokenKind::Number, begin, m_at);
    return true;
}

void Lexer::takePunct()
{
    const char c = m_text[m_at];
    if (closeHole(c))
        return;
    trackBrackets(c);
    add(TokenKind::Punct, m_at, m_at + 1);
    ++m_at;
}

// What follows a bracket decides whether a slash begins a regular expression there.
void Lexer::trackBrackets(char c)
{
    Frame& frame = m_frames.back();
    const bool opens = c == '(' || c == '[' || c == '{';
    const bool closes = c == ')' || c == ']' || c == '}';
    if (m_rules.has(kBracketsJoinLines))
        m_joined = opens ? m_joined + 1 : closes && m_joined > 0 ? m_joined - 1 : m_joined;
    const bool counts = frame.isPythonHole || (frame.closer == '}' && (c == '{' || c == '}'))
        || (frame.closer == ')' && (c == '(' || c == ')'));
    if (opens && counts)
        ++frame.depth;
    else if (closes && counts && frame.depth > 0)
        --frame.depth;
    if (!m_rules.has(kTemplates))
        return;
    if (c == '(') {
        const bool condition
            = previousWordIn({"if", "while", "for", "with"}) && !previousIs('.', 1);
        const bool function = previousWordIn({"function"}) || previousWordIn({"function"}, 1);
        m_parens.push_back(
            condition                           ? Paren::Condition
                : function && m_functionIsValue ? Paren::FunctionValue
                                                : Paren::Other);
    } else if (c == ')' && !m_parens.empty()) {
        m_lastParen = m_parens.back();
        m_parens.pop_back();
    } else if (c == '{') {
        m_braces.push_back(
            !previous() || previousIs(';') || previousIs('{') || previousIs('}')
            || (previousIs(')') && m_lastParen != Paren::FunctionValue)
            || (previousIs('>') && previousIs('=', 1))
            || previousWordIn({"else", "do", "try", "finally"}));
    } else if (c == '}' && !m_braces.empty()) {
        m_lastBraceWasBlock = m_braces.back();
        m_braces.pop_back();
    }
}

bool Lexer::closeHole(char c)
{
    Frame& frame = m_frames.back();
    if (frame.closer == 0)
        return false;
    if (frame.isPythonHole && c == ':' && frame.depth == 0) {
        Form spec;
        spec.closeMiddle = "}";
        spec.escapes = false;
        spec.multiline = spec.isSpec = true;
        spec.hole = Hole::Python;
        m_frames.pop_back();
        openString(1, spec);
        m_frames.back().partial = true;
        return true;
    }
    if (c != frame.closer || frame.depth > 0 || (c == ')' && frame.cases > 0))
        return false;
    m_frames.pop_back();
    ++m_at;
    if (m_frames.back().isString)
        m_frames.back().pieceBegin = m_at;
    else
        add(TokenKind::Punct, m_at - 1, m_at);
    return true;
}

void Lexer::add(TokenKind kind, std::size_t begin, std::size_t end, unsigned flags)
{
    if (m_newLine)
        flags |= kNewLine;
    else if (!m_out.tokens.empty() && m_lastEnd == begin)
        flags |= kGlued;
    m_newLine = false;
    m_lastEnd = end;
    m_out.tokens.push_back(
        {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), kind,
         static_cast<std::uint8_t>(flags)});
}

const Token* Lexer::previous(std::size_t back) const
{
    const auto count = m_out.tokens.size();
    return back < count ? &m_out.tokens[count - 1 - back] : nullptr;
}

bool Lexer::previousIs(char punct, std::size_t back) const
{
    const auto* token = previous(back);
    return token && token->kind == TokenKind::Punct && m_text[token->begin] == punct;
}

bool Lexer::previousWordIn(std::initializer_list<std::string_view> words, std::size_t back) const
{
    const auto* token = previous(back);
    return token && token->kind == TokenKind::Word
        && std::find(words.begin(), words.end(), m_out.textOf(*token)) != words.end();
}

std::size_t Lexer::utf8Length(char first)
{
    const auto byte = static_cast<unsigned char>(first);
    return byte < 0xc0 ? 1 : byte < 0xe0 ? 2 : byte < 0xf0 ? 3 : 4;
}

bool Lexer::spaceBefore() const
{
    return m_at == 0 || m_text[m_at - 1] == ' ' || m_text[m_at - 1] == '\t'
        || m_text[m_at - 1] == '\n';
}

// Whether an operand ends right before, so that a slash here divides.
bool Lexer::valueBefore() const
{
    const auto* token = previous();
    const Frame& frame = m_frames.back();
    const bool holeBegins = frame.closer != 0 && token && token->end <= frame.pieceBegin;
    if (!token || holeBegins)
        return false;
    if (token->kind != TokenKind::Punct)
        return !previousWordIn({"return", "typeof", "instanceof", "in",    "of",
                                "new",    "delete", "void",       "throw", "case",
                                "do",     "else",   "yield",      "await", "if",
                                "unless", "while",  "until",      "and",   "or",
                                "not",    "when",   "then",       "elsif", "begin"})
            || previousIs('.', 1);
    const char c = m_text[token->begin];
    if (c == ')')
        return !m_rules.has(kTemplates) || m_lastParen != Paren::Condition;
    if (c == '}')
        return !m_rules.has(kTemplates) || !m_lastBraceWasBlock;
    return c == ']' || ((c == '+' || c == '-') && previousIs(c, 1));
}

} // namespace sandbench::gate
