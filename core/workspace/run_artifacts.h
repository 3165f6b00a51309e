// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/session/run_record.h"

#include <mutex>
#include <vector>

namespace sandbench::workspace {

/// What a run drew or wrote. The private files of it are removed with the last who has this: its
/// run, and the history until it has them. Thread: any.
class RunArtifacts
{
public:
    RunArtifacts() = default;
    ~RunArtifacts();
    RunArtifacts(const RunArtifacts&) = delete;
    RunArtifacts& operator=(const RunArtifacts&) = delete;

    /// Returns its place, from 0.
    std::size_t add(Artifact artifact);
    std::vector<Artifact> all() const;
    std::uint64_t bytes() const; ///< Of all of them.

private:
    mutable std::mutex m_mutex;
    std::vector<Artifact> m_all;
};

} // namespace sandbench::workspace
