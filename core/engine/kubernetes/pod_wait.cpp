// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/base/clock.h"
#include "core/base/stoppable_condition.h"
#include "core/engine/kubernetes/pod_calls.h"
#include "core/engine/kubernetes/waiting_reasons.h"

#include <atomic>
#include <optional>
#include <thread>

namespace sandbench::kubernetes {

namespace {

using namespace std::chrono_literals;

constexpr auto kRunningPatience = 10min;
/// A scheduler needs a moment to see what has become free; an autoscaler says soon that it acts.
constexpr auto kRoomPatience = 10s;
constexpr auto kNewNodePatience = 10min;
/// How often patience is looked at.
constexpr auto kCheckEvery = 2s;
constexpr auto kEventsLast = 60s;

/// Follows the events about one pod in a thread of its own. They explain, and tell of a start
/// sooner than the pod's state does; nothing depends on them, so a cluster may refuse them.
class PodEvents
{
public:
    PodEvents(
        const KubeApi& api, const ExecTarget& target, const std::string& uid,
        WaitingReasons& reasons)
        : m_reasons(reasons)
        , m_container(target.container)
        , m_thread([this, &api, target, uid](const std::stop_token& stop) {
            follow(api, target, uid, stop);
        })
    {
    }

    /// A node says that the container's program was started.
    bool hasStarted() const { return m_started.stop_requested(); }
    /// Stopped when hasStarted() becomes true.
    std::stop_token started() const { return m_started.get_token(); }
    bool addsNode() const { return m_addsNode; }

private:
    void follow(
        const KubeApi& api, const ExecTarget& target, const std::string& uid,
        const std::stop_token& stop)
    {
        const auto path
            = "/api/v1/namespaces/" + net::percentEncode(target.namespaceName) + "/events";
        std::string version; // Without one, a watch begins with all that there was.
        const auto onEvent = [&](const Json& change) -> Result<bool> {
            const auto& event = jsonField(change, "object");
            version = jsonString(jsonField(event, "metadata"), "resourceVersion", version);
            take(event);
            return true;
        };
        while (!stop.stop_requested()) {
            const auto begin = Clock::now();
            const Query query
                = {{"fieldSelector",
                    "involvedObject.name=" + target.pod + ",involvedObject.uid=" + uid},
                   {"resourceVersion", version},
                   {"timeoutSeconds", std::to_string(kEventsLast.count())}};
            const auto ended = api.watch(path, query, onEvent, stop);
            if (!ended && ended.error().code() != ErrorCode::ConnectionLost)
                return;
            if (ended && *ended == KubeApi::WatchEnd::Expired)
                version.clear();
            restUntil(begin + kRest, stop);
        }
    }

    void take(const Json& event)
    {
        bool addsNode = false;
        m_reasons.say(tellingEvent(event, addsNode));
        if (addsNode)
            m_addsNode = true;
        if (tellsStart(event, m_container))
            m_started.request_stop();
    }

    WaitingReasons& m_reasons;
    const std::string m_container;
    std::stop_source m_started;
    std::atomic<bool> m_addsNode = false;
    std::jthread m_thread; ///< Last: it uses the others.
};

/// Follows one pod from change to change.
class PodWait
{
public:
    PodWait(
        const KubeApi& api, const ExecTarget& target, const Json& pod, Until until,
        const std::function<void(std::string_view)>& onWaiting, std::stop_token stop)
        : m_api(api)
        , m_target(target)
        , m_until(until)
        , m_stop(std::move(stop))
        , m_reasons(onWaiting)
        , m_events(api, target, readPodState(pod, target.container).uid, m_reasons)
    {
        take(pod);
    }

    Result<PodState> run()
    {
        while (!isSettled()) {
            const auto begin = Clock::now();
            SANDBENCH_TRY_VOID(checkPatience(begin));
            SANDBENCH_TRY_VOID(watch());
            if (!isSettled())
                restUntil(begin + kRest, m_stop);
        }
        if (m_isRemoved)
            return Error(
                ErrorCode::NotFound, "somebody removed the pod while it was being started");
        if (m_state.hopeless)
            return *m_state.hopeless;
        return m_state;
    }

private:
    /// Where a pod is to be reached is known a moment before it starts, mostly.
    bool hasStarted() const
    {
        return m_until == Until::Started && m_events.hasStarted() && !m_state.hostAddress.empty();
    }
    bool isSettled() const
    {
        return m_isRemoved || m_state.hopeless || m_state.phase == PodState::Phase::Running
            || hasStarted();
    }

    Result<void> watch()
    {
        std::stop_source enough;
        const auto stopIt = [&enough] { enough.request_stop(); };
        const std::stop_callback onStop(m_stop, stopIt);
        std::optional<std::stop_callback<decltype(stopIt)>> onStart;
        // Not again by a start that is known, and of no use yet.
        if (m_until == Until::Started && !(m_events.hasStarted() && m_state.hostAddress.empty()))
            onStart.emplace(m_events.started(), stopIt);
        const auto ended = m_api.watch(
            podsPath(m_target.namespaceName), watchOf(m_target, m_version, kCheckEvery),
            [this](const Json& change) { return onChange(change); }, enough.get_token());
        if (isSettled() || (!m_stop.stop_requested() && enough.stop_requested()))
            return {};
        if (!ended && ended.error().code() != ErrorCode::ConnectionLost)
            return ended.error();
        if (ended && *ended != KubeApi::WatchEnd::Expired)
            return {};
        // A server that does not answer at all says so here.
        SANDBENCH_TRY(const auto again, m_api.get(podPath(m_target), {}, m_stop));
        take(again);
        return {};
    }

    void take(const Json& pod)
    {
        const bool neededCluster = m_state.needsCluster;
        const auto reason = m_state.reason;
        m_state = readPodState(pod, m_target.container);
        if (!m_state.resourceVersion.empty())
            m_version = m_state.resourceVersion;
        m_isRemoved = m_isRemoved || m_state.isBeingRemoved;
        if (m_state.needsCluster && !neededCluster)
            m_withoutRoomSince = Clock::now();
        if (m_state.reason != reason)
            m_reasons.say(m_state.reason);
    }

    Result<bool> onChange(const Json& change)
    {
        const auto type = jsonString(change, "type");
        const auto& object = jsonField(change, "object");
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
            const auto patience
                = m_events.addsNode() ? Clock::duration(kNewNodePatience) : kRoomPatience;
            if (now - m_withoutRoomSince > patience)
                return Error(
                    ErrorCode::ResourceExhausted,
                    "the cluster has no room for the sandbox (" + m_state.reason
                        + "); ask for less with --memory and --cpus, or see 'kubectl describe "
                          "nodes'");
        }
        if (now - m_begin > kRunningPatience) {
            return Error(
                ErrorCode::Timeout,
                "the sandbox's pod did not start within ten minutes (" + m_reasons.last()
                    + "); see 'kubectl describe pod'");
        }
        return {};
    }

    const KubeApi& m_api;
    const ExecTarget& m_target;
    const Until m_until;
    const std::stop_token m_stop;
    const Clock::time_point m_begin = Clock::now();
    Clock::time_point m_withoutRoomSince;
    PodState m_state;
    std::string m_version;
    bool m_isRemoved = false;
    WaitingReasons m_reasons;
    PodEvents m_events; ///< Last: it uses the reasons.
};

} // namespace

Result<PodState> awaitPod(
    const KubeApi& api, const ExecTarget& target, const Json& pod, Until until,
    const std::function<void(std::string_view)>& onWaiting, std::stop_token stop)
{
    return PodWait(api, target, pod, until, onWaiting, std::move(stop)).run();
}

} // namespace sandbench::kubernetes
