// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/lexer.h"

#include <algorithm>

namespace sandbench::gate {
namespace {

// What nobody writes longer, so that looking for it stays cheap. Units: bytes.
constexpr std::size_t kLongestDelimiter = 64;

char closingOf(char open)
{
    switch (open) {
    case '(':
        return ')';
    case '[':
        return ']';
    case '{':
        return '}';
    case '<':
        return '>';
    default:
        return open;
    }
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'
        || static_cast<unsigned char>(c) >= 0x80;
}

bool isSpace(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\0';
}

} // namespace

bool Lexer::takeRegex()
{
    if (m_text[m_at] != '/')
        return false;
    const auto* token = previous();
    const bool argument = m_rules.has(kRubyText) && token && token->kind == TokenKind::Word
        && spaceBefore() && !isSpace(at(1)) && at(1) != '=';
    if (valueBefore() && !argument)
        return false;
    Form form;
    form.closeMiddle = m_text.substr(m_at, 1);
    form.multiline = m_rules.has(kMultilineStrings);
    form.characterClasses = !m_rules.has(kRubyText);
    form.hole = m_rules.has(kRubyText) ? Hole::HashBrace : Hole::None;
    form.flags = kRaw | kRegex;
    m_regexIsDoubtful = m_rules.has(kTemplates) && (previousIs('}') || previousIs(')'));
    openString(1, form);
    return true;
}

// u8R"x(text)x" and its like.
bool Lexer::takeCppString()
{
    std::size_t prefix = lookedAt(0, "u8")             ? 2
        : at(0) == 'u' || at(0) == 'U' || at(0) == 'L' ? 1
                                                       : 0;
    if (at(prefix) != 'R' || at(prefix + 1) != '"'
        || (previous() && m_lastEnd == m_at && !m_newLine && previous()->kind == TokenKind::Word))
        return false;
    const auto begin = m_at + prefix + 2;
    const auto open = m_text.substr(begin, kLongestDelimiter).find('(');
    if (open == std::string_view::npos)
        return false;
    Form form;
    form.closeFirst = ')';
    form.closeMiddle = m_text.substr(begin, open);
    form.closeLast = '"';
    form.escapes = false;
    form.multiline = true;
    form.flags = kRaw;
    openString(prefix + 2 + open + 1, form);
    return true;
}

bool Lexer::takeRustString()
{
    if (m_text[m_at] == '\'') {
        const auto length = utf8Length(at(1));
        if (at(1) == '\\' || at(1 + length) == '\'') {
            Form form;
            form.closeMiddle = m_text.substr(m_at, 1);
            openString(1, form);
            return true;
        }
        add(TokenKind::Punct, m_at, m_at + 1); // a lifetime
        ++m_at;
        return true;
    }
    if (looksAt("r#") && isLetter(at(2))) {
        m_at += 2; // r#name is name
        return false;
    }
    const std::size_t prefix = at(0) == 'b' || at(0) == 'c' ? 1 : 0;
    if (at(prefix) != 'r')
        return false;
    std::size_t hashes = 0;
    while (hashes < 256 && at(prefix + 1 + hashes) == '#')
        ++hashes;
    if (at(prefix + 1 + hashes) != '"')
        return false;
    Form form;
    form.closeFirst = '"';
    form.closeMiddle = m_text.substr(m_at + prefix + 1, hashes);
    form.escapes = false;
    form.multiline = true;
    form.flags = kRaw;
    openString(prefix + 1 + hashes + 1, form);
    return true;
}

bool Lexer::takeRString()
{
    if (m_text[m_at] == '`') {
        Form form;
        form.closeMiddle = "`";
        openString(1, form);
        return true;
    }
    if (m_text[m_at] == '%') {
        const auto end = m_text.find_first_of("%\n", m_at + 1);
        if (end != std::string_view::npos && m_text[end] == '%') {
            add(TokenKind::Punct, m_at, m_at + 1);
            m_at = end + 1;
            return true;
        }
        return false;
    }
    if ((at(0) != 'r' && at(0) != 'R') || (at(1) != '"' && at(1) != '\''))
        return false;
    std::size_t dashes = 0;
    while (dashes < kLongestDelimiter && at(2 + dashes) == '-')
        ++dashes;
    const char open = at(2 + dashes);
    if (open != '(' && open != '[' && open != '{')
        return false;
    Form form;
    form.closeFirst = closingOf(open);
    form.closeMiddle = m_text.substr(m_at + 2, dashes);
    form.closeLast = at(1);
    form.escapes = false;
    form.multiline = true;
    form.flags = kRaw;
    openString(2 + dashes + 1, form);
    return true;
}

bool Lexer::takeRubyText()
{
    // A backquote that is a name: def `(command), :`
    if (m_text[m_at] == '`'
        && (previousWordIn({"def"}) || (previousIs(':') && m_lastEnd == m_at) || previousIs('.'))) {
        add(TokenKind::Word, m_at, m_at + 1);
        ++m_at;
        return true;
    }
    if (m_text[m_at] == '$' && !isSpace(at(1)) && !isLetter(at(1))) {
        add(TokenKind::Word, m_at, m_at + 2); // $' and its like
        m_at += 2;
        return true;
    }
    return takeRubyCharacter() || takeRubyPercent() || takeRubyHereDocument();
}

bool Lexer::takeRubyCharacter()
{
    if (m_text[m_at] != '?' || valueBefore() || isSpace(at(1)))
        return false;
    const std::size_t length = at(1) == '\\' ? 3 : 1 + utf8Length(at(1));
    if (m_at + length < m_text.size() && isWordByte(m_text[m_at + length]))
        return false;
    const auto end = std::min(m_text.size(), m_at + length);
    add(TokenKind::String, m_at + 1, end);
    m_at = end;
    return true;
}

bool Lexer::takeRubyPercent()
{
    if (m_text[m_at] != '%')
        return false;
    const auto* token = previous();
    const bool argument
        = token && token->kind == TokenKind::Word && spaceBefore() && !isSpace(at(1));
    if (valueBefore() && !argument)
        return false;
    const bool hasKind
        = std::string_view("qQwWiIrxs").find(at(1)) != std::string_view::npos && at(1) != '\0';
    const char kind = hasKind ? at(1) : 'Q';
    const char open = at(hasKind ? 2 : 1);
    if (isLetter(open) || isSpace(open) || (open >= '0' && open <= '9') || open == '='
        || static_cast<unsigned char>(open) < 0x20)
        return false;
    Form form;
    form.closeFirst = closingOf(open);
    form.nestOpen = form.closeFirst != open ? open : '\0';
    form.multiline = true;
    const bool plain = kind == 'q' || kind == 'w' || kind == 'i' || kind == 's';
    form.hole = plain ? Hole::None : Hole::HashBrace;
    form.flags = static_cast<std::uint8_t>(
        plain             ? kRaw
            : kind == 'r' ? kRaw | kRegex
            : kind == 'x' ? int(kCommand)
                          : 0);
    openString(hasKind ? 3 : 2, form);
    return true;
}

bool Lexer::takeRubyHereDocument()
{
    if (!looksAt("<<"))
        return false;
    std::size_t offset = 2;
    const bool marked = at(2) == '~' || at(2) == '-';
    offset += marked ? 1 : 0;
    const char quote = at(offset);
    const bool quoted = quote == '"' || quote == '\'' || quote == '`';
    const auto* token = previous();
    const bool argument
        = token && token->kind == TokenKind::Word && spaceBefore() && !previousWordIn({"class"});
    if (valueBefore() && !argument)
        return false;
    if (!quoted && !marked && !(quote >= 'A' && quote <= 'Z') && quote != '_')
        return false;
    const auto begin = m_at + offset + (quoted ? 1 : 0);
    auto end = begin;
    while (end < m_text.size() && end - begin < kLongestDelimiter
           && (quoted ? m_text[end] != quote && m_text[end] != '\n' : isWordByte(m_text[end])))
        ++end;
    if (end == begin || (quoted && (end >= m_text.size() || m_text[end] != quote)))
        return false;
    Form form;
    form.closeMiddle = m_text.substr(begin, end - begin);
    form.hereDocument = form.multiline = true;
    form.indented = marked;
    form.escapes = quote != '\'';
    form.hole = quote == '\'' ? Hole::None : Hole::HashBrace;
    form.flags = quote == '`' ? kCommand : quote == '\'' ? kRaw : 0;
    m_pendingDocuments.push_back(form);
    m_at = end + (quoted ? 1 : 0);
    return true;
}

// =begin … =end, and what follows __END__.
bool Lexer::takeRubySection()
{
    if (m_at > 0 && m_text[m_at - 1] != '\n')
        return false;
    if (looksAt("__END__")
        && (m_at + 7 >= m_text.size() || m_text[m_at + 7] == '\n' || m_text[m_at + 7] == '\r')) {
        addComment(m_text.size());
        return true;
    }
    if (!looksAt("=begin") || !isSpace(at(6)))
        return false;
    for (auto end = m_text.find("\n=end", m_at); end != std::string_view::npos;
         end = m_text.find("\n=end", end + 1)) {
        const auto behind = end + 5;
        if (behind >= m_text.size() || isSpace(m_text[behind])) {
            addComment(findLineEnd(behind));
            return true;
        }
    }
    addComment(m_text.size());
    return true;
}

bool Lexer::takePhpHereDocument()
{
    if (!looksAt("<<<"))
        return false;
    auto begin = m_at + 3;
    while (begin < m_text.size() && (m_text[begin] == ' ' || m_text[begin] == '\t'))
        ++begin;
    const char quote = begin < m_text.size() ? m_text[begin] : '\0';
    const bool quoted = quote == '"' || quote == '\'';
    begin += quoted ? 1 : 0;
    auto end = begin;
    while (end < m_text.size() && end - begin < kLongestDelimiter && isWordByte(m_text[end]))
        ++end;
    if (end == begin)
        return false;
    Form form;
    form.closeMiddle = m_text.substr(begin, end - begin);
    form.hereDocument = form.multiline = form.indented = true;
    form.escapes = quote != '\'';
    form.hole = quote == '\'' ? Hole::None : Hole::Php;
    form.flags = quote == '\'' ? kRaw : 0;
    m_pendingDocuments.push_back(form);
    m_at = end + (quoted ? 1 : 0);
    return true;
}

bool Lexer::takePhpTag()
{
    if (!looksAt("?>"))
        return false;
    add(TokenKind::Punct, m_at, m_at + 1); // ends a statement
    m_at += 2;
    skipOutsidePhp();
    m_newLine = true;
    return true;
}

void Lexer::skipOutsidePhp()
{
    const auto open = m_text.find("<?", m_at);
    const auto end = std::min(open, m_text.size());
    if (end > m_at)
        addComment(end);
    m_at = end;
    if (open == std::string_view::npos)
        return;
    m_at += 2;
    if (at(0) == '=')
        ++m_at;
    else if (
        m_text.size() - m_at >= 3 && (m_text[m_at] | 0x20) == 'p'
        && (m_text[m_at + 1] | 0x20) == 'h' && (m_text[m_at + 2] | 0x20) == 'p')
        m_at += 3;
}

// Here-documents whose line has just ended begin here, one behind the other.
void Lexer::openHereDocuments()
{
    if (m_pendingDocuments.empty() || m_frames.back().isString)
        return;
    const auto form = m_pendingDocuments.front();
    m_pendingDocuments.pop_front();
    openString(0, form);
}

bool Lexer::takeShellText()
{
    const char c = m_text[m_at];
    if (c == '$' && (at(1) == '\'' || at(1) == '"')) {
        ++m_at;
        Form form;
        form.closeMiddle = m_text.substr(m_at, 1);
        form.multiline = true;
        form.hole = at(0) == '"' ? Hole::Shell : Hole::None;
        openString(1, form);
        return true;
    }
    if (c == '$' && (at(1) == '(' || at(1) == '{') && m_frames.size() < kMaxNesting) {
        add(TokenKind::Punct, m_at, m_at + 1);
        pushCode(2, at(1) == '(' ? ')' : '}');
        return true;
    }
    if (c == '`' && m_frames.back().closer != '`' && m_frames.size() < kMaxNesting) {
        add(TokenKind::Punct, m_at, m_at + 1);
        pushCode(1, '`');
        return true;
    }
    if (looksAt("<<") && at(2) != '<' && takeShellHereDocument())
        return true;
    if (looksAt("<<<")) {
        add(TokenKind::Punct, m_at, m_at + 1);
        m_at += 3;
        return true;
    }
    if (std::string_view("|&;<>()$`").find(c) != std::string_view::npos
        || (c == '}' && m_frames.back().closer == '}'))
        return false;
    takeShellWord();
    return true;
}

void Lexer::takeShellWord()
{
    const auto begin = m_at;
    const bool inParameter = m_frames.back().isParameter;
    unsigned flags = 0;
    while (m_at < m_text.size()) {
        const char c = m_text[m_at];
        if (std::string_view(" \t\n\r|&;<>()$`\"'").find(c) != std::string_view::npos
            || (inParameter && (c == '}' || c == '{')))
            break;
        if (c == '\\') {
            flags |= kOdd;
            ++m_at;
        }
        m_at = std::min(m_text.size(), m_at + 1);
    }
    if (m_at == begin)
        ++m_at; // a byte that begins nothing
    add(TokenKind::Word, begin, m_at, flags);
    const auto word = m_text.substr(begin, m_at - begin);
    Frame& frame = m_frames.back();
    if (word == "case")
        ++frame.cases;
    else if (word == "esac" && frame.cases > 0)
        --frame.cases;
}

bool Lexer::takeShellHereDocument()
{
    const bool indented = at(2) == '-';
    auto begin = m_at + (indented ? 3 : 2);
    while (begin < m_text.size() && (m_text[begin] == ' ' || m_text[begin] == '\t'))
        ++begin;
    const char quote = begin < m_text.size() ? m_text[begin] : '\0';
    const bool quoted = quote == '"' || quote == '\'' || quote == '\\';
    begin += quoted ? 1 : 0;
    auto end = begin;
    while (end < m_text.size() && end - begin < kLongestDelimiter
           && (isWordByte(m_text[end]) || m_text[end] == '-' || m_text[end] == '.'
               || m_text[end] == '!'))
        ++end;
    if (end == begin)
        return false;
    Form form;
    form.closeMiddle = m_text.substr(begin, end - begin);
    form.hereDocument = form.multiline = true;
    form.indented = indented;
    form.escapes = !quoted;
    form.hole = quoted ? Hole::None : Hole::Shell;
    form.flags = static_cast<std::uint8_t>((quoted ? int(kRaw) : 0) | kCommand);
    m_pendingDocuments.push_back(form);
    m_at = end + (quoted && quote != '\\' ? 1 : 0);
    return true;
}

} // namespace sandbench::gate
