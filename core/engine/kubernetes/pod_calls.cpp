// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/pod_calls.h"

#include "core/net/http_client.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>

namespace sandbench::kubernetes {

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr auto kRunningPatience = 10min;
/// A scheduler needs a moment to see what has become free; an autoscaler says soon that it acts.
constexpr auto kRoomPatience = 10s;
constexpr auto kNewNodePatience = 10min;
constexpr auto kGonePatience = 30s;
/// While it waits, events are looked at this often: they only explain.
constexpr auto kLookEvery = 2s;
/// Between two questions, where something on the way lets no watch live or breaks what is asked.
constexpr auto kRest = 200ms;
constexpr int kRemoveTries = 4;

void rest(Clock::time_point until, const std::stop_token& stop)
{
    std::mutex mutex;
    std::condition_variable_any never;
    std::unique_lock lock(mutex);
    never.wait_until(lock, stop, until, [] { return false; });
}

/// A cluster that is busy or restarted, or to which the way broke, may do it a moment later; and
/// what is removed twice is removed.
Result<Json> removeSurely(
    const KubeApi& api, const std::string& path, const Json& options, const std::stop_token& stop)
{
    for (int tries = 1;; ++tries) {
        auto removed = api.remove(path, options, stop);
        const bool mayPass = !removed
            && (removed.error().code() == ErrorCode::ConnectionLost
                || removed.error().code() == ErrorCode::Unavailable);
        if (!mayPass || tries == kRemoveTries)
            return removed;
        rest(Clock::now() + kRest * tries, stop);
    }
}

std::string seconds(Clock::duration duration)
{
    const auto whole = std::chrono::ceil<std::chrono::seconds>(duration).count();
    return std::to_string(std::max<long>(whole, 1));
}

Query watchQuery(const ExecTarget& target, const std::string& version, Clock::duration lasting)
{
    return {
        {"fieldSelector", "metadata.name=" + target.pod},
        {"resourceVersion", version},
        {"allowWatchBookmarks", "true"},
        {"timeoutSeconds", seconds(lasting)}};
}

/// Follows one pod from event to event.
class PodWait
{
public:
    PodWait(
        const KubeApi& api, const ExecTarget& target,
        const std::function<void(std::string_view)>& onWaiting, std::stop_token stop)
        : m_api(api)
        , m_target(target)
        , m_onWaiting(onWaiting)
        , m_stop(std::move(stop))
    {
    }

    Result<PodState> run(const Json& pod)
    {
        take(pod);
        while (!isSettled()) {
            const auto now = Clock::now();
            SANDBENCH_TRY_VOID(checkPatience(now));
            const auto ended = m_api.watch(
                podsPath(m_target.namespaceName), watchQuery(m_target, m_version, kLookEvery),
                [this](const Json& event) { return onEvent(event); }, m_stop);
            if (!ended && ended.error().code() != ErrorCode::ConnectionLost)
                return ended.error();
            if (isSettled())
                break;
            // A server that does not answer at all says so here.
            if (!ended || *ended == KubeApi::WatchEnd::Expired) {
                SANDBENCH_TRY(const auto again, m_api.get(podPath(m_target), {}, m_stop));
                take(again);
            } else {
                lookAtEvents();
            }
            rest(now + kRest, m_stop);
        }
        if (m_isRemoved)
            return Error(
                ErrorCode::NotFound, "somebody removed the pod while it was being started");
        if (m_state.hopeless)
            return *m_state.hopeless;
        return m_state;
    }

private:
    bool isSettled() const
    {
        return m_isRemoved || m_state.hopeless || m_state.phase == PodState::Phase::Running;
    }

    void take(const Json& pod)
    {
        const bool neededCluster = m_state.needsCluster;
        m_state = readPodState(pod, m_target.container);
        if (!m_state.resourceVersion.empty())
            m_version = m_state.resourceVersion;
        m_isRemoved = m_isRemoved || m_state.isBeingRemoved;
        if (m_state.needsCluster && !neededCluster)
            m_withoutRoomSince = Clock::now();
        say(m_state.reason);
    }

    void say(const std::string& reason)
    {
        if (reason.empty() || reason == m_said)
            return;
        m_said = reason;
        if (m_onWaiting)
            m_onWaiting(reason);
    }

    Result<bool> onEvent(const Json& event)
    {
        const auto type = jsonString(event, "type");
        const auto& object = jsonField(event, "object");
        if (type == "BOOKMARK") {
            m_version = jsonString(jsonField(object, "metadata"), "resourceVersion", m_version);
            return true;
        }
        if (type == "DELETED")
            m_isRemoved = true;
        else
            take(object);
        return !isSettled();
    }

    Result<void> checkPatience(Clock::time_point now) const
    {
        if (m_state.needsCluster) {
            const auto patience = m_addsNode ? Clock::duration(kNewNodePatience) : kRoomPatience;
            if (now - m_withoutRoomSince > patience)
                return Error(
                    ErrorCode::ResourceExhausted,
                    "the cluster has no room for the sandbox (" + m_state.reason
                        + "); ask for less with --memory and --cpus, or see 'kubectl describe "
                          "nodes'");
        }
        if (now - m_begin > kRunningPatience)
            return Error(
                ErrorCode::Timeout,
                "the sandbox's pod did not start within ten minutes ("
                    + (m_said.empty() ? std::string("no reason is known") : m_said)
                    + "); see 'kubectl describe pod'");
        return {};
    }

    /// Only for people, so nothing fails without them.
    void lookAtEvents()
    {
        const auto found = m_api.get(
            "/api/v1/namespaces/" + net::percentEncode(m_target.namespaceName) + "/events",
            {{"fieldSelector",
              "involvedObject.name=" + m_target.pod + ",involvedObject.uid=" + m_state.uid},
             {"limit", "100"}},
            m_stop);
        if (!found)
            return;
        std::string latest;
        for (const auto& event : jsonField(*found, "items"))
            if (auto telling = tellingEvent(event, m_addsNode); !telling.empty())
                latest = std::move(telling);
        say(latest);
    }

    const KubeApi& m_api;
    const ExecTarget& m_target;
    const std::function<void(std::string_view)>& m_onWaiting;
    const std::stop_token m_stop;
    const Clock::time_point m_begin = Clock::now();
    Clock::time_point m_withoutRoomSince;
    PodState m_state;
    std::string m_version, m_said;
    bool m_isRemoved = false, m_addsNode = false;
};

bool isGone(const Error& error)
{
    return error.code() == ErrorCode::NotFound;
}

Result<bool> watchDeletion(
    const KubeApi& api, const ExecTarget& target, const std::string& version,
    Clock::duration lasting, std::stop_token stop)
{
    bool isDeleted = false;
    const auto watched = api.watch(
        podsPath(target.namespaceName), watchQuery(target, version, lasting),
        [&isDeleted](const Json& event) -> Result<bool> {
            isDeleted = jsonString(event, "type") == "DELETED";
            return !isDeleted;
        },
        std::move(stop));
    if (!watched && watched.error().code() != ErrorCode::ConnectionLost)
        return watched.error();
    return isDeleted;
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

Result<PodState> awaitRunning(
    const KubeApi& api, const ExecTarget& target, const Json& pod,
    const std::function<void(std::string_view)>& onWaiting, std::stop_token stop)
{
    return PodWait(api, target, onWaiting, std::move(stop)).run(pod);
}

Result<void>
removePod(const KubeApi& api, const ExecTarget& target, bool isEmpty, std::stop_token stop)
{
    // By force only what has no program left: else the object would be gone while they still run.
    const Json options
        = {{"gracePeriodSeconds", isEmpty ? 0 : 1}, {"propagationPolicy", "Background"}};
    const auto removed = removeSurely(api, podPath(target), options, stop);
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
        rest(asked + kRest, stop);
    }
    return {};
}

Result<void> removeNetworkPolicy(
    const KubeApi& api, const std::string& namespaceName, const std::string& name,
    std::stop_token stop)
{
    const auto removed = removeSurely(
        api, networkPoliciesPath(namespaceName) + "/" + net::percentEncode(name), Json::object(),
        stop);
    return removed || isGone(removed.error()) ? Result<void>() : removed.error();
}

} // namespace sandbench::kubernetes
