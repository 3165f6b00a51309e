// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/job.h"

#include "core/base/clock.h"
#include "core/base/stoppable_condition.h"
#include "core/base/text.h"
#include "core/engine/kubernetes/maker_state.h"
#include "core/engine/kubernetes/pod_calls.h"
#include "core/engine/kubernetes/waiting_reasons.h"

#include <algorithm>
#include <optional>

namespace sandbench::kubernetes {

namespace {

using namespace std::chrono_literals;

constexpr auto kJobPatience = 10min;
/// How long one watch lasts: between two of them the Job itself is looked at.
constexpr auto kPodWatchSeconds = "2";
constexpr auto kEventWatchSeconds = "1";
/// A Job that nobody removes goes so long after its end, in Kubernetes 1.21 and later.
constexpr int kJobKeptSeconds = 600;
constexpr std::size_t kMostJobWords = 400;

bool isOwnedBy(const Json& pod, const std::string& uid)
{
    const Json& owners = jsonList(jsonField(pod, "metadata"), "ownerReferences");
    return std::any_of(owners.begin(), owners.end(), [&uid](const Json& owner) {
        return jsonString(owner, "uid") == uid;
    });
}

class JobWait
{
public:
    JobWait(
        const KubeApi& api, const Json& job, const std::function<void(std::string_view)>& onWaiting,
        std::stop_token stop)
        : m_api(api)
        , m_namespace(jsonString(jsonField(job, "metadata"), "namespace"))
        , m_name(jsonString(jsonField(job, "metadata"), "name"))
        , m_uid(readJobState(job).uid)
        , m_stop(std::move(stop))
        , m_reasons(onWaiting)
    {
    }

    Result<Json> run()
    {
        for (auto until = Clock::now() + kJobPatience;;) {
            const auto begin = Clock::now();
            SANDBENCH_TRY(auto pod, watchPods());
            if (pod)
                return *std::move(pod);
            SANDBENCH_TRY(const auto job, look());
            if (job.isSuspended)
                until = Clock::now() + kJobPatience;
            m_reasons.say(
                job.isSuspended ? "the queue of the cluster has not admitted the Job " + m_name
                                : lastWarning());
            if (Clock::now() > until)
                return Error(
                    ErrorCode::Timeout,
                    "the Job " + m_name + " made no pod within ten minutes (" + m_reasons.last()
                        + "); see 'kubectl describe job'");
            restUntil(begin + kRest, m_stop);
        }
    }

private:
    /// Nothing = there is none yet.
    Result<std::optional<Json>> watchPods()
    {
        const auto pods = podsPath(m_namespace);
        Query query = {{"labelSelector", "job-name=" + m_name}};
        SANDBENCH_TRY(const auto list, m_api.get(pods, query, m_stop));
        for (const auto& one : jsonList(list, "items"))
            if (isOwnedBy(one, m_uid))
                return std::optional(one);
        std::optional<Json> pod;
        query.emplace_back(
            "resourceVersion", jsonString(jsonField(list, "metadata"), "resourceVersion"));
        query.emplace_back("timeoutSeconds", kPodWatchSeconds);
        const auto onEvent = [this, &pod](const Json& event) -> Result<bool> {
            const auto& one = jsonField(event, "object");
            if (jsonString(event, "type") == "ADDED" && isOwnedBy(one, m_uid))
                pod = one;
            return !pod;
        };
        const auto ended = m_api.watch(pods, query, onEvent, m_stop);
        if (!ended && ended.error().code() != ErrorCode::ConnectionLost)
            return ended.error();
        return pod;
    }

    /// By a list: the right to make Jobs and to list them is enough.
    Result<JobState> look()
    {
        SANDBENCH_TRY(
            const auto list,
            m_api.get(
                jobsPath(m_namespace), {{"fieldSelector", "metadata.name=" + m_name}}, m_stop));
        const Json& items = jsonList(list, "items");
        auto state = readJobState(items.empty() ? Json() : items.front());
        if (state.uid != m_uid)
            return Error(
                ErrorCode::NotFound, "somebody removed the Job while its pod was waited for");
        if (!state.failure.empty())
            return Error(ErrorCode::Unavailable, "the Job " + m_name + " failed: " + state.failure);
        return state;
    }

    /// Why the cluster makes no pod of it, such as a quota. Empty where it does not say.
    std::string lastWarning() const
    {
        std::string last;
        const Query query
            = {{"fieldSelector", "involvedObject.uid=" + m_uid},
               {"timeoutSeconds", kEventWatchSeconds}};
        const auto onEvent = [&last](const Json& change) -> Result<bool> {
            const auto& event = jsonField(change, "object");
            if (jsonString(event, "type") == "Warning")
                last = oneLine(jsonString(event, "message"), kMostJobWords);
            return last.empty();
        };
        const auto path = "/api/v1/namespaces/" + net::percentEncode(m_namespace) + "/events";
        // They explain, and nothing depends on them.
        (void)m_api.watch(path, query, onEvent, m_stop).has_value();
        return last;
    }

    const KubeApi& m_api;
    const std::string m_namespace, m_name, m_uid;
    const std::stop_token m_stop;
    WaitingReasons m_reasons;
};

} // namespace

std::string jobsPath(const std::string& namespaceName)
{
    return "/apis/batch/v1/namespaces/" + net::percentEncode(namespaceName) + "/jobs";
}

std::string jobPath(const std::string& namespaceName, const std::string& name)
{
    return jobsPath(namespaceName) + "/" + net::percentEncode(name);
}

Json jobOf(const Json& pod)
{
    auto metadata = jsonField(pod, "metadata");
    auto ofPods = metadata;
    for (const char* field : {"name", "namespace"})
        ofPods.erase(field);
    return {
        {"apiVersion", "batch/v1"},
        {"kind", "Job"},
        {"metadata", std::move(metadata)},
        {"spec",
         {{"completions", 1},
          {"parallelism", 1},
          {"backoffLimit", 0},
          {"ttlSecondsAfterFinished", kJobKeptSeconds},
          {"template", {{"metadata", std::move(ofPods)}, {"spec", jsonField(pod, "spec")}}}}}};
}

Result<Json> awaitPodOfJob(
    const KubeApi& api, const Json& job, const std::function<void(std::string_view)>& onWaiting,
    std::stop_token stop)
{
    return JobWait(api, job, onWaiting, std::move(stop)).run();
}

} // namespace sandbench::kubernetes
