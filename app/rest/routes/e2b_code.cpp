// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/e2b_code.h"

#include "core/base/json.h"

#include <algorithm>

namespace sandbench::rest {

namespace {

constexpr std::string_view kMain
    = "public class Main { public static void main(String[] arguments) throws Exception { ";

/// As literals of JavaScript, Python and R have it.
std::string inDoubleQuotes(const std::string& text)
{
    return writeJson(text);
}

/// @p quote: what stands for one within quotes.
std::string inQuotes(const std::string& text, std::string_view quote, bool escapesItself)
{
    std::string quoted = "'";
    for (const char c : text) {
        if (c == '\'')
            quoted += quote;
        else if (c == '\\' && escapesItself)
            quoted += "\\\\";
        else
            quoted += c;
    }
    return quoted + "'";
}

bool isImport(std::string_view line)
{
    const auto begin = line.find_first_not_of(" \t");
    return begin != std::string_view::npos && line.substr(begin).starts_with("import ")
        && line.find(';') != std::string_view::npos;
}

} // namespace

std::string e2bJavaProgram(const std::string& code)
{
    if (code.find("void main") != std::string::npos)
        return code;
    std::string imports, statements;
    for (std::string_view rest = code; !rest.empty();) {
        const auto line = rest.substr(0, rest.find('\n'));
        const auto isOne = isImport(line);
        const auto end = isOne ? line.find(';') + 1 : 0;
        imports += line.substr(0, end);
        statements += line.substr(end);
        if (line.size() < rest.size())
            statements += '\n';
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    }
    // A comment at the end must not hide the brackets.
    return imports + std::string(kMain) + statements + "\n}}\n";
}

std::string e2bFolderCode(std::string_view language, const std::string& folder)
{
    if (language == "python")
        return "__import__('os').chdir(" + inDoubleQuotes(folder) + ")";
    if (language == "javascript")
        return "process.chdir(" + inDoubleQuotes(folder) + ")";
    if (language == "r")
        return "invisible(setwd(" + inDoubleQuotes(folder) + "))";
    if (language == "ruby")
        return "Dir.chdir(" + inQuotes(folder, "\\'", true) + ")";
    return language == "bash" ? "cd -- " + inQuotes(folder, "'\\''", false) : std::string();
}

} // namespace sandbench::rest
