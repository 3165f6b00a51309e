// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/foreign_run.h"

#include "app/service/member_names.h"

#include <algorithm>
#include <array>

namespace sandbench::rest {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 10> kOtherNames
    = {{{"python3", "python"},
        {"c++", "cpp"},
        {"node", "javascript"},
        {"nodejs", "javascript"},
        {"node-javascript", "javascript"},
        {"golang", "go"},
        {"sh", "bash"},
        {"shell", "bash"},
        {"rlang", "r"},
        {"rscript", "r"}}};

std::string lower(std::string_view text)
{
    std::string made(text);
    std::transform(made.begin(), made.end(), made.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    });
    return made;
}

} // namespace

Result<Language> foreignLanguage(const ServerParts& parts, std::string_view name)
{
    auto wanted = lower(name);
    for (const auto& [other, ours] : kOtherNames)
        if (wanted == other)
            wanted = ours;
    for (const auto& language : parts.composition.languages().all()) {
        const auto& endings = language.extensions;
        if (language.id == wanted || lower(language.name) == wanted
            || std::find(endings.begin(), endings.end(), "." + wanted) != endings.end())
            return language;
    }
    auto found = parts.composition.languages().find(name);
    if (!found)
        return service::asWrongMember(found.error());
    return found;
}

Result<RunRecord> runForeign(ServerParts& parts, Call& call, ForeignRun run)
{
    SANDBENCH_TRY(
        auto open,
        service::readOpen(
            parts.composition, call.caller, {{"lang", run.request.language}}, parts.openDefaults));
    auto& memory = open.session.sandbox.limits.memoryBytes;
    if (run.memoryBytes > 0 && (memory == 0 || run.memoryBytes < memory))
        memory = run.memoryBytes;
    service::RunWish wish;
    wish.request = std::move(run.request);
    SANDBENCH_TRY_VOID(letGoOfBody(call, wish));
    SANDBENCH_TRY(const auto sandbox, openOnce(parts, call, std::move(open)));
    SANDBENCH_TRY(const auto started, startRun(parts, call, *sandbox, std::move(wish)));
    SANDBENCH_TRY(auto record, waitForEnd(call, started));
    if (run.onEnd)
        run.onEnd(*sandbox);
    return record;
}

std::string publicText(const Error& error)
{
    const auto problem = parseJson(problemAnswer(error).body);
    return problem ? jsonString(*problem, "detail") : std::string(errorCodeName(error.code()));
}

} // namespace sandbench::rest
