// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/sessions/find_sandboxes.h"

#include "app/cli/text.h"
#include "core/engine/ownership.h"

#include <algorithm>
#include <unistd.h>

namespace sandbench::cli {

namespace {

constexpr std::size_t kShortId = 12;
constexpr std::size_t kWholeId = 64;

bool isCalled(const SandboxInfo& sandbox, const std::string& id)
{
    return sandbox.id == id || sandbox.sessionId == id;
}

bool beginsWith(const SandboxInfo& sandbox, const std::string& id)
{
    return sandbox.id.starts_with(id) || sandbox.sessionId.starts_with(id);
}

} // namespace

Result<SandboxSearch>
findSandboxes(const EngineRegistry& engines, const std::string& engine, std::stop_token stop)
{
    auto asked = engines.all();
    if (!engine.empty()) {
        SANDBENCH_TRY(Engine* const named, engines.find(engine));
        asked = {named};
    }
    SandboxSearch search;
    for (Engine* each : asked) {
        // A cluster that is far away, or gone, must not hold up those who never use it.
        if (engine.empty() && each->name() == "kubernetes")
            continue;
        auto listed = each->sandboxes(stop);
        if (stop.stop_requested())
            return Error(ErrorCode::Cancelled, "stopped");
        if (!listed && !engine.empty())
            return std::move(listed.error());
        if (!listed)
            search.problems.push_back({each->name(), std::move(listed.error())});
        else
            for (auto& sandbox : *listed)
                search.found.push_back({each, std::move(sandbox)});
    }
    std::stable_sort(
        search.found.begin(), search.found.end(), [](const auto& left, const auto& right) {
            return left.info.createdAt < right.info.createdAt;
        });
    return search;
}

Result<FoundSandbox> chooseSandbox(const SandboxSearch& search, const std::string& id)
{
    for (const auto isIt : {isCalled, beginsWith}) {
        std::vector<FoundSandbox> matching;
        for (const auto& each : search.found)
            if (!id.empty() && isIt(each.info, id))
                matching.push_back(each);
        if (matching.size() == 1)
            return matching.front();
        if (!matching.empty())
            return Error(
                ErrorCode::InvalidArgument,
                "'" + printable(id) + "' may mean " + printable(matching[0].info.id) + " or "
                    + printable(matching[1].info.id) + "; name one by more of its id");
    }
    std::string unasked;
    for (const auto& problem : search.problems)
        unasked
            += (unasked.empty() ? ", and these engines did not answer: " : ", ") + problem.engine;
    return Error(
        ErrorCode::NotFound,
        "there is no sandbox '" + printable(id) + "'" + unasked
            + "; see 'sandbenchctl sessions list --all' (of a cluster: with --engine kubernetes)");
}

bool isOurs(const SandboxInfo& sandbox)
{
    const auto owner = parseOwner(sandbox.owner);
    return owner && owner->uid == ::geteuid()
        && stateOfOwner(sandbox.owner) != OwnerState::Elsewhere;
}

std::string ownerWords(const SandboxInfo& sandbox)
{
    const auto owner = parseOwner(sandbox.owner);
    if (!owner)
        return "unknown";
    const auto state = stateOfOwner(sandbox.owner);
    const auto user = "user " + std::to_string(owner->uid);
    if (state == OwnerState::Elsewhere)
        return user + " on " + owner->host;
    return (isOurs(sandbox) ? "you" : user) + " (process " + std::to_string(owner->pid)
        + (state == OwnerState::Dead ? ", gone)" : ")");
}

std::string ageWords(std::int64_t createdAt, std::int64_t now)
{
    const auto age = now - createdAt;
    if (createdAt <= 0 || age < 0)
        return "?";
    if (age < 60)
        return std::to_string(age) + " s";
    if (age < 60 * 60)
        return std::to_string(age / 60) + " min";
    if (age < 48 * 60 * 60)
        return std::to_string(age / (60 * 60)) + " h";
    return std::to_string(age / (24 * 60 * 60)) + " d";
}

std::string shortId(const SandboxInfo& sandbox)
{
    const bool isHash = sandbox.id.size() == kWholeId
        && sandbox.id.find_first_not_of("0123456789abcdef") == std::string::npos;
    return isHash ? sandbox.id.substr(0, kShortId) : sandbox.id;
}

} // namespace sandbench::cli
