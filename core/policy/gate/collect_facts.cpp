// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/policy/gate/readers.h"

#include <utility>

namespace sandbench::gate {
namespace {

/// A language of which nothing is known but its strings.
class PlainReader : public FactReader
{
public:
    using FactReader::FactReader;

protected:
    std::size_t step(std::size_t i) override { return isWord(i) ? useAt(i) : i + 1; }
};

} // namespace

Facts collectFacts(const LexedSource& source, std::string_view language, const WantedNames& wanted)
{
    using Maker
        = std::unique_ptr<FactReader> (*)(const LexedSource&, std::string_view, const WantedNames&);
    static constexpr std::pair<std::string_view, Maker> kReaders[]
        = {{"python", makePythonReader},     {"javascript", makeScriptReader},
           {"typescript", makeScriptReader}, {"java", makeCompiledReader},
           {"c", makeCompiledReader},        {"cpp", makeCompiledReader},
           {"go", makeCompiledReader},       {"rust", makeCompiledReader},
           {"ruby", makeInterpretedReader},  {"r", makeInterpretedReader},
           {"php", makeInterpretedReader},   {"bash", makeShellReader}};
    for (const auto& [id, make] : kReaders)
        if (id == language)
            return make(source, language, wanted)->read();
    return PlainReader(source, language, wanted).read();
}

} // namespace sandbench::gate
