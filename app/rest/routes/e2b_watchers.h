// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/workspace/hosted_sandbox.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <vector>

namespace sandbench::rest {

/// Folders that E2B's clients watch by asking again and again. What changes meanwhile waits in the
/// connection to the sandbox, as much as has room there. Thread: any.
class E2bWatchers
{
public:
    /// Whose watcher of which sandbox.
    struct Key
    {
        std::string caller, sandbox, id;
        auto operator<=>(const Key&) const = default;
    };

    /// The id of a new one, which ends with its sandbox. Errors: ResourceExhausted: @p sandbox has
    /// as many as it may.
    Result<std::string>
    add(std::shared_ptr<workspace::HostedSandbox> sandbox, std::string folder,
        std::unique_ptr<FolderWatch> watch);
    struct Taken
    {
        std::string folder;
        std::vector<FolderChange> changes;
    };
    /// What changed since the last call, some thousands at most. Errors: NotFound; those that
    /// FolderWatch::next() ends with, once all before was told.
    Result<Taken> take(const Key& key, const std::stop_token& stop);
    /// Errors: NotFound.
    Result<void> remove(const Key& key);

private:
    class Watcher;
    Result<std::shared_ptr<Watcher>> find(const Key& key) const;

    mutable std::mutex m_mutex;
    std::map<Key, std::shared_ptr<Watcher>> m_watchers;
};

} // namespace sandbench::rest
