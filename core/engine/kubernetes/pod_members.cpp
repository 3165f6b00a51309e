// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "core/engine/kubernetes/pod_members.h"

#include "core/engine/kubernetes/kube_connection.h"
#include "core/engine/kubernetes/pod_options.h"

namespace sandbench::kubernetes {

const MemberGroup& podMembers()
{
    using enum FieldType;
    constexpr std::string_view kRelaxation = "namespace, manifest, container and agent_image";
    static const MemberGroup kGroup
        = {"Kubernetes",
           {"kubernetes"},
           [](std::string_view) -> std::string_view {
               return "only Kubernetes has that; add --engine kubernetes";
           },
           {{.field
             = {"context", Text,
                "Of the kubeconfig; with other engines as "
                "--interpreter-context, where there is one"},
             .option = "--context",
             .value = "CONTEXT",
             .standard = "the current one",
             .isForExisting = true,
             .isOfThisMachine = true},
            {.field = {"namespace", Text, "Where the pod is made"},
             .option = "--namespace",
             .value = "NAMESPACE",
             .standard = "the context's",
             .slot = [](SandboxSpec& spec) -> std::string& { return podOf(spec).namespaceName; },
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
             .option = "--manifest",
             .value = "FILE",
             .slot = [](SandboxSpec& spec) -> std::string& { return podOf(spec).manifest; },
             .scope = Scope::Admin,
             .relaxation = kRelaxation},
            {.field
             = {"pod", Text,
                "Use an existing pod by its name, and leave it as it was; "
                "--container names which of its containers"},
             .option = "--pod",
             .value = "POD",
             .slot = [](SandboxSpec& spec) -> std::string& { return containerOf(spec).existing; },
             .isForExisting = true,
             .scope = Scope::Admin,
             .relaxation = "an existing pod"},
            // Said by the same option as a container of other engines.
            {.field = {"container", Text},
             .slot = [](SandboxSpec& spec) -> std::string& { return podOf(spec).container; },
             .isForExisting = true,
             .scope = Scope::Admin,
             .relaxation = kRelaxation},
            {.field = {"agent_image", Text, "An image that brings our agent into the pod"},
             .option = "--agent-image",
             .value = "IMAGE",
             .standard = "it is streamed there, which needs a shell in the sandbox's image",
             .slot = [](SandboxSpec& spec) -> std::string& { return podOf(spec).agentImage; },
             .isForExisting = true,
             .scope = Scope::Admin,
             .relaxation = kRelaxation}}};
    return kGroup;
}

} // namespace sandbench::kubernetes
