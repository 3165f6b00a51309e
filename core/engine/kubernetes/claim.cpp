// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/claim.h"

#include "core/base/clock.h"
#include "core/base/stoppable_condition.h"
#include "core/base/text.h"
#include "core/base/timestamp.h"
#include "core/engine/kubernetes/maker_state.h"
#include "core/engine/kubernetes/pod_calls.h"
#include "core/engine/kubernetes/pod_parts.h"
#include "core/engine/kubernetes/waiting_reasons.h"
#include "core/engine/ownership.h"

namespace sandbench::kubernetes {

namespace {

using namespace std::chrono_literals;

constexpr std::string_view kPoolPrefix = "sandboxwarmpool/";
constexpr std::string_view kClaims = "/apis/extensions.agents.x-k8s.io/v1beta1";
constexpr std::string_view kSandboxes = "/apis/agents.x-k8s.io/v1beta1";
constexpr auto kClaimPatience = 10min;
constexpr auto kClaimWatchSeconds = "5";
/// The last way in which a forgotten claim ends: longer than any session.
constexpr std::int64_t kClaimSeconds = 24 * 60 * 60;

std::string claimText(const Json& object, std::string_view key)
{
    return oneLine(jsonString(jsonField(object, "metadata"), key), 253);
}

class ClaimWait
{
public:
    ClaimWait(
        const KubeApi& api, const Json& claim,
        const std::function<void(std::string_view)>& onWaiting, std::stop_token stop)
        : m_api(api)
        , m_namespace(claimText(claim, "namespace"))
        , m_name(claimText(claim, "name"))
        , m_pool(jsonString(jsonField(jsonField(claim, "spec"), "warmPoolRef"), "name"))
        , m_stop(std::move(stop))
        , m_reasons(onWaiting)
    {
    }

    /// The sandbox of the claim.
    Result<std::string> run()
    {
        for (const auto until = Clock::now() + kClaimPatience;;) {
            const auto begin = Clock::now();
            SANDBENCH_TRY(const auto state, look());
            if (state.isReady)
                return state.sandbox;
            if (Clock::now() > until)
                return Error(
                    ErrorCode::Timeout,
                    "the warm pool " + m_pool + " gave no pod within ten minutes ("
                        + m_reasons.last() + "); see 'kubectl describe sandboxclaims'");
            restUntil(begin + kRest, m_stop);
        }
    }

private:
    /// As the claim is when it has changed, or some seconds later.
    Result<ClaimState> look()
    {
        Query query = {{"fieldSelector", "metadata.name=" + m_name}};
        SANDBENCH_TRY(const auto list, m_api.get(claimsPath(m_namespace), query, m_stop));
        const Json& items = jsonList(list, "items");
        if (items.empty())
            return Error(
                ErrorCode::NotFound, "somebody removed the claim while its pod was waited for");
        auto state = readClaimState(items.front());
        SANDBENCH_TRY_VOID(take(state));
        if (state.isReady)
            return state;
        query.emplace_back(
            "resourceVersion", jsonString(jsonField(list, "metadata"), "resourceVersion"));
        query.emplace_back("timeoutSeconds", kClaimWatchSeconds);
        const auto onEvent = [&](const Json& event) -> Result<bool> {
            if (jsonString(event, "type") != "MODIFIED")
                return jsonString(event, "type") != "DELETED";
            state = readClaimState(jsonField(event, "object"));
            SANDBENCH_TRY_VOID(take(state));
            return !state.isReady;
        };
        const auto ended = m_api.watch(claimsPath(m_namespace), query, onEvent, m_stop);
        if (!ended && ended.error().code() != ErrorCode::ConnectionLost)
            return ended.error();
        return state;
    }

    Result<void> take(const ClaimState& state)
    {
        SANDBENCH_TRY_VOID(checkHope(state, m_pool));
        if (!state.isReady)
            m_reasons.say(state.message.empty() ? state.reason : state.message);
        return {};
    }

    const KubeApi& m_api;
    const std::string m_namespace, m_name, m_pool;
    const std::stop_token m_stop;
    WaitingReasons m_reasons;
};

} // namespace

std::string warmPoolOf(std::string_view existing)
{
    if (!existing.starts_with(kPoolPrefix))
        return {};
    return std::string(existing.substr(kPoolPrefix.size()));
}

std::string claimsPath(const std::string& namespaceName)
{
    return std::string(kClaims) + "/namespaces/" + net::percentEncode(namespaceName)
        + "/sandboxclaims";
}

std::string claimPath(const std::string& namespaceName, const std::string& name)
{
    return claimsPath(namespaceName) + "/" + net::percentEncode(name);
}

Json claimOf(const SandboxSpec& spec, const PodSettings& settings, const std::string& pool)
{
    return {
        {"apiVersion", "extensions.agents.x-k8s.io/v1beta1"},
        {"kind", "SandboxClaim"},
        {"metadata",
         {{"name", settings.name},
          {"namespace", settings.namespaceName},
          {"labels",
           {{std::string(part::kManagedBy), part::kManager},
            {std::string(label::kSession), spec.sessionId}}},
          {"annotations",
           {{std::string(label::kOwner), settings.owner},
            {std::string(label::kLease), std::to_string(spec.ttl.count())},
            {std::string(label::kImage), std::string(kPoolPrefix) + pool}}}}},
        {"spec",
         {{"warmPoolRef", {{"name", pool}}},
          {"lifecycle",
           {{"shutdownTime", utcText(secondsNow() + kClaimSeconds)},
            {"shutdownPolicy", "Delete"}}}}}};
}

Result<std::string> claimPod(
    const KubeApi& api, const Json& claim, const std::function<void(std::string_view)>& onWaiting,
    std::stop_token stop)
{
    const auto place = claimText(claim, "namespace");
    const auto served = api.get(std::string(kClaims), {}, stop);
    if (served.failedAs(ErrorCode::NotFound))
        return Error(
            ErrorCode::Unsupported,
            "the cluster has no warm pools: its API serves no SandboxClaims "
            "(extensions.agents.x-k8s.io/v1beta1); let its administrator install agent-sandbox "
            "with its extensions, or leave --pod out");
    if (!served)
        return served.error();
    const auto made = api.post(claimsPath(place), claim, stop);
    if (!made)
        return made.error();
    SANDBENCH_TRY(const auto name, ClaimWait(api, claim, onWaiting, stop).run());
    SANDBENCH_TRY(
        const auto sandbox,
        api.get(
            std::string(kSandboxes) + "/namespaces/" + net::percentEncode(place) + "/sandboxes/"
                + net::percentEncode(name),
            {}, std::move(stop)));
    // One that was warm keeps the name that it had in the pool.
    const auto& annotations = jsonField(jsonField(sandbox, "metadata"), "annotations");
    return oneLine(jsonString(annotations, "agents.x-k8s.io/pod-name", name), 253);
}

} // namespace sandbench::kubernetes
