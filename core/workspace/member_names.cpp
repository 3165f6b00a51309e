// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/member_names.h"

#include "core/workspace/members.h"

#include <algorithm>
#include <iterator>

namespace sandbench::workspace {

Error inMemberNames(const Error& error)
{
    Error renamed(error.code(), memberNamesIn(error.message()));
    for (const auto& doing : error.context())
        renamed = std::move(renamed).within(memberNamesIn(doing));
    return renamed;
}

Error asWrongMember(const Error& error)
{
    return error.code() == ErrorCode::NotFound ? Error(ErrorCode::InvalidArgument, error.text())
                                               : error;
}

Error asWrongPackage(const Error& error)
{
    // What tellingLine() finds of pip, npm, gem, cargo, go and apt.
    constexpr std::string_view kNotThere[] = {"No matching distribution found",
                                              "No matching version found",
                                              "is not in this registry",
                                              "Could not find a valid gem",
                                              "could not find `",
                                              "no matching versions for query",
                                              "Unable to locate package"};
    const auto text = error.text();
    const bool isNotThere
        = std::any_of(std::begin(kNotThere), std::end(kNotThere), [&](const auto words) {
              return text.find(words) != std::string::npos;
          });
    // Without a network nobody was asked.
    const bool wasAsked = text.find("no network") == std::string::npos;
    return error.code() == ErrorCode::Unavailable && isNotThere && wasAsked
        ? Error(ErrorCode::InvalidArgument, text)
        : error;
}

Result<Language>
languageIn(const LanguageCatalog& languages, const Json& body, const std::string& otherwise)
{
    const auto& language = jsonField(body, "language");
    const auto& lang = jsonField(body, "lang");
    if (!language.is_null() && !lang.is_null() && language != lang)
        return Error(
            ErrorCode::InvalidArgument,
            "lang: it differs from language, which means the same; leave one of them out");
    auto found = languages.find(jsonString(body, "language", jsonString(body, "lang", otherwise)));
    if (!found)
        return asWrongMember(found.error()).within("language");
    return found;
}

std::map<std::string, std::string> textMapIn(const Json& body, std::string_view name)
{
    std::map<std::string, std::string> map;
    for (const auto& [key, value] : jsonField(body, name).items())
        map[key] = value.get<std::string>();
    return map;
}

Result<std::shared_ptr<const CodePolicy>>
findPolicy(const Composition& parts, const std::string& id)
{
    SANDBENCH_TRY(const auto policies, parts.policies());
    std::string known;
    for (const auto& policy : policies->all()) {
        if (policy->id == id)
            return policy;
        known += (known.empty() ? "" : ", ") + policy->id;
    }
    return Error(
        ErrorCode::NotFound, "there is no policy '" + id.substr(0, 64) + "'; known are " + known);
}

} // namespace sandbench::workspace
