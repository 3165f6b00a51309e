// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/outpost/program/made_sandbox.h"

#include "core/base/fd.h"
#include "core/base/random.h"
#include "core/engine/apptainer/apptainer_instance.h"
#include "core/engine/apptainer/container_checks.h"

#include <ctime>
#include <unistd.h>

namespace sandbench::outpost {

namespace {

constexpr std::size_t kNameBytes = 8;
constexpr std::size_t kMostProgramBytes = 64U << 20;

Result<std::string> readThisProgram()
{
    return readFile("/proc/self/exe", kMostProgramBytes);
}

} // namespace

std::string newPlaceName()
{
    return randomHex(kNameBytes);
}

Result<EmbeddedSandbox>
makeEmbedded(const OpenRequest& request, std::vector<std::string> agentArguments)
{
    SANDBENCH_TRY(const auto program, readThisProgram());
    local::LocalEngineOptions options;
    options.agent = program;
    options.agentArguments = std::move(agentArguments);
    options.makeFilter = [&request] { return makeSealedMemfd("sandbench-filter", request.filter); };
    SANDBENCH_TRY(const auto host, local::LocalHost::prepare(options));
    EmbeddedSandbox made;
    SANDBENCH_TRY(made.instance, local::LocalInstance::start(host, request.spec, {}));
    made.version = "bubblewrap " + host->bwrapVersion();
    return made;
}

Result<std::unique_ptr<Instance>> makeContainer(const OpenRequest& request)
{
    SANDBENCH_TRY_VOID(apptainer::checkOptions(request.spec));
    if (::access(request.image.c_str(), F_OK) != 0)
        return Error(
            ErrorCode::Unavailable,
            "the node does not see " + request.image
                + "; put images where all nodes see them: set XDG_CACHE_HOME to a folder of a "
                  "shared file system, or name an image file there");
    SANDBENCH_TRY(const auto program, readThisProgram());
    SANDBENCH_TRY(
        auto host,
        apptainer::ApptainerHost::prepare(
            request.program, apptainer::Surroundings::ofThisProcess(), program, {}));
    return apptainer::ApptainerInstance::start(
        std::move(host), request.spec, {request.image, request.imageText, {}}, {});
}

Placed placedAs(const std::string& name, const OpenRequest& request, const Instance& instance)
{
    Placed placed;
    placed.name = name;
    placed.sessionId = request.spec.sessionId;
    placed.owner = request.owner;
    placed.description = instance.description();
    placed.isolation = instance.isolation();
    placed.network = instance.network();
    placed.setup = instance.guestSetup();
    placed.isKept = request.spec.keepFor.count() > 0;
    placed.createdAt = ::time(nullptr);
    return placed;
}

Json answerAbout(Instance& instance, std::string_view what)
{
    if (what == "counters")
        return far::countersJson(instance.counters());
    if (what == "reset")
        instance.resetPeak();
    if (what == "drop_network") {
        const auto dropped = instance.dropNetwork({});
        return dropped ? Json{{"network", instance.network()}} : far::errorJson(dropped.error());
    }
    return Json::object();
}

} // namespace sandbench::outpost
