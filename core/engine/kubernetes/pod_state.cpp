// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/pod_state.h"

#include "core/base/text.h"
#include "core/engine/kubernetes/manifest_merge.h"
#include "core/engine/kubernetes/pod_parts.h"

#include <algorithm>
#include <array>

namespace sandbench::kubernetes {

namespace {

constexpr std::size_t kLongestMessage = 400;

/// "Reason: message", of untrusted text.
std::string told(const Json& object, const std::string& fallback = {})
{
    const auto reason = oneLine(jsonString(object, "reason", fallback), 80);
    const auto message = oneLine(jsonString(object, "message"), kLongestMessage);
    return reason + (reason.empty() || message.empty() ? "" : ": ") + message;
}

/// Null where the cluster says nothing of it, as below.
const Json& statusOf(const Json& status, const std::string& container)
{
    return itemOf(jsonField(status, "containerStatuses"), "name", container);
}

const Json& condition(const Json& status, std::string_view type)
{
    return itemOf(jsonField(status, "conditions"), "type", type);
}

bool holdsAny(const std::string& text, std::initializer_list<const char*> parts)
{
    return std::any_of(parts.begin(), parts.end(), [&](const char* part) {
        return text.find(part) != std::string::npos;
    });
}

/// Why an image is not there. ErrImagePull alone is tried again, unless trying cannot help.
std::optional<Error> pullError(const std::string& reason, const Json& waiting)
{
    const auto message = jsonString(waiting, "message");
    if (reason == "InvalidImageName")
        return Error(
            ErrorCode::InvalidArgument, told(waiting) + "; name the image as registry/name:tag");
    if (reason == "ErrImageNeverPull")
        return Error(
            ErrorCode::NotFound,
            told(waiting) + "; bring the image to the node, or allow imagePullPolicy IfNotPresent");
    if (holdsAny(message, {"unauthorized", "denied", "authentication required", "403 Forbidden"}))
        return Error(
            ErrorCode::PermissionDenied,
            told(waiting)
                + "; see that the image's name is right, and give imagePullSecrets in a "
                  "--manifest where its registry wants a password");
    if (holdsAny(message, {"not found", "manifest unknown", "does not exist", "no such image"}))
        return Error(
            ErrorCode::NotFound, told(waiting) + "; push the image to a registry of the cluster's");
    if (reason == "ErrImagePull" || reason == "RegistryUnavailable")
        return std::nullopt;
    return Error(
        ErrorCode::Unavailable,
        told(waiting) + "; see whether the cluster's nodes reach the image's registry");
}

std::optional<Error> waitingError(const Json& waiting)
{
    static constexpr std::array<std::string_view, 7> kOfImages
        = {"InvalidImageName",         "ErrImageNeverPull", "ErrImagePull",
           "ImagePullBackOff",         "ImageInspectError", "RegistryUnavailable",
           "SignatureValidationFailed"};
    const auto reason = jsonString(waiting, "reason");
    if (std::find(kOfImages.begin(), kOfImages.end(), reason) != kOfImages.end())
        return pullError(reason, waiting);
    if (reason == "CreateContainerConfigError")
        return Error(
            ErrorCode::InvalidArgument,
            told(waiting) + "; correct the --manifest, or make what it names");
    if (reason == "CreateContainerError" || reason == "RunContainerError"
        || reason == "CrashLoopBackOff")
        return Error(ErrorCode::Unavailable, told(waiting) + "; see 'kubectl describe pod'");
    return std::nullopt;
}

/// "it was killed for its memory limit", "it ended with exit code 3"
std::string endOf(const Json& terminated)
{
    const auto reason = jsonString(terminated, "reason");
    const auto message = oneLine(jsonString(terminated, "message"), kLongestMessage);
    const auto detail = message.empty() ? std::string() : ": " + message;
    if (reason == "OOMKilled")
        return "was killed for going beyond its memory limit";
    if (reason == "ContainerCannotRun" || reason == "StartError")
        return "could not be started" + detail;
    if (const auto signal = jsonInt(terminated, "signal"); signal != 0)
        return "was killed by signal " + std::to_string(signal) + detail;
    const auto code = jsonInt(terminated, "exitCode");
    if (code == 137)
        return "was killed from outside (exit code 137)" + detail;
    return "ended with exit code " + std::to_string(code) + detail;
}

Error endError(const std::string& what, const Json& terminated)
{
    const bool hasNoShell = jsonString(terminated, "message").find("/bin/sh") != std::string::npos;
    return Error(
        ErrorCode::Unavailable,
        what + " " + endOf(terminated)
            + (hasNoShell ? "; the image has no shell to bring the agent with: give --agent-image"
                          : "; see 'kubectl logs' and the image's own notes"));
}

void readInitContainer(PodState& state, const Json& status)
{
    const auto name = jsonString(status, "name");
    const auto what = "the init container " + oneLine(name, 80);
    const auto& now = jsonField(status, "state");
    const auto& waiting = jsonField(now, "waiting");
    const auto& terminated = jsonField(now, "terminated");
    if (terminated.is_object() && jsonInt(terminated, "exitCode") != 0) {
        state.reason = what + " " + endOf(terminated);
        state.hopeless = endError(what, terminated);
    } else if (waiting.is_object()) {
        const auto reason = jsonString(waiting, "reason");
        if (reason == "PodInitializing" || reason == "ContainerCreating" || reason.empty())
            return;
        state.reason = what + ": " + told(waiting);
        if (auto error = waitingError(waiting))
            state.hopeless = std::move(*error).within(what);
    } else if (now.contains("running")) {
        state.reason = name == part::kAgent ? "bringing the agent" : what + " is at work";
    }
}

/// Up to the first that makes waiting hopeless.
void readInitContainers(PodState& state, const Json& status)
{
    for (const auto& init : jsonList(status, "initContainerStatuses"))
        if (!state.hopeless)
            readInitContainer(state, init);
}

void readWaiting(PodState& state, const Json& status, const Json& container)
{
    const auto& scheduled = condition(status, "PodScheduled");
    const auto& waiting = jsonField(jsonField(container, "state"), "waiting");
    if (jsonString(scheduled, "status") == "False") {
        const auto reason = jsonString(scheduled, "reason");
        state.needsCluster = reason == "Unschedulable" || reason == "SchedulingGated";
        state.reason = told(scheduled, "not scheduled");
        return;
    }
    if (!waiting.is_object()) {
        state.reason
            = scheduled.is_null() ? "waiting for a node" : "the node has not taken the pod up yet";
        return;
    }
    const auto reason = jsonString(waiting, "reason");
    if (reason.empty() || reason == "ContainerCreating")
        state.reason = "creating the container";
    else if (reason == "PodInitializing")
        state.reason = "preparing the pod";
    else
        state.reason = told(waiting);
    state.hopeless = waitingError(waiting);
    readInitContainers(state, status);
}

void readEnded(PodState& state, const Json& status, const Json& terminated)
{
    state.phase = PodState::Phase::Ended;
    const auto why = told(status);
    if (!why.empty()) {
        state.reason = why;
        state.hopeless = Error(ErrorCode::Unavailable, "the pod ended: " + why);
        return;
    }
    readInitContainers(state, status);
    if (state.hopeless)
        return;
    state.reason = terminated.is_object() ? "the container " + endOf(terminated) : "the pod ended";
    state.hopeless = terminated.is_object()
        ? endError("the container", terminated)
        : Error(ErrorCode::Unavailable, "the pod ended; see 'kubectl describe pod'");
}

/// Who took the pod away, where the cluster says it. Source: kubernetes.io, "Disruptions",
/// condition DisruptionTarget of 1.26 and later.
std::string disruption(const Json& status)
{
    const auto& target = condition(status, "DisruptionTarget");
    if (jsonString(target, "status") != "True")
        return {};
    return told(target);
}

std::string removal(const Json& status)
{
    const auto reason = jsonString(status, "reason");
    const auto message = oneLine(jsonString(status, "message"), kLongestMessage);
    if (reason == "Evicted")
        return "the pod was evicted" + (message.empty() ? "" : ": " + message);
    if (reason == "DeadlineExceeded")
        return "the pod reached its deadline (activeDeadlineSeconds)";
    if (reason == "NodeLost")
        return "the cluster has lost the pod's node";
    if (!reason.empty())
        return "the pod was ended: " + told(status);
    if (const auto by = disruption(status); !by.empty())
        return "the pod was evicted: " + by;
    return {};
}

bool isOutOfMemory(const Json& terminated)
{
    return jsonString(terminated, "reason") == "OOMKilled";
}

} // namespace

PodState readPodState(const Json& pod, const std::string& container)
{
    PodState state;
    const auto& metadata = jsonField(pod, "metadata");
    const auto& status = jsonField(pod, "status");
    state.uid = jsonString(metadata, "uid");
    state.resourceVersion = jsonString(metadata, "resourceVersion");
    state.isBeingRemoved = !jsonString(metadata, "deletionTimestamp").empty();
    state.node = jsonString(jsonField(pod, "spec"), "nodeName");
    state.hostAddress = jsonString(status, "hostIP");
    state.isReady = jsonString(condition(status, "Ready"), "status") == "True";

    const auto& own = statusOf(status, container);
    const auto& now = jsonField(own, "state");
    state.restarts
        = static_cast<int>(std::clamp<std::int64_t>(jsonInt(own, "restartCount"), 0, 1'000'000));
    const auto& terminated = jsonField(now, "terminated");
    const auto phase = jsonString(status, "phase");
    if (phase == "Failed" || phase == "Succeeded" || terminated.is_object())
        readEnded(state, status, terminated);
    else if (jsonField(now, "running").is_object())
        state.phase = PodState::Phase::Running;
    else
        readWaiting(state, status, own);
    if (state.isBeingRemoved && !state.hopeless) {
        state.reason = "the pod is being deleted";
        state.hopeless = Error(ErrorCode::Unavailable, "the pod is being deleted by somebody");
    }
    return state;
}

std::string tellingEvent(const Json& event, bool& addsNode)
{
    static constexpr std::array<std::string_view, 6> kTelling
        = {"Pulling",   "TriggeredScaleUp",     "NotTriggerScaleUp",
           "Nominated", "WaitForFirstConsumer", "ExternalProvisioning"};
    static constexpr std::array<std::string_view, 3> kDull
        = {"MissingClusterDNS", "Unhealthy", "DNSConfigForming"};
    const auto isIn = [](std::string_view word, const auto& list) {
        return std::find(list.begin(), list.end(), word) != list.end();
    };
    const auto reason = jsonString(event, "reason");
    // events.k8s.io calls it a note.
    const auto message = oneLine(jsonString(event, "message", jsonString(event, "note")), 400);
    const bool isWarning = jsonString(event, "type") == "Warning" || reason == "BackOff";
    if (reason == "TriggeredScaleUp" || reason == "Nominated")
        addsNode = true;
    if (isWarning ? isIn(reason, kDull) : !isIn(reason, kTelling))
        return {};
    // The reason of the container says that already.
    if (message.starts_with("Error: ErrImage") || message.starts_with("Error: ImagePull")
        || message == "Error: InvalidImageName")
        return {};
    return oneLine(reason, 80) + (message.empty() ? "" : ": " + message);
}

bool tellsStart(const Json& event, std::string_view container)
{
    const auto path = jsonString(jsonField(event, "involvedObject"), "fieldPath");
    return jsonString(event, "reason") == "Started"
        && path == "spec.containers{" + std::string(container) + "}";
}

std::optional<Instance::EndCause>
endOfPod(const Json& pod, const std::string& container, const PodState& opened)
{
    if (!pod.is_object())
        return Instance::EndCause{"the pod was deleted", false};
    const auto now = readPodState(pod, container);
    const auto& status = jsonField(pod, "status");
    const auto& own = statusOf(status, container);
    const auto& terminated = jsonField(jsonField(own, "state"), "terminated");
    if (!opened.uid.empty() && now.uid != opened.uid)
        return Instance::EndCause{"the pod was replaced by another of the same name", false};
    if (isOutOfMemory(terminated))
        return Instance::EndCause{"the container " + endOf(terminated), true};
    if (auto why = removal(status); !why.empty())
        return Instance::EndCause{std::move(why), false};
    if (now.isBeingRemoved)
        return Instance::EndCause{"the pod is being deleted", false};
    if (terminated.is_object())
        return Instance::EndCause{"the container " + endOf(terminated), false};
    if (now.restarts > opened.restarts) {
        const auto& last = jsonField(jsonField(own, "lastState"), "terminated");
        const auto before = last.is_object() ? " after it " + endOf(last) : std::string();
        return Instance::EndCause{"the container was restarted" + before, isOutOfMemory(last)};
    }
    const auto phase = jsonString(status, "phase");
    if (phase == "Unknown" || jsonString(condition(status, "Ready"), "status") == "Unknown")
        return Instance::EndCause{"the cluster has lost the pod's node", false};
    if (now.phase == PodState::Phase::Ended)
        return Instance::EndCause{"the pod ended", false};
    return std::nullopt;
}

} // namespace sandbench::kubernetes
