// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/rest/routes/installing.h"
#include "app/rest/routes/topics.h"
#include "core/workspace/member_names.h"

#include "core/base/text.h"
#include "core/package/package_manager.h"

namespace sandbench::rest {

namespace {

using workspace::Scope;

constexpr std::size_t kKeptOutput = 64U << 10;

std::vector<std::string> texts(const Json& list)
{
    std::vector<std::string> values;
    if (list.is_array())
        for (const auto& value : list)
            if (value.is_string())
                values.push_back(value.get<std::string>());
    return values;
}

Result<std::string> managerOf(const ServerParts& parts, const std::string& language)
{
    const auto found = parts.workspace.parts().languages().find(language);
    if (!found)
        return workspace::asWrongMember(found.error()).within("language");
    if (found->packages.empty())
        return Error(ErrorCode::Unsupported, "nothing can be installed for " + found->name);
    return found->packages;
}

Result<Answer> install(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto sandbox, sandboxOf(parts, call));
    if (jsonField(call.json, "packages").empty() && jsonField(call.json, "manifests").empty())
        return Error(ErrorCode::InvalidArgument, "packages: is missing, and manifests too");
    InstallRequest request;
    request.manager = jsonString(call.json, "manager");
    if (request.manager.empty()) {
        const auto language = jsonString(call.json, "language", sandbox->asked().language);
        SANDBENCH_TRY(request.manager, managerOf(parts, language));
    }
    if (const auto known = findPackageManager(request.manager); !known)
        return workspace::asWrongMember(known.error()).within("manager");
    request.names = texts(jsonField(call.json, "packages"));
    for (const auto& [name, text] : jsonField(call.json, "manifests").items())
        request.manifests.push_back({name, text.get<std::string>()});
    request.sources = parts.workspace.parts().settings().packages;
    std::string output;
    request.onOutput = [&](std::string_view bytes) {
        output += bytes;
        if (output.size() > 2 * kKeptOutput)
            output.erase(0, output.size() - kKeptOutput);
    };
    if (const auto done = sandbox.session().install(request, call.stop); !done)
        return workspace::asWrongPackage(done.error());
    SANDBENCH_TRY_VOID(parts.workspace.sandboxes().remember(*sandbox.sandbox));
    return jsonAnswer({{"manager", request.manager}, {"output", replaceInvalidUtf8(output)}});
}

Answer managers()
{
    return jsonAnswer({{"managers", knownPackageManagers()}});
}

} // namespace

Result<void> installLibraries(
    const ServerParts& parts, const UsedSandbox& sandbox, const std::string& language,
    std::vector<std::string> names, std::stop_token stop)
{
    InstallRequest request;
    SANDBENCH_TRY(request.manager, managerOf(parts, language));
    request.names = std::move(names);
    request.sources = parts.workspace.parts().settings().packages;
    if (const auto done = sandbox.session().install(request, std::move(stop)); !done)
        return workspace::asWrongPackage(done.error());
    return parts.workspace.sandboxes().remember(*sandbox.sandbox);
}

void addPackages(Routes& routes, ServerParts& parts)
{
    routes.push_back(
        {.method = "GET",
         .path = "/package-managers",
         .id = "listPackageManagers",
         .tag = "packages",
         .summary = "What can install packages",
         .scope = Scope::Read,
         .answer = {{"managers", FieldType::TextList, "Their names"}},
         .handler = [](const Call&) { return managers(); }});
    routes.push_back(
        {.method = "POST",
         .path = "/sessions/{id}/packages",
         .id = "installPackages",
         .tag = "packages",
         .summary = "Installs packages with the network that the sandbox has now",
         .scope = Scope::Run,
         .body
         = {{{"packages", FieldType::TextList, "\"numpy\", \"requests>=2\""},
             {"manager", FieldType::Text, "Absent = the language's own"},
             {"language", FieldType::Text, "Absent = the session's"},
             {"manifests", FieldType::TextMap,
              "Files that list packages, by name: {\"requirements.txt\": \"…\"}"}}},
         .answer
         = {{"manager", FieldType::Text, "What installed"},
            {"output", FieldType::Text, "The end of what it printed"}},
         .handler = handling([&parts](const Call& call) { return install(parts, call); })});
}

} // namespace sandbench::rest
