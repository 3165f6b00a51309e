// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/json.h"
#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace sandbench::kubernetes {

/// One document of YAML or JSON, with the values that Kubernetes reads in it: plain yes and on are
/// true, 0644 is octal. The text is hostile: at most 1 MiB, 64 levels and 50000 values; no aliases,
/// no second document, no key twice. Never throws, no I/O. Errors: InvalidArgument with the line.
/// Source: YAML 1.1 and 1.2 as sigs.k8s.io/yaml reads them.
Result<Json> parseManifest(std::string_view text);

/// The parts of a Pod that somebody may put over ours: metadata and spec, without what a cluster
/// adds to a pod that it has. Errors: InvalidArgument (another kind, unknown fields, lists instead
/// of objects, what would take the agent's place or keep the pod from being removed).
Result<Json> readPodManifest(std::string_view text);

/// @p manifest over @p ours, which has one container, the sandbox. Other containers get its rights
/// before theirs are put over them. Name, namespace, our labels, restartPolicy, the sandbox's
/// command, the agent and, where @p keepsImage, the image stay ours; @p differences says what is
/// otherwise, and what was asked for in vain. Errors: InvalidArgument, see mergePod().
Result<Json> putManifestOver(
    const Json& ours, const Json& manifest, bool keepsImage, std::vector<std::string>& differences);

/// Which container of @p manifest (see readPodManifest()) is the sandbox: @p wanted, the first, or
/// "sandbox" where it names none. Errors: InvalidArgument.
Result<std::string> sandboxContainer(const Json& manifest, const std::string& wanted);
/// Whether @p text, see readPodManifest(), says of which image the sandbox is, so that nobody
/// else's default counts. @p wanted as above. False where it cannot be read: planPod() says why.
bool namesImage(std::string_view text, const std::string& wanted);

} // namespace sandbench::kubernetes
