// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/session/output_words.h"

#include "core/base/text.h"
#include "core/package/imports.h"

#include <re2/re2.h>

#include <algorithm>

namespace sandbench {
namespace {

/// Errors are at the end.
constexpr std::size_t kErrorTailBytes = 16U << 10;
constexpr std::size_t kLongestValue = 1000;
constexpr std::size_t kMostHints = 5;

struct ErrorWords
{
    std::string_view languages; ///< Ids, between spaces.
    const char* pattern; ///< "name" and "value" where it has them.
    const char* name; ///< Where the language has no names.
};

constexpr ErrorWords kErrors[] = {
    {" javascript typescript ",
     R"((?m)^(?:Uncaught )?(?P<name>[A-Z]\w*(?:Error|Exception)|Error)(?: \[\w+\])?(?:: (?P<value>.*))?\n +at )",
     ""},
    {" ruby ", R"((?m)^\S+:\d+:in .*?: (?P<value>.*) \((?P<name>[A-Z][\w:]*)\)$)", ""},
    {" r ", R"((?m)^Error(?: in .*?)? ?:\s+(?P<value>.*)$)", "Error"},
    {" java ", R"((?m)^Exception in thread "[^"]*" (?P<name>[\w.$]+)(?:: (?P<value>.*))?$)", ""},
    {" go ", R"((?m)^(?:panic|fatal error): (?P<value>.*)$)", "panic"},
    {" rust ", R"((?m)^thread '[^']*'.* panicked at (?:'(?P<value>.*)', |.*:\n(?P<more>.*)$))",
     "panic"},
    {" c cpp ",
     R"((?m)^terminate called after throwing an instance of '(?P<name>[^']*)'(?:\n  what\(\):  (?P<value>.*))?)",
     ""},
    {" c cpp ", R"((?m)^\S+: .*: Assertion `(?P<value>.*)' failed\.$)", "assertion"},
    {" php ",
     R"((?m)^(?:PHP )?Fatal error: +Uncaught (?P<name>[\w\\]+): (?P<value>.*?) in \S+:\d+$)", ""},
};

struct PackageWords
{
    std::string_view languages;
    const char* pattern; ///< One group: the package, or the module of one.
};

constexpr PackageWords kMissingPackages[] = {
    {" python ", R"(No module named '([\w]+))"},
    {" javascript typescript ", R"(Cannot find (?:module|package) '([^'./][^']*)')"},
    {" go ", R"(no required module provides package ([^\s;:]+))"},
    {" r ", R"(there is no package called .{1,3}?([A-Za-z][\w.]*))"},
    {" ruby ", R"(cannot load such file -- ([\w-]+)\S* \(LoadError\))"},
    {" php ", R"((?:Class|Interface|Trait) ["']([\w\\]+)["'] not found)"},
    {" rust ",
     R"((?:can't find crate for|unresolved import|missing crate|undeclared crate or module|unlinked crate) `(\w+))"},
};

struct Advice
{
    const char* pattern;
    const char* text;
};

constexpr Advice kAdvice[] = {
    {R"(EOFError|EOF when reading a line|NoSuchElementException: No line found)",
     "the program asked for input and there was none: give it some (--stdin, or a pipe)"},
    {R"(no display name and no \$DISPLAY|[Cc]annot open display|could not connect to display|No available video device)",
     "a sandbox has no screen: draw with matplotlib or plotly, or write pictures into files"},
    {R"([Ff]ailed (?:opening required|to open stream).*vendor/autoload\.php)",
     "the program's packages are not installed: name them (--library VENDOR/PACKAGE, or 'packages' "
     "in REST and MCP)"},
    {R"(is a command of notebooks, .*have the packages installed)",
     "name the packages that the program installs: --library NAME, or 'packages' in REST and "
     "MCP"},
    {R"(is a command of notebooks, .*run it as a cell)",
     "run what notebooks have as cells: sandbenchctl repl, or 'context' in REST and MCP"},
};

constexpr auto kNoNetwork
    = R"(Temporary failure in name resolution|Name or service not known|Network is unreachable|EAI_AGAIN|ENETUNREACH|ENOTFOUND|[Cc]ould not resolve host|no such host)";

std::string_view tailOf(std::string_view text)
{
    return text.substr(text.size() - std::min(text.size(), kErrorTailBytes));
}

bool isOf(std::string_view languages, std::string_view language)
{
    return !language.empty()
        && languages.find(" " + std::string(language) + " ") != std::string_view::npos;
}

re2::RE2::Options quietly()
{
    re2::RE2::Options options;
    options.set_log_errors(false);
    // What a program prints need not be UTF-8.
    options.set_encoding(re2::RE2::Options::EncodingLatin1);
    return options;
}

std::optional<ProgramError> matchError(const ErrorWords& words, std::string_view text)
{
    const re2::RE2 pattern(words.pattern, quietly());
    std::vector<re2::StringPiece> groups(
        static_cast<std::size_t>(pattern.NumberOfCapturingGroups()) + 1);
    if (!pattern.Match(
            re2::StringPiece(text.data(), text.size()), 0, text.size(), re2::RE2::UNANCHORED,
            groups.data(), static_cast<int>(groups.size())))
        return std::nullopt;
    ProgramError error;
    error.name = words.name;
    for (const auto& [name, index] : pattern.NamedCapturingGroups()) {
        const auto& group = groups[static_cast<std::size_t>(index)];
        auto& into = name == "name" ? error.name : error.value;
        if (group.data())
            into = oneLine({group.data(), group.size()}, kLongestValue);
    }
    error.traceback = text.substr(static_cast<std::size_t>(groups[0].data() - text.data()));
    return error;
}

std::string missingPackage(const RunRecord& record, std::string_view text)
{
    for (const auto& words : kMissingPackages) {
        std::string module;
        if (isOf(words.languages, record.language)
            && re2::RE2::PartialMatch(
                re2::StringPiece(text.data(), text.size()), re2::RE2(words.pattern, quietly()),
                &module)) {
            module = oneLine(module, 100);
            const auto package = packageOfModule(record.language, module);
            // A class that no known package has may be one that the program forgot to write.
            if (record.language == "php" && package == module)
                return {};
            return module + " is not in this sandbox: add the library " + package + " (--library "
                + package + ")";
        }
    }
    return {};
}

bool holds(std::string_view text, const char* pattern)
{
    return re2::RE2::PartialMatch(
        re2::StringPiece(text.data(), text.size()), re2::RE2(pattern, quietly()));
}

} // namespace

std::optional<ProgramError> errorInOutput(std::string_view language, std::string_view errors)
{
    for (const auto& words : kErrors)
        if (isOf(words.languages, language))
            if (auto error = matchError(words, tailOf(errors)))
                return error;
    return std::nullopt;
}

std::vector<std::string> hintsFor(const RunRecord& record)
{
    const bool failed = record.verdict == Verdict::Signaled
        || (record.verdict == Verdict::Exited && record.exitCode.value_or(0) != 0)
        || record.error.has_value();
    if (!failed)
        return {};
    std::string text(tailOf(record.stderrBytes));
    if (record.error)
        text += "\n" + record.error->name + ": " + record.error->value;
    std::vector<std::string> hints;
    if (auto missing = missingPackage(record, text); !missing.empty())
        hints.push_back(std::move(missing));
    for (const auto& advice : kAdvice)
        if (holds(text, advice.pattern) && hints.size() < kMostHints)
            hints.emplace_back(advice.text);
    if (record.network == "none" && holds(text, kNoNetwork))
        hints.emplace_back(
            "the sandbox has no network, as is the default; a container can be given one "
            "(--engine docker --network bridge)");
    return hints;
}

} // namespace sandbench
