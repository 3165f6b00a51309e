// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/answer/blocks.h"
#include "core/answer/words.h"
#include "core/base/json.h"
#include "core/base/text.h"

#include <optional>

namespace sandbench::answer {
namespace {

constexpr std::size_t kMostCells = 10'000;

/// A text, or a list of its lines.
std::string sourceOf(const Json& cell)
{
    const auto& source = jsonField(cell, "source");
    if (source.is_string())
        return source.get<std::string>();
    std::string text;
    for (const auto& line : jsonTexts(cell, "source"))
        text += line;
    return text;
}

std::optional<Language> languageOf(const Json& notebook, const LanguageCatalog& languages)
{
    const auto& metadata = jsonField(notebook, "metadata");
    const auto& kernel = jsonField(metadata, "kernelspec");
    for (const auto& name :
         {jsonString(jsonField(metadata, "language_info"), "name"), jsonString(kernel, "language"),
          jsonString(kernel, "name")})
        if (auto language = languageCalled(languages, name))
            return language;
    return std::nullopt;
}

std::string_view commentMark(std::string_view languageId)
{
    static constexpr std::string_view kSlashes[]
        = {"javascript", "typescript", "java", "c", "cpp", "go", "rust", "php"};
    return isIn(languageId, kSlashes) ? "//" : "#";
}

/// The program, cell by cell.
class CellWriter
{
public:
    explicit CellWriter(std::string language)
        : m_language(std::move(language))
        , m_mark(commentMark(m_language))
    {
    }

    void addCode(std::string_view source);
    void addMarkdown(std::string_view source);
    std::string take() { return std::move(m_text); }
    std::string takeShell() { return std::move(m_shell); }
    std::size_t magics() const { return m_magics; }

private:
    void begin(std::string_view rest);
    void addComments(std::string_view source);
    void addCodeLine(std::string_view line);

    std::string m_language;
    std::string_view m_mark;
    std::string m_text, m_shell;
    std::size_t m_magics = 0; ///< Lines that only notebooks understand.
};

void CellWriter::begin(std::string_view rest)
{
    if (!m_text.empty())
        m_text += '\n';
    m_text += std::string(m_mark) + " %%" + std::string(rest) + "\n";
}

void CellWriter::addComments(std::string_view source)
{
    while (!source.empty()) {
        const auto line = takeUpTo(source, '\n');
        m_text += m_mark;
        m_text += (line.empty() ? "" : " ") + std::string(line) + "\n";
    }
}

void CellWriter::addMarkdown(std::string_view source)
{
    begin(" [markdown]");
    addComments(source);
}

void CellWriter::addCodeLine(std::string_view line)
{
    const auto text = trimmed(line);
    const bool isShell = text.starts_with('!');
    const bool isMagic = m_language == "python" && (isShell || text.starts_with('%'));
    if (!isMagic) {
        m_text += std::string(line) + "\n";
        return;
    }
    ++m_magics;
    if (isShell || text.starts_with("%pip ") || text.starts_with("%conda "))
        m_shell += std::string(trimmed(text.substr(1))) + "\n";
    // What is indented may be all that a block has.
    const auto indent = line.substr(0, line.find_first_not_of(" \t"));
    m_text
        += std::string(indent) + (indent.empty() ? "" : "pass  ") + "# " + std::string(text) + "\n";
}

void CellWriter::addCode(std::string_view source)
{
    begin("");
    auto rest = source;
    const auto first = trimmed(takeUpTo(rest, '\n'));
    if (m_language == "python" && first.starts_with("%%")) {
        const auto name = wordsOf(first, 1).front();
        ++m_magics;
        if (name == "%%bash" || name == "%%sh")
            m_shell += std::string(rest) + "\n";
        const bool isPython = name == "%%time" || name == "%%timeit" || name == "%%capture";
        addComments(isPython ? first : source);
        source = isPython ? rest : std::string_view();
    }
    while (!source.empty())
        addCodeLine(takeUpTo(source, '\n'));
}

void addPart(Answer& answer, PartKind kind, std::string language, std::string text)
{
    if (text.size() > kMostPartBytes) {
        answer.notices.emplace_back("The notebook's program is too large to be read.");
        return;
    }
    AnswerPart part;
    part.kind = kind;
    part.language = language;
    part.called = std::move(language);
    part.text = std::move(text);
    answer.parts.push_back(std::move(part));
}

void sayWhatIsLeftOut(std::size_t outputs, std::size_t others, Answer& answer)
{
    if (outputs > 0)
        answer.notices.push_back(
            "The outputs of " + std::to_string(outputs) + (outputs == 1 ? " cell" : " cells")
            + " of the notebook are left out.");
    if (others > 0)
        answer.notices.push_back(
            std::to_string(others) + (others == 1 ? " cell is" : " cells are")
            + " neither code nor Markdown and left out.");
}

void readCells(const Json& cells, CellWriter& writer, Answer& answer)
{
    std::size_t outputs = 0, others = 0, count = 0;
    for (const auto& cell : cells) {
        if (++count > kMostCells) {
            answer.notices.push_back(
                "Of the notebook's cells only " + std::to_string(kMostCells) + " are read.");
            break;
        }
        const auto type = jsonString(cell, "cell_type");
        auto source = sourceOf(cell);
        if (trimmed(source).empty())
            continue;
        if (type == "code")
            writer.addCode(source);
        else if (type == "markdown")
            writer.addMarkdown(source);
        else
            ++others;
        outputs += jsonList(cell, "outputs").empty() ? 0 : 1;
    }
    sayWhatIsLeftOut(outputs, others, answer);
}

} // namespace

bool isNotebook(const Json& json)
{
    return jsonField(json, "nbformat").is_number_integer()
        && (jsonField(json, "cells").is_array() || jsonField(json, "worksheets").is_array());
}

Answer readNotebook(const Json& json, const LanguageCatalog& languages)
{
    Answer answer;
    answer.format = "notebook";
    if (!jsonField(json, "cells").is_array()) {
        answer.notices.emplace_back("The notebook is of a version before 4, which is not read.");
        return answer;
    }
    const auto language = languageOf(json, languages);
    if (!language)
        answer.notices.emplace_back("The notebook does not say a language that is known here.");
    CellWriter writer(language ? language->id : std::string());
    readCells(jsonField(json, "cells"), writer, answer);
    auto text = writer.take();
    if (!text.empty())
        addPart(
            answer, PartKind::Program, language ? language->id : std::string(), std::move(text));
    if (auto shell = writer.takeShell(); !shell.empty())
        addPart(answer, PartKind::ShellSteps, "bash", std::move(shell));
    if (writer.magics() > 0)
        answer.notices.push_back(
            std::to_string(writer.magics())
            + (writer.magics() == 1 ? " line that only notebooks understand is a comment now."
                                    : " lines that only notebooks understand are comments now."));
    return answer;
}

} // namespace sandbench::answer
