// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/common/installing.h"
#include "app/rest/routes/handling.h"

#include "core/base/text.h"
#include "core/package/package_manager.h"

namespace sandbench::rest {

namespace {

using workspace::Scope;

constexpr std::size_t kKeptOutput = 64U << 10;

Result<Answer> install(const ServerParts& parts, const Call& call)
{
    SANDBENCH_TRY(const auto sandbox, sandboxOf(parts, call));
    if (jsonField(call.json, "packages").empty() && jsonField(call.json, "manifests").empty())
        return Error(ErrorCode::InvalidArgument, "packages: is missing, and manifests too");
    InstallRequest request;
    request.manager = jsonString(call.json, "manager");
    request.names = jsonTexts(call.json, "packages");
    for (const auto& [name, text] : jsonField(call.json, "manifests").items())
        request.manifests.push_back({name, text.get<std::string>()});
    std::string output;
    request.onOutput = [&](std::string_view bytes) {
        output += bytes;
        if (output.size() > 2 * kKeptOutput)
            output.erase(0, output.size() - kKeptOutput);
    };
    SANDBENCH_TRY_VOID(installPackages(
        parts.workspace, *sandbox.sandbox, request, jsonString(call.json, "language"), call.stop));
    return jsonAnswer({{"manager", request.manager}, {"output", replaceInvalidUtf8(output)}});
}

Answer managers(const ServerParts&, const Call&)
{
    return jsonAnswer({{"managers", knownPackageManagers()}});
}

} // namespace

void addPackages(Routes& routes, ServerParts& parts)
{
    add(routes, "packages", "GET /package-managers", "listPackageManagers",
        "What can install packages", with(parts, managers))
        .answer
        = {{"managers", FieldType::TextList, "Their names"}};
    auto& installing = add(
        routes, "packages", "POST /sessions/{id}/packages", "installPackages",
        "Installs packages with the network that the sandbox has now", with(parts, install));
    installing.body
        = {{"packages", FieldType::TextList, "\"numpy\", \"requests>=2\""},
           {"manager", FieldType::Text, "Absent = the language's own"},
           {"language", FieldType::Text, "Absent = the session's"},
           {"manifests", FieldType::TextMap,
            "Files that list packages, by name: {\"requirements.txt\": \"…\"}"}};
    installing.answer
        = {{"manager", FieldType::Text, "What installed"},
           {"output", FieldType::Text, "The end of what it printed"}};
}

} // namespace sandbench::rest
