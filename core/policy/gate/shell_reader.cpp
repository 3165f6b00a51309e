// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/literal.h"
#include "core/policy/gate/readers.h"

namespace sandbench::gate {
namespace {

constexpr std::size_t kLongestWord = 64U << 10;
constexpr std::size_t kMostArguments = 64;

/// bash: the commands that it runs, the files that it sources, and programs handed to other
/// interpreters.
class ShellReader : public FactReader
{
public:
    using FactReader::FactReader;

protected:
    std::size_t step(std::size_t i) override
    {
        const auto next = stepOver(i);
        // Code begins in a text: "a $(command)"
        if (next <= count() && isString(next - 1) && token(next - 1).has(kPartial))
            m_expectsCommand = true;
        return next;
    }

private:
    std::size_t stepOver(std::size_t i)
    {
        if (isString(i) && token(i).has(kCommand)) {
            if (m_documentReader)
                addProgram(m_documentReader, constantOf(i));
            m_documentReader = nullptr;
            return i + 1;
        }
        if (isSeparator(i)) {
            m_expectsCommand = true;
            return i + 1;
        }
        if (startsLine(i)) {
            m_expectsCommand = true;
            m_documentReader = nullptr;
        }
        if (!m_expectsCommand || !beginsWord(i))
            return i + 1;
        const auto word = wordAt(i);
        if (isAssignment(word.text) || isRedirection(i))
            return word.end;
        m_expectsCommand = false;
        if (isPrefix(word.text)) {
            m_expectsCommand = true;
            skipOptions(word.end);
            return word.end;
        }
        if (i < m_optionsEnd && word.text.starts_with('-')) {
            m_expectsCommand = true;
            return word.end;
        }
        commandAt(word);
        return word.end;
    }

    struct Word
    {
        std::string text;
        bool known = true; ///< No part of it is computed.
        std::size_t end = 0;
        Range at;
    };

    bool isSeparator(std::size_t i) const
    {
        return isPunct(i, ';') || isPunct(i, '|') || isPunct(i, '&') || isPunct(i, '(')
            || isPunct(i, ')') || isPunct(i, '$') || isPunct(i, '`');
    }

    bool beginsWord(std::size_t i) const { return isWord(i) || isString(i); }

    // >file: its name is no command.
    bool isRedirection(std::size_t i) const
    {
        return i > 0 && (isPunct(i - 1, '>') || isPunct(i - 1, '<')) && !startsLine(i);
    }

    // Words and texts without anything between them are one word.
    Word wordAt(std::size_t i) const
    {
        Word word = {{}, true, i, rangeOf(i, i + 1)};
        do {
            const auto& part = token(word.end);
            const bool text = part.kind == TokenKind::String;
            if (part.has(kPartial) || (!text && part.kind != TokenKind::Word))
                word.known = false;
            else if (word.text.size() < kLongestWord)
                word.text += text ? decodeText(word.end) : unescaped(textOf(word.end));
            ++word.end;
        } while (word.end < count() && isGlued(word.end) && !startsLine(word.end)
                 && (beginsWord(word.end) || isPunct(word.end, '$'))
                 && word.end < i + kMostArguments);
        word.at = rangeOf(i, word.end);
        return word;
    }

    std::string decodeText(std::size_t i) const
    {
        const auto bytes = textOf(i).substr(0, kLongestWord);
        const bool ansi
            = token(i).begin >= 2 && sourceText({token(i).begin - 2, token(i).begin}) == "$'";
        return ansi              ? decodeLiteral(bytes, false)
            : token(i).has(kRaw) ? std::string(bytes)
                                 : unquoted(bytes);
    }

    // In double quotes a backslash protects these only.
    static std::string unquoted(std::string_view bytes)
    {
        std::string text;
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            const bool protects = bytes[at] == '\\' && at + 1 < bytes.size()
                && std::string_view("$`\"\\\n").find(bytes[at + 1]) != std::string_view::npos;
            at += protects ? 1 : 0;
            if (!protects || bytes[at] != '\n')
                text += bytes[at];
        }
        return text;
    }

    static std::string unescaped(std::string_view bytes)
    {
        std::string text;
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            const bool escape = bytes[at] == '\\' && at + 1 < bytes.size();
            at += escape ? 1 : 0;
            if (!escape || bytes[at] != '\n')
                text += bytes[at];
        }
        return text;
    }

    static bool isAssignment(std::string_view word)
    {
        const auto equals = word.find('=');
        if (equals == std::string_view::npos || equals == 0)
            return false;
        for (const char c : word.substr(0, equals))
            if (!((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9')
                  || c == '_' || c == '+' || c == '[' || c == ']'))
                return false;
        return true;
    }

    // Behind these words another command follows.
    static bool isPrefix(std::string_view word)
    {
        static constexpr std::string_view kPrefixes[] = {
            "if",     "then",  "else",   "elif",   "while",   "until",   "do",      "!",     "{",
            "time",   "sudo",  "doas",   "env",    "exec",    "command", "builtin", "nohup", "nice",
            "setsid", "xargs", "coproc", "stdbuf", "busybox", "unshare", "chroot"};
        for (const auto prefix : kPrefixes)
            if (word == prefix)
                return true;
        return false;
    }

    void skipOptions(std::size_t i)
    {
        m_optionsEnd = i;
        while (isWord(m_optionsEnd) && textOf(m_optionsEnd).starts_with('-')
               && m_optionsEnd < i + kMostArguments)
            ++m_optionsEnd;
    }

    void commandAt(const Word& word)
    {
        if (!word.known || word.text.empty())
            return;
        const auto name = word.text.substr(word.text.rfind('/') + 1);
        addImport(name, word.at);
        addUse(name, word.at);
        if (word.text == "source" || word.text == ".")
            return sourceAt(word.end);
        if (word.text == "eval")
            return evaluateAt(word.end);
        if (const char* language = interpreterLanguage(name))
            interpreterAt(word.end, language);
    }

    void sourceAt(std::size_t i)
    {
        if (!beginsWord(i) || startsLine(i))
            return;
        const auto file = wordAt(i);
        if (file.known)
            addImport(file.text.substr(file.text.rfind('/') + 1), file.at);
    }

    void evaluateAt(std::size_t i)
    {
        std::string text;
        const auto first = i;
        while (beginsWord(i) && !startsLine(i) && i < first + kMostArguments) {
            const auto word = wordAt(i);
            if (!word.known)
                return;
            text += (text.empty() ? "" : " ") + word.text;
            i = word.end;
        }
        if (i > first)
            addProgram("bash", {std::move(text), i, rangeOf(first, i), false});
    }

    static const char* interpreterLanguage(std::string_view name)
    {
        while (!name.empty() && ((name.back() >= '0' && name.back() <= '9') || name.back() == '.'))
            name.remove_suffix(1);
        if (name == "bash" || name == "sh" || name == "dash" || name == "zsh" || name == "ksh")
            return "bash";
        if (name == "python" || name == "pypy")
            return "python";
        if (name == "node" || name == "nodejs" || name == "deno" || name == "bun")
            return "javascript";
        if (name == "ruby")
            return "ruby";
        if (name == "Rscript" || name == "R")
            return "r";
        return name == "php" ? "php" : nullptr;
    }

    // bash -c 'text', python3 -c 'text', node -e 'text', php -r 'text', python3 <<EOF
    void interpreterAt(std::size_t i, const char* language)
    {
        const auto first = i;
        m_documentReader = language;
        while (i < count() && !startsLine(i) && !isSeparator(i) && i < first + kMostArguments) {
            if (!beginsWord(i)) {
                ++i;
                continue;
            }
            const auto option = wordAt(i);
            i = option.end;
            const bool takesText = option.text.size() >= 2 && option.text[0] == '-'
                && std::string_view("cer").find(option.text.back()) != std::string_view::npos;
            if (!takesText || option.text.starts_with("--") || !beginsWord(i) || startsLine(i))
                continue;
            const auto text = wordAt(i);
            m_documentReader = nullptr;
            if (!text.known)
                return;
            const bool plain
                = text.end == i + 1 && isString(i) && text.text.size() == textOf(i).size();
            const std::string_view word = language;
            addProgram(
                language,
                {(word == "php" ? "<?php " : "") + text.text, text.end,
                 plain ? Range{token(i).begin, token(i).end} : text.at, plain && word != "php"});
            return;
        }
    }

    Constant constantOf(std::size_t i) const
    {
        const bool plain = token(i).has(kRaw) || textOf(i).find('\\') == std::string_view::npos;
        if (token(i).has(kPartial))
            return {};
        return {
            plain ? std::string(textOf(i)) : unquoted(textOf(i)),
            i + 1,
            {token(i).begin, token(i).end},
            plain};
    }

    bool m_expectsCommand = true;
    std::size_t m_optionsEnd = 0;
    const char* m_documentReader = nullptr; // whose input the next here-document is
};

} // namespace

std::unique_ptr<FactReader>
makeShellReader(const LexedSource& source, std::string_view language, const WantedNames& wanted)
{
    return std::make_unique<ShellReader>(source, language, wanted);
}

} // namespace sandbench::gate
