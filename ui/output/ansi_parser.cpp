// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/output/ansi_parser.h"

#include <algorithm>

namespace sandbench::ui {

namespace {

constexpr unsigned char kEscape = 0x1B;
constexpr unsigned char kBell = 0x07;
constexpr unsigned char kCancel = 0x18;
constexpr unsigned char kSubstitute = 0x1A;
constexpr char32_t kReplacement = 0xFFFD;
constexpr char kTooMany = 0x7F; ///< In place of more than one intermediate byte.

bool isText(char c)
{
    return c >= 0x20 && c < 0x7F;
}

} // namespace

void AnsiParser::feed(std::string_view bytes, AnsiHandler& handler)
{
    for (m_at = 0; m_at < bytes.size();) {
        if (m_state == State::Ground) {
            ground(bytes, handler);
            continue;
        }
        sequence(static_cast<unsigned char>(bytes[m_at]), handler);
    }
}

void AnsiParser::ground(std::string_view bytes, AnsiHandler& handler)
{
    const auto byte = static_cast<unsigned char>(bytes[m_at]);
    if (m_needed > 0) {
        continueUtf8(byte, handler);
        return;
    }
    if (isText(bytes[m_at])) {
        const auto* begin = bytes.data() + m_at;
        const auto* end = std::find_if_not(begin, bytes.data() + bytes.size(), isText);
        handler.printAscii({begin, static_cast<std::size_t>(end - begin)});
        m_at += static_cast<std::size_t>(end - begin);
        return;
    }
    if (byte == kEscape)
        enter(State::Escape);
    else if (byte < 0x80)
        handler.control(static_cast<char>(byte));
    else
        startUtf8(byte, handler);
    ++m_at;
}

void AnsiParser::startUtf8(unsigned char byte, AnsiHandler& handler)
{
    m_lower = byte == 0xE0 ? 0xA0 : byte == 0xF0 ? 0x90 : 0x80;
    m_upper = byte == 0xED ? 0x9F : byte == 0xF4 ? 0x8F : 0xBF;
    if (byte >= 0xC2 && byte <= 0xDF) {
        m_needed = 1;
        m_codePoint = byte & 0x1FU;
    } else if (byte >= 0xE0 && byte <= 0xEF) {
        m_needed = 2;
        m_codePoint = byte & 0x0FU;
    } else if (byte >= 0xF0 && byte <= 0xF4) {
        m_needed = 3;
        m_codePoint = byte & 0x07U;
    } else {
        handler.print(kReplacement);
    }
}

void AnsiParser::continueUtf8(unsigned char byte, AnsiHandler& handler)
{
    if (byte < m_lower || byte > m_upper) {
        // The byte is not consumed: it may start something else.
        m_needed = 0;
        handler.print(kReplacement);
        return;
    }
    m_lower = 0x80;
    m_upper = 0xBF;
    m_codePoint = (m_codePoint << 6) | (byte & 0x3FU);
    if (--m_needed == 0)
        handler.print(m_codePoint);
    ++m_at;
}

void AnsiParser::enter(State state)
{
    m_state = state;
    if (state == State::Escape) {
        m_length = 0;
        m_intermediate = 0;
    }
    if (state == State::String)
        m_command.clear();
    if (state == State::Csi) {
        m_csi = {};
        m_parameterOpen = false;
    }
}

void AnsiParser::abort(AnsiHandler& handler)
{
    m_state = State::Ground;
    handler.ignored();
}

void AnsiParser::sequence(unsigned char byte, AnsiHandler& handler)
{
    ++m_length;
    switch (m_state) {
    case State::String:
    case State::StringEscape:
        string(byte, handler);
        return;
    case State::Escape:
    case State::EscapeIntermediate:
        if (!common(byte, handler))
            escape(byte, handler);
        return;
    default:
        if (!common(byte, handler))
            csi(byte, handler);
    }
}

// What every state outside of strings does alike. True when the byte was dealt with.
bool AnsiParser::common(unsigned char byte, AnsiHandler& handler)
{
    if (byte >= 0x80 || m_length > kMaxStringBytes) {
        abort(handler); // not consumed: foreign text must not vanish behind a cut sequence
        return true;
    }
    if (byte >= 0x20)
        return false;
    if (byte == kCancel || byte == kSubstitute) {
        abort(handler);
    } else if (byte == kEscape) {
        handler.ignored();
        enter(State::Escape);
    } else {
        handler.control(static_cast<char>(byte));
    }
    ++m_at;
    return true;
}

void AnsiParser::escape(unsigned char byte, AnsiHandler& handler)
{
    ++m_at;
    if (byte < 0x30) {
        m_intermediate = m_state == State::Escape ? static_cast<char>(byte) : kTooMany;
        m_state = State::EscapeIntermediate;
        return;
    }
    if (m_state == State::Escape && byte == '[') {
        enter(State::Csi);
        return;
    }
    if (m_state == State::Escape
        && (byte == ']' || byte == 'P' || byte == 'X' || byte == '^' || byte == '_')) {
        m_bellEnds = byte == ']';
        enter(State::String);
        return;
    }
    if (byte == 0x7F || m_intermediate == kTooMany)
        return abort(handler);
    m_state = State::Ground;
    handler.escape(m_intermediate, static_cast<char>(byte));
}

void AnsiParser::csi(unsigned char byte, AnsiHandler& handler)
{
    ++m_at;
    if (byte >= 0x40) {
        const bool usable = m_state == State::Csi && byte != 0x7F;
        if (byte == 0x7F)
            return;
        m_state = State::Ground;
        m_csi.final = static_cast<char>(byte);
        if (usable)
            handler.csi(m_csi);
        else
            handler.ignored();
        return;
    }
    if (m_state == State::CsiIgnore)
        return;
    if (m_length > kMaxSequenceBytes || (byte >= 0x30 && m_csi.intermediate != 0))
        m_state = State::CsiIgnore;
    else if (byte < 0x30)
        m_csi.intermediate = static_cast<char>(byte);
    else
        csiParameter(byte);
}

void AnsiParser::csiParameter(unsigned char byte)
{
    if (byte >= '<') {
        if (m_parameterOpen || m_csi.prefix != 0)
            m_state = State::CsiIgnore;
        m_csi.prefix = static_cast<char>(byte);
        return;
    }
    if (!m_parameterOpen) {
        m_parameterOpen = true;
        m_csi.values[0] = -1;
        m_csi.count = 1;
    }
    if (byte == ';' || byte == ':') {
        if (m_csi.count == CsiSequence::kMaxParameters) {
            m_state = State::CsiIgnore;
            return;
        }
        m_csi.values[m_csi.count] = -1;
        m_csi.sub[m_csi.count] = byte == ':';
        ++m_csi.count;
        return;
    }
    int& value = m_csi.values[m_csi.count - 1];
    value = std::min(CsiSequence::kMaxValue, std::max(0, value) * 10 + (byte - '0'));
}

void AnsiParser::string(unsigned char byte, AnsiHandler& handler)
{
    if (m_state == State::StringEscape && byte != '\\') {
        // The escape belonged to a new sequence.
        handler.ignored();
        enter(State::Escape);
        return;
    }
    ++m_at;
    const bool terminated = m_state == State::StringEscape || (byte == kBell && m_bellEnds);
    if (terminated && m_bellEnds && m_command.size() <= kMaxCommandBytes) {
        m_state = State::Ground;
        handler.command(m_command);
    } else if (terminated || byte == kCancel || byte == kSubstitute || m_length > kMaxStringBytes) {
        abort(handler);
    } else if (byte == kEscape) {
        m_state = State::StringEscape;
    } else if (m_bellEnds && m_command.size() <= kMaxCommandBytes) {
        m_command += static_cast<char>(byte);
    }
}

void AnsiParser::finish(AnsiHandler& handler)
{
    m_at = 0;
    if (m_needed > 0) {
        m_needed = 0;
        handler.print(kReplacement);
    }
    if (m_state != State::Ground)
        abort(handler);
}

} // namespace sandbench::ui
