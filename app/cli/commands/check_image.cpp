// SPDX-FileCopyrightText: 2026 The Sandbench developers
// SPDX-License-Identifier: Apache-2.0
#include "app/cli/failure.h"
#include "app/cli/image_check_view.h"
#include "app/cli/open_sandbox.h"
#include "app/cli/options.h"
#include "app/cli/program.h"
#include "app/cli/sandbox_options.h"
#include "app/cli/text.h"
#include "core/base/fd.h"
#include "core/base/option_values.h"
#include "core/engine/embedded_engines.h"
#include "core/image_check/run_image_checks.h"
#include "core/image_check/yaml_node.h"
#include "core/workspace/image_access.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>

namespace sandbench::cli {
namespace {

constexpr const char* kCheckImageFooter
    = R"(Without --spec it says what is in each IMAGE: its system, users, shells, interpreters and packages,
whether our agent runs in it, and which layers isolate its sandbox.

FILE of --spec is YAML: commands, files, packages, users, environment, labels, ports, max_size, no_secrets,
runs_as_non_root, works_read_only, works_without_network. A goss.yaml and the files of container-structure-test are
read as well; what they say and cannot be checked here is 'not checked', with why.

Each image gets a sandbox with a read-only root folder, without a network, as the image's user or nobody; a command of
the file may ask for other ones. Nothing in the image has to work but what is checked: it needs no shell.

Examples:
  sandbenchctl check-image python:3.12-slim
  sandbenchctl check-image myapp:1 myapp:2 --spec sandbench-image.yaml
  sandbenchctl check-image --engine podman myapp:1 --spec goss.yaml --junit image.xml

Exit status: 0 when nothing failed, 1 when a check did, 125 when there was no sandbox for an
image, 130 when it was cancelled, 2 for wrong usage.)";

struct CheckImageOptions
{
    std::vector<std::string> images;
    Json sandbox = Json::object();
    std::string specFile, junitFile;
    bool json = false;
};

Result<void> writeReport(const std::string& path, const std::string& text)
{
    const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (!file)
        return Error::fromErrno(errno, "--junit: cannot write " + printable(path));
    return writeAll(file.get(), text);
}

template <typename Reports> int statusOfImages(const Reports& reports, bool hasFailed)
{
    for (const auto& report : reports)
        if (report.problem)
            return statusOf(*report.problem) == kCancelledStatus ? kCancelledStatus : kEngineStatus;
    return hasFailed ? 1 : 0;
}

Result<int> probeAll(
    const CheckImageOptions& options, std::vector<image_check::ImageAccess> images,
    const std::string& engine, const std::stop_token& stop)
{
    std::vector<image_check::ImageProbe> probes;
    Json list = Json::array();
    for (const auto& image : images) {
        probes.push_back(image_check::probeImage(image, stop));
        probes.back().engine = engine;
        list.push_back(image_check::toJson(probes.back()));
    }
    const Json json = {{"schema", "sandbench.image_probe/1"}, {"images", std::move(list)}};
    const int status = printed(options.json, json, imageProbesText(probes));
    return status != 0 ? status : statusOfImages(probes, false);
}

Result<int> checkAll(
    const CheckImageOptions& options, const image_check::ImageSpec& spec,
    std::vector<image_check::ImageAccess> images, const std::string& engine,
    const std::stop_token& stop)
{
    std::vector<image_check::ImageReport> reports;
    for (const auto& image : images) {
        reports.push_back(image_check::runImageChecks(spec, image, stop));
        reports.back().engine = engine;
    }
    if (!options.junitFile.empty())
        SANDBENCH_TRY_VOID(writeReport(options.junitFile, image_check::junitXml(reports)));
    const int status
        = printed(options.json, image_check::toJson(reports), imageChecksText(reports));
    const bool hasFailed = std::any_of(
        reports.begin(), reports.end(), [](const auto& report) { return report.hasFailed(); });
    return status != 0 ? status : statusOfImages(reports, hasFailed);
}

Result<std::optional<image_check::ImageSpec>> readSpec(const CheckImageOptions& options)
{
    if (options.specFile.empty()) {
        if (!options.junitFile.empty())
            return optionError("--junit", "it is about checks; name their file with --spec");
        return std::optional<image_check::ImageSpec>();
    }
    auto text = readFile(options.specFile, image_check::kMostSpecBytes);
    if (!text)
        return std::move(text.error()).within("--spec");
    auto spec = image_check::readImageSpec(*text);
    if (!spec)
        return Error(ErrorCode::InvalidArgument, spec.error().text())
            .within("--spec " + printable(options.specFile));
    return std::optional(*std::move(spec));
}

Result<int> checkImageCommand(const Program& program, const CheckImageOptions& asked)
{
    auto options = asked;
    const auto stop = program.signals.stopToken();
    SANDBENCH_TRY(const auto spec, readSpec(options));
    SANDBENCH_TRY(const auto parts, compositionFor(options.sandbox));
    if (jsonString(options.sandbox, "engine").empty())
        options.sandbox["engine"] = "docker";
    const auto engine = jsonString(options.sandbox, "engine");
    if (isEmbedded(engine))
        return optionError("--engine", "the engine " + engine + " has no images; name another");
    SANDBENCH_TRY(const auto workspace, openWorkspace(*parts));
    std::vector<image_check::ImageAccess> images;
    for (const auto& image : options.images)
        images.push_back(workspace::imageAccess(
            *workspace,
            {image, options.sandbox,
             [&](workspace::SandboxRequest request, const std::stop_token&) {
                 return openSandbox(*workspace, program.signals, std::move(request), OpenOptions());
             },
             [&] { return parts->engines().find(engine); }}));
    program.signals.setEmergencyHandler([&] { workspace->sandboxes().closeAll(); });
    auto status = spec ? checkAll(options, *spec, std::move(images), engine, stop)
                       : probeAll(options, std::move(images), engine, stop);
    program.signals.setEmergencyHandler({});
    return status;
}

} // namespace

void addCheckImageCommand(CLI::App& root, Action& chosen)
{
    const auto options = std::make_shared<CheckImageOptions>();
    CLI::App* command = addSubcommand(
        root, options, chosen, "check-image", "Say what is in images, or check it against a file",
        checkImageCommand);
    command->add_option("IMAGE", options->images, "Images by their names")
        ->type_name("IMAGE")
        ->option_text(" ")
        ->required();
    one(*command, "--spec", options->specFile, "FILE",
        "What an image shall be, as YAML (default: say what is in it)");
    one(*command, "--junit", options->junitFile, "FILE",
        "Also write what came of it to FILE, as JUnit's XML");
    addJson(*command, options->json);
    for (const auto* member :
         {"engine", "connection", "context", "namespace", "agent_image", "user", "pull", "platform",
          "runtime", "memory"})
        addMember(*command, options->sandbox, member);
    command->footer(kCheckImageFooter);
}

} // namespace sandbench::cli
