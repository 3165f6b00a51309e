// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/pod_calls.h"

#include "core/base/clock.h"
#include "core/base/stoppable_condition.h"
#include "core/net/http_client.h"

#include <algorithm>
#include <chrono>

namespace sandbench::kubernetes {

namespace {

using namespace std::chrono_literals;

constexpr auto kGonePatience = 30s;
constexpr int kRemoveTries = 4;

/// A cluster that is busy or restarted, or to which the way broke, may do it a moment later; and
/// what is removed twice is removed.
Result<Json> removeSurely(
    const KubeApi& api, const std::string& path, const Json& options, const std::stop_token& stop)
{
    for (int tries = 1;; ++tries) {
        auto removed = api.remove(path, options, stop);
        const bool mayPass = removed.failedAs(ErrorCode::ConnectionLost, ErrorCode::Unavailable);
        if (!mayPass || tries == kRemoveTries)
            return removed;
        restUntil(Clock::now() + kRest * tries, stop);
    }
}

std::string wholeSeconds(Clock::duration duration)
{
    const auto whole = std::chrono::ceil<std::chrono::seconds>(duration).count();
    return std::to_string(std::max<long>(whole, 1));
}

bool isGone(const Error& error)
{
    return error.code() == ErrorCode::NotFound;
}

/// All of its containers, as its node says.
bool hasEnded(const Json& pod)
{
    const auto& status = jsonField(pod, "status");
    const auto phase = jsonString(status, "phase");
    const auto& containers = jsonList(status, "containerStatuses");
    return (phase == "Failed" || phase == "Succeeded")
        && std::none_of(containers.begin(), containers.end(), [](const Json& container) {
               return jsonField(container, "state").contains("running");
           });
}

/// Until the pod is gone, or has ended. True = gone.
Result<bool> watchDeletion(
    const KubeApi& api, const ExecTarget& target, const std::string& version,
    Clock::duration lasting, std::stop_token stop)
{
    bool isDeleted = false;
    const auto watched = api.watch(
        podsPath(target.namespaceName), watchOf(target, version, lasting),
        [&isDeleted](const Json& event) -> Result<bool> {
            isDeleted = jsonString(event, "type") == "DELETED";
            return !isDeleted && !hasEnded(jsonField(event, "object"));
        },
        std::move(stop));
    if (!watched && watched.error().code() != ErrorCode::ConnectionLost)
        return watched.error();
    return isDeleted;
}

/// By force only what has no program left: else the object would be gone while they still run.
Result<Json>
askRemoval(const KubeApi& api, const ExecTarget& target, bool byForce, const std::stop_token& stop)
{
    return removeSurely(
        api, podPath(target),
        {{"gracePeriodSeconds", byForce ? 0 : 1}, {"propagationPolicy", "Background"}}, stop);
}

} // namespace

std::string podsPath(const std::string& namespaceName)
{
    return "/api/v1/namespaces/" + net::percentEncode(namespaceName) + "/pods";
}

std::string podPath(const ExecTarget& target)
{
    return podsPath(target.namespaceName) + "/" + net::percentEncode(target.pod);
}

std::string networkPoliciesPath(const std::string& namespaceName)
{
    return "/apis/networking.k8s.io/v1/namespaces/" + net::percentEncode(namespaceName)
        + "/networkpolicies";
}

std::string networkPolicyPath(const std::string& namespaceName, const std::string& name)
{
    return networkPoliciesPath(namespaceName) + "/" + net::percentEncode(name);
}

Query watchOf(const ExecTarget& target, const std::string& version, Clock::duration lasting)
{
    return {
        {"fieldSelector", "metadata.name=" + target.pod},
        {"resourceVersion", version},
        {"allowWatchBookmarks", "true"},
        {"timeoutSeconds", wholeSeconds(lasting)}};
}

Result<void>
removePod(const KubeApi& api, const ExecTarget& target, bool isEmpty, std::stop_token stop)
{
    const auto removed = askRemoval(api, target, isEmpty, stop);
    if (!removed)
        return isGone(removed.error()) ? Result<void>() : removed.error();
    const auto uid = jsonString(jsonField(*removed, "metadata"), "uid");
    for (const auto until = Clock::now() + kGonePatience; !isEmpty;) {
        const auto pod = api.get(podPath(target), {}, stop);
        if (!pod)
            return isGone(pod.error()) ? Result<void>() : pod.error();
        const auto& metadata = jsonField(*pod, "metadata");
        if (jsonString(metadata, "uid") != uid)
            return {};
        // A node of 1.20 keeps for a minute what ended by itself just before it was told to end it.
        if (hasEnded(*pod)) {
            const auto forced = askRemoval(api, target, true, stop);
            return forced || isGone(forced.error()) ? Result<void>() : forced.error();
        }
        const auto asked = Clock::now();
        if (asked >= until)
            return Error(
                ErrorCode::Timeout,
                "the pod " + target.pod
                    + " is still being removed after 30 s: its node may not answer; see 'kubectl "
                      "get pods,nodes'");
        SANDBENCH_TRY(
            const bool isDeleted,
            watchDeletion(
                api, target, jsonString(metadata, "resourceVersion"), until - Clock::now(), stop));
        if (isDeleted)
            return {};
        restUntil(asked + kRest, stop);
    }
    return {};
}

Result<void> removeNetworkPolicy(
    const KubeApi& api, const std::string& namespaceName, const std::string& name,
    std::stop_token stop)
{
    return removeObject(
        api, networkPolicyPath(namespaceName, name), Json::object(), std::move(stop));
}

Result<void> removeMaker(
    const KubeApi& api, const std::string& path, const std::string& uid, std::stop_token stop)
{
    Json options
        = {{"apiVersion", "v1"}, {"kind", "DeleteOptions"}, {"propagationPolicy", "Background"}};
    if (!uid.empty())
        options["preconditions"] = {{"uid", uid}};
    return removeObject(api, path, options, std::move(stop));
}

Result<void>
removeObject(const KubeApi& api, const std::string& path, const Json& options, std::stop_token stop)
{
    const auto removed = removeSurely(api, path, options, stop);
    return removed || isGone(removed.error()) ? Result<void>() : removed.error();
}

} // namespace sandbench::kubernetes
