// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/commands/images/images.h"
#include "app/cli/options.h"

#include <CLI/CLI.hpp>

namespace sandbench::cli {
namespace {

constexpr const char* kImagesFooter
    = R"(Works with Docker and Podman: with the engine that --engine names, else with the first that answers.
Logins at registries come from where 'docker login' and 'podman login' keep them. Progress goes to
stderr, the id of what came of it to stdout.

Examples:
  sandbenchctl images list
  sandbenchctl images pull python:3.12-slim
  sandbenchctl images build --tag mytools:1 .
  sandbenchctl images import rootfs.tar.gz mytools:1
  sandbenchctl images list --json | jq -r '.images[].tags[]'

Exit status: 0, or 2 for wrong usage, an image that is not there or in use and a build that fails,
125 when the engine or a registry does not answer, 130 when stopped.)";

class Commands
{
public:
    Commands(CLI::App& root, Action& chosen)
        : m_group(*root.add_subcommand("images", "Pull, build and tidy up images of containers"))
        , m_options(std::make_shared<ImagesOptions>())
        , m_chosen(chosen)
    {
        m_group.require_subcommand(1);
        m_group.footer(kImagesFooter);
    }

    ImagesOptions& options() { return *m_options; }

    CLI::App& add(const char* name, const char* help, ImagesAction action)
    {
        CLI::App& command = *addSubcommand(m_group, m_options, m_chosen, name, help, action);
        one(command, "--engine", m_options->engine, "ENGINE",
            "docker or podman (default: the first that answers)");
        one(command, "--connection", m_options->connection, "NAME|ADDRESS",
            "How to reach it: a connection that 'connections list' names, or an address");
        command.add_flag("--json", m_options->json, "Print one JSON object instead");
        return command;
    }

    static void operand(CLI::App& command, std::string& into, const char* type, const char* help)
    {
        command.add_option(type, into, help)->type_name(type)->required();
    }

    void addQuiet(CLI::App& command)
    {
        command.add_flag("--quiet,-q", m_options->quiet, "Say nothing until it is done");
    }

    void addPlatform(CLI::App& command)
    {
        one(command, "--platform", m_options->platform, "PLATFORM",
            "Such as linux/arm64 (default: as the engine chooses)");
    }

private:
    CLI::App& m_group;
    std::shared_ptr<ImagesOptions> m_options;
    Action& m_chosen;
};

void addPull(Commands& commands)
{
    auto& options = commands.options();
    CLI::App& pull = commands.add("pull", "Get an image from its registry", pullImage);
    commands.operand(pull, options.image, "IMAGE", "Such as python:3.12 or registry.example/x:1");
    commands.addPlatform(pull);
    pull.add_flag(
        "--no-verify-tls", options.noVerifyTls,
        "Trust a registry without a certificate (Podman only)");
    commands.addQuiet(pull);
}

void addBuild(Commands& commands)
{
    auto& options = commands.options();
    CLI::App& build = commands.add("build", "Build an image from a Dockerfile", buildImage);
    commands.operand(build, options.image, "DIR", "The folder that COPY takes from");
    one(build, "--tag", options.name, "IMAGE", "The new image's name");
    one(build, "--file,-f", options.file, "FILE",
        "The Dockerfile (default: Dockerfile or Containerfile in the folder)");
    many(build, "--build-arg", options.buildArguments, "NAME=VALUE", "A value for an ARG in it");
    one(build, "--target", options.target, "STAGE", "Build this stage of it");
    commands.addPlatform(build);
    build.add_flag("--no-cache", options.noCache, "Run every step anew");
    commands.addQuiet(build);
}

} // namespace

void addImagesCommand(CLI::App& root, Action& chosen)
{
    Commands commands(root, chosen);
    auto& options = commands.options();
    commands.add("list", "Show the images of an engine", listImages);
    auto& inspect = commands.add("inspect", "Show what one image is", inspectImage);
    commands.operand(inspect, options.image, "IMAGE", "A name or an id");
    auto& history = commands.add("history", "Show the steps that made an image", showHistory);
    commands.operand(history, options.image, "IMAGE", "A name or an id");
    addPull(commands);
    addBuild(commands);

    auto& import = commands.add("import", "Make an image from a root file system", importImage);
    commands.operand(import, options.tarPath, "FILE", "A tar archive, also a compressed one");
    commands.operand(import, options.name, "IMAGE", "The new image's name");
    commands.addQuiet(import);

    auto& save = commands.add("export", "Write an image with its layers to a file", exportImage);
    commands.operand(save, options.image, "IMAGE", "A name or an id");
    commands.operand(save, options.tarPath, "FILE", "The archive that is made or replaced");
    commands.addQuiet(save);

    auto& load = commands.add("load", "Take the images of an exported file", loadImages);
    commands.operand(
        load, options.tarPath, "FILE", "Of 'images export', 'docker save' or 'podman save'");
    commands.addQuiet(load);

    auto& commit = commands.add("commit", "Make an image from a container", commitImage);
    commands.operand(commit, options.image, "CONTAINER", "A name or an id");
    commands.operand(commit, options.name, "IMAGE", "The new image's name");

    auto& tag = commands.add("tag", "Give an image one more name", tagImage);
    commands.operand(tag, options.image, "IMAGE", "A name or an id");
    commands.operand(tag, options.name, "NAME", "The new name");

    auto& remove = commands.add("remove", "Remove images that nothing uses", removeImages);
    remove.add_option("IMAGE", options.images, "Names or ids")->type_name("IMAGE")->required();

    commands.add("df", "Show what takes how much of the disk", showDiskUse);
    auto& prune = commands.add("prune", "Remove images that have no name and no use", pruneImages);
    prune.add_flag("--dry-run", options.dryRun, "Only show which those are");
}

} // namespace sandbench::cli
