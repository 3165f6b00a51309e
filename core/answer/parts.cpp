// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/answer/apply_diff.h"
#include "core/answer/blocks.h"
#include "core/answer/part_kind.h"
#include "core/answer/part_name.h"
#include "core/answer/words.h"
#include "core/base/text.h"

#include <algorithm>
#include <map>

namespace sandbench::answer {
namespace {

constexpr std::size_t kMostNotices = 50;

void tell(Answer& answer, std::string notice)
{
    if (answer.notices.size() < kMostNotices)
        answer.notices.push_back(std::move(notice));
    else if (answer.notices.size() == kMostNotices)
        answer.notices.emplace_back("There is more to say about this answer, which is left out.");
}

std::string placeOf(const AnswerPart& part)
{
    if (part.origin.message > 0)
        return "message " + std::to_string(part.origin.message) + ", line "
            + std::to_string(part.origin.line);
    return "line " + std::to_string(part.origin.line);
}

/// Makes a part of one block.
class PartMaker
{
public:
    PartMaker(const Block& block, const LanguageCatalog& languages, Answer& answer)
        : m_block(block)
        , m_languages(languages)
        , m_answer(answer)
        , m_info(readInfo(block.info))
    {
    }

    AnswerPart make(std::size_t message);

private:
    void findLanguage();
    void findName();
    bool takeName(const std::string& name);
    PartKind kindByFence() const;
    PartKind kindByText();
    bool isScript() const;

    const Block& m_block;
    const LanguageCatalog& m_languages;
    Answer& m_answer;
    FenceInfo m_info;
    AnswerPart m_part;
    bool m_isNamedByFence = false;
};

/// From where somebody means to say it. What is no name is told, and not looked for elsewhere.
bool PartMaker::takeName(const std::string& name)
{
    // What would leave its folder is told, whatever it looks like.
    const bool leaves = name.find("../") != std::string::npos;
    if (name.empty()
        || (!leaves && !fitsLanguage(name, m_part.language, m_part.called, m_languages)))
        return false;
    auto safe = safeName(name);
    if (!safe.name) {
        tell(
            m_answer,
            "The name " + inQuotes(name) + " (" + placeOf(m_part) + ") is not used: it "
                + safe.problem + ".");
        return true;
    }
    if (hasLookAlikes(*safe.name))
        tell(
            m_answer,
            "The name " + inQuotes(name) + " (" + placeOf(m_part)
                + ") has letters that look like others.");
    m_part.name = *std::move(safe.name);
    return true;
}

void PartMaker::findLanguage()
{
    m_part.called = m_info.called;
    if (auto known = languageCalled(m_languages, m_info.called))
        m_part.language = known->id;
    else if (const auto first = m_languages.findByFirstLine(m_block.text.substr(0, 256)); first)
        m_part.language = first->id;
    else if (m_info.called.empty() && !m_info.name.empty())
        m_part.language = languageOfName(m_languages, m_info.name);
}

void PartMaker::findName()
{
    m_isNamedByFence = takeName(m_info.name);
    if (m_isNamedByFence || takeName(nameInFirstLine(m_block.text)))
        return;
    const bool isUnsaid = m_part.language.empty() && m_part.called.empty();
    if (isUnsaid && (isShellSteps(m_block.text) || looksLikeOutput(m_block.text, m_block.before)))
        return;
    takeName(nameInLineAbove(m_block.before));
}

bool PartMaker::isScript() const
{
    return m_isNamedByFence || m_block.text.starts_with("#!") || !isShellSteps(m_block.text);
}

PartKind PartMaker::kindByFence() const
{
    const auto manner = mannerOf(m_part.called);
    if (manner == Manner::Diff)
        return PartKind::Diff;
    if (manner == Manner::Shell)
        return PartKind::ShellSteps;
    if (m_part.language == "bash")
        return isScript() ? PartKind::Program : PartKind::ShellSteps;
    if (!m_part.language.empty())
        return PartKind::Program;
    return manner == Manner::Unknown ? PartKind::Program : PartKind::Data;
}

/// Where the fence says nothing, or "text".
PartKind PartMaker::kindByText()
{
    if (m_part.language.empty() && m_part.called.empty() && !m_part.name.empty())
        m_part.language = languageOfName(m_languages, m_part.name);
    if (!m_part.language.empty())
        return PartKind::Program;
    if (!m_part.name.empty())
        return PartKind::Data;
    if (isShellSteps(m_block.text) && m_part.called.empty())
        return PartKind::ShellSteps;
    if (!m_part.called.empty() || looksLikeOutput(m_block.text, m_block.before))
        return PartKind::Output;
    if (looksLikeData(m_block.text))
        return PartKind::Data;
    auto guess = guessLanguage(m_block.text);
    if (!languageCalled(m_languages, guess))
        return PartKind::Output;
    m_part.language = std::move(guess);
    return PartKind::Program;
}

AnswerPart PartMaker::make(std::size_t message)
{
    m_part.origin = {m_block.line, message, m_block.before};
    findLanguage();
    findName();
    const bool isSilent = mannerOf(m_part.called) == Manner::Text && m_part.language.empty();
    m_part.kind = isSilent ? kindByText() : kindByFence();
    m_part.text = m_part.kind == PartKind::ShellSteps ? withoutPrompts(m_block.text)
        : m_part.language == "python"                 ? withoutPythonPrompts(m_block.text)
                                                      : m_block.text;
    if (m_part.kind == PartKind::ShellSteps)
        m_part.language = "bash";
    if (m_part.kind == PartKind::Data || m_part.kind == PartKind::Output)
        m_part.language.clear();
    return std::move(m_part);
}

bool isFile(const AnswerPart& part)
{
    return !part.name.empty() && part.kind != PartKind::Diff;
}

} // namespace

// So that an answer of many of them is read in bounded time.
static constexpr std::size_t kMostDiffs = 100;

void applyDiffs(Answer& answer)
{
    std::map<std::string, std::size_t> files;
    std::vector<bool> isReplaced(answer.parts.size());
    std::size_t room = kMostAnswerBytes, most = kMostDiffs;
    for (std::size_t i = 0; i < answer.parts.size(); ++i) {
        auto& part = answer.parts[i];
        const auto file = part.name.empty() ? files.end() : files.find(part.name);
        if (part.kind == PartKind::Diff && file != files.end()) {
            const auto& old = answer.parts[file->second];
            const bool isTried = most > 0 && old.text.size() <= room;
            most -= isTried ? 1 : 0;
            room -= isTried ? old.text.size() : 0;
            auto changed = isTried ? applyDiff(old.text, part.text) : std::nullopt;
            const bool fits = changed && !changed->empty() && changed->size() <= kMostPartBytes;
            tell(
                answer,
                "The diff of " + inQuotes(part.name) + " (" + placeOf(part) + ")"
                    + (fits ? " is applied to the file (" : " does not fit the file (")
                    + placeOf(old) + ").");
            if (!fits)
                continue;
            isReplaced[file->second] = true;
            part.kind = old.kind;
            part.language = old.language;
            part.called = old.called;
            part.text = *std::move(changed);
        }
        if (isFile(part))
            files[part.name] = i;
    }
    std::size_t at = 0;
    std::erase_if(answer.parts, [&](const AnswerPart&) { return isReplaced[at++]; });
}

void keepLastOfEachName(Answer& answer)
{
    std::map<std::string, std::size_t> last;
    for (std::size_t i = 0; i < answer.parts.size(); ++i)
        if (isFile(answer.parts[i]))
            last[answer.parts[i].name] = i;
    std::map<std::string, std::size_t> dropped;
    std::vector<AnswerPart> kept;
    for (std::size_t i = 0; i < answer.parts.size(); ++i) {
        auto& part = answer.parts[i];
        if (isFile(part) && last[part.name] != i)
            ++dropped[part.name];
        else
            kept.push_back(std::move(part));
    }
    answer.parts = std::move(kept);
    for (const auto& part : answer.parts)
        if (const auto count = isFile(part) ? dropped[part.name] : 0; count > 0)
            tell(
                answer,
                inQuotes(part.name) + " is there " + std::to_string(count + 1)
                    + " times; the last one (" + placeOf(part) + ") counts.");
}

void addParts(Blocks blocks, std::size_t message, const LanguageCatalog& languages, Answer& answer)
{
    for (auto& notice : blocks.notices)
        tell(answer, std::move(notice));
    for (const auto& block : blocks.blocks) {
        auto part = PartMaker(block, languages, answer).make(message);
        std::vector<AnswerPart> made;
        if (part.kind == PartKind::Diff && isDiff(part.text)) {
            auto diff = readDiff(part.text, block.line, languages);
            made = std::move(diff.parts);
            for (auto& one : made)
                one.origin = {one.origin.line, message, block.before};
        } else if (block.isFenced || part.kind != PartKind::Output) {
            made.push_back(std::move(part));
        }
        for (auto& one : made) {
            if (answer.parts.size() < kMostParts)
                answer.parts.push_back(std::move(one));
            else
                ++blocks.leftOut;
        }
    }
    if (blocks.leftOut > 0)
        tell(
            answer,
            std::to_string(blocks.leftOut) + (blocks.leftOut == 1 ? " block is" : " blocks are")
                + " left out: an answer may have 1,000, of 16 MiB each.");
}

} // namespace sandbench::answer
