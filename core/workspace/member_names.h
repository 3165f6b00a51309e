// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/policy/gate/code_policy.h"
#include "core/workspace/composition.h"

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sandbench::workspace {

/// With memberNamesIn() in all that it says.
Error inMemberNames(const Error& error);

/// NotFound becomes InvalidArgument.
Error asWrongMember(const Error& error);

/// Of an installation: Unavailable becomes InvalidArgument where the index answered that it has no
/// such package, which waiting does not change.
Error asWrongPackage(const Error& error);

/// That of "language" or "lang"; @p otherwise where neither is given. Errors: InvalidArgument for
/// one that is not known, and where both are given and differ.
Result<Language>
languageIn(const LanguageCatalog& languages, const Json& body, const std::string& otherwise);
/// Pre: checked by checkFields().
std::map<std::string, std::string> textMapIn(const Json& body, std::string_view name);

/// Whether a program can be started with these. Errors: InvalidArgument naming the member.
Result<void> checkWords(
    const std::map<std::string, std::string>& env, const std::vector<std::string>& command = {},
    const std::vector<std::string>& arguments = {});

/// By its id alone: a path would be one of this machine's files. Errors: NotFound with the known
/// ids.
Result<std::shared_ptr<const CodePolicy>>
findPolicy(const Composition& parts, const std::string& id);

} // namespace sandbench::workspace
