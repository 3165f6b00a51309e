// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/answer/apply_diff.h"
#include "core/answer/program_choice.h"
#include "core/base/text.h"
#include "tests/fuzz/require.h"

#include <set>

using namespace sandbench;
using namespace sandbench::answer;

/// Input: a format's name, then a file; and a text and a diff of it, with a zero between them. Its
/// parts are bounded texts, their names safe and apart, and what is chosen is one of them.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    static const auto languages = *LanguageCatalog::load();
    if (size == 0)
        return 0;
    constexpr const char* kNames[] = {"", "a.md", "a.html", "a.json", "a.diff", "a.txt", "a.zip"};
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto zero = bytes.find('\0');
    if (zero != bytes.npos)
        (void)applyDiff(bytes.substr(0, zero), bytes.substr(zero + 1));
    const auto answer = readAnswer(bytes, kNames[data[0] % std::size(kNames)], languages);
    require(answer.parts.size() <= kMostParts);
    std::set<std::string> names;
    for (const auto& part : answer.parts) {
        require(part.text.size() <= kMostPartBytes && isValidUtf8(part.text));
        require(part.name.size() <= 200 && !part.name.starts_with('/'));
        require(("/" + part.name + "/").find("/../") == std::string::npos);
        require(part.language.empty() || languages.find(part.language));
        if (!part.name.empty() && part.kind != PartKind::Diff)
            require(names.insert(part.name).second);
    }
    if (const auto choice = chooseProgram(answer, languages)) {
        require(choice->part < answer.parts.size() && !choice->fileName.empty());
        for (const auto file : choice->files)
            require(file < answer.parts.size() && file != choice->part);
    }
    return 0;
}
