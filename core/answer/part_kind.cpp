// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/answer/part_kind.h"

#include "core/answer/words.h"
#include "core/base/text.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sandbench::answer {
namespace {

constexpr std::size_t kGuessedLines = 300;

bool isStepWord(std::string_view word)
{
    static constexpr std::string_view kSteps[]
        = {"pip",      "pip3",     "pipx",      "npm",     "npx",          "yarn",   "pnpm",
           "bun",      "node",     "deno",      "python",  "python3",      "py",     "uv",
           "poetry",   "conda",    "mamba",     "pytest",  "cd",           "mkdir",  "ls",
           "cat",      "touch",    "cp",        "mv",      "rm",           "chmod",  "echo",
           "export",   "source",   "git",       "docker",  "curl",         "wget",   "sudo",
           "apt",      "apt-get",  "brew",      "cargo",   "rustc",        "go",     "gcc",
           "g++",      "clang",    "clang++",   "make",    "cmake",        "java",   "javac",
           "mvn",      "gradle",   "ruby",      "gem",     "bundle",       "rails",  "php",
           "composer", "Rscript",  "R",         "tsc",     "ts-node",      "tsx",    "flask",
           "uvicorn",  "gunicorn", "streamlit", "jupyter", "kubectl",      "helm",   "sqlite3",
           "psql",     "bash",     "sh",        "tar",     "unzip",        "dotnet", "choco",
           "winget",   "dnf",      "yum",       "pacman",  "virtualenv",   "head",   "tail",
           "grep",     "set",      "time",      "which",   "sandbenchctl", "code"};
    return isIn(word, kSteps) || word.starts_with("./") || word.starts_with(".\\")
        || word.starts_with("venv");
}

bool isInstaller(std::string_view word)
{
    static constexpr std::string_view kInstallers[]
        = {"pip",      "pip3", "npm",     "yarn", "pnpm",   "gem",     "cargo",
           "composer", "apt",  "apt-get", "brew", "conda",  "uv",      "poetry",
           "go",       "dnf",  "yum",     "pipx", "python", "python3", "sudo"};
    return isIn(word, kInstallers);
}

bool isPrompt(std::string_view line)
{
    return line.starts_with("$ ") || line.starts_with("% ") || line.starts_with("PS> ");
}

/// The first word that is neither a variable nor sudo.
std::string_view commandOf(std::string_view line)
{
    for (const auto word : wordsOf(line, 8))
        if (word != "sudo" && word.find('=') == std::string_view::npos)
            return word;
    return {};
}

struct Sign
{
    std::string_view begin; ///< Of a line.
    std::string_view language;
    int weight;
};

constexpr std::array<Sign, 38> kSigns
    = {{{"def ", "python", 2},
        {"from ", "python", 2},
        {"import ", "python", 1},
        {"print(", "python", 2},
        {"elif ", "python", 3},
        {"if __name__", "python", 5},
        {"async def ", "python", 4},
        {"const ", "javascript", 2},
        {"let ", "javascript", 2},
        {"function ", "javascript", 2},
        {"console.log(", "javascript", 4},
        {"var ", "javascript", 1},
        {"export default", "javascript", 3},
        {"module.exports", "javascript", 4},
        {"#include <", "c", 3},
        {"#include \"", "c", 3},
        {"int main(", "c", 3},
        {"#include <iostream>", "cpp", 9},
        {"using namespace ", "cpp", 5},
        {"std::", "cpp", 4},
        {"#include <vector>", "cpp", 9},
        {"package main", "go", 9},
        {"func ", "go", 2},
        {"fn main()", "rust", 6},
        {"use std::", "rust", 6},
        {"let mut ", "rust", 4},
        {"public class ", "java", 5},
        {"public static void main", "java", 6},
        {"import java.", "java", 6},
        {"<?php", "php", 12},
        {"require '", "ruby", 4},
        {"puts ", "ruby", 4},
        {"library(", "r", 5},
        {"ggplot(", "r", 4},
        {"for i in range(", "python", 3},
        {"interface ", "typescript", 3},
        {"while True:", "python", 4},
        {"with open(", "python", 4}}};

} // namespace

bool isShellSteps(std::string_view text)
{
    static constexpr std::string_view kScript[]
        = {"if", "for", "while", "until", "case", "function", "then", "do", "done", "fi", "esac"};
    if (text.starts_with("#!"))
        return false;
    bool continues = false, hasStep = false;
    while (!text.empty()) {
        auto line = trimmed(takeUpTo(text, '\n'));
        const bool isContinued
            = std::exchange(continues, line.ends_with('\\') || line.ends_with('^'));
        if (line.empty() || line.starts_with('#') || isContinued)
            continue;
        if (isPrompt(line))
            return true;
        const auto word = commandOf(line);
        if (isIn(word, kScript) || line.find("()") != std::string_view::npos)
            return false;
        // "python = 3" is no command, and "X=1" alone is a script's.
        if (word.empty() || !isStepWord(word) || line.substr(word.size()).starts_with(" = "))
            return false;
        hasStep = true;
    }
    return hasStep;
}

std::string withoutPrompts(std::string_view text)
{
    auto rest = text;
    bool hasPrompt = false;
    while (!rest.empty())
        hasPrompt = isPrompt(trimmed(takeUpTo(rest, '\n'))) || hasPrompt;
    if (!hasPrompt)
        return std::string(text);
    std::string typed;
    bool continues = false;
    while (!text.empty()) {
        auto line = trimmed(takeUpTo(text, '\n'));
        if (isPrompt(line))
            line = trimmed(line.substr(line.find(' ')));
        else if (!continues && !line.starts_with('#'))
            continue;
        continues = line.ends_with('\\');
        typed += std::string(line) + "\n";
    }
    return typed;
}

std::string installsOf(std::string_view steps)
{
    std::string installs;
    while (!steps.empty()) {
        const auto line = trimmed(takeUpTo(steps, '\n'));
        const auto words = wordsOf(line, 5);
        const auto isVerb = [](std::string_view word) {
            return word == "install" || word == "add" || word == "get";
        };
        if (words.size() > 2 && isInstaller(words.front())
            && std::any_of(words.begin() + 1, words.end(), isVerb))
            installs += (installs.empty() ? "" : "; ") + oneLine(line, 120);
        if (installs.size() > 400)
            break;
    }
    return installs;
}

std::size_t countSteps(std::string_view steps)
{
    std::size_t count = 0;
    bool continues = false;
    while (!steps.empty()) {
        const auto line = trimmed(takeUpTo(steps, '\n'));
        const bool isContinued = std::exchange(continues, line.ends_with('\\'));
        count += !line.empty() && !line.starts_with('#') && !isContinued ? 1 : 0;
    }
    return count;
}

std::string withoutPythonPrompts(std::string_view text)
{
    if (!trimmed(text).starts_with(">>> "))
        return std::string(text);
    std::string typed;
    while (!text.empty()) {
        const auto line = takeUpTo(text, '\n');
        if (line.starts_with(">>> ") || line.starts_with("... "))
            typed += std::string(line.substr(4)) + "\n";
        else if (line == "..." || line == ">>>")
            typed += "\n";
    }
    return typed;
}

std::string guessLanguage(std::string_view text)
{
    std::vector<std::pair<std::string_view, int>> weights;
    const auto add = [&](const Sign& sign) {
        const auto own = std::find_if(weights.begin(), weights.end(), [&](const auto& one) {
            return one.first == sign.language;
        });
        if (own == weights.end())
            weights.emplace_back(sign.language, sign.weight);
        else
            own->second += sign.weight;
    };
    for (std::size_t i = 0; i < kGuessedLines && !text.empty(); ++i) {
        const auto line = trimmed(takeUpTo(text, '\n'));
        for (const auto& sign : kSigns)
            if (line.starts_with(sign.begin))
                add(sign);
    }
    const auto best
        = std::max_element(weights.begin(), weights.end(), [](const auto& a, const auto& b) {
              return a.second < b.second;
          });
    return best == weights.end() || best->second < 2 ? std::string() : std::string(best->first);
}

bool looksLikeData(std::string_view text)
{
    text = trimmed(text);
    return text.size() > 1
        && ((text.front() == '{' && text.back() == '}' && text.find('"') != std::string_view::npos)
            || (text.front() == '[' && text.back() == ']') || text.starts_with("<!DOCTYPE")
            || text.starts_with("<html") || text.starts_with("<?xml"));
}

bool looksLikeOutput(std::string_view text, std::string_view above)
{
    static constexpr std::string_view kWords[] = {
        "output",         "outputs",      "prints",    "printed",         "result",  "error",
        "you should see", "you will see", "structure", "looks like this", "you get", "you'll see"};
    const auto said = lowerCase(above);
    return text.find("Traceback (most recent call last)") != std::string_view::npos
        || text.find("\xe2\x94\x9c\xe2\x94\x80") != std::string_view::npos // a tree of files
        || std::any_of(std::begin(kWords), std::end(kWords), [&](const auto& word) {
               return holdsWord(said, word);
           });
}

} // namespace sandbench::answer
