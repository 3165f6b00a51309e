// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/private_folder.h"
#include "core/process/child_process.h"

#include <string>

namespace sandbench::test {

/// A Docker or Podman engine of one test's own, so that it may be killed: with a folder for all of
/// its data and one small image that has a shell. Needs root, and the daemon's program. Thread:
/// one.
class PrivateEngine
{
public:
    /// @p name: "docker" or "podman".
    explicit PrivateEngine(std::string name);
    ~PrivateEngine();
    PrivateEngine(const PrivateEngine&) = delete;
    PrivateEngine& operator=(const PrivateEngine&) = delete;

    /// Starts it and waits until it answers. Errors: Unavailable with its last words.
    Result<void> start();
    /// SIGKILL to the daemon; what runs in its containers may live on.
    void kill();

    std::string address() const { return "unix://" + m_folder.path() + "/engine.sock"; }
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
};

} // namespace sandbench::test
