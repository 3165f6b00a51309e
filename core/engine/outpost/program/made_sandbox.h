// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/engine/local/local_instance.h"
#include "core/engine/outpost/outpost_protocol.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

/// The sandboxes of an outpost: this program is the agent in them.
namespace sandbench::outpost {

/// isPlaceName()
std::string newPlaceName();

struct EmbeddedSandbox
{
    std::unique_ptr<local::LocalInstance> instance;
    std::string version; ///< "bubblewrap 0.8.0"
};
/// @p agentArguments: what the agent is told. Errors: those of LocalInstance::start().
Result<EmbeddedSandbox>
makeEmbedded(const OpenRequest& request, std::vector<std::string> agentArguments);
/// By Apptainer. Errors: those of ApptainerInstance::start(), Unavailable (the image is not there).
Result<std::unique_ptr<Instance>> makeContainer(const OpenRequest& request);

/// What is told of it, but for its version.
Placed placedAs(const std::string& name, const OpenRequest& request, const Instance& instance);

/// Answers what the program on the other machine asks about a sandbox:
///
///  - "counters"      far::countersJson()
///  - "reset"         {}: the recorded peak is forgotten
///  - "drop_network"  {"network": as Instance::network() says it}
Json answerAbout(Instance& instance, std::string_view what);

} // namespace sandbench::outpost
