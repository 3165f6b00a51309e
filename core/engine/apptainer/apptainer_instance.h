// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/socket_stream.h"
#include "core/engine/apptainer/apptainer_host.h"
#include "core/engine/apptainer/container_mounts.h"
#include "core/engine/install_network.h"
#include "core/process/child_process.h"

#include <memory>
#include <mutex>
#include <string>

namespace sandbench::apptainer {

/// What a container is made from.
struct ContainerImage
{
    std::string path; ///< Of an image file, or of a folder with its files.
    std::string text; ///< For people: "sandbench-python:1 (sha256:1f0…)".
    UniqueFd lock; ///< Of the cache, as long as it is used; empty = it is not from there.
};

/// One container with the agent as its process 1, whose standard streams are the agent's stream:
/// when this program dies, the agent reads the end of it, and the container is gone.
class ApptainerInstance : public Instance
{
public:
    /// Starts it and waits for the agent's first byte. Errors: Unavailable, Cancelled, Timeout, Io;
    /// Unsupported where Apptainer would unpack the image for this container alone, see
    /// ApptainerHost::mountsFiles().
    static Result<std::unique_ptr<Instance>> start(
        std::shared_ptr<ApptainerHost> host, const SandboxSpec& spec, ContainerImage image,
        std::stop_token stop);
    ~ApptainerInstance() override;

    ByteStream& stream() override { return *m_stream; }
    GuestSetup guestSetup() const override { return m_setup; }
    const IsolationReport& isolation() const override { return m_isolation; }
    std::string image() const override { return m_image.text; }
    ResourceCounters counters() const override;
    void resetPeak() override;
    std::string description() const override;
    std::string network() const override { return m_network.name(); }
    Result<void> dropNetwork(std::stop_token stop) override;
    Result<void> close() override;

private:
    ApptainerInstance(std::shared_ptr<ApptainerHost> host, ContainerImage image)
        : m_host(std::move(host))
        , m_image(std::move(image))
    {
    }
    Result<void> open(const SandboxSpec& spec, std::stop_token stop);
    Result<ContainerPlan> plan(const SandboxSpec& spec);
    Result<void> spawn(const ContainerPlan& plan);
    Result<void> awaitAgent(std::stop_token stop);
    Result<void> holdInit();
    Result<void> limit(const SandboxSpec& spec, std::stop_token stop);
    void finish(const SandboxSpec& spec, const ContainerPlan& plan);
    void limitEachProcess(std::uint64_t memoryBytes);
    Result<void> nameUsers();
    void takeMessages();
    Error startFailure() const;
    Result<void> removeGroup();

    std::shared_ptr<ApptainerHost> m_host;
    const ContainerImage m_image;
    PrivateFolder m_folder; ///< Files that are in the container's /etc, and a link to its image.
    std::unique_ptr<SocketStream> m_stream;
    UniqueFd m_messages;
    std::string m_said; ///< What Apptainer says on its standard error: bounded, untrusted.
    ChildProcess m_monitor;
    ContainerInit m_init;
    UniqueFd m_initFd; ///< pidfd of process 1 inside.
    mutable std::mutex m_groupMutex; ///< Guards m_group: counters() comes from any thread.
    std::unique_ptr<cgroup::SandboxCgroup> m_group;
    InstallNetwork m_network;
    GuestSetup m_setup;
    IsolationReport m_isolation;
    bool m_closed = false;
};

} // namespace sandbench::apptainer
