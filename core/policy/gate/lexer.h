// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/gate/lexical_rules.h"
#include "core/policy/gate/token.h"

#include <deque>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace sandbench::gate {

/// More than this is not taken apart. Units: bytes.
inline constexpr std::size_t kMaxSourceBytes = std::size_t(16) << 20;
/// Nor are more tokens told apart: programs that people or their tools write have fewer in 10 MB.
/// What is behind is obscure.
inline constexpr std::size_t kMostTokens = std::size_t(4) << 20;

/// Takes a program apart as the language's own tools would; any bytes are fine. At most
/// kMaxSourceBytes of @p text, which must outlive the result. Linear in its length. Thread: any.
LexedSource lex(std::string_view text, std::string_view language);

/// The work behind lex(): a stack of strings within code within strings.
class Lexer
{
public:
    Lexer(std::string_view text, const LexicalRules& rules, std::size_t mostTokens = kMostTokens);
    LexedSource run();

private:
    /// Deeper than people write, and cheap when somebody does it on purpose.
    static constexpr std::size_t kMaxNesting = 400;

    enum class Hole : std::uint8_t { None, Python, DollarBrace, HashBrace, Php, Shell };

    /// How a string goes on and what ends it: first, then middle, then last.
    struct Form
    {
        char closeFirst = 0;
        std::string_view closeMiddle;
        char closeLast = 0;
        char nestOpen = 0; ///< Opens a pair within, which its closing must close first.
        bool escapes = true;
        bool multiline = false;
        bool hereDocument = false; ///< closeMiddle stands alone on a line.
        bool indented = false; ///< White space may precede it there.
        bool characterClasses = false; ///< A slash within [] does not end it.
        bool isSpec = false; ///< The format behind the ':' of a Python hole.
        Hole hole = Hole::None;
        std::uint8_t flags = 0;
    };

    struct Frame
    {
        bool isString = false;
        Form form;
        std::size_t pieceBegin = 0;
        bool partial = false;
        bool inClass = false;
        char closer = 0; ///< Of code in a string.
        std::uint32_t depth = 0; ///< Brackets open in it, or pairs in a string.
        std::uint32_t cases = 0; ///< Shell: `case` without its `esac`; its ')' ends nothing.
        bool isPythonHole = false;
        bool isParameter = false; ///< Shell: ${…}, where '#' is no comment.
    };

    enum class Paren : std::uint8_t { Other, Condition, FunctionValue };

    // lexer.cpp: the driver, and what every language has
    char at(std::size_t offset) const
    {
        return m_at + offset < m_text.size() ? m_text[m_at + offset] : '\0';
    }
    bool looksAt(std::string_view word) const
    {
        return !word.empty() && m_text.substr(m_at).starts_with(word);
    }
    bool lookedAt(std::size_t offset, std::string_view word) const;
    std::size_t lineEndAt(std::size_t offset) const;
    std::size_t findLineEnd(std::size_t from) const;
    void codeStep();
    bool skipSpace();
    void endLine(std::size_t length);
    bool skipComment();
    bool skipLineComment();
    void addComment(std::size_t end);
    bool isWordByte(char c) const;
    bool takeWord();
    bool takeNumber();
    void takePunct();
    void markDocumentation();
    void trackBrackets(char c);
    bool closeHole(char c);
    void add(TokenKind kind, std::size_t begin, std::size_t end, unsigned flags = 0);
    const Token* previous(std::size_t back = 0) const;
    bool previousIs(char punct, std::size_t back = 0) const;
    bool previousWordIn(std::initializer_list<std::string_view> words, std::size_t back = 0) const;
    bool valueBefore() const;
    bool spaceBefore() const;
    static std::size_t utf8Length(char first);

    // lexer_strings.cpp: strings, common to all
    void openString(std::size_t openLength, const Form& form);
    void noteObscure(std::size_t length);
    void stringStep();
    bool stringByte(Frame& frame, char c);
    bool closeString(Frame& frame);
    std::size_t closeLength(const Form& form) const;
    bool openHole(const Frame& frame);
    void pushCode(std::size_t length, char closer);
    void endPiece(Frame& frame);
    void endString(std::size_t skip);
    bool takeString();
    bool takeQuoted();
    bool takePythonString();
    bool takeTripleQuoted();

    // lexer_languages.cpp: peculiarities
    bool takeRegex();
    bool takeCppString();
    bool takeRustString();
    bool takeRString();
    bool takeRubyText();
    bool takeRubyPercent();
    bool takeRubyHereDocument();
    bool takeRubyCharacter();
    bool takeRubySection();
    bool takePhpHereDocument();
    bool takePhpTag();
    void skipOutsidePhp();
    bool takeShellText();
    bool takeShellHereDocument();
    void takeShellWord();
    void openHereDocuments();

    std::string_view m_text;
    const LexicalRules& m_rules;
    const std::size_t m_mostTokens;
    LexedSource m_out;
    std::vector<Frame> m_frames;
    std::deque<Form> m_pendingDocuments; // begin at the next line
    std::vector<Paren> m_parens; // JavaScript: what each open one is
    std::vector<bool> m_braces; // JavaScript: whether each open one begins a block
    Paren m_lastParen = Paren::Other;
    bool m_lastBraceWasBlock = true;
    bool m_functionIsValue = false;
    std::size_t m_at = 0;
    std::size_t m_lastEnd = 0; // of the last token, quotes included
    std::size_t m_joined = 0; // brackets open, where those join lines
    bool m_newLine = true;
    bool m_regexIsDoubtful = false; // it may have been two divisions
};

} // namespace sandbench::gate
