// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/report/html_text.h"

#include <charconv>
#include <vector>

namespace sandbench::report {

namespace {

constexpr char kEscape = '\x1b';
constexpr std::size_t kMostParameters = 32;

struct Pen
{
    int colour = -1; ///< 0 to 15; -1 = the page's.
    int behind = -1;
    bool isBold = false, isFaint = false, isItalic = false, isUnderlined = false;

    bool operator==(const Pen&) const = default;
};

std::string classesOf(const Pen& pen)
{
    std::string classes;
    const auto add
        = [&classes](const std::string& name) { classes += (classes.empty() ? "" : " ") + name; };
    if (pen.colour >= 0)
        add("c" + std::to_string(pen.colour));
    if (pen.behind >= 0)
        add("b" + std::to_string(pen.behind));
    if (pen.isBold)
        add("bold");
    if (pen.isFaint)
        add("faint");
    if (pen.isItalic)
        add("italic");
    if (pen.isUnderlined)
        add("underlined");
    return classes;
}

/// "1;31"; what is no number counts as 0.
std::vector<int> numbersOf(std::string_view parameters)
{
    std::vector<int> numbers;
    while (numbers.size() < kMostParameters) {
        int number = 0;
        const auto end = parameters.find_first_of(";:");
        const auto word = parameters.substr(0, end);
        (void)std::from_chars(word.data(), word.data() + word.size(), number);
        numbers.push_back(number);
        if (end == std::string_view::npos)
            return numbers;
        parameters.remove_prefix(end + 1);
    }
    return numbers;
}

void setColour(Pen& pen, int number)
{
    if (number >= 30 && number <= 37)
        pen.colour = number - 30;
    else if (number >= 90 && number <= 97)
        pen.colour = number - 90 + 8;
    else if (number == 39)
        pen.colour = -1;
    else if (number >= 40 && number <= 47)
        pen.behind = number - 40;
    else if (number >= 100 && number <= 107)
        pen.behind = number - 100 + 8;
    else if (number == 49)
        pen.behind = -1;
}

/// Of 38 and 48: how many numbers follow. Of the 256 colours only the first 16 are shown.
std::size_t setWideColour(int& colour, const std::vector<int>& numbers, std::size_t at)
{
    if (at + 2 < numbers.size() && numbers[at + 1] == 5) {
        colour = numbers[at + 2] >= 0 && numbers[at + 2] < 16 ? numbers[at + 2] : -1;
        return 2;
    }
    return at + 4 < numbers.size() && numbers[at + 1] == 2 ? 4 : 0;
}

void apply(Pen& pen, std::string_view parameters)
{
    const auto numbers = numbersOf(parameters);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const int number = numbers[i];
        if (number == 38 || number == 48) {
            i += setWideColour(number == 38 ? pen.colour : pen.behind, numbers, i);
            continue;
        }
        switch (number) {
        case 0:
            pen = {};
            break;
        case 1:
            pen.isBold = true;
            break;
        case 2:
            pen.isFaint = true;
            break;
        case 3:
            pen.isItalic = true;
            break;
        case 4:
            pen.isUnderlined = true;
            break;
        case 22:
            pen.isBold = pen.isFaint = false;
            break;
        case 23:
            pen.isItalic = false;
            break;
        case 24:
            pen.isUnderlined = false;
            break;
        default:
            setColour(pen, number);
        }
    }
}

/// How long the escape sequence is that @p text begins with; @p pen: changed where it is SGR.
/// Source: ECMA-48, 5.3 and 5.4; a string (OSC, DCS …) ends with ST or BEL.
std::size_t takeEscape(std::string_view text, Pen& pen)
{
    if (text.size() < 2)
        return text.size();
    const char kind = text[1];
    if (kind == '[') {
        std::size_t end = 2;
        while (end < text.size() && text[end] >= 0x20 && text[end] < 0x40)
            ++end;
        if (end == text.size())
            return end;
        if (text[end] == 'm')
            apply(pen, text.substr(2, end - 2));
        return text[end] >= 0x40 && text[end] < 0x7f ? end + 1 : end;
    }
    if (kind == ']' || kind == 'P' || kind == 'X' || kind == '^' || kind == '_') {
        const auto end = text.find_first_of("\x07\x1b\n", 2);
        if (end == std::string_view::npos)
            return text.size();
        if (text[end] == kEscape)
            return std::min(end + 2, text.size());
        return text[end] == '\n' ? end : end + 1;
    }
    std::size_t end = 1;
    while (end < text.size() && text[end] >= 0x20 && text[end] < 0x30)
        ++end;
    return end < text.size() && text[end] >= 0x30 && text[end] < 0x7f ? end + 1 : end;
}

/// Where a line is written over: what is behind the last carriage return that something follows.
std::string_view lastWritten(std::string_view line)
{
    while (line.ends_with('\r'))
        line.remove_suffix(1);
    const auto at = line.rfind('\r');
    return at == std::string_view::npos ? line : line.substr(at + 1);
}

class Painter
{
public:
    explicit Painter(bool isHtml)
        : m_isHtml(isHtml)
    {
    }
    void addLine(std::string_view line)
    {
        while (!line.empty()) {
            const auto plain = line.substr(0, line.find(kEscape));
            if (!plain.empty())
                add(plain);
            line.remove_prefix(plain.size());
            if (!line.empty())
                line.remove_prefix(takeEscape(line, m_pen));
        }
    }
    void endLine() { m_out += '\n'; }
    std::string take()
    {
        close();
        return std::move(m_out);
    }

private:
    void add(std::string_view text)
    {
        if (!m_isHtml) {
            m_out += plainText(text);
            return;
        }
        if (m_pen != m_open) {
            close();
            if (const auto classes = classesOf(m_pen); !classes.empty())
                m_out += "<span class=\"" + classes + "\">";
            m_open = m_pen;
        }
        m_out += htmlText(text);
    }
    void close()
    {
        if (!classesOf(m_open).empty())
            m_out += "</span>";
        m_open = {};
    }

    bool m_isHtml;
    std::string m_out;
    Pen m_pen, m_open;
};

std::string painted(std::string_view bytes, bool isHtml)
{
    Painter painter(isHtml);
    while (!bytes.empty()) {
        const auto end = bytes.find('\n');
        painter.addLine(lastWritten(bytes.substr(0, end)));
        if (end == std::string_view::npos)
            break;
        painter.endLine();
        bytes.remove_prefix(end + 1);
    }
    return painter.take();
}

} // namespace

std::string htmlOutput(std::string_view bytes)
{
    return painted(bytes, true);
}

std::string plainOutput(std::string_view bytes)
{
    return painted(bytes, false);
}

} // namespace sandbench::report
