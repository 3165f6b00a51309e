// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/answer/answer.h"

#include "core/answer/blocks.h"
#include "core/answer/part_kind.h"
#include "core/answer/words.h"
#include "core/base/json.h"
#include "core/base/text.h"

#include <algorithm>

namespace sandbench::answer {
namespace {

constexpr int kMostJsonDepth = 64;
constexpr std::size_t kSniffedBytes = 4096;

bool endsWithOneOf(std::string_view name, std::span<const std::string_view> endings)
{
    const auto lower = lowerCase(name.substr(name.rfind('/') + 1));
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
        return lower.size() > ending.size() && lower.ends_with(ending);
    });
}

bool isHtmlName(std::string_view name)
{
    static constexpr std::string_view kEndings[] = {".html", ".htm", ".xhtml"};
    return endsWithOneOf(name, kEndings);
}

bool isMarkdownName(std::string_view name)
{
    static constexpr std::string_view kEndings[] = {".md", ".markdown"};
    return endsWithOneOf(name, kEndings);
}

/// By what a page begins with, or by how many tags there are of what pages have and Markdown
/// hardly.
bool isHtml(std::string_view text, std::string_view fileName)
{
    const auto begin = lowerCase(trimmed(text.substr(0, kSniffedBytes)));
    for (const auto* first : {"<!doctype html", "<html", "<head", "<body", "<meta"})
        if (begin.starts_with(first))
            return true;
    if (isMarkdownName(fileName))
        return false;
    const bool hasFence = text.find("\n```") != std::string_view::npos || text.starts_with("```");
    if (isHtmlName(fileName))
        return !hasFence || text.find("<pre") != std::string_view::npos;
    return !hasFence && begin.starts_with('<') && text.find("<pre") != std::string_view::npos;
}

/// Valid UTF-8 with line feeds only.
std::string plainText(std::string_view bytes)
{
    if (bytes.starts_with("\xef\xbb\xbf"))
        bytes.remove_prefix(3);
    auto text = replaceInvalidUtf8(bytes);
    if (text.find('\r') != std::string::npos) {
        std::string lines;
        lines.reserve(text.size());
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] != '\r')
                lines += text[i];
            else if (i + 1 == text.size() || text[i + 1] != '\n')
                lines += '\n';
        }
        text = std::move(lines);
    }
    return text;
}

void readTexts(const Json& json, const LanguageCatalog& languages, Answer& answer)
{
    auto conversation = readConversation(json);
    answer.format = "conversation";
    answer.notices = std::move(conversation.notices);
    for (const auto& message : conversation.messages)
        addParts(readMarkdown(message.text), message.number, languages, answer);
    if (conversation.messages.empty())
        answer.notices.emplace_back("The conversation has no message of an assistant.");
}

/// What neither has a fence nor is a page may be a program as a whole.
void readWhole(std::string_view text, const LanguageCatalog& languages, Answer& answer)
{
    const auto first = languages.findByFirstLine(text.substr(0, 256));
    auto language = first ? first->id : guessLanguage(text);
    if (!languageCalled(languages, language) || text.size() > kMostPartBytes)
        return;
    AnswerPart part;
    part.language = std::move(language);
    part.text = text;
    part.origin.line = 1;
    answer.format = "text";
    answer.parts.push_back(std::move(part));
}

void readText(
    std::string_view text, std::string_view fileName, const LanguageCatalog& languages,
    Answer& answer)
{
    if (isHtml(text, fileName)) {
        answer.format = "HTML";
        addParts(readHtml(text), 0, languages, answer);
        return;
    }
    if (isDiff(text)) {
        answer = readDiff(text, 1, languages);
        return;
    }
    answer.format = "Markdown";
    auto blocks = readMarkdown(text);
    const bool hasFence = std::any_of(
        blocks.blocks.begin(), blocks.blocks.end(), [](const auto& one) { return one.isFenced; });
    // Without a fence, what is indented may be a program's own lines.
    if (!hasFence && !isMarkdownName(fileName))
        readWhole(text, languages, answer);
    if (answer.parts.empty())
        addParts(std::move(blocks), 0, languages, answer);
}

/// Whether it was JSON that we know.
bool readJson(std::string_view text, const LanguageCatalog& languages, Answer& answer)
{
    const auto json = parseJson(text, kMostAnswerBytes, kMostJsonDepth);
    if (!json) {
        if (json.error().code() == ErrorCode::ResourceExhausted)
            answer.notices.push_back("The JSON is not read: " + json.error().message() + ".");
        return false;
    }
    if (isNotebook(*json))
        answer = readNotebook(*json, languages);
    else if (isConversation(*json))
        readTexts(*json, languages, answer);
    else
        return false;
    return true;
}

void sayWhatStepsInstall(Answer& answer)
{
    std::string installs;
    for (const auto& part : answer.parts)
        if (const auto own = part.kind == PartKind::ShellSteps ? installsOf(part.text) : "";
            !own.empty() && installs.size() < 400)
            installs += (installs.empty() ? "" : "; ") + own;
    if (!installs.empty())
        answer.notices.push_back("Its shell steps would install something: " + installs);
}

Answer finished(Answer answer)
{
    applyDiffs(answer);
    keepLastOfEachName(answer);
    sayWhatStepsInstall(answer);
    return answer;
}

} // namespace

std::string_view kindName(PartKind kind)
{
    switch (kind) {
    case PartKind::Program:
        return "program";
    case PartKind::ShellSteps:
        return "shell";
    case PartKind::Data:
        return "data";
    case PartKind::Output:
        return "output";
    case PartKind::Diff:
        break;
    }
    return "diff";
}

bool isAnswerName(std::string_view fileName)
{
    static constexpr std::string_view kOthers[]
        = {".ipynb", ".json", ".diff", ".patch", ".txt", ".zip",
           ".tar",   ".tgz",  ".gz",   ".bz2",   ".xz",  ".zst"};
    return isMarkdownName(fileName) || isHtmlName(fileName) || endsWithOneOf(fileName, kOthers);
}

Answer
readAnswer(std::string_view bytes, std::string_view fileName, const LanguageCatalog& languages)
{
    if (isArchive(bytes))
        return finished(readArchive(bytes, languages));
    Answer answer;
    const bool isTooLong = bytes.size() > kMostAnswerBytes;
    const auto text = plainText(bytes.substr(0, kMostAnswerBytes));
    if (isTooLong)
        answer.notices.emplace_back("The answer is read up to its first 50 MiB.");
    const auto begin = trimmed(std::string_view(text).substr(0, kSniffedBytes));
    const bool mayBeJson = begin.starts_with('{') || begin.starts_with('[');
    auto notices = std::move(answer.notices);
    if (!mayBeJson || !readJson(text, languages, answer))
        readText(text, fileName, languages, answer);
    answer.notices.insert(answer.notices.begin(), notices.begin(), notices.end());
    return finished(std::move(answer));
}

} // namespace sandbench::answer
