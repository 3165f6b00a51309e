// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/lexer.h"

#include <algorithm>
#include <utility>

namespace sandbench::gate {
namespace {

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

} // namespace

void Lexer::noteObscure(std::size_t length)
{
    if (m_out.obscure.empty())
        m_out.obscure.push_back(
            {static_cast<std::uint32_t>(m_at), static_cast<std::uint32_t>(m_at + length)});
}

// The opening quote is at m_at.
void Lexer::openString(std::size_t openLength, const Form& form)
{
    if (m_frames.size() >= kMaxNesting) {
        noteObscure(openLength);
        add(TokenKind::Punct, m_at, m_at + openLength);
        m_at += openLength;
        return;
    }
    Frame frame;
    frame.isString = true;
    frame.form = form;
    if (m_lastEnd == m_at && !m_out.tokens.empty() && !m_newLine)
        m_lastEnd = m_at + openLength; // keeps the content glued
    m_at += openLength;
    frame.pieceBegin = m_at;
    m_frames.push_back(frame);
}

void Lexer::stringStep()
{
    Frame& frame = m_frames.back();
    while (m_at < m_text.size())
        if (stringByte(frame, m_text[m_at]))
            return;
}

// True = the string ended or code began in it.
bool Lexer::stringByte(Frame& frame, char c)
{
    Form& form = frame.form;
    if (form.hereDocument && (m_at == frame.pieceBegin || m_text[m_at - 1] == '\n')
        && closeString(frame))
        return true;
    if (c == '\\' && form.escapes) {
        const bool pair = at(1) == '\r' && at(2) == '\n';
        m_at = std::min(m_text.size(), m_at + (pair ? 3 : 2));
        return false;
    }
    if (!form.multiline && lineEndAt(m_at)) {
        endString(0);
        return true;
    }
    if (form.characterClasses && (c == '[' || c == ']'))
        frame.inClass = c == '[';
    if (!form.hereDocument && !frame.inClass && closeString(frame))
        return true;
    if (form.nestOpen != 0 && c == form.nestOpen)
        ++frame.depth;
    if (form.hole != Hole::None && openHole(frame))
        return true;
    const bool doubled
        = form.hole == Hole::Python && !form.isSpec && (c == '{' || c == '}') && at(1) == c;
    m_at += doubled ? 2 : 1;
    return false;
}

// Length of what ends the string here, 0 = nothing does.
std::size_t Lexer::closeLength(const Form& form) const
{
    std::size_t length = 0;
    if (form.hereDocument && form.indented)
        while (m_at + length < m_text.size() && isBlank(m_text[m_at + length]))
            ++length;
    const std::size_t first = form.closeFirst != 0 ? 1 : 0;
    const std::size_t last = form.closeLast != 0 ? 1 : 0;
    if ((first && at(0) != form.closeFirst) || !lookedAt(length + first, form.closeMiddle))
        return 0;
    length += first + form.closeMiddle.size();
    if (last && at(length) != form.closeLast)
        return 0;
    if (form.hereDocument && m_at + length < m_text.size()) {
        // PHP lets code follow the name.
        const char next = m_text[m_at + length];
        const bool ends = m_rules.has(kPhpText) ? !isWordByte(next) : next == '\n' || next == '\r';
        return ends ? length : 0;
    }
    return length + last;
}

bool Lexer::closeString(Frame& frame)
{
    const auto length = closeLength(frame.form);
    if (length == 0)
        return false;
    if (frame.form.nestOpen != 0 && frame.depth > 0) {
        --frame.depth;
        return false;
    }
    endString(length);
    return true;
}

bool Lexer::openHole(const Frame& frame)
{
    const char c = m_text[m_at];
    const char next = at(1);
    std::size_t length = 0;
    char closer = '}';
    switch (frame.form.hole) {
    case Hole::Python:
        length = c == '{' && (next != '{' || frame.form.isSpec) ? 1 : 0;
        break;
    case Hole::DollarBrace:
        length = c == '$' && next == '{' ? 2 : 0;
        break;
    case Hole::HashBrace:
        length = c == '#' && next == '{' ? 2 : 0;
        break;
    case Hole::Php:
        length = c == '{' && next == '$' ? 1 : c == '$' && next == '{' ? 2 : 0;
        break;
    case Hole::Shell:
        length = c == '$' && (next == '(' || next == '{') ? 2 : c == '`' ? 1 : 0;
        closer = c == '`' ? '`' : next == '(' ? ')' : '}';
        break;
    case Hole::None:
        break;
    }
    if (length == 0)
        return false;
    if (m_frames.size() >= kMaxNesting) {
        noteObscure(length);
        return false;
    }
    pushCode(length, closer);
    return true;
}

// Code begins behind the next @p length bytes, in a string or (shell) in code.
void Lexer::pushCode(std::size_t length, char closer)
{
    Frame& outer = m_frames.back();
    const bool isPython = outer.isString && outer.form.hole == Hole::Python;
    if (outer.isString)
        endPiece(outer);
    Frame code;
    code.closer = closer;
    code.isPythonHole = isPython;
    code.isParameter = m_rules.has(kShell) && closer == '}';
    m_at += length;
    code.pieceBegin = m_at;
    m_frames.push_back(code);
}

void Lexer::endPiece(Frame& frame)
{
    frame.partial = true;
    add(TokenKind::String, frame.pieceBegin, m_at, frame.form.flags | kPartial);
}

// Code goes on @p skip bytes later.
void Lexer::endString(std::size_t skip)
{
    const Frame frame = m_frames.back();
    m_frames.pop_back();
    const bool isWord = m_rules.has(kRStrings) && frame.form.closeMiddle == "`";
    add(isWord ? TokenKind::Word : TokenKind::String, frame.pieceBegin, m_at,
        frame.form.flags | (frame.partial ? unsigned(kPartial) : 0U));
    if ((frame.form.flags & kRegex) && std::exchange(m_regexIsDoubtful, false))
        m_out.doubtful.push_back(
            {static_cast<std::uint32_t>(frame.pieceBegin), static_cast<std::uint32_t>(m_at)});
    m_at += skip;
    m_lastEnd = m_at;
    if (frame.form.isSpec && !m_frames.empty())
        m_frames.back().pieceBegin = m_at;
}

bool Lexer::takeString()
{
    if (m_rules.has(kPythonStrings) && takePythonString())
        return true;
    if (m_rules.has(kTripleQuotes) && takeTripleQuoted())
        return true;
    if (m_rules.has(kCppStrings) && takeCppString())
        return true;
    if (m_rules.has(kRustStrings) && takeRustString())
        return true;
    if (m_rules.has(kRStrings) && takeRString())
        return true;
    if (m_rules.has(kRubyText) && takeRubyText())
        return true;
    if (m_rules.has(kPhpText) && (takePhpTag() || takePhpHereDocument()))
        return true;
    return takeQuoted() || (m_rules.has(kRegexLiterals) && takeRegex());
}

bool Lexer::takeQuoted()
{
    const char c = m_text[m_at];
    Form form;
    form.closeMiddle = m_text.substr(m_at, 1);
    form.multiline = m_rules.has(kMultilineStrings);
    if (c == '`' && m_rules.has(kTemplates)) {
        form.multiline = true;
        form.hole = Hole::DollarBrace;
    } else if (m_rules.rawQuotes.find(c) != std::string_view::npos) {
        form.multiline = true;
        form.escapes = m_rules.has(kRawQuotesProtect);
        form.flags = kRaw;
    } else if (m_rules.quotes.find(c) != std::string_view::npos) {
        form.hole = m_rules.has(kRubyText) ? Hole::HashBrace
            : m_rules.has(kPhpText)        ? Hole::Php
            : m_rules.has(kShell)          ? Hole::Shell
                                           : Hole::None;
        form.flags = c == '`' ? kCommand : 0;
    } else {
        return false;
    }
    openString(1, form);
    return true;
}

bool Lexer::takePythonString()
{
    std::size_t prefix = 0;
    bool raw = false;
    bool holes = false;
    while (prefix < 2 && at(prefix) != '\0'
           && std::string_view("rRbBuUfFtT").find(at(prefix)) != std::string_view::npos) {
        const char c = at(prefix);
        raw = raw || c == 'r' || c == 'R';
        holes = holes || c == 'f' || c == 'F' || c == 't' || c == 'T';
        ++prefix;
    }
    const char quote = at(prefix);
    if (quote != '"' && quote != '\'')
        return false;
    const bool triple = at(prefix + 1) == quote && at(prefix + 2) == quote;
    Form form;
    form.closeMiddle = m_text.substr(m_at + prefix, triple ? 3 : 1);
    form.multiline = triple;
    form.hole = holes ? Hole::Python : Hole::None;
    form.flags = raw ? kRaw : 0;
    openString(prefix + (triple ? 3 : 1), form);
    return true;
}

bool Lexer::takeTripleQuoted()
{
    if (!looksAt("\"\"\""))
        return false;
    Form form;
    form.closeMiddle = m_text.substr(m_at, 3);
    form.multiline = true;
    openString(3, form);
    return true;
}

} // namespace sandbench::gate
