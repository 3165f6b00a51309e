// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Pods as a cluster of Kubernetes 1.20 described them, without what nobody reads.
namespace sandbench::kubernetes::test {

inline constexpr char kUnschedulable[]
    = R"json({"metadata":{"name":"cpu","uid":"72134fb2-abf5-4c59-9529-02a97c145008","resourceVersion":"625"},
"spec":{},"status":{"phase":"Pending","conditions":[{"type":"PodScheduled","status":"False",
"reason":"Unschedulable","message":"0/1 nodes are available: 1 Insufficient cpu."}]}})json";

inline constexpr char kNeverPull[]
    = R"json({"metadata":{"name":"never","uid":"37fe4527-f35e-450b-b7f1-949309468a0c","resourceVersion":"657"},
"spec":{"nodeName":"node1"},"status":{"phase":"Pending","hostIP":"192.0.2.2",
"conditions":[{"type":"Ready","status":"False","reason":"ContainersNotReady",
"message":"containers with unready status: [sandbox]"},{"type":"PodScheduled","status":"True"}],
"containerStatuses":[{"name":"sandbox",
"state":{"waiting":{"message":"Container image \"missing:1\" is not present with pull policy of Never",
"reason":"ErrImageNeverPull"}},"ready":false,"restartCount":0}]}})json";

inline constexpr char kPullFirst[]
    = R"json({"metadata":{"name":"pull","uid":"eb8b48cc-4c52-49c5-b98e-ab1a4eb25af5","resourceVersion":"836"},
"spec":{"nodeName":"node1"},"status":{"phase":"Pending","hostIP":"192.0.2.2",
"conditions":[{"type":"Ready","status":"False","reason":"ContainersNotReady",
"message":"containers with unready status: [sandbox]"},{"type":"PodScheduled","status":"True"}],
"containerStatuses":[{"name":"sandbox",
"state":{"waiting":{"message":"rpc error: code = Unknown desc = Error response from daemon: manifest for 127.0.0.1:5055/missing:1 not found: manifest unknown: manifest unknown",
"reason":"ErrImagePull"}},"ready":false,"restartCount":0}]}})json";

inline constexpr char kPullBackOff[]
    = R"json({"metadata":{"name":"pull","uid":"eb8b48cc-4c52-49c5-b98e-ab1a4eb25af5","resourceVersion":"975"},
"spec":{"nodeName":"node1"},"status":{"phase":"Pending","hostIP":"192.0.2.2",
"conditions":[{"type":"Ready","status":"False","reason":"ContainersNotReady",
"message":"containers with unready status: [sandbox]"},{"type":"PodScheduled","status":"True"}],
"containerStatuses":[{"name":"sandbox",
"state":{"waiting":{"message":"Back-off pulling image \"127.0.0.1:5055/missing:1\"",
"reason":"ImagePullBackOff"}},"ready":false,"restartCount":0}]}})json";

inline constexpr char kBadImageName[]
    = R"json({"metadata":{"name":"badname","uid":"c370d8a2-ee5c-43f1-ab55-64980a15b5c6",
"resourceVersion":"717"},"spec":{"nodeName":"node1"},"status":{"phase":"Pending",
"hostIP":"192.0.2.2","conditions":[{"type":"Ready","status":"False","reason":"ContainersNotReady",
"message":"containers with unready status: [sandbox]"},{"type":"PodScheduled","status":"True"}],
"containerStatuses":[{"name":"sandbox",
"state":{"waiting":{"message":"Failed to apply default image tag \"UPPER CASE\": couldn't parse image reference \"UPPER CASE\": invalid reference format: repository name must be lowercase",
"reason":"InvalidImageName"}},"ready":false,"restartCount":0}]}})json";

inline constexpr char kBadCommand[]
    = R"json({"metadata":{"name":"badcmd","uid":"9b07aeca-d42f-4e9f-ad01-4a4b9400eb54",
"resourceVersion":"711"},"spec":{"nodeName":"node1"},"status":{"phase":"Failed",
"hostIP":"192.0.2.2","conditions":[{"type":"Ready","status":"False","reason":"ContainersNotReady",
"message":"containers with unready status: [sandbox]"},{"type":"PodScheduled","status":"True"}],
"containerStatuses":[{"name":"sandbox","state":{"terminated":{"exitCode":127,
"finishedAt":"2026-11-22T15:22:37Z",
"message":"failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: exec: \"/no/such\": stat /no/such: no such file or directory: unknown",
"reason":"ContainerCannotRun","startedAt":"2026-11-22T15:22:37Z"}},"ready":false,
"restartCount":0}]}})json";

inline constexpr char kMissingConfigMap[]
    = R"json({"metadata":{"name":"noconfig","uid":"32a8ecd1-12f7-4cbb-aa38-4622dbc19b7a",
"resourceVersion":"705"},"spec":{"nodeName":"node1"},"status":{"phase":"Pending",
"hostIP":"192.0.2.2","conditions":[{"type":"Ready","status":"False","reason":"ContainersNotReady",
"message":"containers with unready status: [sandbox]"},{"type":"PodScheduled","status":"True"}],
"containerStatuses":[{"name":"sandbox",
"state":{"waiting":{"message":"configmap \"none\" not found",
"reason":"CreateContainerConfigError"}},"ready":false,"restartCount":0}]}})json";

inline constexpr char kMissingVolume[]
    = R"json({"metadata":{"name":"nomount","uid":"e8375ad8-444d-4101-9d70-ea22c72fef06",
"resourceVersion":"668"},"spec":{"nodeName":"node1"},"status":{"phase":"Pending",
"hostIP":"192.0.2.2","conditions":[{"type":"Ready","status":"False","reason":"ContainersNotReady",
"message":"containers with unready status: [sandbox]"},{"type":"PodScheduled","status":"True"}],
"containerStatuses":[{"name":"sandbox","state":{"waiting":{"reason":"ContainerCreating"}},
"ready":false,"restartCount":0}]}})json";

inline constexpr char kRootImage[]
    = R"json({"metadata":{"name":"nonroot","uid":"f0745f1c-6aa3-4b2a-8c8a-ac3809f0105b",
"resourceVersion":"754"},"spec":{"nodeName":"node1"},"status":{"phase":"Pending",
"hostIP":"192.0.2.2","conditions":[{"type":"Ready","status":"False","reason":"ContainersNotReady",
"message":"containers with unready status: [sandbox]"},{"type":"PodScheduled","status":"True"}],
"containerStatuses":[{"name":"sandbox",
"state":{"waiting":{"message":"container has runAsNonRoot and image will run as root (pod: \"nonroot_lab(1)\", container: sandbox)",
"reason":"CreateContainerConfigError"}},"ready":false,"restartCount":0}]}})json";

inline constexpr char kCrashed[]
    = R"json({"metadata":{"name":"crash","uid":"0190744e-6d1c-4b97-9aa7-44e6e6eb0e93","resourceVersion":"698"},
"spec":{"nodeName":"node1"},"status":{"phase":"Failed","hostIP":"192.0.2.2",
"conditions":[{"type":"Ready","status":"False","reason":"ContainersNotReady",
"message":"containers with unready status: [sandbox]"},{"type":"PodScheduled","status":"True"}],
"containerStatuses":[{"name":"sandbox","state":{"terminated":{"exitCode":3,
"finishedAt":"2026-11-22T15:22:38Z","reason":"Error","startedAt":"2026-11-22T15:22:38Z"}},
"ready":false,"restartCount":0}]}})json";

inline constexpr char kOutOfMemory[]
    = R"json({"metadata":{"name":"oom","uid":"c7c96e12-d20a-4265-b118-a4e558a04f69","resourceVersion":"735"},
"spec":{"nodeName":"node1"},"status":{"phase":"Failed","hostIP":"192.0.2.2",
"conditions":[{"type":"Ready","status":"False","reason":"ContainersNotReady",
"message":"containers with unready status: [sandbox]"},{"type":"PodScheduled","status":"True"}],
"containerStatuses":[{"name":"sandbox","state":{"terminated":{"exitCode":137,
"finishedAt":"2026-11-22T15:22:39Z","reason":"OOMKilled","startedAt":"2026-11-22T15:22:39Z"}},
"ready":false,"restartCount":0}]}})json";

inline constexpr char kDeadline[]
    = R"json({"metadata":{"name":"deadline","uid":"87fcc9d2-fce1-4260-acb6-4f5fd2e0fea9",
"resourceVersion":"762"},"spec":{"nodeName":"node1"},"status":{"phase":"Failed",
"reason":"DeadlineExceeded",
"message":"Pod was active on the node longer than the specified deadline",
"containerStatuses":[{"name":"sandbox","state":{"running":{"startedAt":"2026-11-22T15:22:39Z"}},
"ready":false,"restartCount":0}]}})json";

inline constexpr char kKilled[]
    = R"json({"metadata":{"name":"killed","uid":"89100f5d-5814-42fd-ab09-36d280100a80",
"resourceVersion":"858"},"spec":{"nodeName":"node1"},"status":{"phase":"Failed",
"hostIP":"192.0.2.2","conditions":[{"type":"Ready","status":"False","reason":"ContainersNotReady",
"message":"containers with unready status: [sandbox]"},{"type":"PodScheduled","status":"True"}],
"containerStatuses":[{"name":"sandbox","state":{"terminated":{"exitCode":137,
"finishedAt":"2026-11-22T15:23:10Z","reason":"Error","startedAt":"2026-11-22T15:22:40Z"}},
"ready":false,"restartCount":0}]}})json";

inline constexpr char kRunning[]
    = R"json({"metadata":{"name":"evict","uid":"d718f6da-6327-4919-9683-3335a02ddae4","resourceVersion":"758"},
"spec":{"nodeName":"node1"},"status":{"phase":"Running","hostIP":"192.0.2.2",
"conditions":[{"type":"Ready","status":"True"},{"type":"PodScheduled","status":"True"}],
"containerStatuses":[{"name":"sandbox","state":{"running":{"startedAt":"2026-11-22T15:22:40Z"}},
"ready":true,"restartCount":0}]}})json";

inline constexpr char kBeingDeleted[]
    = R"json({"metadata":{"name":"running","uid":"8b892c77-ce08-40fd-a98b-811cd089fd8d",
"resourceVersion":"856","deletionTimestamp":"2026-11-22T15:23:11Z"},"spec":{"nodeName":"node1"},
"status":{"phase":"Running","hostIP":"192.0.2.2","conditions":[{"type":"Ready","status":"True"},
{"type":"PodScheduled","status":"True"}],"containerStatuses":[{"name":"sandbox",
"state":{"running":{"startedAt":"2026-11-22T15:22:39Z"}},"ready":true,"restartCount":0}]}})json";

inline constexpr char kInitMissing[]
    = R"json({"metadata":{"name":"init","uid":"01386356-8754-484d-9d2d-5f43e339c127","resourceVersion":"748"},
"spec":{"nodeName":"node1"},"status":{"phase":"Pending","hostIP":"192.0.2.2",
"conditions":[{"type":"Ready","status":"False","reason":"ContainersNotReady",
"message":"containers with unready status: [sandbox]"},{"type":"PodScheduled","status":"True"}],
"initContainerStatuses":[{"name":"sandbench-agent",
"state":{"waiting":{"message":"Container image \"missing-agent:1\" is not present with pull policy of Never",
"reason":"ErrImageNeverPull"}},"ready":false,"restartCount":0}],
"containerStatuses":[{"name":"sandbox","state":{"waiting":{"reason":"PodInitializing"}},
"ready":false,"restartCount":0}]}})json";

inline constexpr char kInitCrashed[]
    = R"json({"metadata":{"name":"initcrash","uid":"13e4e7d6-aed8-443c-8cf3-0170ae726e9c",
"resourceVersion":"765"},"spec":{"nodeName":"node1"},"status":{"phase":"Failed",
"hostIP":"192.0.2.2","conditions":[{"type":"Ready","status":"False","reason":"ContainersNotReady",
"message":"containers with unready status: [sandbox]"},{"type":"PodScheduled","status":"True"}],
"initContainerStatuses":[{"name":"sandbench-agent","state":{"terminated":{"exitCode":5,
"finishedAt":"2026-11-22T15:22:40Z","reason":"Error","startedAt":"2026-11-22T15:22:40Z"}},
"ready":false,"restartCount":0}],"containerStatuses":[{"name":"sandbox",
"state":{"waiting":{"reason":"PodInitializing"}},"ready":false,"restartCount":0}]}})json";

} // namespace sandbench::kubernetes::test
