// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace sandbench::ui {

/// A complete control sequence. Values are clamped; a value that was not given is -1.
struct CsiSequence
{
    static constexpr std::size_t kMaxParameters = 32;
    static constexpr int kMaxValue = 65535;

    char prefix = 0; ///< '?', '<', '=', '>' or 0.
    char intermediate = 0;
    char final = 0;
    std::size_t count = 0;
    std::array<int, kMaxParameters> values{};
    std::array<bool, kMaxParameters> sub{}; ///< The value came after a colon.

    int value(std::size_t index, int fallback) const
    {
        return index < count && values[index] >= 0 ? values[index] : fallback;
    }
};

/// What the parser found, in order.
class AnsiHandler
{
public:
    virtual ~AnsiHandler() = default;
    virtual void printAscii(std::string_view run) = 0; ///< Only 0x20..0x7E.
    virtual void print(char32_t codePoint) = 0; ///< U+FFFD for what is not UTF-8.
    virtual void control(char code) = 0; ///< C0 and DEL, never ESC.
    virtual void csi(const CsiSequence& sequence) = 0;
    virtual void ignored() = 0; ///< One escape sequence or control string was swallowed.
    /// ESC and what follows it outside of sequences and strings. @p intermediate: 0 = none.
    virtual void escape(char intermediate, char final)
    {
        (void)intermediate, (void) final;
        ignored();
    }
    /// The text of an operating system command of at most AnsiParser::kMaxCommandBytes.
    virtual void command(std::string_view text)
    {
        (void)text;
        ignored();
    }
};

/// Splits program output into text, controls and sequences. Never looks at what strings say, so no
/// request for the clipboard, a title or a reply can have an effect unless a handler grants it.
/// UTF-8 and sequences may be cut anywhere between two calls.
/// Source: the DEC-compatible parser model (Williams); ECMA-48 5.4 and 8.3; WHATWG UTF-8 decoder.
class AnsiParser
{
public:
    static constexpr std::size_t kMaxSequenceBytes = 4096;
    static constexpr std::size_t kMaxStringBytes = 64 * 1024;
    static constexpr std::size_t kMaxCommandBytes = 2048;

    void feed(std::string_view bytes, AnsiHandler& handler);
    /// The stream ended: an incomplete character becomes U+FFFD, an open sequence is dropped.
    void finish(AnsiHandler& handler);
    /// Index in the bytes of the running feed() of the byte being handled.
    std::size_t position() const { return m_at; }

private:
    enum class State { Ground, Escape, EscapeIntermediate, Csi, CsiIgnore, String, StringEscape };

    void ground(std::string_view bytes, AnsiHandler& handler);
    void continueUtf8(unsigned char byte, AnsiHandler& handler);
    void startUtf8(unsigned char byte, AnsiHandler& handler);
    void sequence(unsigned char byte, AnsiHandler& handler);
    bool common(unsigned char byte, AnsiHandler& handler);
    void escape(unsigned char byte, AnsiHandler& handler);
    void csi(unsigned char byte, AnsiHandler& handler);
    void csiParameter(unsigned char byte);
    void string(unsigned char byte, AnsiHandler& handler);
    void abort(AnsiHandler& handler);
    void enter(State state);

    State m_state = State::Ground;
    std::size_t m_at = 0;
    std::size_t m_length = 0; ///< Bytes of the open sequence or string.
    bool m_bellEnds = false; ///< An operating system command.
    std::string m_command; ///< Its first bytes, one more than may be.
    char m_intermediate = 0;
    CsiSequence m_csi;
    bool m_parameterOpen = false;
    char32_t m_codePoint = 0;
    int m_needed = 0; ///< Continuation bytes still to come.
    unsigned char m_lower = 0x80;
    unsigned char m_upper = 0xBF;
};

} // namespace sandbench::ui
