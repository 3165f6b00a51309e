// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/common/installing.h"

#include "core/package/package_manager.h"
#include "core/workspace/member_names.h"

namespace sandbench {
namespace {

Result<std::string> managerOf(const LanguageCatalog& languages, const std::string& language)
{
    const auto found = languages.find(language);
    if (!found)
        return workspace::asWrongMember(found.error()).within("language");
    if (found->packages.empty())
        return Error(ErrorCode::Unsupported, "nothing can be installed for " + found->name);
    return found->packages;
}

} // namespace

Result<void> installPackages(
    workspace::Workspace& workspace, workspace::HostedSandbox& sandbox, InstallRequest& request,
    const std::string& language, std::stop_token stop)
{
    if (request.manager.empty()) {
        SANDBENCH_TRY(
            request.manager,
            managerOf(
                workspace.parts().languages(),
                language.empty() ? sandbox.asked().language : language));
    }
    if (const auto known = findPackageManager(request.manager); !known)
        return workspace::asWrongMember(known.error()).within("manager");
    request.sources = workspace.parts().settings().packages;
    if (const auto done = sandbox.session().install(request, std::move(stop)); !done)
        return workspace::asWrongPackage(done.error());
    return workspace.sandboxes().remember(sandbox);
}

} // namespace sandbench
