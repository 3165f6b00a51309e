// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/workspace/run_artifacts.h"

#include <unistd.h>

namespace sandbench::workspace {

RunArtifacts::~RunArtifacts()
{
    for (const auto& artifact : m_all)
        if (!artifact.storedPath.empty())
            ::unlink(artifact.storedPath.c_str());
}

std::size_t RunArtifacts::add(Artifact artifact)
{
    const std::lock_guard lock(m_mutex);
    m_all.push_back(std::move(artifact));
    return m_all.size() - 1;
}

std::vector<Artifact> RunArtifacts::all() const
{
    const std::lock_guard lock(m_mutex);
    return m_all;
}

std::uint64_t RunArtifacts::bytes() const
{
    std::uint64_t bytes = 0;
    const std::lock_guard lock(m_mutex);
    for (const auto& artifact : m_all)
        bytes += artifact.bytes;
    return bytes;
}

} // namespace sandbench::workspace
