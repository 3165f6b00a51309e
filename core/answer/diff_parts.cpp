// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/answer/blocks.h"
#include "core/answer/part_name.h"
#include "core/answer/words.h"
#include "core/base/text.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace sandbench::answer {
namespace {

constexpr std::size_t kSniffedLines = 100;

/// "@@ -1,3 +1,4 @@": how many lines of each side follow. Source: diff(1), "Detailed Unified".
struct HunkHead
{
    std::size_t before = 0, after = 0;
};

std::optional<std::size_t> takeNumber(std::string_view& text)
{
    std::size_t number = 0;
    const auto [rest, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (problem != std::errc())
        return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
    return number;
}

/// "1,3" and "1", which has one line.
std::optional<std::size_t> takeCount(std::string_view& text)
{
    if (!takeNumber(text))
        return std::nullopt;
    if (!text.starts_with(','))
        return 1;
    text.remove_prefix(1);
    return takeNumber(text);
}

std::optional<HunkHead> readHunkHead(std::string_view line)
{
    if (!line.starts_with("@@ -"))
        return std::nullopt;
    line.remove_prefix(4);
    const auto before = takeCount(line);
    if (!before || !line.starts_with(" +"))
        return std::nullopt;
    line.remove_prefix(2);
    const auto after = takeCount(line);
    if (!after || !line.starts_with(" @@"))
        return std::nullopt;
    return HunkHead{*before, *after};
}

/// "a/src/app.py" of "--- a/src/app.py", which a tab and a time may follow.
std::string_view pathOf(std::string_view line)
{
    auto path = trimmed(takeUpTo(line, '\t'), " \r\"");
    if (path.starts_with("a/") || path.starts_with("b/"))
        path.remove_prefix(2);
    return path;
}

/// Takes a diff apart, line by line.
class DiffReader
{
public:
    DiffReader(std::string_view text, std::size_t line, const LanguageCatalog& languages)
        : m_text(text)
        , m_line(line)
        , m_languages(languages)
    {
        m_answer.format = "diff";
    }

    Answer read();

private:
    void readLine(std::string_view line, std::string_view next);
    void readHunkLine(std::string_view line);
    void beginFile(std::size_t at);
    void endFile(std::size_t at);
    std::string nameOf(std::string_view path);

    std::string_view m_text;
    std::size_t m_line;
    const LanguageCatalog& m_languages;
    Answer m_answer;
    std::size_t m_at = 0;
    bool m_isInFile = false, m_hasPaths = false, m_isNew = false, m_isBinary = false;
    std::size_t m_fileAt = 0, m_fileLine = 0;
    std::string m_before, m_after, m_added;
    HunkHead m_left; ///< Of the hunk that we are in.
    std::size_t m_tooMany = 0;
};

void DiffReader::beginFile(std::size_t at)
{
    endFile(at);
    m_isInFile = true;
    m_hasPaths = m_isNew = m_isBinary = false;
    m_fileAt = at;
    m_fileLine = m_line;
    m_before.clear();
    m_after.clear();
    m_added.clear();
}

void DiffReader::readHunkLine(std::string_view line)
{
    const char sign = line.empty() ? ' ' : line.front();
    if (sign != '+' && m_left.before > 0)
        --m_left.before;
    if (sign != '-' && m_left.after > 0)
        --m_left.after;
    if (sign == '+' && m_added.size() <= kMostPartBytes)
        m_added += std::string(line.substr(1)) + "\n";
}

void DiffReader::readLine(std::string_view line, std::string_view next)
{
    if (line.starts_with('\\'))
        return; // "No newline at end of file"
    if (m_left.before > 0 || m_left.after > 0)
        return readHunkLine(line);
    if (const auto head = readHunkHead(line)) {
        if (!m_isInFile)
            beginFile(m_at);
        m_left = *head;
        m_isNew = m_isNew || (head->before == 0 && line.starts_with("@@ -0,0 "));
    } else if (line.starts_with("diff --git ")) {
        beginFile(m_at);
        const auto second = line.rfind(" b/");
        m_after = second == std::string_view::npos ? "" : pathOf(line.substr(second + 1));
    } else if (line.starts_with("--- ") && next.starts_with("+++ ")) {
        if (!m_isInFile || m_hasPaths)
            beginFile(m_at);
        m_hasPaths = true;
        m_before = pathOf(line.substr(4));
        m_isNew = m_isNew || m_before == "/dev/null";
    } else if (line.starts_with("+++ ") && m_hasPaths) {
        m_after = pathOf(line.substr(4));
    } else if (m_isInFile && line.starts_with("Binary files ")) {
        m_isBinary = true;
    }
}

std::string DiffReader::nameOf(std::string_view path)
{
    auto safe = safeName(path);
    if (safe.name)
        return *std::move(safe.name);
    if (!path.empty())
        m_answer.notices.push_back(
            "The name " + inQuotes(path) + " of the diff is not used: it " + safe.problem + ".");
    return {};
}

void DiffReader::endFile(std::size_t at)
{
    if (!std::exchange(m_isInFile, false))
        return;
    const bool isGone = m_after == "/dev/null";
    AnswerPart part;
    part.name = nameOf(isGone || m_after.empty() ? m_before : m_after);
    part.called = "diff";
    part.origin.line = m_fileLine;
    const auto section = m_text.substr(m_fileAt, at - m_fileAt);
    const bool isWhole = m_isNew && !isGone && !m_isBinary;
    if (m_isBinary || section.size() > kMostPartBytes || m_answer.parts.size() >= kMostParts) {
        ++m_tooMany;
        return;
    }
    part.kind = PartKind::Diff;
    part.text = isWhole ? std::exchange(m_added, {}) : std::string(section);
    if (isWhole) {
        part.language = languageOfName(m_languages, part.name);
        part.kind = part.language.empty() ? PartKind::Data : PartKind::Program;
    }
    m_answer.parts.push_back(std::move(part));
}

Answer DiffReader::read()
{
    auto rest = m_text;
    while (!rest.empty()) {
        m_at = m_text.size() - rest.size();
        const auto line = takeUpTo(rest, '\n');
        readLine(line, rest.substr(0, 4));
        ++m_line;
    }
    endFile(m_text.size());
    if (m_tooMany > 0)
        m_answer.notices.push_back(
            std::to_string(m_tooMany)
            + " files of the diff are left out: they are no texts, or there are too many.");
    if (m_left.before > 0 || m_left.after > 0)
        m_answer.notices.emplace_back("The diff ends within a change: it may be cut off there.");
    return std::move(m_answer);
}

} // namespace

bool isDiff(std::string_view text)
{
    std::string_view last;
    for (std::size_t i = 0; i < kSniffedLines && !text.empty(); ++i) {
        const auto line = takeUpTo(text, '\n');
        if (line.starts_with("```") || line.starts_with("~~~"))
            return false;
        if (line.starts_with("diff --git ") || readHunkHead(line)
            || (last.starts_with("--- ") && line.starts_with("+++ ")))
            return true;
        last = line;
    }
    return false;
}

Answer readDiff(std::string_view text, std::size_t line, const LanguageCatalog& languages)
{
    return DiffReader(text, line, languages).read();
}

} // namespace sandbench::answer
