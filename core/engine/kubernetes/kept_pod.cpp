// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/kept_pod.h"

#include "core/engine/container_options.h"
#include "core/engine/kubernetes/pod_parts.h"
#include "core/engine/kubernetes/pod_state.h"
#include "core/engine/ownership.h"

#include <algorithm>
#include <charconv>
#include <cstdint>

namespace sandbench::kubernetes {

namespace {

constexpr std::string_view kDigits = "0123456789abcdef";
constexpr std::size_t kLongestPodName = 253;

bool isPodName(std::string_view name)
{
    constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789-.";
    return !name.empty() && name.size() <= kLongestPodName
        && name.find_first_not_of(kAllowed) == std::string_view::npos;
}

bool readTokenDigits(std::string_view digits, agent::Link::Token& token)
{
    if (digits.size() != 2 * token.size()
        || digits.find_first_not_of(kDigits) != std::string_view::npos)
        return false;
    for (std::size_t i = 0; i < token.size(); ++i) {
        std::uint8_t byte = 0;
        std::from_chars(digits.data() + 2 * i, digits.data() + 2 * i + 2, byte, 16);
        token[i] = static_cast<char>(byte);
    }
    return true;
}

} // namespace

std::string KeptPodKey::text() const
{
    std::string text = namespaceName + "/" + pod + "/";
    for (const char c : token) {
        const auto byte = static_cast<std::uint8_t>(c);
        text += kDigits[byte >> 4U];
        text += kDigits[byte & 15U];
    }
    return text;
}

Result<KeptPodKey> parseKeptPodKey(std::string_view text)
{
    const auto first = text.find('/');
    const auto last = text.rfind('/');
    KeptPodKey key;
    if (first != last) {
        key.namespaceName = text.substr(0, first);
        key.pod = text.substr(first + 1, last - first - 1);
    }
    if (!isDnsLabel(key.namespaceName) || !isPodName(key.pod)
        || !readTokenDigits(text.substr(last + 1), key.token))
        return Error(ErrorCode::InvalidArgument, "that is not the name of a pod that was kept");
    return key;
}

Error keptPodIsGone(const SandboxSpec& spec)
{
    return Error(
        ErrorCode::NotFound,
        "the cluster does not have the sandbox " + spec.sessionId + " any more");
}

Result<PodPlan>
planKeptPod(const SandboxSpec& spec, const PodSettings& settings, const Json& pod, bool isDropped)
{
    const auto& podSpec = jsonField(pod, "spec");
    const auto& container = containerIn(pod, part::kSandbox);
    const auto& labels = jsonField(jsonField(pod, "metadata"), "labels");
    if (!isSandboxPod(pod, container) || jsonString(labels, label::kSession) != spec.sessionId)
        return keptPodIsGone(spec);
    PodPlan plan;
    plan.container = part::kSandbox;
    const auto state = readPodState(pod, plan.container);
    if (state.phase == PodState::Phase::Ended || state.isBeingRemoved)
        return keptPodIsGone(spec);
    plan.pod = pod;
    plan.streamsAgent = jsonField(container, "command")[0] != kAgentPath;
    if (plan.streamsAgent)
        plan.setup.guardedFolder = kAgentFolder;
    plan.isAlone = jsonField(podSpec, "containers").size() == 1;
    plan.network = jsonString(podSpec, "dnsPolicy") == "None" ? "none" : "pod";
    plan.setup.filterSystemCalls = true;
    plan.setup.currentFolder = spec.workingFolder;
    plan.setup.processes = spec.limits.pids;
    auto made = spec;
    made.network.installPhaseOnly = isDropped;
    finishReport(plan, made, settings);
    return plan;
}

} // namespace sandbench::kubernetes
