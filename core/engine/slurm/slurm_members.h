// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/members.h"

namespace sandbench::slurm {

/// What only a job of Slurm's can be asked for.
const MemberGroup& jobMembers();

/// Whether @p text can stand behind an option of sbatch's: letters, digits and a few marks.
bool isJobWord(std::string_view text);

} // namespace sandbench::slurm
