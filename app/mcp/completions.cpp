// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/mcp/ended_run.h"
#include "app/mcp/toolbox.h"
#include "core/base/text.h"

#include <algorithm>

namespace sandbench::mcp {
namespace {

/// Of one folder.
constexpr std::size_t kMostEntries = 5000;

using Values = std::vector<std::string>;

std::string knownOf(const Completing& typed, const char* name)
{
    const auto at = typed.known.find(name);
    return at == typed.known.end() ? std::string() : at->second;
}

/// What begins with what was typed, then what has it elsewhere.
Values matching(Values all, const std::string& typed)
{
    const auto wanted = lowerCase(typed);
    std::erase_if(
        all, [&](const auto& one) { return lowerCase(one).find(wanted) == std::string::npos; });
    std::stable_partition(all.begin(), all.end(), [&](const auto& one) {
        return lowerCase(one).starts_with(wanted);
    });
    return all;
}

Values languages(const Toolbox& box)
{
    Values ids;
    for (const auto& language : box.workspace.parts().languages().all())
        ids.push_back(language.id);
    return ids;
}

Values engines(const Toolbox& box)
{
    Values names;
    for (const auto* const engine : box.workspace.parts().engines().all())
        names.emplace_back(engine->name());
    return names;
}

Values sandboxes(const Toolbox& box, const workspace::Caller& caller)
{
    Values ids;
    for (const auto& sandbox : box.workspace.sandboxes().list(caller))
        ids.push_back(sandbox->id());
    return ids;
}

/// The newest first.
Values runs(const Toolbox& box, const workspace::Caller& caller)
{
    Values ids;
    for (const auto& run : box.workspace.runs().list(caller))
        ids.push_back(run->id());
    std::reverse(ids.begin(), ids.end());
    return ids;
}

Values artifacts(const Toolbox& box, const Completing& typed)
{
    Values indexes;
    if (const auto all = endedArtifacts(box, typed.caller, knownOf(typed, "run_id")))
        for (std::size_t i = 0; i < all->size(); ++i)
            indexes.push_back(std::to_string(i));
    return indexes;
}

/// Absolute, without the slash that stands in the template; folders end with one. The working
/// folder's where nothing was typed yet.
Values paths(const Toolbox& box, const Completing& typed, const std::stop_token& stop)
{
    const auto sandbox = box.workspace.sandboxes().look(typed.caller, knownOf(typed, "sandbox_id"));
    if (!sandbox)
        return {};
    const bool isRooted = typed.value.starts_with('/');
    const auto slash = typed.value.rfind('/');
    auto folder = typed.value.empty() ? std::string(".")
        : slash == std::string::npos  ? std::string("/")
                                      : typed.value.substr(0, slash + 1);
    if (!typed.value.empty() && !folder.starts_with('/'))
        folder.insert(0, 1, '/');
    const auto found = (*sandbox)->session().listFiles(folder, 1, kMostEntries, stop);
    Values all;
    if (found)
        for (const auto& entry : found->entries)
            if (!entry.hasOddName)
                all.push_back(
                    entry.path.substr(isRooted ? 0 : 1) + (entry.type == "directory" ? "/" : ""));
    std::sort(all.begin(), all.end());
    return all;
}

Values all(const Toolbox& box, const Completing& typed, const std::stop_token& stop)
{
    if (typed.argument == "language")
        return languages(box);
    if (typed.argument == "engine")
        return engines(box);
    if (!typed.caller.may(workspace::Scope::Read))
        return {};
    if (typed.argument == "sandbox_id")
        return sandboxes(box, typed.caller);
    if (typed.argument == "run_id")
        return runs(box, typed.caller);
    if (typed.argument == "index")
        return artifacts(box, typed);
    return typed.argument == "path" ? paths(box, typed, stop) : Values();
}

} // namespace

std::function<std::vector<std::string>(const Completing&, std::stop_token)>
makeCompletions(const Toolbox& box)
{
    return [&box](const Completing& typed, const std::stop_token& stop) {
        return matching(all(box, typed, stop), typed.value);
    };
}

} // namespace sandbench::mcp
