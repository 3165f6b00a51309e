// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/images/build_steps.h"

#include "core/base/text.h"

#include <cctype>
#include <utility>

namespace sandbench::ui {

static bool takeNumber(std::string_view& text, std::string& number)
{
    std::size_t digits = 0;
    while (digits < text.size() && digits < 4 && text[digits] >= '0' && text[digits] <= '9')
        ++digits;
    number = text.substr(0, digits);
    text.remove_prefix(digits);
    return digits > 0;
}

static bool takeWord(std::string_view& text, std::string_view word)
{
    if (!text.starts_with(word))
        return false;
    text.remove_prefix(word.size());
    return true;
}

// The title of the step that a line begins; empty = it begins none.
static std::string stepTitle(std::string_view line)
{
    std::string number, all;
    if (takeWord(line, "[")) { // the stage of several
        if (!takeNumber(line, number) || !takeWord(line, "/") || !takeNumber(line, all)
            || !takeWord(line, "] "))
            return {};
    }
    if (!takeWord(line, "Step ") && !takeWord(line, "STEP "))
        return {};
    if (!takeNumber(line, number) || !takeWord(line, "/") || !takeNumber(line, all))
        return {};
    takeWord(line, " ");
    if (!takeWord(line, ": "))
        return {};
    constexpr std::size_t kLongestTitle = 2000;
    const auto instruction = oneLine(line, kLongestTitle);
    return instruction.empty() ? instruction : number + "/" + all + " " + instruction;
}

static BuildSteps::Piece pieceOf(std::string line)
{
    if (auto title = stepTitle(line); !title.empty())
        return {true, std::move(title)};
    return {false, std::move(line)};
}

std::vector<BuildSteps::Piece> BuildSteps::feed(std::string_view bytes)
{
    std::vector<Piece> pieces;
    for (const char byte : bytes) {
        m_line += byte;
        if (byte == '\n' || m_line.size() >= kLongestLine)
            pieces.push_back(pieceOf(std::exchange(m_line, {})));
    }
    return pieces;
}

std::vector<BuildSteps::Piece> BuildSteps::finish()
{
    if (m_line.empty())
        return {};
    return {pieceOf(std::exchange(m_line, {}))};
}

std::string_view instructionOf(std::string_view stepTitle)
{
    const auto space = stepTitle.find(' ');
    return space == std::string_view::npos ? stepTitle : stepTitle.substr(space + 1);
}

// Without white space, which the engines write as they like.
static std::string bare(std::string_view text)
{
    std::string out;
    for (const char byte : text)
        if (std::isspace(static_cast<unsigned char>(byte)) == 0)
            out += byte;
    return out;
}

int dockerfileLine(std::string_view dockerfile, std::string_view instruction)
{
    const auto wanted = bare(instruction);
    std::string whole;
    int first = 0;
    for (int number = 1; !dockerfile.empty() && !wanted.empty(); ++number) {
        const auto line = bare(takeUpTo(dockerfile, '\n'));
        if (line.empty() || line.front() == '#')
            continue;
        if (whole.empty())
            first = number;
        if (line.back() == '\\' || line.back() == '`') {
            whole += line.substr(0, line.size() - 1);
            continue;
        }
        whole += line;
        if (whole == wanted)
            return first;
        whole.clear();
    }
    return 0;
}

} // namespace sandbench::ui
