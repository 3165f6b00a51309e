// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/image_access.h"

#include "core/engine/image_store.h"
#include "core/workspace/sandbox_request.h"

namespace sandbench::workspace {
namespace {

using image_check::ImageSandbox;
using image_check::Setting;

Result<std::unique_ptr<ImageSandbox>> openFor(
    Workspace& workspace, const ImageOpening& opening, const Setting& setting, std::stop_token stop)
{
    auto said = opening.said;
    said["image"] = opening.image;
    if (!setting.user.empty())
        said["user"] = setting.user;
    if (!setting.network.empty())
        said["network"] = setting.network;
    if (setting.isRootWritable)
        said["root"] = "writable";
    SANDBENCH_TRY(auto request, readSandbox(workspace.parts(), said));
    SANDBENCH_TRY(auto sandbox, opening.open(std::move(request), std::move(stop)));
    auto& session = sandbox->session();
    return image_check::sandboxOf(session, [&workspace, sandbox] {
        (void)workspace.sandboxes().close(userCaller(), sandbox->id()).has_value();
    });
}

Result<ImageInfo> inspectFor(const ImageOpening& opening, std::stop_token stop)
{
    SANDBENCH_TRY(auto* const engine, opening.engine());
    if (auto* const store = engine->images())
        return store->inspect(opening.image, std::move(stop));
    return Error(
        ErrorCode::Unsupported, engine->name() + " does not tell how an image is described");
}

} // namespace

image_check::ImageAccess imageAccess(Workspace& workspace, ImageOpening opening)
{
    const auto shared = std::make_shared<const ImageOpening>(std::move(opening));
    return {
        shared->image,
        [&workspace, shared](const Setting& setting, std::stop_token stop) {
            return openFor(workspace, *shared, setting, std::move(stop));
        },
        [shared](std::stop_token stop) { return inspectFor(*shared, std::move(stop)); }};
}

} // namespace sandbench::workspace
