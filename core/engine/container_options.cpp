// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/container_options.h"

namespace sandbench {

bool asksForOwnContainer(const SandboxSpec& spec)
{
    const auto& asked = containerOf(spec);
    return !spec.image.empty() || !spec.network.name.empty() || !asked.entrypoint.empty()
        || !asked.mounts.empty() || !asked.extraHosts.empty() || !asked.runtime.empty()
        || !asked.gpus.empty() || !asked.labels.empty() || !asked.platform.empty()
        || !asked.commitTag.empty();
}

Result<void> checkKept(const SandboxSpec& spec)
{
    const auto& container = containerOf(spec);
    const bool isSpecial = !container.existing.empty() || !container.commitTag.empty()
        || !container.keepTemplate || !container.entrypoint.empty();
    if (spec.keepFor.count() > 0 && isSpecial)
        return Error(
            ErrorCode::InvalidArgument,
            "a sandbox that is kept has no entry point, becomes no image, lets its own image stay, "
            "and is no container or pod of somebody else's");
    return {};
}

} // namespace sandbench
