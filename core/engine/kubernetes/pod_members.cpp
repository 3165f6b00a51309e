// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/pod_members.h"

#include "core/engine/container_members.h"
#include "core/engine/kubernetes/kube_connection.h"
#include "core/engine/kubernetes/pod_options.h"

namespace sandbench::kubernetes {

namespace {

template <auto Field> auto& ofPod(SandboxSpec& spec)
{
    return podOf(spec).*Field;
}

} // namespace

const MemberGroup& podMembers()
{
    using enum FieldType;
    constexpr std::string_view kRelaxation = "namespace, manifest, container and agent_image";
    static const MemberGroup kGroup = {
        "Kubernetes",
        {"kubernetes"},
        [](std::string_view) -> std::string_view {
            return "only Kubernetes has that; add --engine kubernetes";
        },
        {{.field
          = {"context", Text,
             "Of the kubeconfig; with other engines as "
             "--interpreter-context, where there is one"},
          .typed = {"--context", "CONTEXT", "the current one"},
          .isForExisting = true,
          .isOfThisMachine = true,
          .beatenBy = {"connection"}},
         {.field = {"namespace", Text, "Where the pod is made"},
          .typed = {"--namespace", "NAMESPACE", "the context's"},
          .slot = ofPod<&PodOptions::namespaceName>,
          .problem = [](const std::string& text) -> std::string {
              return isNamespaceName(text) ? "" : "is no namespace's name";
          },
          .isForExisting = true,
          .scope = Scope::Admin,
          .relaxation = kRelaxation},
         {.field
          = {.name = "manifest",
             .description = "Put this over the pod: a whole Pod or a part of one, YAML or JSON",
             .longest = 1U << 20},
          .typed = {"--manifest", "FILE"},
          .slot = ofPod<&PodOptions::manifest>,
          .isForOne = true,
          .scope = Scope::Admin,
          .relaxation = kRelaxation},
         {.field
          = {"pod", Text,
             "Use an existing pod by its name, and leave it as it was; --container names which of "
             "its containers; sandboxwarmpool/NAME takes a new one of that pool"},
          .typed = {"--pod", "POD"},
          .slot = ofContainer<&ContainerOptions::existing>,
          .isForExisting = true,
          .isForOne = true,
          .scope = Scope::Admin,
          .relaxation = "an existing pod"},
         // Said by the same option as a container of other engines.
         {.field = {"container", Text},
          .slot = ofPod<&PodOptions::container>,
          .isForExisting = true,
          .isForOne = true,
          .scope = Scope::Admin,
          .relaxation = kRelaxation},
         {.field = {"agent_image", Text, "An image that brings our agent into the pod"},
          .typed
          = {"--agent-image", "IMAGE",
             "it is streamed there, which needs a shell in the sandbox's image"},
          .slot = ofPod<&PodOptions::agentImage>,
          .isForExisting = true,
          .scope = Scope::Admin,
          .relaxation = kRelaxation},
         {.field
          = {"job", Boolean,
             "Let a Job make the pod, for clusters whose queue admits jobs; Kueue takes --label "
             "kueue.x-k8s.io/queue-name=QUEUE"},
          .typed = {"--job"},
          .slot = ofPod<&PodOptions::isJob>}}};
    return kGroup;
}

} // namespace sandbench::kubernetes
