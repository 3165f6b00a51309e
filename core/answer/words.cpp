// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/answer/words.h"

#include "core/base/text.h"

#include <algorithm>

namespace sandbench::answer {

using Words = std::string_view[];

static constexpr Words kShell
    = {"console", "shell-session", "shellsession", "sh-session", "terminal", "powershell",
       "ps1",     "pwsh",          "cmd",          "bat",        "batch",    "dos",
       "zsh",     "fish",          "command",      "commandline"};
static constexpr Words kData = {
    "json",       "jsonc",        "json5",      "jsonl",  "yaml",     "yml",   "toml",  "ini",
    "cfg",        "conf",         "config",     "xml",    "csv",      "tsv",   "env",   "dotenv",
    "properties", "html",         "css",        "scss",   "sass",     "less",  "sql",   "graphql",
    "proto",      "protobuf",     "dockerfile", "docker", "makefile", "make",  "cmake", "markdown",
    "md",         "nginx",        "mermaid",    "svg",    "latex",    "tex",   "hcl",   "terraform",
    "gitignore",  "requirements", "regex",      "http",   "lock",     "ipynb", "rst"};
static constexpr Words kText = {"",    "text", "txt",    "plain",  "plaintext", "none", "output",
                                "log", "logs", "stdout", "stderr", "result",    "tree", "ascii"};
static constexpr Words kDiff = {"diff", "patch", "udiff"};

static bool isWordByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

std::string_view trimmed(std::string_view text, std::string_view marks)
{
    const auto first = text.find_first_not_of(marks);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(marks) - first + 1);
}

std::vector<std::string_view> wordsOf(std::string_view text, std::size_t most)
{
    constexpr std::string_view kSpace = " \t\r\n";
    std::vector<std::string_view> words;
    while (words.size() < most) {
        const auto first = text.find_first_not_of(kSpace);
        if (first == std::string_view::npos)
            break;
        text.remove_prefix(first);
        const auto end = std::min(text.find_first_of(kSpace), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return words;
}

bool isIn(std::string_view word, std::span<const std::string_view> list)
{
    return std::find(list.begin(), list.end(), word) != list.end();
}

bool holdsWord(std::string_view text, std::string_view word)
{
    for (auto at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const auto end = at + word.size();
        if ((at == 0 || !isWordByte(text[at - 1]))
            && (end == text.size() || !isWordByte(text[end])))
            return true;
    }
    return false;
}

std::optional<Language> languageCalled(const LanguageCatalog& languages, std::string_view name)
{
    // Nobody's language has a longer name, and the error would repeat it.
    if (name.empty() || name.size() > 40)
        return std::nullopt;
    auto found = languages.find(name);
    return found ? std::optional(*std::move(found)) : std::nullopt;
}

std::string languageOfName(const LanguageCatalog& languages, std::string_view name)
{
    const auto found = languages.findByFileName(name);
    return found ? found->id : std::string();
}

Manner mannerOf(std::string_view called)
{
    if (isIn(called, kShell))
        return Manner::Shell;
    if (isIn(called, kData))
        return Manner::Data;
    if (isIn(called, kText))
        return Manner::Text;
    return isIn(called, kDiff) ? Manner::Diff : Manner::Unknown;
}

} // namespace sandbench::answer
