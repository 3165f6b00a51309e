// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/kube_sandboxes.h"

#include "core/base/text.h"
#include "core/base/timestamp.h"
#include "core/engine/kubernetes/claim.h"
#include "core/engine/kubernetes/job.h"
#include "core/engine/kubernetes/pod_calls.h"
#include "core/engine/kubernetes/pod_parts.h"
#include "core/engine/ownership.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace sandbench::kubernetes {

namespace {

using Labels = std::map<std::string, std::string>;

constexpr std::size_t kLongestText = 1024;
constexpr int kMostPages = 200; ///< Of 500 objects: whoever lists more has another problem.
constexpr std::size_t kMostFound = 20'000; ///< Of ours; a server chooses how long its pages are.
/// A network policy is made just before its pod or just after it.
constexpr std::int64_t kPolicyLease = 600;
constexpr std::string_view kEndedLease = "60";
constexpr std::chrono::seconds kPodEndPatience(15);

std::string metaText(const Json& object, std::string_view key)
{
    return oneLine(jsonString(jsonField(object, "metadata"), key), kLongestText);
}

/// What makes a pod, and would make another one.
struct Maker
{
    enum class Kind { None, Job, Claim };
    Kind kind = Kind::None;
    std::string name, uid;
};

/// One thing of ours.
struct Found
{
    SandboxInfo info;
    Labels labels; ///< As core/engine/ownership.h wants them, wherever they are here.
    std::string namespaceName, name, uid; ///< Of the pod; no name: its maker has none, or hides it.
    Maker maker;
    /// It names a Job that is not ours, or is gone: nobody removes either, and what its session has
    /// stays.
    bool isOthers = false;
};

/// False where another controller than a Job made it: that would make it again.
bool readController(const Json& object, Found& found)
{
    for (const Json& owner : jsonList(jsonField(object, "metadata"), "ownerReferences")) {
        if (!jsonBool(owner, "controller"))
            continue;
        if (jsonString(owner, "kind") != "Job"
            || !jsonString(owner, "apiVersion").starts_with("batch/"))
            return false;
        found.maker
            = {Maker::Kind::Job, oneLine(jsonString(owner, "name"), kLongestText),
               oneLine(jsonString(owner, "uid"), kLongestText)};
    }
    return true;
}

/// Untrusted: nothing for what is not ours.
std::optional<Found> readOurs(const Json& object)
{
    const Json& metadata = jsonField(object, "metadata");
    const Json& labels = jsonField(metadata, "labels");
    const Json& annotations = jsonField(metadata, "annotations");
    Found found;
    found.namespaceName = metaText(object, "namespace");
    found.name = metaText(object, "name");
    found.uid = metaText(object, "uid");
    if (jsonString(labels, part::kManagedBy) != part::kManager || !readController(object, found)
        || found.name.empty() || !isNamespaceName(found.namespaceName))
        return std::nullopt;
    const auto keep = [&found](std::string_view name, const Json& from) {
        if (auto value = oneLine(jsonString(from, name), kLongestText); !value.empty())
            found.labels.emplace(name, std::move(value));
    };
    keep(label::kSession, labels);
    for (const auto name : {label::kOwner, label::kLease, label::kImage})
        keep(name, annotations);
    auto& info = found.info;
    info.engine = "kubernetes";
    info.id = found.namespaceName + "/" + found.name;
    info.sessionId = found.labels[std::string(label::kSession)];
    info.owner = found.labels[std::string(label::kOwner)];
    info.image = found.labels[std::string(label::kImage)];
    info.isOwnerAlive = stateOfOwner(info.owner) == OwnerState::Alive;
    info.createdAt = parseTimestamp(metaText(object, "creationTimestamp")).value_or(0);
    return info.sessionId.empty() ? std::nullopt : std::optional(std::move(found));
}

std::string stateOf(const Json& pod)
{
    if (!metaText(pod, "deletionTimestamp").empty())
        return "terminating";
    const auto phase = jsonString(jsonField(pod, "status"), "phase");
    if (phase == "Running")
        return "running";
    if (phase == "Pending")
        return "pending";
    return phase == "Succeeded" || phase == "Failed" ? "exited" : "unknown";
}

/// When the last container of a pod ended; 0 = not known.
std::int64_t endedAt(const Json& pod)
{
    std::int64_t last = 0;
    for (const auto& status : jsonList(jsonField(pod, "status"), "containerStatuses")) {
        const Json& ended = jsonField(jsonField(status, "state"), "terminated");
        last = std::max(last, parseTimestamp(jsonString(ended, "finishedAt")).value_or(0));
    }
    return last;
}

bool isLongLease(std::string_view lease)
{
    return lease.size() > kEndedLease.size()
        && lease.find_first_not_of("0123456789") == std::string_view::npos;
}

void judgePod(const Json& pod, Found& found)
{
    found.info.state = stateOf(pod);
    const bool isRunning = found.info.state != "exited";
    const auto since = std::max(found.info.createdAt, isRunning ? 0 : endedAt(pod));
    // Nobody enters again what has ended, however long it was to be kept.
    auto& lease = found.labels[std::string(label::kLease)];
    if (!isRunning && isLongLease(lease))
        lease = kEndedLease;
    found.info.isStale = mayReap(found.labels, isRunning, secondsNow() - since);
}

/// All pages of lists, in all namespaces; once that was forbidden, in the context's own alone, so
/// that what is missing in one list is not taken for gone because of another.
class Lister
{
public:
    Lister(const KubeApi& api, std::stop_token stop)
        : m_api(api)
        , m_stop(std::move(stop))
    {
    }

    /// Nothing for what is not ours.
    using Read = std::function<std::optional<Found>(const Json&)>;

    /// @p group: "/api/v1", "/apis/networking.k8s.io/v1". Errors: also ResourceExhausted.
    Result<std::vector<Found>>
    list(const std::string& group, const std::string& resource, const Read& read)
    {
        if (m_isEverywhere) {
            auto all = listAll(group + "/" + resource, read);
            if (all || all.error().code() != ErrorCode::PermissionDenied)
                return all;
            m_isEverywhere = false;
        }
        return listAll(
            group + "/namespaces/" + m_api.connection().namespaceName + "/" + resource, read);
    }

private:
    Result<std::vector<Found>> listAll(const std::string& path, const Read& read)
    {
        std::vector<Found> found;
        std::string next;
        for (int page = 0; page < kMostPages; ++page) {
            Query query
                = {{"labelSelector",
                    std::string(part::kManagedBy) + "=" + std::string(part::kManager)},
                   {"limit", "500"}};
            if (!next.empty())
                query.emplace_back("continue", next);
            SANDBENCH_TRY(const auto answer, m_api.get(path, query, m_stop));
            const Json& list = jsonField(answer, "items");
            if (!list.is_array())
                return Error(ErrorCode::Protocol, "the cluster sent a list without items");
            for (const auto& item : list)
                if (auto one = read(item))
                    found.push_back(*std::move(one));
            if (found.size() > kMostFound)
                return Error(
                    ErrorCode::ResourceExhausted,
                    "the cluster lists more than 20000 sandboxes; see 'kubectl get pods "
                    "--all-namespaces --selector app.kubernetes.io/managed-by=sandbench'");
            next = jsonString(jsonField(answer, "metadata"), "continue");
            if (next.empty())
                return found;
        }
        return found;
    }

    const KubeApi& m_api;
    std::stop_token m_stop;
    bool m_isEverywhere = true;
};

std::optional<Found> readMaker(const Json& object, Maker::Kind kind)
{
    auto found = readOurs(object);
    if (found)
        found->maker = {kind, std::exchange(found->name, {}), std::exchange(found->uid, {})};
    return found;
}

std::optional<Found> readJob(const Json& job)
{
    auto found = readMaker(job, Maker::Kind::Job);
    if (!found)
        return found;
    const bool hasEnded = !jsonString(jsonField(job, "status"), "completionTime").empty()
        || jsonInt(jsonField(job, "status"), "failed", 0) > 0;
    found->info.state = hasEnded ? "exited" : "pending";
    // Of a program elsewhere, a Job may wait in the cluster's queue for days.
    found->info.isStale = mayReap(found->labels, !hasEnded, secondsNow() - found->info.createdAt);
    return found;
}

std::optional<Found> readClaim(const Json& claim)
{
    auto found = readMaker(claim, Maker::Kind::Claim);
    if (!found)
        return found;
    const bool hasPod
        = !jsonString(jsonField(jsonField(claim, "status"), "sandbox"), "name").empty();
    found->info.state = hasPod ? "running" : "pending";
    found->info.isStale = mayReap(found->labels, true, secondsNow() - found->info.createdAt);
    return found;
}

/// Ours. Where this user may not see them, or the cluster knows no such thing, there are none.
std::vector<Found> findMakers(
    const KubeApi& api, const std::string& group, const std::string& resource,
    const Lister::Read& read, const std::stop_token& stop)
{
    Lister lister(api, stop); // what is forbidden of them says nothing of pods
    return lister.list(group, resource, read).value_or(std::vector<Found>());
}

bool hasMaker(const Found& pod, const Found& maker)
{
    return pod.namespaceName == maker.namespaceName && pod.maker.kind == maker.maker.kind
        && pod.maker.uid == maker.maker.uid && pod.info.sessionId == maker.info.sessionId;
}

/// Whoever may make pods may name any Job as theirs: only ours count.
void joinJobs(std::vector<Found>& pods, std::vector<Found> jobs)
{
    for (auto& pod : pods)
        pod.isOthers = pod.maker.kind == Maker::Kind::Job
            && std::none_of(jobs.begin(), jobs.end(), [&pod](const Found& job) {
                           return hasMaker(pod, job);
                       });
    const auto count = pods.size();
    for (auto& job : jobs)
        if (std::none_of(pods.begin(), pods.begin() + count, [&job](const Found& pod) {
                return hasMaker(pod, job);
            }))
            pods.push_back(std::move(job));
}

Result<std::vector<Found>> findAll(const KubeApi& api, Lister& lister, const std::stop_token& stop)
{
    SANDBENCH_TRY(auto found, lister.list("/api/v1", "pods", [](const Json& pod) {
        auto one = readOurs(pod);
        if (one)
            judgePod(pod, *one);
        return one;
    }));
    joinJobs(found, findMakers(api, "/apis/batch/v1", "jobs", readJob, stop));
    auto claims = findMakers(
        api, "/apis/extensions.agents.x-k8s.io/v1beta1", "sandboxclaims", readClaim, stop);
    std::move(claims.begin(), claims.end(), std::back_inserter(found));
    return found;
}

Json deletion(std::int64_t graceSeconds, const std::string& uid)
{
    Json options
        = {{"apiVersion", "v1"}, {"kind", "DeleteOptions"}, {"gracePeriodSeconds", graceSeconds}};
    if (!uid.empty())
        options["preconditions"] = {{"uid", uid}};
    return options;
}

/// A conflict: the name has another pod by now, so ours is gone.
bool isGone(const Result<Json>& answer)
{
    return answer.failedAs(ErrorCode::NotFound, ErrorCode::AlreadyExists);
}

/// True = it went; false = nothing was heard of it for so long.
Result<bool> awaitEnd(
    const KubeApi& api, const std::string& namespaceName, const std::string& name,
    const std::string& uid, std::stop_token stop)
{
    const auto pods = podsPath(namespaceName);
    Query query = {{"fieldSelector", "metadata.name=" + name}};
    SANDBENCH_TRY(const auto list, api.get(pods, query, stop));
    const Json& items = jsonList(list, "items");
    const auto isIt
        = [&uid](const Json& pod) { return uid.empty() || metaText(pod, "uid") == uid; };
    if (std::none_of(items.begin(), items.end(), isIt))
        return true;
    query.emplace_back(
        "resourceVersion", jsonString(jsonField(list, "metadata"), "resourceVersion"));
    query.emplace_back("timeoutSeconds", std::to_string(kPodEndPatience.count()));
    const auto onEvent = [&isIt](const Json& event) -> Result<bool> {
        return jsonString(event, "type") != "DELETED" || !isIt(event.at("object"));
    };
    const auto end = api.watch(pods, query, onEvent, stop);
    if (end.failedAs(ErrorCode::ConnectionLost))
        return false;
    if (!end)
        return end.error();
    return *end == KubeApi::WatchEnd::Enough;
}

Result<void> removePolicies(const KubeApi& api, const Found& pod, std::stop_token stop)
{
    const auto& made = pod.maker.kind == Maker::Kind::None ? pod.name : pod.maker.name;
    const auto path = networkPolicyPath(pod.namespaceName, made);
    const auto there = api.get(path, {}, stop);
    const auto found = there ? readOurs(*there) : std::nullopt;
    if (!found || found->info.sessionId != pod.info.sessionId)
        return {};
    const auto removed = api.remove(path, deletion(0, found->uid), std::move(stop));
    return removed || isGone(removed) ? Result<void>() : Result<void>(removed.error());
}

Result<void> removeFound(const KubeApi& api, const Found& pod, std::stop_token stop)
{
    const auto& maker = pod.maker;
    if (maker.kind != Maker::Kind::None) {
        const bool isJob = maker.kind == Maker::Kind::Job;
        const auto path = isJob ? jobPath(pod.namespaceName, maker.name)
                                : claimPath(pod.namespaceName, maker.name);
        SANDBENCH_TRY_VOID(removeMaker(api, path, maker.uid, stop));
    }
    if (!pod.name.empty())
        SANDBENCH_TRY_VOID(removePod(api, pod.namespaceName, pod.name, pod.uid, stop));
    return removePolicies(api, pod, std::move(stop));
}

/// Of nobody who could still need it: no pod of its session is there, and its owner is dead, or is
/// elsewhere and made it long ago.
bool isStalePolicy(const Found& policy, const std::set<std::string>& sessions)
{
    if (sessions.contains(policy.info.sessionId))
        return false;
    auto labels = policy.labels;
    labels.emplace(label::kLease, std::to_string(kPolicyLease));
    if (stateOfOwner(policy.info.owner) == OwnerState::Dead)
        labels[std::string(label::kLease)] = "0";
    return mayReap(labels, false, secondsNow() - policy.info.createdAt);
}

Result<std::size_t> removeStalePolicies(
    const KubeApi& api, Lister& lister, const std::set<std::string>& sessions, std::stop_token stop)
{
    SANDBENCH_TRY(
        const auto list, lister.list("/apis/networking.k8s.io/v1", "networkpolicies", readOurs));
    std::size_t count = 0;
    for (const auto& policy : list) {
        if (!isStalePolicy(policy, sessions))
            continue;
        // Its pod may have come since the pods were listed: no program loses its rules.
        const auto pod = api.get(podPath({policy.namespaceName, policy.name, {}}), {}, stop);
        if (pod || pod.error().code() != ErrorCode::NotFound)
            continue;
        const auto path = networkPolicyPath(policy.namespaceName, policy.name);
        count += api.remove(path, deletion(0, policy.uid), stop) ? 1 : 0;
    }
    return count;
}

} // namespace

Result<std::vector<SandboxInfo>> listSandboxes(const KubeApi& api, std::stop_token stop)
{
    Lister lister(api, stop);
    SANDBENCH_TRY(auto found, findAll(api, lister, stop));
    std::vector<SandboxInfo> sandboxes;
    for (auto& pod : found)
        if (!pod.isOthers)
            sandboxes.push_back(std::move(pod.info));
    return sandboxes;
}

Result<void> removeSandbox(const KubeApi& api, const std::string& id, std::stop_token stop)
{
    Lister lister(api, stop);
    SANDBENCH_TRY(const auto pods, findAll(api, lister, stop));
    std::vector<const Found*> matching;
    for (const auto& pod : pods)
        if (!pod.isOthers
            && (pod.info.id == id || pod.name == id || pod.info.sessionId == id
                || pod.namespaceName + "/" + pod.maker.name == id))
            matching.push_back(&pod);
    if (matching.empty())
        return Error(ErrorCode::NotFound, "the cluster has no sandbox " + oneLine(id, 100));
    if (matching.size() > 1)
        return Error(
            ErrorCode::InvalidArgument,
            "there are several sandboxes " + oneLine(id, 100) + "; name one by NAMESPACE/NAME");
    return removeFound(api, *matching.front(), std::move(stop));
}

Result<std::size_t> removeStale(const KubeApi& api, std::stop_token stop)
{
    Lister lister(api, stop);
    SANDBENCH_TRY(const auto pods, findAll(api, lister, stop));
    std::size_t count = 0;
    std::set<std::string> sessions;
    for (const auto& pod : pods) {
        if (!pod.isOthers && pod.info.isStale && removeFound(api, pod, stop))
            ++count;
        else
            sessions.insert(pod.info.sessionId);
    }
    SANDBENCH_TRY(const auto policies, removeStalePolicies(api, lister, sessions, std::move(stop)));
    return count + policies;
}

Result<void> removePod(
    const KubeApi& api, const std::string& namespaceName, const std::string& name,
    const std::string& uid, std::stop_token stop)
{
    const auto path = podPath({namespaceName, name, {}});
    for (const int grace : {1, 0}) {
        const auto removed = api.remove(path, deletion(grace, uid), stop);
        if (isGone(removed))
            return {};
        if (!removed)
            return removed.error();
        SANDBENCH_TRY(const bool went, awaitEnd(api, namespaceName, name, uid, stop));
        if (went)
            return {};
    }
    return Error(
        ErrorCode::Timeout,
        "the pod " + name
            + " was told to end, but the cluster still has it; see 'kubectl describe "
              "pod "
            + name + " -n " + namespaceName + "'");
}

} // namespace sandbench::kubernetes
