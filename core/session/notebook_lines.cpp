// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/notebook_lines.h"

#include "core/base/text.h"

#include <algorithm>
#include <array>

namespace sandbench {

namespace {

constexpr std::string_view kSpace = " \t\r\f";
constexpr std::string_view kStartsProgram = "import subprocess; subprocess.run()";

std::string_view trimmed(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(kSpace), text.size()));
    return text.substr(0, text.find_last_not_of(kSpace) + 1);
}

/// Takes the first word away from @p text.
std::string_view takeWord(std::string_view& text)
{
    text = trimmed(text);
    const auto word = text.substr(0, text.find_first_of(kSpace));
    text = trimmed(text.substr(word.size()));
    return word;
}

/// The command of "!ls" and of "files = !ls"; empty = the line is neither.
std::string_view command(std::string_view line)
{
    line = trimmed(line);
    if (const auto at = line.find('='); at != std::string_view::npos && !line.starts_with('!')
        && !line.starts_with('%') && line.find_first_of("'\"(#") > at)
        line = trimmed(line.substr(at + 1));
    const bool isCommand
        = line.starts_with('%') || (line.starts_with('!') && line.size() > 1 && line[1] != '=');
    return isCommand ? line : std::string_view();
}

/// "pip install -U Foo-Bar>=2 baz" as "import foo_bar, baz": who may not be loaded may not be
/// installed.
std::string importOf(std::string_view arguments)
{
    std::string names;
    while (!arguments.empty()) {
        const auto word = takeWord(arguments);
        const auto name = word.substr(0, word.find_first_of("=<>!~[;@"));
        if (name.empty() || word.starts_with('-') || name.find_first_of("/\\:") != name.npos)
            continue;
        names += names.empty() ? "import " : ", ";
        names += name;
    }
    std::replace(names.begin(), names.end(), '-', '_');
    return names;
}

bool runsScript(std::string_view magic)
{
    constexpr std::array<std::string_view, 3> kShells = {"%%bash", "%%sh", "%%script"};
    return std::find(kShells.begin(), kShells.end(), magic) != kShells.end();
}

class Reader
{
public:
    NotebookLines read(std::string_view cell)
    {
        while (!cell.empty()) {
            const auto line = takeUpTo(cell, '\n');
            if (m_isScript)
                put({}, line);
            else
                readLine(line);
            m_isFirst = m_isFirst && trimmed(line).empty();
        }
        return std::move(m_lines);
    }

private:
    void readLine(std::string_view line)
    {
        const auto said = m_isJoined ? line : command(line);
        if (said.empty())
            return put(line, {});
        m_lines.isNone = false;
        const auto indent = line.substr(0, line.find_first_not_of(kSpace));
        auto rest = said;
        if (m_isJoined || said.starts_with('!')) {
            rest.remove_prefix(m_isJoined ? 0 : said.find_first_not_of('!'));
            m_isJoined = line.ends_with('\\');
            noteInstall(rest);
            return put(std::string(indent) + std::string(kStartsProgram), rest);
        }
        const auto magic = takeWord(rest);
        m_isScript = m_isFirst && runsScript(magic);
        if (m_isScript || magic == "%sx" || magic == "%system")
            return put(std::string(indent) + std::string(kStartsProgram), m_isScript ? "" : rest);
        if (magic == "%pip" && takeWord(rest) == "install") {
            m_lines.installsPackages = true;
            return put(std::string(indent) + importOf(rest), {});
        }
        // What it has of Python, such as %time f().
        put(std::string(indent) + std::string(rest), {});
    }

    void noteInstall(std::string_view shell)
    {
        const bool isPip = shell.find("pip") != std::string_view::npos
            && shell.find("install") != std::string_view::npos;
        m_lines.installsPackages = m_lines.installsPackages || isPip;
    }

    void put(std::string_view python, std::string_view shell)
    {
        if (m_isScript)
            noteInstall(shell);
        m_lines.python.append(python) += '\n';
        m_lines.shell.append(shell) += '\n';
    }

    NotebookLines m_lines;
    bool m_isFirst = true; // nothing but empty lines yet
    bool m_isScript = false;
    bool m_isJoined = false; // a command goes on behind a backslash
};

} // namespace

NotebookLines readNotebookLines(std::string_view cell)
{
    return Reader().read(cell);
}

} // namespace sandbench
