// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/private_folder.h"
#include "core/process/child_process.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sandbench::test {

/// A Docker or Podman engine of one test's own, so that it may be killed: with a folder for all of
/// its data and one small image that has a shell. Needs root, and the daemon's program. Thread:
/// one.
class PrivateEngine
{
public:
    /// @p name: "docker" or "podman". @p diskBytes: 0 = all that the machine has for its data.
    explicit PrivateEngine(std::string name, std::uint64_t diskBytes = 0);
    ~PrivateEngine();
    PrivateEngine(const PrivateEngine&) = delete;
    PrivateEngine& operator=(const PrivateEngine&) = delete;

    /// Docker, before start(): one more runtime that is the usual one, and notes that it was used
    /// in the file whose path this returns.
    std::string addRuntime(const std::string& name);
    /// Starts it and waits until it answers. Errors: Unavailable with its last words.
    Result<void> start();
    /// SIGKILL to the daemon; what runs in its containers may live on.
    void kill();

    std::string address() const { return "unix://" + m_folder.path() + "/engine.sock"; }
    /// Where its images and containers are.
    std::string dataFolder() const { return m_folder.path() + "/data"; }
    /// Podman looks elsewhere for a name without a host.
    std::string image() const
    {
        return m_name == "podman" ? "localhost/sandbench-tiny:1" : "sandbench-tiny:1";
    }

private:
    Result<void> spawn();
    Result<void> importImage();
    std::string lastWords() const;

    std::string m_name;
    PrivateFolder m_folder;
    ChildProcess m_daemon;
    bool m_hasImage = false;
    std::vector<std::string> m_runtimes; ///< Arguments of the daemon.
};

} // namespace sandbench::test
