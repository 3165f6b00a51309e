// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/terminal/terminal_border.h"

#include "ui/common/safe_text.h"

#include <QChar>

#include <algorithm>
#include <array>
#include <vector>

namespace sandbench::ui {

namespace {

constexpr int kLargestValue = 9999;
constexpr std::size_t kMostStyles = 15; ///< Parameters at once: libvterm has room for 16.
constexpr char32_t kUnreadable = 0xFFFD;

/// Of sequences without prefix and intermediate; h, l, m, n, b, s and u are looked at closer.
constexpr std::string_view kPlainFinals = "@ABCDEFGHIJKLMPSTXZ`adefgr";
constexpr std::string_view kControls = "\a\b\t\n\v\f\r\x0E\x0F";
constexpr std::string_view kEscapes = "7=>DEHM";

constexpr auto kPrivateModes = std::to_array<int>(
    {1, 6, 7, 12, 25, 1000, 1002, 1003, 1004, 1005, 1006, 1015, 1047, 1048, 1049, 2004});
constexpr auto kPlainModes = std::to_array<int>({4, 20});

/// Which libvterm 0.1.4 does not know.
constexpr std::string_view kSoftReset = "\x1b[m\x1b[4l\x1b[?1l\x1b[?6l\x1b[?7h\x1b[?25h\x1b"
                                        "7\x1b[r\x1b"
                                        "8";
constexpr std::string_view kBoundCursor = "\x1b[9J"; ///< Erases nothing, and moves it inside.

template <typename Values> bool contains(const Values& values, int value)
{
    return std::find(values.begin(), values.end(), value) != values.end();
}

void appendUtf8(std::string& out, char32_t c)
{
    const auto byte = [&out](char32_t value) { out += static_cast<char>(value); };
    if (c < 0x80)
        return byte(c);
    if (c < 0x800) {
        byte(0xC0 | c >> 6);
    } else {
        if (c < 0x10000) {
            byte(0xE0 | c >> 12);
        } else {
            byte(0xF0 | c >> 18);
            byte(0x80 | (c >> 12 & 0x3F));
        }
        byte(0x80 | (c >> 6 & 0x3F));
    }
    byte(0x80 | (c & 0x3F));
}

bool joins(char32_t c)
{
    const auto category = QChar::category(c);
    return c == 0xFE0F || c == 0x200D || (c >= 0x1160 && c <= 0x11FF)
        || category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing;
}

/// What nobody would see, or what reorders others.
bool isHidden(char32_t c)
{
    const auto category = QChar::category(c);
    return c < 0xA0
        || (SafeText::needsBox(c) && category != QChar::Other_PrivateUse
            && category != QChar::Other_NotAssigned);
}

/// How many parameters say one thing: 38 ; 2 ; red ; green ; blue.
std::size_t styleLength(const CsiSequence& sequence, std::size_t at)
{
    const int value = sequence.value(at, 0);
    std::size_t length = 1;
    while (at + length < sequence.count && sequence.sub[at + length])
        ++length;
    if (length == 1 && (value == 38 || value == 48 || value == 58)) {
        const int kind = sequence.value(at + 1, 0);
        length = kind == 2 ? 5 : kind == 5 ? 3 : 1;
    }
    return std::min(length, sequence.count - at);
}

/// One thing that SGR sets, as libvterm reads it; empty where it does not.
std::vector<int> styleValues(const CsiSequence& sequence, std::size_t at, std::size_t length)
{
    std::vector<int> values;
    for (auto i = at; i < at + length; ++i)
        values.push_back(sequence.value(i, 0));
    if (values[0] == 58 || values[0] == 59) // the colour of underlines
        return {};
    if (values[0] != 38 && values[0] != 48)
        return {values[0] == 4 && length > 1 && values[1] == 0 ? 24 : values[0]};
    const bool isRgb = length >= 5 && values[1] == 2;
    if (length >= 6 && isRgb) // 38 : 2 : colour space : red : green : blue
        values.erase(values.begin() + 2);
    if (!isRgb && !(length >= 3 && values[1] == 5))
        return {};
    values.resize(isRgb ? 5 : 3);
    for (std::size_t i = 2; i < values.size(); ++i)
        values[i] = std::min(values[i], 255);
    return values;
}

} // namespace

void TerminalBorder::feed(std::string_view bytes)
{
    m_parser.feed(bytes, *this);
    flush();
}

void TerminalBorder::flush()
{
    if (!m_out.empty())
        m_sink.passed(m_out);
    m_out.clear();
}

void TerminalBorder::write(std::string_view bytes)
{
    if (m_out.size() + bytes.size() > kMostAtOnce)
        flush();
    m_out += bytes;
}

void TerminalBorder::printAscii(std::string_view run)
{
    if (m_last >= 0x80)
        flush(); // libvterm forgets line drawing behind other characters
    m_last = static_cast<unsigned char>(run.back());
    m_marks = 0;
    for (; !run.empty(); run.remove_prefix(std::min(run.size(), kMostAtOnce)))
        write(run.substr(0, kMostAtOnce));
}

void TerminalBorder::print(char32_t codePoint)
{
    if (joins(codePoint)) {
        flush();
        if (m_marks < kMostMarks)
            m_sink.joined(codePoint);
        m_marks = std::min(m_marks + 1, kMostMarks);
        return;
    }
    m_marks = 0;
    m_last = isHidden(codePoint) ? kUnreadable : codePoint;
    std::string bytes;
    appendUtf8(bytes, m_last);
    write(bytes);
}

void TerminalBorder::control(char code)
{
    m_marks = kMostMarks;
    if (code != 0 && kControls.find(code) != std::string_view::npos)
        write({&code, 1});
    else if (code != 0)
        ++m_refused;
}

void TerminalBorder::escape(char intermediate, char final)
{
    m_marks = kMostMarks;
    const char plain[] = {'\x1b', final};
    if (intermediate == 0 && final == '8') {
        write("\x1b"
              "8");
        write(kBoundCursor); // where it was saved may be outside by now
    } else if (intermediate == 0 && final == 'c') {
        write("\x1b[?1000l\x1b[?1047l\x1b"
              "c");
    } else if (intermediate == 0 && kEscapes.find(final) != std::string_view::npos) {
        write({plain, sizeof plain});
    } else if (
        (intermediate == '(' || intermediate == ')')
        && (final == '0' || final == 'A' || final == 'B')) {
        const char set[] = {'\x1b', intermediate, final};
        write({set, sizeof set});
    } else if (final != '\\' || intermediate != 0) { // ST ends what was refused before
        ++m_refused;
    }
}

void TerminalBorder::command(std::string_view text)
{
    // OSC 8 ; parameters ; address
    const auto second = text.starts_with("8;") ? text.find(';', 2) : std::string_view::npos;
    if (second == std::string_view::npos) {
        ++m_refused;
        return;
    }
    flush();
    m_sink.linked(text.substr(second + 1));
}

void TerminalBorder::csi(const CsiSequence& sequence)
{
    m_marks = kMostMarks;
    const int first = sequence.value(0, 0);
    const bool isPlain = sequence.prefix == 0 && sequence.intermediate == 0;
    const bool isPrivate = sequence.prefix == '?' && sequence.intermediate == 0;
    const char final = sequence.final;
    if (isPlain && final == 'm')
        style(sequence);
    else if ((isPlain || isPrivate) && (final == 'h' || final == 'l'))
        modes(sequence);
    else if (sequence.prefix == 0 && sequence.intermediate == '!' && final == 'p')
        write(kSoftReset);
    else if (isPlain && final == 'b')
        repeat(first);
    else if (isPlain && final == 's' && sequence.count == 0)
        escape(0, '7');
    else if (isPlain && final == 'u' && sequence.count == 0)
        escape(0, '8');
    else if (
        (isPlain && kPlainFinals.find(final) != std::string_view::npos
         && (final != 'J' || first < 3))
        || (isPlain && final == 'c' && first == 0)
        || (sequence.prefix == '>' && sequence.intermediate == 0 && final == 'c' && first == 0)
        || (isPlain && final == 'n' && (first == 5 || first == 6))
        || (isPrivate && (final == 'J' || final == 'K') && first < 3)
        || (sequence.prefix == 0 && sequence.intermediate == ' ' && final == 'q' && first <= 6))
        writeSequence(sequence, std::min<std::size_t>(sequence.count, 2));
    else
        ++m_refused;
}

void TerminalBorder::style(const CsiSequence& sequence)
{
    CsiSequence out;
    out.final = sequence.final;
    for (std::size_t at = 0, length = 0; at < sequence.count; at += length) {
        length = styleLength(sequence, at);
        const auto values = styleValues(sequence, at, length);
        if (out.count + values.size() > kMostStyles) {
            writeSequence(out, out.count);
            out.count = 0;
        }
        for (const int value : values)
            out.values[out.count++] = value;
    }
    if (out.count > 0 || sequence.count == 0)
        writeSequence(out, out.count);
}

void TerminalBorder::modes(const CsiSequence& sequence)
{
    for (std::size_t i = 0; i < sequence.count; ++i) {
        CsiSequence one = sequence;
        one.values[0] = sequence.value(i, 0) == 47 ? 1047 : sequence.value(i, 0);
        one.count = 1;
        const bool isKnown = sequence.prefix == '?' ? contains(kPrivateModes, one.values[0])
                                                    : contains(kPlainModes, one.values[0]);
        if (isKnown)
            writeSequence(one, 1);
        else
            ++m_refused;
    }
}

void TerminalBorder::repeat(int count)
{
    std::string bytes;
    if (m_last != 0)
        appendUtf8(bytes, m_last);
    for (int i = std::clamp(count, 1, kMostRepeats); i > 0; --i)
        write(bytes);
}

void TerminalBorder::writeSequence(const CsiSequence& sequence, std::size_t parameters)
{
    std::string bytes = "\x1b[";
    if (sequence.prefix != 0)
        bytes += sequence.prefix;
    for (std::size_t i = 0; i < parameters; ++i) {
        if (i > 0)
            bytes += ';';
        if (sequence.values[i] >= 0)
            bytes += std::to_string(std::min(sequence.values[i], kLargestValue));
    }
    if (sequence.intermediate != 0)
        bytes += sequence.intermediate;
    write(bytes + sequence.final);
}

} // namespace sandbench::ui
