// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/roff_text.h"

#include "core/base/text.h"

#include <algorithm>

namespace sandbench::cli {

static bool isIndented(std::string_view line)
{
    return line.starts_with(' ');
}

std::string roffText(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        const bool beginsLine = out.empty() || out.back() == '\n';
        switch (c) {
        case '\\':
            out += "\\e";
            break;
        case '-':
            out += "\\-";
            break;
        case '\'':
            out += "\\(aq";
            break;
        case '`':
            out += "\\(ga";
            break;
        case '"':
            out += "\\(dq";
            break;
        case '^':
            out += "\\(ha";
            break;
        case '~':
            out += "\\(ti";
            break;
        case '.':
            out += beginsLine ? "\\&." : ".";
            break;
        default:
            out += c;
        }
    }
    return out;
}

std::string bold(std::string_view text)
{
    return "\\fB" + roffText(text) + "\\fR";
}

std::string italic(std::string_view text)
{
    return "\\fI" + roffText(text) + "\\fR";
}

std::string roffLines(std::string_view lines)
{
    std::string out;
    bool isVerbatim = false;
    while (!lines.empty()) {
        const auto line = takeUpTo(lines, '\n');
        if (line.empty()) {
            if (!lines.empty() && !isVerbatim && !isIndented(lines))
                out += ".PP\n";
            continue;
        }
        if (isIndented(line) != isVerbatim) {
            isVerbatim = !isVerbatim;
            out += !isVerbatim ? ".EE\n.RE\n.PP\n"
                : out.empty()  ? ".RS 2\n.EX\n"
                               : ".PP\n.RS 2\n.EX\n";
        }
        out += roffText(isVerbatim ? line.substr(std::min<std::size_t>(2, line.size())) : line)
            + "\n";
    }
    return out + (isVerbatim ? ".EE\n.RE\n" : "");
}

} // namespace sandbench::cli
