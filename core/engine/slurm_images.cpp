// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/slurm_images.h"

#include "core/engine/apptainer/container_checks.h"

namespace sandbench {

void makeImagesWith(ApptainerEngine& apptainer, SlurmEngine::Options& options)
{
    options.images = apptainer.images();
    options.checkContainer = apptainer::checkOptions;
    options.makeImage = [&apptainer](
                            const SandboxSpec& spec, bool isUnpacked,
                            std::stop_token stop) -> Result<SlurmEngine::Image> {
        SANDBENCH_TRY(auto made, apptainer.prepareImage(spec, isUnpacked, std::move(stop)));
        return SlurmEngine::Image{
            made.image.path, made.image.text, made.program,
            std::make_shared<UniqueFd>(std::move(made.image.lock))};
    };
}

} // namespace sandbench
