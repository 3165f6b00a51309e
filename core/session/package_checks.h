// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/session.h"

#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace sandbench {

struct MissingImport
{
    std::string module; ///< "sklearn"
    std::string package; ///< "scikit-learn"
};

/// What @p code imports and the sandbox does not have, asked in the sandbox itself. Empty for
/// languages whose imports are not known. Errors: as Session::run().
Result<std::vector<MissingImport>> findMissingImports(
    Session& session, const std::string& language, const std::string& code, std::stop_token stop);

/// The same before a run: what the request brings along itself is not missing. What was there once
/// is not asked for again, so a program that is run again costs nothing. Thread: one at a time. The
/// session must outlive it.
class ImportChecker
{
public:
    explicit ImportChecker(Session& session)
        : m_session(session)
    {
    }

    /// Errors: as Session::run().
    Result<std::vector<MissingImport>>
    missingImports(const RunRequest& request, std::stop_token stop);

private:
    Session& m_session;
    std::set<std::pair<std::string, std::string>> m_present; ///< Languages and modules.
};

/// "numpy, pandas are not in this sandbox"
std::string missingSentence(const std::vector<MissingImport>& missing);

/// One line of a list of requirements, and what the sandbox has of it.
struct ComplianceLine
{
    std::string requirement; ///< "numpy>=1.26"
    std::string version; ///< Installed; empty = it is not.
    /// Nothing = it does not concern this sandbox (its marker), or nobody there can compare.
    std::optional<bool> satisfied;
};

/// Which packages of a requirements.txt or a package.json the sandbox has. Errors:
/// InvalidArgument for the file, Unavailable where the sandbox has no interpreter to ask,
/// Protocol, and those of Session::run().
Result<std::vector<ComplianceLine>>
checkCompliance(Session& session, const InputFile& manifest, std::stop_token stop);

} // namespace sandbench
