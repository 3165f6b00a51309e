// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/answer/program_choice.h"
#include "tests/support/source_file.h"

#include <QFile>

#include <string>
#include <string_view>

namespace sandbench::test {

/// The bytes of a file of tests/data/answers.
inline std::string sampleAnswer(const char* name)
{
    QFile file(sourceFile(QString("tests/data/answers/") + name));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

inline const LanguageCatalog& languages()
{
    static const auto catalog = *LanguageCatalog::load();
    return catalog;
}

inline answer::Answer readAnswer(std::string_view text, std::string_view name = "answer.md")
{
    return answer::readAnswer(text, name, languages());
}

/// "program python app.py, shell bash -": what each part is, its language and its name. What is
/// run has a star.
inline std::string summaryOf(const answer::Answer& answer)
{
    const auto choice = answer::chooseProgram(answer, languages());
    const auto orNone = [](const std::string& text) { return text.empty() ? "-" : text; };
    std::string summary;
    for (std::size_t i = 0; i < answer.parts.size(); ++i) {
        const auto& part = answer.parts[i];
        summary += std::string(i > 0 ? ", " : "") + (choice && choice->part == i ? "*" : "")
            + std::string(kindName(part.kind)) + " " + orNone(part.language) + " "
            + orNone(part.name);
    }
    return summary;
}

} // namespace sandbench::test
