// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/session_image.h"

#include "core/base/private_folder.h"
#include "core/base/random.h"
#include "core/engine/container_options.h"

#include <utility>

namespace sandbench::workspace {

// A closing sandbox becomes its image also where not all is in it, so that gets another name first:
// "mine:1-keeping-0f3a". Whether the name can be one, opening tells.
static std::string nameMeanwhile(const std::string& name)
{
    const auto slash = name.rfind('/');
    const auto colon = name.find(':', slash == std::string::npos ? 0 : slash);
    return name + (colon == std::string::npos ? ":" : "-") + "keeping-" + randomHex(4);
}

static Result<void> fillAndClose(
    SandboxTable& sandboxes, SandboxOpening opening, const Snapshot& snapshot,
    const SnapshotProgress& progress, const std::stop_token& stop)
{
    SANDBENCH_TRY(const auto second, sandboxes.open(userCaller(), std::move(opening), stop));
    const auto filled = restoreSnapshot(second->session(), snapshot.path, progress, stop);
    const auto closed = sandboxes.close(userCaller(), second->id());
    return filled ? closed : filled;
}

Result<void> keepAsImage(
    Session& session, SandboxTable& sandboxes, SandboxOpening opening, const std::string& name,
    const SnapshotProgress& progress, const std::stop_token& stop)
{
    ImageStore* const images = opening.engine ? opening.engine->images() : nullptr;
    if (!images)
        return Error(
            ErrorCode::Unsupported,
            "only containers of Docker and Podman become images; take a snapshot instead");
    // Files are copied twice.
    const auto halfOf = [&progress](bool isSecond) -> SnapshotProgress {
        return [&progress, isSecond](std::uint64_t done, std::uint64_t all) {
            if (progress)
                progress(isSecond ? all + done : done, 2 * all);
        };
    };
    SANDBENCH_TRY(const auto folder, PrivateFolder::create({}, "sandbench-image"));
    SANDBENCH_TRY(
        const auto snapshot, takeSnapshot(session, folder.path(), {}, halfOf(false), stop));
    const std::string meanwhile = nameMeanwhile(name);
    opening.request.installs = {}; // what was installed is in the folder
    opening.request.isKept = false;
    opening.request.session.memory = snapshot.memory;
    auto& sandbox = opening.request.session.sandbox;
    sandbox.network = {};
    sandbox.keepFor = {};
    sandbox.requiredLayers = {}; // nothing runs in it, and what becomes an image has no disk limit
    containerOf(sandbox).commitTag = meanwhile;
    auto kept = fillAndClose(sandboxes, std::move(opening), snapshot, halfOf(true), stop);
    if (kept && stop.stop_requested())
        kept = Error(ErrorCode::Cancelled, "stopped");
    if (kept)
        kept = images->tag(meanwhile, name, stop);
    // Also after a stop, and where there may be none.
    const auto removed = images->remove(meanwhile, {});
    return kept && !removed ? removed : kept;
}

} // namespace sandbench::workspace
