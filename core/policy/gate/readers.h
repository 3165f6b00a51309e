// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/policy/gate/fact_reader.h"

#include <memory>

namespace sandbench::gate {

/// One reader for each family of languages. The arguments must outlive it.
std::unique_ptr<FactReader>
makePythonReader(const LexedSource& source, std::string_view language, const WantedNames& wanted);
std::unique_ptr<FactReader>
makeScriptReader(const LexedSource& source, std::string_view language, const WantedNames& wanted);
std::unique_ptr<FactReader>
makeCompiledReader(const LexedSource& source, std::string_view language, const WantedNames& wanted);
std::unique_ptr<FactReader> makeInterpretedReader(
    const LexedSource& source, std::string_view language, const WantedNames& wanted);
std::unique_ptr<FactReader>
makeShellReader(const LexedSource& source, std::string_view language, const WantedNames& wanted);

} // namespace sandbench::gate
