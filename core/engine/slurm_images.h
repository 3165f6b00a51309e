// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/apptainer/apptainer_engine.h"
#include "core/engine/slurm/slurm_engine.h"

namespace sandbench {

/// Containers on a cluster's nodes are made from images as @p apptainer has them, which lives
/// longer than the engine of @p options.
void makeImagesWith(ApptainerEngine& apptainer, SlurmEngine::Options& options);

} // namespace sandbench
