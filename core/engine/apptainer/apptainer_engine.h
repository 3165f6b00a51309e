// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/base/stoppable_mutex.h"
#include "core/engine/apptainer/apptainer_host.h"
#include "core/engine/apptainer/image_library.h"
#include "core/engine/engine.h"

#include <memory>
#include <string>
#include <vector>

namespace sandbench {

/// Containers of Apptainer (or SingularityCE), which needs no daemon and no rights: the engine of
/// clusters and of machines whose users may not have Docker. Looks for the program at its first
/// use, and again when that failed.
class ApptainerEngine : public Engine
{
public:
    struct Options
    {
        std::string program; ///< Absolute path; empty = as PATH has it.
        std::string defaultImage;
        std::vector<apptainer::ImageSource> sources; ///< Where images of other engines come from.
        std::string cacheFolder; ///< For converted images; empty = the user's usual one.
        apptainer::Surroundings surroundings = apptainer::Surroundings::ofThisProcess();
    };

    explicit ApptainerEngine(Options options);
    ~ApptainerEngine() override;

    std::string name() const override { return "apptainer"; }
    EngineStatus probe(std::stop_token stop) override;
    EngineStatus look(std::stop_token stop) override;
    Result<HostCapacity> capacity(std::stop_token stop) override;
    Result<std::unique_ptr<Instance>> open(const SandboxSpec& spec, std::stop_token stop) override;
    ImageStore* images() override { return m_images.get(); }
    /// What a container is made from that another engine starts where this machine's files are seen
    /// as well, and the program that would do so here. @p isUnpacked: as a folder, for machines
    /// that cannot mount an image's file. Errors: those of open().
    struct PreparedImage
    {
        apptainer::ContainerImage image;
        std::string program;
    };
    Result<PreparedImage>
    prepareImage(const SandboxSpec& spec, bool isUnpacked, std::stop_token stop);
    /// Those that have a control group; without any, a sandbox cannot outlive its program anyway.
    Result<std::vector<SandboxInfo>> sandboxes(std::stop_token stop) override;
    Result<void> removeSandbox(const std::string& id, std::stop_token stop) override;

private:
    Result<std::shared_ptr<apptainer::ApptainerHost>> host(std::stop_token stop);
    Result<std::unique_ptr<Instance>> openFrom(
        const std::shared_ptr<apptainer::ApptainerHost>& host, const SandboxSpec& spec,
        const std::string& image, std::stop_token stop);

    const Options m_options;
    StoppableMutex m_mutex;
    std::shared_ptr<apptainer::ApptainerHost> m_host;
    apptainer::ImageLibrary m_library;
    std::unique_ptr<ImageStore> m_images;
};

} // namespace sandbench
