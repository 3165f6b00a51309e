// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/fd.h"
#include "core/base/result.h"
#include "core/session/run_record.h"

#include <cstdint>
#include <string>

namespace sandbench::rest {

/// The stored file of an artifact, at its beginning. Errors: NotFound where there are no bytes (any
/// more).
Result<UniqueFd> openArtifact(const Artifact& artifact);
/// All of it. Untrusted. Errors: ResourceExhausted past @p limit, NotFound.
Result<std::string> artifactBytes(const Artifact& artifact, std::uint64_t limit);

} // namespace sandbench::rest
