// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/engine/kubernetes/maker_state.h"
#include "core/engine/kubernetes/manifest.h"
#include "core/engine/kubernetes/manifest_merge.h"
#include "core/engine/kubernetes/pod_options.h"
#include "core/engine/kubernetes/pod_plan.h"
#include "core/engine/kubernetes/pod_state.h"
#include "tests/fuzz/require.h"

using namespace sandbench;
using namespace sandbench::kubernetes;

namespace {

/// Whatever a manifest says, the pod stays ours.
void tryManifest(const std::string& text, const char* agentImage)
{
    SandboxSpec spec;
    spec.sessionId = "fuzz";
    podOf(spec).manifest = text;
    PodSettings settings;
    settings.name = "sandbench-fuzz";
    settings.namespaceName = "lab";
    settings.image = "image";
    settings.agentImage = agentImage;
    const auto plan = planPod(spec, settings);
    if (!plan) {
        require(plan.error().code() == ErrorCode::InvalidArgument);
        require(plan.error().text().size() < 2000);
        return;
    }
    const auto& pod = plan->pod;
    require(pod["metadata"]["name"] == "sandbench-fuzz");
    require(pod["metadata"]["namespace"] == "lab");
    require(pod["metadata"]["labels"]["org.sandbench.session"] == "fuzz");
    require(pod["spec"]["restartPolicy"] == "Never");
    const auto* sandbox = findItem(pod["spec"]["containers"], "name", plan->container);
    require(sandbox && findItem((*sandbox)["volumeMounts"], "mountPath", kAgentFolder));
    require(findItem(pod["spec"]["volumes"], "name", "sandbench-agent"));
    require((*sandbox)["command"].is_array());
    const auto& inits = jsonField(pod["spec"], "initContainers");
    require(*agentImage == 0 || inits[0]["name"] == "sandbench-agent");
    require(plan->differences.size() <= 220 && plan->isolation.relaxations.size() <= 80);
    // What one cluster says of it can be used again.
    (void)planExistingPod(spec, pod).has_value();
}

} // namespace

/// A manifest is read, refused or put over ours; a pod's state is read from any JSON.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size)
{
    const std::string text(reinterpret_cast<const char*>(data), size);
    tryManifest(text, "");
    tryManifest(text, "agent");
    if (const auto value = parseManifest(text)) {
        require(writeJson(*value).size() < (32U << 20));
        const auto claim = readClaimState(*value);
        require(!claim.isReady || !claim.sandbox.empty());
        require(isValidUtf8(claim.message) && isValidUtf8(readJobState(*value).failure));
        (void)checkHope(claim, text).has_value();
        const auto state = readPodState(*value, "sandbox");
        require(state.restarts >= 0);
        (void)endOfPod(*value, "sandbox", state).has_value();
        bool addsNode = false;
        require(tellingEvent(*value, addsNode).size() < 1000);
        (void)tellsStart(*value, "sandbox");
        SandboxSpec spec;
        spec.sessionId = "fuzz";
        containerOf(spec).existing = "pod";
        (void)planExistingPod(spec, *value).has_value();
    }
    return 0;
}
