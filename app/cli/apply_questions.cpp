// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/apply_questions.h"

#include "app/cli/text.h"
#include "core/base/fd.h"

#include <algorithm>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr const char* kFileHelp = R"(y  apply this file
n  leave it as it is
h  ask about each part of it
a  apply this file and all others
q  leave this file and all others as they are
)";
constexpr const char* kHunkHelp = R"(y  apply this part
n  leave it out
a  apply this part and all others of this file
q  leave out this part and all others of this file
)";

void say(std::string_view text)
{
    (void)writeAll(STDERR_FILENO, text);
}

/// Tabs are part of programs, and harmless.
std::string printableLines(std::string_view text)
{
    std::string out;
    while (!text.empty()) {
        const auto end = std::min(text.find_first_of("\n\t"), text.size());
        out += printable(text.substr(0, end));
        if (end < text.size())
            out += text[end];
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

} // namespace

bool canAskPerson()
{
    return ::isatty(STDIN_FILENO) == 1 && ::isatty(STDERR_FILENO) == 1;
}

std::string diffText(const ChangesReport::File& file)
{
    const auto name = printable(file.path);
    return (file.change == "created" ? std::string("--- /dev/null") : "--- a/" + name) + "\n"
        + (file.change == "deleted" ? std::string("+++ /dev/null") : "+++ b/" + name) + "\n"
        + printableLines(file.diff) + (file.isDiffCut ? "… (more is not shown)\n" : "");
}

char ApplyQuestions::answer(const std::string& question, std::string_view allowed, const char* help)
{
    for (;;) {
        say(question);
        std::string line;
        if (m_reader.readLine("", line) != LineReader::Outcome::Line)
            return 'q';
        const char first = line.empty() ? 'n' : line.front();
        if (allowed.find(first) != std::string_view::npos)
            return first;
        say(help);
    }
}

std::optional<ApplyOutcome> ApplyQuestions::ask(const ProjectChange& change)
{
    if (!change.note.empty())
        return std::nullopt;
    if (m_takesAll)
        return m_applier.apply(change);
    const bool hasHunks = change.before && change.after && m_applier.texts(change).has_value();
    const auto question = "Apply " + printable(change.path) + " (" + change.kind() + ")? [y,n,"
        + (hasHunks ? "h," : "") + "a,q,?] ";
    switch (answer(question, hasHunks ? "ynhaq" : "ynaq", kFileHelp)) {
    case 'a':
        m_takesAll = true;
        return m_applier.apply(change);
    case 'y':
        return m_applier.apply(change);
    case 'h':
        return askHunks(change);
    case 'q':
        m_hasEnded = true;
        return std::nullopt;
    default:
        return std::nullopt;
    }
}

std::optional<ApplyOutcome> ApplyQuestions::askHunks(const ProjectChange& change)
{
    const auto texts = m_applier.texts(change);
    if (!texts)
        return m_applier.apply(change); // it tells what is wrong
    const auto& [before, after] = *texts;
    const auto hunks = diffLines(before, after);
    std::vector<bool> chosen(hunks.size(), false);
    char rest = '?';
    for (const auto& group : groupHunks(hunks)) {
        auto said = rest;
        if (rest == '?') {
            say(printableLines(unifiedGroup(before, after, hunks, group)));
            said = answer("Apply this part? [y,n,a,q,?] ", "ynaq", kHunkHelp);
        }
        if (said == 'a' || said == 'q')
            rest = said;
        if (said == 'y' || said == 'a')
            std::fill_n(
                chosen.begin() + static_cast<std::ptrdiff_t>(group.first), group.count, true);
    }
    if (std::ranges::find(chosen, true) == chosen.end())
        return std::nullopt;
    return m_applier.applyText(change, applyHunks(before, after, hunks, chosen));
}

} // namespace sandbench::cli
