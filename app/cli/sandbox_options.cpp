// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/sandbox_options.h"

#include "app/cli/options.h"

#include <CLI/CLI.hpp>

namespace sandbench::cli {
namespace {

void addLimits(CLI::App& command, SandboxOptions& options)
{
    one(command, "--profile", options.profile, "PROFILE",
        "Limits, network, root file system and user by one word: strict, standard or permissive "
        "('profiles' shows them); other options beat it");
    one(command, "--size", options.size, "SIZE_NAME",
        "Memory and CPUs by name: tiny, small, medium, large, xlarge, 2xlarge, 4xlarge, 8xlarge, "
        "or "
        "one of your settings; --memory and --cpus beat it");
    one(command, "--memory,-m", options.memory, "SIZE",
        "Memory of the whole sandbox, swap included; 0 for no limit (default: 1g)");
    one(command, "--cpus", options.cpus, "N",
        "CPU cores' worth of time, such as 1.5; 0 for no limit (default: none)");
    one(command, "--pids", options.pids, "N",
        "Processes and threads, 0 for no limit (default: 256)");
    one(command, "--disk", options.disk, "SIZE",
        "Scratch space in the working folder, a part of the memory; 0 for no limit (default: "
        "512m)");
}

void addNetwork(CLI::App& command, SandboxOptions& options)
{
    one(command, "--network", options.network, "NETWORK",
        "none, bridge, or a network of the engine's (default: none)");
    many(
        command, "--install", options.installs, "COMMAND",
        "Run a shell command first, with --network (default then: bridge), which is taken away "
        "before the program runs; repeat");
}

void addPackages(CLI::App& command, SandboxOptions& options)
{
    many(
        command, "--library", options.libraries, "PACKAGE",
        "Install a package of the program's language first, such as numpy or 'numpy>=1.26'; the "
        "network is for that alone; repeat");
    many(
        command, "--requirements", options.requirements, "FILE",
        "Install what this file lists first: requirements.txt, package.json, package-lock.json, "
        "and what else the language has; repeat");
    one(command, "--wheels", options.wheels, "DIR",
        "Take packages from this folder and from nowhere else, without any network");
    one(command, "--environment", options.environment, "NAME|FILE",
        "Run in this micromamba environment of the sandbox, or in one that is made from this "
        "environment.yml first; --library installs into it");
}

void addImage(CLI::App& command, SandboxOptions& options)
{
    one(command, "--image", options.image, "IMAGE",
        "What the sandbox is made from (default: the language's own)");
    one(command, "--build", options.buildFolder, "DIR",
        "Build the image from this folder's Containerfile or Dockerfile first; --image names it");
    one(command, "--pull", options.pull, "PULL",
        "Fetch the image: missing, always or never (default: missing)");
    one(command, "--platform", options.platform, "OS/ARCH", "Of the image, such as linux/arm64");
    auto* keep = command.add_flag_callback(
        "--keep-template", [&options] { options.keepTemplate = true; },
        "Keep an image that was fetched or built for this (default)");
    command
        .add_flag_callback(
            "--no-keep-template", [&options] { options.keepTemplate = false; },
            "Remove it afterwards instead")
        ->excludes(keep);
    one(command, "--commit", options.commitTag, "TAG",
        "Keep the sandbox's file system as this image at the end");
}

void addContainer(CLI::App& command, SandboxOptions& options)
{
    one(command, "--root", options.root, "ROOT",
        "The image's own file system: read-only or writable (default: read-only)");
    one(command, "--container", options.container, "CONTAINER",
        "Use an existing container, by id or name, and leave it as it was; with --engine "
        "kubernetes: which container of the pod is the sandbox");
    many(
        command, "--mount", options.mounts, "SRC:DST[:rw]",
        "Show a folder or file of the engine's machine in the sandbox, read-only without :rw; "
        "repeat");
    many(
        command, "--add-host", options.extraHosts, "NAME:ADDRESS",
        "Let this name mean that address in the sandbox; repeat");
    one(command, "--user", options.user, "USER[:GROUP]",
        "Who the program is in the sandbox (default: the image's user, or nobody where that is "
        "root)");
    one(command, "--workdir", options.workingFolder, "PATH",
        "Where the program starts in the sandbox (default: /work)");
    one(command, "--entrypoint", options.entrypoint, "COMMAND",
        "Start every program through this; words are split at spaces");
    one(command, "--runtime", options.runtime, "NAME",
        "The engine's runtime, such as runsc or kata");
    one(command, "--gpus", options.gpus, "GPUS", "all, a number, or device ids with commas");
    many(command, "--label", options.labels, "KEY=VALUE", "Put a label on the sandbox; repeat");
}

void addCluster(CLI::App& command, SandboxOptions& options)
{
    one(command, "--context", options.context, "CONTEXT",
        "Of the kubeconfig (default: the current one); with other engines as "
        "--interpreter-context, where there is one");
    one(command, "--namespace", options.namespaceName, "NAMESPACE",
        "Where the pod is made (default: the context's)");
    one(command, "--manifest", options.manifest, "FILE",
        "Put this over the pod: a whole Pod or a part of one, YAML or JSON, - for standard input");
    one(command, "--pod", options.pod, "POD",
        "Use an existing pod by its name, and leave it as it was; --container names which of its "
        "containers");
    one(command, "--agent-image", options.agentImage, "IMAGE",
        "An image that brings our agent into the pod (default: it is streamed there, which needs "
        "a shell in the sandbox's image)");
}

} // namespace

void addSandboxOptions(CLI::App& command, SandboxOptions& options)
{
    command.option_defaults()->group("Sandbox");
    one(command, "--engine", options.engine, "ENGINE",
        "What makes the sandbox: local, docker, podman or kubernetes (default: local)");
    one(command, "--connection", options.connection, "NAME|ADDRESS",
        "How to reach the engine: a connection that 'connections list' names, or an address such "
        "as ssh://me@host; a context of the kubeconfig for Kubernetes (default: as their own "
        "command lines do)");
    addLimits(command, options);
    addNetwork(command, options);
    addPackages(command, options);
    command.option_defaults()->group("Docker, Podman and Kubernetes");
    addImage(command, options);
    addContainer(command, options);
    command.option_defaults()->group("Kubernetes");
    addCluster(command, options);
    command.option_defaults()->group("Options");
}

} // namespace sandbench::cli
